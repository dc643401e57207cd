// Laws of the tables: their counts are those of a naive recount, and a diff has no preferred side.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "core/qdq/tables/diff.h"
#include "core/qdq/tables/initializer_table.h"
#include "core/qdq/tables/quantization_table.h"
#include "core/qdq/tables/sizes.h"
#include "core/qdq/tables/summary.h"
#include "tests/support/scopes.h"

namespace qdqlens::test {

namespace {

using samples::DataType;
using samples::ModelBuilder;
using samples::TensorSpec;

/// A random net: every node eats random earlier values, some of them stored, some quantized.
ModelBuilder randomModel() {
    static const std::vector<std::string> kOps{"Relu", "Add", "MatMul", "Conv", "Concat", "Gather", "Odd"};
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {"n", 4});
    std::vector<std::string> values{"x"};
    const int count = *rc::gen::inRange(1, 14);
    for (int i = 0; i < count; ++i) {
        std::vector<std::string> inputs;
        const int arity = *rc::gen::inRange(1, 4);
        for (int k = 0; k < arity; ++k) {
            std::string value =
                values[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(values.size())))];
            switch (*rc::gen::inRange(0, 5)) {
                case 0: {
                    const std::string name = "t" + std::to_string(i) + "_" + std::to_string(k);
                    value = m.initializer(
                        name, TensorSpec::filled(DataType::kInt8, {*rc::gen::inRange(1, 5), 2}, 1));
                    value = *rc::gen::arbitrary<bool>() ? std::string(m.dequantize(value, {})) : value;
                    break;
                }
                case 1:
                    value = m.qdq(value, 0.5, 1);
                    break;
                case 2:
                    value = m.constant(TensorSpec::filled(DataType::kFloat32, {3}, 1));
                    break;
                default:
                    break;
            }
            inputs.push_back(value);
        }
        auto node = m.node(
            kOps[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(kOps.size())))], inputs);
        if (*rc::gen::inRange(0, 3) == 0) {
            node.name("");
        }
        if (*rc::gen::inRange(0, 3) == 0) {
            node.meta("k" + std::to_string(*rc::gen::inRange(0, 3)), "some text");
        }
        values.push_back(node);
    }
    m.output(values.back());
    return m;
}

RC_GTEST_PROP(Tables, CountsAreThoseOfANaiveRecount, ()) {
    const ModelBuilder m = randomModel();
    const auto scope = scopeOf(m);
    const auto& graph = m.graph();
    std::map<std::string, std::size_t> ops;
    std::uint64_t quantize = 0, dequantize = 0, constants = 0;
    for (const auto& node : graph.node()) {
        ++ops[node.op_type()];
        quantize += node.op_type() == "QuantizeLinear" ? 1 : 0;
        dequantize += node.op_type() == "DequantizeLinear" ? 1 : 0;
        constants += node.op_type() == "Constant" ? 1 : 0;
    }
    const Summary summary = summarize(*scope);
    RC_ASSERT(summary.nodes == static_cast<std::uint64_t>(graph.node_size()));
    std::map<std::string, std::size_t> found;
    for (const OpCount& op : summary.ops) {
        found[op.op] = op.nodes.size();
    }
    RC_ASSERT(found == ops);

    const Folding folding(*scope, FoldMode::kOn);
    const InitializerTable table = initializerTable(scope, storedTensors(scope, folding));
    std::uint64_t stored = 0, bytes = 0, in_nodes = 0, expected_bytes = 0;
    for (const InitializerRow& row : table.initializers) {
        stored += row.count;
        bytes += row.bytes;
    }
    for (const InitializerRow& row : table.constants) {
        in_nodes += row.count;
    }
    for (const auto& tensor : graph.initializer()) {
        expected_bytes += tensor.ByteSizeLong();
    }
    RC_ASSERT(stored == static_cast<std::uint64_t>(graph.initializer_size()));
    RC_ASSERT(bytes == expected_bytes);
    RC_ASSERT(in_nodes == constants);

    const QuantizationTable quantization = quantizationTable(scope, folding);
    RC_ASSERT(quantization.quantize == quantize);
    RC_ASSERT(quantization.dequantize == dequantize);
}

RC_GTEST_PROP(Tables, BytesAddUp, ()) {
    const auto scope = scopeOf(randomModel());
    std::uint64_t sum = 0;
    for (const ByteRow& row : byteRows(scope->modelPtr())) {
        sum += row.bytes;
    }
    const Sizes sizes = sizesOf(*scope);
    RC_ASSERT(sum == sizes.total);
    RC_ASSERT(sizes.total == sizes.initializer + sizes.node + sizes.other);
}

RC_GTEST_PROP(Diff, OfAModelWithItselfIsEmpty, ()) {
    const auto scope = scopeOf(randomModel());
    const ModelDiff diff = diffModels(scope, scope);
    RC_ASSERT(diff.same());
    RC_ASSERT(diff.only_a.empty() && diff.only_b.empty() && diff.changed.empty());
}

std::map<std::string, int> changesOf(const ModelDiff& diff, bool mirrored) {
    std::map<std::string, int> changes;
    for (const DiffChange& c : diff.changed) {
        ++changes[mirrored ? c.b + "|" + c.a + "|" + c.what + "|" + c.to + "|" + c.from
                           : c.a + "|" + c.b + "|" + c.what + "|" + c.from + "|" + c.to];
    }
    return changes;
}

