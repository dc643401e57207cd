#include "core/qdq/tables/fx_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/base/text.h"
#include "core/qdq/quantization.h"
#include "core/qdq/tables/fx_node.h"
#include "core/qdq/tables/op_counts.h"
#include "core/qdq/value_type.h"

namespace qdqlens {

namespace {

constexpr std::size_t kMaxMissing = 64;

/// One FX node and the ONNX nodes that carry its name.
struct Source {
    FxNode fx;
    std::vector<NodeId> nodes;
    std::string_view place;  ///< Stack trace, else name scopes: where in the source it was called.
    std::string op;          ///< fx.op, or the op that it was decomposed from.
    bool decomposed = false;
};

bool isQuantizationOp(const FxNode& fx) {
    return fx.op.substr(0, 8) == "quantize" || fx.op.substr(0, 10) == "dequantize" ||
           fx.target.find("quantized_decomposed") == 0;
}

/// One is the beginning of the other: max_pool2d and max_pool2d_with_indices.
bool sameOp(const std::string& a, const std::string& b) {
    const std::size_t size = std::min(a.size(), b.size());
    return size > 0 && a.compare(0, size, b, 0, size) == 0;
}

class FxReader {
  public:
    FxReader(const Scope& scope, const Folding& folding)
        : scope_(scope), topology_(scope.topology()), folding_(folding) {
        for (std::uint32_t n = 0; n < topology_.nodeCount(); ++n) {
            const onnx::Node& node = topology_.node(NodeId{n});
            const std::optional<FxNode> fx = fxNode(node);
            source_of_.push_back(kNone);
            if (!fx.has_value()) {
                without_.push_back(NodeId{n});
                continue;
            }
            const auto [found, is_new] = by_name_.emplace(fx->name, sources_.size());
            if (is_new) {
                const std::string_view trace = node.metadataValue("pkg.torch.onnx.stack_trace");
                sources_.push_back({*fx,
                                    {},
                                    trace.empty() ? node.metadataValue("pkg.torch.onnx.name_scopes") : trace,
                                    std::string(fx->op)});
            }
            sources_[found->second].nodes.push_back(NodeId{n});
            source_of_[n] = found->second;
        }
        for (std::size_t s = 0; s < sources_.size(); ++s) {
            for (const std::string_view argument : sources_[s].fx.arguments) {
                users_of_[argument].push_back(s);
            }
        }
        nameDecomposed();
    }

