#include "tests/oracle/oracle.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "core/onnx/reader.h"

namespace qdqlens::test {
namespace {

using runtime::FinalNode;
using runtime::Runs;

constexpr std::chrono::seconds kLimit{60};

bool hasTranspose(const Scope& scope) {
    for (const onnx::Node& node : scope.graph().nodes) {
        if (node.op_type == "Transpose")
            return true;
    }
    return false;
}

std::vector<NodeOutcome> outcomes(const Scope& scope, const runtime::Prediction& prediction,
                                  const runtime::Target& target, const std::vector<FinalNode>& real,
                                  const std::string& model) {
    const bool transposes = hasTranspose(scope);
    std::vector<NodeOutcome> result;
    for (runtime::NodeComparison& compared : runtime::compare(scope, prediction, real)) {
        const onnx::Node& node = scope.topology().node(compared.predicted.node);
        NodeOutcome outcome;
        outcome.model = model;
        outcome.target = target.name;
        outcome.node = scope.topology().ref(compared.predicted.node);
        outcome.transposes = transposes;
        outcome.row = "other";
        for (const runtime::Selector& selector : target.selectors) {
            if (node.is(selector.op))
                outcome.row = selector.op;
        }
        outcome.compared = std::move(compared);
        result.push_back(std::move(outcome));
    }
    return result;
}

void compareScopes(const std::shared_ptr<const Scope>& ours, const std::shared_ptr<const Scope>& theirs,
                   const runtime::Target& target, const std::string& model, Tally& tally) {
    const runtime::Prediction prediction = runtime::predict(*ours, target);
    if (!prediction.refused.empty())
        tally.wronglyRefused(model);
    tally.add(outcomes(*ours, prediction, target, runtime::describe(*theirs), model));
    for (std::uint32_t n = 0; n < ours->topology().nodeCount(); ++n) {
        const onnx::Node& node = ours->topology().node(NodeId{n});
        const auto graphs = onnx::subgraphs(node);
        if (graphs.empty() || node.name.empty())
            continue;
        const auto same = theirs->topology().findNodes(node.name);
        if (same.size() != 1)
            continue;
        const auto others = onnx::subgraphs(theirs->topology().node(same[0]));
        if (others.size() != graphs.size())
            continue;
        for (std::size_t k = 0; k < graphs.size(); ++k) {
            // Attributes may have been sorted: a subgraph is known by its name.
            const auto other = std::find_if(others.begin(), others.end(),
                                            [&](const onnx::Graph* g) { return g->name == graphs[k]->name; });
            if (other == others.end())
                continue;
            compareScopes(Scope::child(ours, NodeId{n}, *graphs[k]), Scope::child(theirs, same[0], **other),
                          target, model, tally);
        }
    }
}

}  // namespace

void Tally::add(const std::vector<NodeOutcome>& outcomes) {
    for (const NodeOutcome& outcome : outcomes) {
        if (outcome.compared.vanished()) {
            ++vanished_;
            continue;
        }
        Count& count = counts_[{outcome.row, outcome.target}];
        const bool differs = !outcome.compared.agrees();
        ++compared_[0];
        differ_[0] += differs ? 1 : 0;
        if (!outcome.transposes) {
            ++compared_[1];
            differ_[1] += differs ? 1 : 0;
        }
        ++(outcome.compared.int8.value_or(false) ? count.int8 : count.other);
        count.differ += differs ? 1 : 0;
        if (differs)
            differences_.push_back(outcome);
    }
    ++models_;
}

void Tally::refused(const std::string& why, bool foreseen) {
    ++refusals_;
    if (foreseen)
        ++foreseen_;
    else
        ++refusal_words_[why.substr(0, 140)];
}

void Tally::wronglyRefused(const std::string& model) {
    wrong_refusals_.push_back(model);
}

void Tally::print(const std::string& title) const {
    fmt::print(
        "{}: {} graphs, {} nodes compared, {} differ; without a Transpose {} compared, {} differ; {} float "
        "nodes "
        "gone into float fusions; {} loads refused, {} of them foreseen; {} refusals foreseen wrongly\n",
        title, models_, compared_[0], differ_[0], compared_[1], differ_[1], vanished_, refusals_, foreseen_,
        wrong_refusals_.size());
    for (const std::string& model : wrong_refusals_)
        fmt::print("  loads after all: {}\n", model);
    fmt::print("  {:20} {:22} {:>8} {:>12} {:>8}\n", "row", "target", "int8", "float/fused", "differ");
    for (const auto& [key, count] : counts_) {
        fmt::print("  {:20} {:22} {:>8} {:>12} {:>8}\n", key.first, key.second, count.int8, count.other,
                   count.differ);
    }
    for (const NodeOutcome& d : differences_) {
        fmt::print("  differs: {} [{}] {} ({}): predicted {}{}{}, is {}\n", d.model, d.target, d.node, d.row,
                   runtime::runsName(d.compared.predicted.runs),
                   d.compared.predicted.reason.empty() ? "" : ": ", d.compared.predicted.reason,
                   !d.compared.int8   ? "gone"
                   : *d.compared.int8 ? "int8 (" + d.compared.real_op + ")"
                                      : "float (" + d.compared.real_op + ")");
    }
    for (const auto& [words, count] : refusal_words_)
        fmt::print("  refused unforeseen {} times: {}\n", count, words);
    std::fflush(stdout);
}

std::size_t Tally::compared(bool without_transpose) const {
    return compared_[without_transpose ? 1 : 0];
}

std::size_t Tally::differing(bool without_transpose) const {
    return differ_[without_transpose ? 1 : 0];
}

double Tally::agreement(bool without_transpose) const {
    const std::size_t all = compared(without_transpose);
    return all == 0 ? 1.0
                    : 1.0 - static_cast<double>(differing(without_transpose)) / static_cast<double>(all);
}

std::size_t Tally::ofRow(const std::string& row) const {
    std::size_t sum = 0;
    for (const auto& [key, count] : counts_)
        sum += key.first == row ? count.int8 + count.other : 0;
    return sum;
}

Oracle* Oracle::get(std::string& why) {
    static std::string reason;
    static const std::unique_ptr<Oracle> oracle = []() -> std::unique_ptr<Oracle> {
        if (std::getenv("QDQLENS_ORT") == nullptr) {
            std::error_code none;
            if (!std::filesystem::exists(QDQLENS_ORT_FOLDER "/node_modules/onnxruntime-node/package.json",
                                         none)) {
                reason = "no ONNX Runtime in build/ort: run dev/ort where npm can be reached";
                return nullptr;
            }
            ::setenv("QDQLENS_ORT", QDQLENS_ORT_FOLDER, 1);
        }
        auto process = runtime::RuntimeProcess::find();
        if (!process) {
            reason = process.error().message();
            return nullptr;
        }
        std::unique_ptr<Oracle> made(new Oracle);
        made->process_ = std::move(*process);
        return made;
    }();
    why = reason;
    return oracle.get();
}

void Oracle::compare(const std::filesystem::path& model, const runtime::Target& target, Tally& tally) {
    if (!process_->alive()) {
        auto again = runtime::RuntimeProcess::find();
        if (!again) {
            tally.refused("the runtime does not start again: " + again.error().message(), false);
            return;
        }
        process_ = std::move(*again);
    }
    const auto original = onnx::openModel(model);
    if (!original)
        return;
    runtime::RuntimeRequest request;
    request.model = model;
    request.int8 = target.int8_allowed ? runtime::Int8::kOn : runtime::Int8::kOff;
    request.optimized = folder_.path() / "optimized.onnx";
    std::error_code none;
    std::filesystem::remove(*request.optimized, none);
    const auto answer = process_->ask(request, kLimit);
    if (!answer || !answer->loads) {
        const bool foreseen = !runtime::predict(*Scope::main(*original), target).refused.empty();
        tally.refused(answer ? answer->error : answer.error().message(), foreseen);
        return;
    }
    const auto optimized = onnx::openModel(*request.optimized);
    if (!optimized) {
        tally.refused("its optimized model cannot be read: " + optimized.error().message(), false);
        return;
    }
    compareScopes(Scope::main(*original), Scope::main(*optimized), target, model.filename().string(), tally);
}

}  // namespace qdqlens::test
