#include "core/qdq/tables/shapes.h"

#include <fmt/format.h>

#include <charconv>
#include <unordered_map>

#include "core/base/text.h"
#include "core/qdq/tables/shape_library.h"
#include "core/qdq/tables/shape_question.h"
#include "core/qdq/tables/shape_walk.h"

namespace qdqlens {

namespace {

/// What libonnx says lets our rules say more, and the other way round; models need one or two rounds.
constexpr int kMaxRounds = 8;

/// Which nodes libonnx is asked about, and with what: none twice with the same inputs.
class Questions {
  public:
    explicit Questions(const Scope& scope) : scope_(scope) {}

    [[nodiscard]] std::vector<NodeId> next(const ShapeWalk& walk, const std::vector<Shape>& library) {
        std::vector<NodeId> nodes;
        for (const NodeId id : walk.openNodes()) {
            if (!libraryKnows(scope_, id) || (asked_.contains(index(id)) && answered(id, library))) {
                continue;
            }
            std::string inputs = knownOf(id, walk.known());
            std::string& before = asked_[index(id)];
            if (before != inputs) {
                before = std::move(inputs);
                nodes.push_back(id);
            }
        }
        return nodes;
    }

  private:
    [[nodiscard]] bool answered(NodeId id, const std::vector<Shape>& library) const {
        for (const ValueId value : scope_.topology().outputs(id)) {
            if (value != kNoValue && !isWhole(library[index(value)])) {
                return false;
            }
        }
        return true;
    }
    /// Never empty.
    [[nodiscard]] std::string knownOf(NodeId id, const ShapeKnowledge& known) const {
        std::string out = "with";
        const auto add = [&](ValueId value) {
            out += ' ';
            if (value != kNoValue) {
                out += shapeText(known.shapes[index(value)]) + '=' + shapeText(known.contents[index(value)]);
            }
        };
        for (const ValueId value : scope_.topology().inputs(id)) {
            add(value);
        }
        for (const ValueId value : scope_.topology().captures(id)) {
            add(value);
        }
        return out;
    }

    const Scope& scope_;
    std::unordered_map<std::uint32_t, std::string> asked_;  ///< By node.
};

}  // namespace

Result<ShapeSetting> parseShapeSetting(std::string_view text) {
    const std::size_t equals = text.rfind('=');
    const auto wrong = [&] {
        return fail(
            ErrorKind::kUsage,
            fmt::format("--set takes NAME=NUMBER or INPUT=NUMBER,NUMBER,…, not '{}'", showName(text).text));
    };
    if (equals == std::string_view::npos || equals == 0) {
        return wrong();
    }
    ShapeSetting setting{std::string(text.substr(0, equals)), {}};
    std::string_view rest = text.substr(equals + 1);
    while (true) {
        const std::string_view number = rest.substr(0, rest.find(','));
        std::int64_t value = 0;
        const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
        if (read.ec != std::errc() || read.ptr != number.data() + number.size() || number.empty() ||
            value < 0) {
            return wrong();
        }
        setting.dims.push_back(value);
        if (number.size() == rest.size()) {
            return setting;
        }
        rest.remove_prefix(number.size() + 1);
    }
}

Result<ShapeTable> shapeTable(const Scope& scope, const std::vector<ShapeSetting>& settings,
                              ShapeLibrary* library, const std::stop_token& stop) {
    std::vector<Shape> answers(scope.topology().valueCount());
    Questions questions(scope);
    for (int round = 0;; ++round) {
        ShapeWalk walk(scope, answers);
        if (auto done = walk.run(settings, stop); !done.has_value()) {
            return tl::unexpected(done.error());
        }
        std::vector<NodeId> nodes;
        if (library != nullptr && round < kMaxRounds) {
            nodes = questions.next(walk, answers);
        }
        if (nodes.empty()) {
            return walk.table();
        }
        const ShapeQuestion question(scope, nodes, walk.known());
        auto answer = library->infer(question.model(), stop);
        if (!answer.has_value() && answer.error().kind == ErrorKind::kStopped) {
            return tl::unexpected(answer.error());
        }
        if (!answer.has_value()) {
            return walk.table();  // Unknown without it, and no error of the model's.
        }
        for (auto& [value, shape] : question.shapesIn(std::move(*answer))) {
            answers[index(value)] = std::move(shape);
        }
    }
}

std::vector<Shape> inferredShapes(const Scope& scope) {
    const std::vector<Shape> no_library(scope.topology().valueCount());
    ShapeWalk walk(scope, no_library);
    static_cast<void>(walk.run({}, {}));  // Fails for settings and stops only.
    return walk.known().shapes;
}

}  // namespace qdqlens