    FxTable table() {
        FxTable table;
        if (sources_.empty()) {
            table.absent = whyAbsent();
            return table;
        }
        table.without = countOps(topology_, without_);
        std::map<std::string, std::vector<const Source*>> by_op;
        for (const Source& source : sources_) {
            by_op[source.op].push_back(&source);
        }
        for (const auto& [op, sources] : by_op) {
            table.rows.push_back(row(op, sources));
        }
        const auto rank = [](const FxRow& row) {
            return row.fx_op.substr(0, 8) == "quantize" ? 0 : row.fx_op.substr(0, 10) == "dequantize" ? 1 : 2;
        };
        std::sort(table.rows.begin(), table.rows.end(), [&](const FxRow& a, const FxRow& b) {
            return std::tuple(rank(a), b.count, a.nodes.front()) <
                   std::tuple(rank(b), a.count, b.nodes.front());
        });
        return table;
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void nameDecomposed();
    [[nodiscard]] std::string sourceOp(const Source& source) const;
    [[nodiscard]] FxRow row(const std::string& op, const std::vector<const Source*>& sources) const;
    void countMerged(const std::vector<const Source*>& sources, FxRow& row) const;
    [[nodiscard]] std::uint32_t extraUsers(const Source& source) const;
    [[nodiscard]] bool standsIn(std::string_view missing, std::string_view op) const;
    [[nodiscard]] std::string note(const FxRow& row, const std::vector<const Source*>& sources) const;
    [[nodiscard]] std::string quantizationNote(const FxRow& row) const;
    [[nodiscard]] std::string whyAbsent() const;

    const Scope& scope_;
    const Topology& topology_;
    const Folding& folding_;
    std::vector<Source> sources_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> users_of_;  ///< Sources by argument.
    std::vector<std::size_t> source_of_;                                       ///< By node.
    std::vector<NodeId> without_;
    std::map<std::string_view, std::set<std::string>> ops_at_;  ///< Plain names of the FX ops of a place.
};

void FxReader::nameDecomposed() {
    for (const Source& source : sources_) {
        if (!isQuantizationOp(source.fx)) {
            ops_at_[source.place].insert(plainName(source.fx.op));
        }
    }
    for (Source& source : sources_) {
        std::string op = isQuantizationOp(source.fx) ? std::string() : sourceOp(source);
        if (!op.empty()) {
            source.op = std::move(op);
            source.decomposed = true;
        }
    }
}

/// The function that the source line calls, where no FX op of that name was made there: so it was decomposed.
std::string FxReader::sourceOp(const Source& source) const {
    const onnx::Node& node = topology_.node(source.nodes.front());
    const std::set<std::string>& ops = ops_at_.at(source.place);
    const auto made = [&](const std::string& name) {
        return std::any_of(ops.begin(), ops.end(), [&](const std::string& op) { return sameOp(op, name); });
    };
    const std::string module = torchModuleClass(node);
    if (const std::optional<SourceCall> call = sourceCall(node)) {
        const std::string plain = plainName(call->function);
        const bool of_module = !module.empty() && sameOp(plainName(module), plain);
        return !made(plain) && (of_module || call->alone) ? std::string(call->function) : std::string();
    }
    const bool has_trace = !node.metadataValue("pkg.torch.onnx.stack_trace").empty();
    if (has_trace || module.empty() || ops.size() != 1 || made(plainName(module))) {
        return {};
    }
    return snakeCase(module);
}

FxRow FxReader::row(const std::string& op, const std::vector<const Source*>& sources) const {
    FxRow row;
    row.fx_op = showName(op).text;
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> decomposed;
    for (const Source* source : sources) {
        const std::string target = showName(source->fx.target).text;
        if (std::find(row.targets.begin(), row.targets.end(), target) == row.targets.end()) {
            row.targets.push_back(target);
        }
        row.nodes.insert(row.nodes.end(), source->nodes.begin(), source->nodes.end());
        if (source->decomposed) {
            ++decomposed[{source->place, source->fx.op}];
        } else {
            ++row.count;
        }
    }
    // A decomposed call leaves each of its FX ops at least once: the rarest one of a place counts its calls.
    std::map<std::string_view, std::uint32_t> calls;
    for (const auto& [key, count] : decomposed) {
        const auto [found, is_new] = calls.emplace(key.first, count);
        found->second = is_new ? count : std::min(found->second, count);
    }
    for (const auto& [place, count] : calls) {
        row.count += count;
    }
    std::sort(row.nodes.begin(), row.nodes.end());
    row.onnx = countOps(topology_, row.nodes);
    countMerged(sources, row);
    row.note = note(row, sources);
    return row;
}

/// Consumers that FX did not give to this node: those of the equal ones that were merged into it.
std::uint32_t FxReader::extraUsers(const Source& source) const {
    std::set<std::string> users;
    for (const NodeId node : source.nodes) {
        for (const ValueId value : topology_.outputs(node)) {
            if (value == kNoValue) {
                continue;
            }
            if (topology_.value(value).graph_output != nullptr) {
                users.insert("%output");
            }
            for (const Use& use : topology_.uses(value)) {
                const std::size_t user = source_of_[index(use.node)];
                if (user == kNone) {
                    users.insert("#" + std::to_string(index(use.node)));
                } else if (sources_[user].fx.name != source.fx.name) {
                    users.insert(std::string(sources_[user].fx.name));
                }
            }
        }
    }
    const std::size_t expected = source.fx.num_users.value_or(1);
    return users.size() > expected ? static_cast<std::uint32_t>(users.size() - expected) : 0;
}

/// A node still names the missing FX node as its argument, and eats one of the same op.
bool FxReader::standsIn(std::string_view missing, std::string_view op) const {
    const auto users = users_of_.find(missing);
    if (users == users_of_.end()) {
        return false;
    }
    for (const std::size_t user : users->second) {
        for (const NodeId node : sources_[user].nodes) {
            for (const ValueId value : topology_.inputs(node)) {
                const NodeId producer = value == kNoValue ? kNoNode : topology_.value(value).producer;
                const std::size_t made_by = producer == kNoNode ? kNone : source_of_[index(producer)];
                if (made_by != kNone && sources_[made_by].fx.op == op) {
                    return true;
                }
            }
        }
    }
    return false;
}

void FxReader::countMerged(const std::vector<const Source*>& sources, FxRow& row) const {
    std::map<std::string_view, std::set<std::uint32_t>> numbers;  // By FX op.
    std::uint32_t extra = 0;
    for (const Source* source : sources) {
        if (const auto number = fxNumber(source->fx.name, source->fx.op); number && !source->decomposed) {
            numbers[source->fx.op].insert(*number);
            extra += extraUsers(*source);
        }
    }
    std::uint64_t gaps = 0;
    std::uint32_t named = 0;
    for (const auto& [op, taken] : numbers) {
        std::uint32_t next = 0;
        for (const std::uint32_t number : taken) {
            gaps += number - next;
            for (; next < number && row.missing.size() < kMaxMissing; ++next) {
                const std::string name =
                    std::string(op) + (next == 0 ? std::string() : "_" + std::to_string(next));
                named += standsIn(name, op) ? 1 : 0;
                row.missing.push_back(showName(name).text);
            }
            next = number + 1;
        }
    }
    row.merged = std::max(named, static_cast<std::uint32_t>(std::min<std::uint64_t>(gaps, extra)));
    row.count += row.merged;
}

std::string FxReader::quantizationNote(const FxRow& row) const {
    std::set<std::string> roles, types;
    std::set<std::int64_t> axes;
    for (const NodeId id : row.nodes) {
        const onnx::Node& node = topology_.node(id);
        const auto inputs = topology_.inputs(id);
        const auto outputs = topology_.outputs(id);
        if ((!isQuantize(node) && !isDequantize(node)) || inputs.empty() || outputs.empty() ||
            inputs[0] == kNoValue || outputs[0] == kNoValue) {
            continue;
        }
        roles.insert(folding_.constant(inputs[0]) ? "weight" : "activation");
        types.insert(valueTypeText(scope_, inputs[0]) + " → " + valueTypeText(scope_, outputs[0]));
        axes.insert(node.intAttribute("axis", 1));
    }
    if (roles.empty() || types.size() != 1) {
        return {};
    }
    std::string out = fmt::format("{} {}", fmt::join(roles, " and "), *types.begin());
    if (row.fx_op.find("per_channel") != std::string::npos && axes.size() == 1) {
        const bool output_channels = *axes.begin() == 0 && roles.contains("weight");
        out += fmt::format(", axis {}: one scale per {}channel", *axes.begin(),
                           output_channels ? "output " : "");
    }
    return out;
}

std::string FxReader::note(const FxRow& row, const std::vector<const Source*>& sources) const {
    std::vector<std::string> parts;
    if (std::string text = quantizationNote(row); !text.empty()) {
        parts.push_back(std::move(text));
    }
    if (sources.front()->decomposed) {
        std::string text = fmt::format("decomposed to {}", fmt::join(row.targets, ", "));
        const bool pool = row.fx_op.compare(0, 17, "adaptive_avg_pool") == 0;
        if (pool && row.targets == std::vector<std::string>{"aten.mean.dim"}) {
            const char last = row.fx_op[row.fx_op.size() - 2];
            text += fmt::format(": a {} adaptive pool is the mean over {}",
                                last == '1'   ? "size 1"
                                : last == '3' ? "1×1×1"
                                              : "1×1",
                                last == '1'   ? "L"
                                : last == '3' ? "D, H and W"
                                              : "H and W");
        }
        parts.push_back(std::move(text));
    }
    std::set<std::string> rules;
    for (const NodeId node : row.nodes) {
        const std::string_view rule = topology_.node(node).metadataValue("pkg.onnxscript.rewriter.rule_name");
        if (!rule.empty()) {
            rules.insert(showName(rule).text);
        }
    }
    if (!rules.empty()) {
        parts.push_back(fmt::format("rewritten by {}", fmt::join(rules, ", ")));
    }
    if (row.merged > 0) {
        const bool all = row.missing.size() == row.merged;
        parts.push_back(
            fmt::format("{} merged into an equal one{}", row.merged,
                        all ? fmt::format(" ({} is missing)", fmt::join(row.missing, ", ")) : ""));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::string FxReader::whyAbsent() const {
    if (topology_.nodeCount() == 0) {
        return "the graph has no nodes";
    }
    std::set<std::string> keys;
    bool paths = false;
    for (const NodeId id : without_) {
        const onnx::Node& node = topology_.node(id);
        for (const onnx::StringEntry& entry : node.metadata) {
            if (keys.size() < 5) {
                keys.insert(showName(entry.key).text);
            }
        }
        paths = paths || (node.name.size() > 1 && node.name.front() == '/' &&
                          node.name.find('/', 1) != std::string_view::npos);
    }
    std::string out = keys.empty()
                          ? std::string("no node carries metadata_props")
                          : fmt::format("the nodes' metadata_props hold no pkg.torch.onnx.fx_node (but {})",
                                        fmt::join(keys, ", "));
    out += ", which torch.onnx.export(dynamo=True) writes from IR version 10 on";
    if (paths) {
        out += "; node names hold the module path, as the older exporter wrote them";
    }
    return out;
}

}  // namespace

FxTable fxTable(const Scope& scope, const Folding& folding) {
    return FxReader(scope, folding).table();
}

}  // namespace qdqlens