std::vector<NodeId> nodesOf(const std::vector<DiffNode>& nodes) {
    std::vector<NodeId> out;
    for (const DiffNode& node : nodes) {
        out.push_back(node.node);
    }
    return out;
}

using Counts = std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>;
Counts figuresOf(const std::vector<DiffFigure>& figures, bool mirrored) {
    Counts counts;
    for (const DiffFigure& figure : figures) {
        counts[figure.name] = mirrored ? std::pair(figure.b, figure.a) : std::pair(figure.a, figure.b);
    }
    return counts;
}

RC_GTEST_PROP(Diff, MirrorsItself, ()) {
    const auto a = scopeOf(randomModel());
    const auto b = scopeOf(randomModel());
    const ModelDiff there = diffModels(a, b);
    const ModelDiff back = diffModels(b, a);
    RC_ASSERT(there.match.a_to_b == back.match.b_to_a);
    RC_ASSERT(nodesOf(there.only_a) == nodesOf(back.only_b));
    RC_ASSERT(nodesOf(there.only_b) == nodesOf(back.only_a));
    RC_ASSERT(changesOf(there, false) == changesOf(back, true));
    for (std::size_t i = 0; i < there.sizes.size(); ++i) {
        RC_ASSERT(there.sizes[i].a == back.sizes[i].b);
    }
    RC_ASSERT(figuresOf(there.ops, false) == figuresOf(back.ops, true));
}

/// Statistics of stored codes by looking at each element in turn.
RC_GTEST_PROP(CodeStatistics, AreThoseOfANaiveWalk, ()) {
    static constexpr DataType kTypes[] = {DataType::kInt8,  DataType::kUInt8,  DataType::kInt4,
                                          DataType::kUInt4, DataType::kUInt16, DataType::kInt16,
                                          DataType::kInt32, DataType::kUInt2};
    const DataType type = kTypes[*rc::gen::inRange<std::size_t>(0, std::size(kTypes))];
    const onnx::CodeRange range = *onnx::codeRange(type);
    std::vector<std::int64_t> dims;
    std::int64_t count = 1;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
        dims.push_back(*rc::gen::inRange(1, 6));
        count *= dims.back();
    }
    const auto axis = *rc::gen::inRange<std::size_t>(0, dims.size());
    const auto channels = static_cast<std::size_t>(dims[axis]);
    std::int64_t inner = 1;
    for (std::size_t i = axis + 1; i < dims.size(); ++i) {
        inner *= dims[i];
    }
    // Near zero and at the ends, so that channels are zero and codes are at the limits now and then.
    const auto code = rc::gen::oneOf(rc::gen::just(std::int64_t{0}), rc::gen::just(range.min),
                                     rc::gen::just(range.max), rc::gen::inRange(range.min, range.max + 1));
    const auto codes = *rc::gen::container<std::vector<std::int64_t>>(static_cast<std::size_t>(count), code);
    const bool each = *rc::gen::arbitrary<bool>();
    std::vector<std::int64_t> zeros(each ? channels : 1);
    for (std::int64_t& zero : zeros) {
        zero = *rc::gen::element(std::int64_t{0}, std::int64_t{1}, range.max);
    }
    ModelBuilder m;
    m.input("x", DataType::kFloat32, {1});
    m.initializer("w", TensorSpec(type, dims, std::vector<double>(codes.begin(), codes.end())));
    m.node("Odd", {"x", "w"}).out("y");
    m.output("y");
    const auto scope = scopeOf(m);
    CodeLayout layout{static_cast<std::int64_t>(axis), {}};
    for (const std::int64_t zero : zeros) {
        layout.zero_point.push_back({DataType::kInt32, static_cast<std::uint32_t>(zero)});
    }
    const auto found =
        codeStatistics(scope->model(), scope->graph().initializers.front(), layout, [](std::uint64_t) {}, {});
    RC_ASSERT(found.has_value());
    std::map<std::int64_t, std::uint64_t> counts;
    std::vector<char> nonzero(channels, 0);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const std::size_t channel = i / static_cast<std::size_t>(inner) % channels;
        ++counts[codes[i]];
        nonzero[channel] = nonzero[channel] != 0 || codes[i] != zeros[each ? channel : 0] ? 1 : 0;
    }
    RC_ASSERT(found->elements == codes.size());
    RC_ASSERT(found->min == counts.begin()->first);
    RC_ASSERT(found->max == counts.rbegin()->first);
    RC_ASSERT(found->zero_channel_count ==
              static_cast<std::uint64_t>(std::count(nonzero.begin(), nonzero.end(), 0)));
    const std::int64_t low = onnx::isSigned(type) && !counts.contains(range.min) ? range.min + 1 : range.min;
    RC_ASSERT(found->saturated ==
              static_cast<double>(counts[low] + counts[range.max]) / static_cast<double>(codes.size()));
    for (std::size_t i = 0; i < found->histogram.size(); ++i) {
        RC_ASSERT(found->histogram[i] == counts[range.min + static_cast<std::int64_t>(i)]);
    }
}

}  // namespace

}  // namespace qdqlens::test
