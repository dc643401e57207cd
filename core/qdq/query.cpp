#include "core/qdq/query.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/graph/module_path.h"
#include "core/qdq/nearest_names.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxShownQuery = 80;  ///< Code points of a query in a message.

std::optional<std::string_view> after(std::string_view query, std::string_view prefix) {
    if (query.substr(0, prefix.size()) != prefix) {
        return std::nullopt;
    }
    return query.substr(prefix.size());
}

bool hasGlob(std::string_view text) {
    return text.find_first_of("*?[") != std::string_view::npos;
}

class Search {
  public:
    Search(const Scope& scope, const Folding& folding) : topology_(scope.topology()), folding_(folding) {}

    Result<std::vector<NodeId>> run(std::string_view query) {
        exact(query);
        if (found_.empty()) {
            if (const auto text = after(query, "name:")) {
                exact(*text);
            } else if (const auto error = keyword(query)) {
                return tl::unexpected(*error);
            }
        }
        if (found_.empty()) {
            return fail(ErrorKind::kQuery, noMatch(query));
        }
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return found_;
    }

  private:
    /// A folded node means its nearest unfolded consumers.
    void take(NodeId node) {
        if (!folding_.folded(node)) {
            found_.push_back(node);
            return;
        }
        for (const ValueId value : topology_.outputs(node)) {
            if (value != kNoValue) {
                takeConsumers(value);
            }
        }
    }
    void takeConsumers(ValueId value) {
        const std::vector<NodeId> consumers = folding_.consumers(value);
        found_.insert(found_.end(), consumers.begin(), consumers.end());
    }

    template <class Matches>
    void takeNodes(Matches matches) {
        for (std::uint32_t n = 0; n < topology_.nodeCount(); ++n) {
            if (matches(NodeId{n})) {
                take(NodeId{n});
            }
        }
    }

    /// Node name, constant's name or ref; as given, then with escapes taken back.
    void exact(std::string_view text) {
        exactBytes(text);
        if (found_.empty() && text.find('\\') != std::string_view::npos) {
            exactBytes(unescapeName(text));
        }
    }
    void exactBytes(std::string_view name) {
        if (name.empty()) {
            return;
        }
        for (const NodeId node : topology_.findNodes(name)) {
            take(node);
        }
        if (!found_.empty()) {
            return;
        }
        const ValueId value = topology_.findValue(name);
        if (value != kNoValue && folding_.constant(value)) {
            takeConsumers(value);
        }
        if (found_.empty() && name.front() == '#' && name.size() < 11 && name.size() > 1 &&
            name.find_first_not_of("0123456789", 1) == std::string_view::npos) {
            const unsigned long at = std::stoul(std::string(name.substr(1)));
            if (at < topology_.nodeCount()) {
                take(NodeId{static_cast<std::uint32_t>(at)});
            }
        }
    }

    std::optional<Error> keyword(std::string_view query) {
        if (const auto op = after(query, "op:")) {
            takeNodes([&](NodeId id) { return opMatches(topology_.node(id), *op); });
        } else if (const auto name = after(query, "value:")) {
            takeValue(*name);
        } else if (const auto module = after(query, "module:")) {
            takeNodes([&](NodeId id) { return moduleMatches(topology_.node(id), *module); });
        } else if (const auto fx = after(query, "fx:")) {
            takeNodes([&](NodeId id) {
                const std::string_view op_name = fxOp(topology_.node(id));
                return !op_name.empty() && matchGlob(*fx, op_name);
            });
        } else if (query == "residual") {
            takeNodes([&](NodeId id) { return isResidualAdd(topology_, folding_, id); });
        } else if (query == "shared-dq") {
            takeNodes([&](NodeId id) { return isSharedDequantize(topology_, id); });
        } else if (const auto pattern = after(query, "re:")) {
            return takeRegex(*pattern);
        } else if (hasGlob(query)) {
            takeGlob(query);
        } else {
            takeValue(query);
        }
        return std::nullopt;
    }

    /// Over node names; as given, then with escapes taken back.
    void takeGlob(std::string_view pattern) {
        takeNodes([&](NodeId id) { return matchGlob(pattern, topology_.node(id).name); });
        if (found_.empty() && pattern.find('\\') != std::string_view::npos) {
            const std::string bytes = unescapeName(pattern);
            takeNodes([&](NodeId id) { return matchGlob(bytes, topology_.node(id).name); });
        }
    }

    /// "Add", "com.microsoft.QGemm", or a glob over either.
    static bool opMatches(const onnx::Node& node, std::string_view op) {
        if (matchGlob(op, node.op_type)) {
            return true;
        }
        return !node.isOnnxDomain() &&
               matchGlob(op, std::string(node.domain) + "." + std::string(node.op_type));
    }

    void takeValue(std::string_view name) {
        for (const std::string& bytes : {std::string(name), unescapeName(name)}) {
            for (std::uint32_t v = 0; v < topology_.valueCount() && found_.empty(); ++v) {
                const Value& value = topology_.value(ValueId{v});
                if (value.name != bytes) {
                    continue;
                }
                if (value.producer != kNoNode) {
                    take(value.producer);
                }
                takeConsumers(ValueId{v});
            }
        }
    }

    std::optional<Error> takeRegex(std::string_view pattern) {
        // RE2 takes linear time and bounded memory, whatever the pattern.
        RE2::Options options(RE2::Quiet);
        options.set_encoding(isValidUtf8(pattern) ? RE2::Options::EncodingUTF8
                                                  : RE2::Options::EncodingLatin1);
        const RE2 regex(re2::StringPiece(pattern.data(), pattern.size()), options);
        if (!regex.ok()) {
            return Error{ErrorKind::kUsage,
                         fmt::format("'{}' is no regular expression: {}",
                                     elideMiddle(showName(pattern).text, kMaxShownQuery), regex.error()),
                         {}};
        }
        takeNodes([&](NodeId id) {
            const std::string_view name = topology_.node(id).name;
            return RE2::PartialMatch(re2::StringPiece(name.data(), name.size()), regex);
        });
        return std::nullopt;
    }

    [[nodiscard]] std::string noMatch(std::string_view query) const {
        const std::string message =
            fmt::format("nothing matches '{}'", elideMiddle(showName(query).text, kMaxShownQuery));
        const std::vector<std::string> names = nearestNames(topology_, query);
        return names.empty() ? message : fmt::format("{}; near: {}", message, fmt::join(names, ", "));
    }

    const Topology& topology_;
    const Folding& folding_;
    std::vector<NodeId> found_;
};

}  // namespace

Result<std::vector<NodeId>> findNodes(const Scope& scope, const Folding& folding, std::string_view query) {
    return Search(scope, folding).run(query);
}

}  // namespace qdqlens
