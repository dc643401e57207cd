#include "core/qdq/tables/quantization_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/graph/constants.h"
#include "core/onnx/tensor_data.h"
#include "core/qdq/query.h"
#include "core/qdq/value_type.h"

namespace qdqlens {

namespace {

using onnx::Element;

/// The number that the shortest text of an element says, so that 0.1 as float32 prints as 0.1.
double shortest(const Element& element) {
    const std::string text = element.text();
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() ? value : element.f();
}

NumberRange rangeOf(const std::vector<Element>& elements) {
    NumberRange range;
    std::vector<const Element*> finite;
    for (const Element& element : elements) {
        const double value = element.f();
        range.nan += std::isnan(value) ? 1 : 0;
        range.infinite += std::isinf(value) ? 1 : 0;
        if (std::isfinite(value)) {
            finite.push_back(&element);
        }
    }
    range.count = finite.size();
    if (finite.empty()) {
        return range;
    }
    std::sort(finite.begin(), finite.end(),
              [](const Element* a, const Element* b) { return a->f() < b->f(); });
    range.min = shortest(*finite.front());
    range.max = shortest(*finite.back());
    range.min_text = finite.front()->text();
    range.max_text = finite.back()->text();
    const Element& upper = *finite[finite.size() / 2];
    const Element& lower = *finite[(finite.size() - 1) / 2];
    if (upper.f() == lower.f()) {
        range.median = shortest(upper);
        range.median_text = upper.text();
    } else {
        range.median_text = formatFloat32(static_cast<float>((lower.f() + upper.f()) / 2));
        static_cast<void>(std::from_chars(range.median_text.data(),
                                          range.median_text.data() + range.median_text.size(), range.median));
    }
    return range;
}

/// The zero point that maps 0 to the middle of the codes.
std::int64_t middleCode(onnx::DataType type) {
    const auto range = onnx::codeRange(type);
    return range.has_value() && !onnx::isSigned(type) ? (range->max + 1) / 2 : 0;
}

std::optional<bool> isSymmetric(const QuantParameters& p) {
    if (p.type == onnx::DataType::kUndefined || (p.has_zero_point && !p.zero_point.has_value())) {
        return std::nullopt;
    }
    const std::int64_t middle = middleCode(p.type);
    if (!p.has_zero_point) {
        return middle == 0;
    }
    return std::all_of(p.zero_point->begin(), p.zero_point->end(), [&](const Element& element) {
        return onnx::isFloat(element.type) ? element.f() == 0 : element.i() == middle;
    });
}

class TableMaker {
  public:
    TableMaker(const std::shared_ptr<const Scope>& scope, const Folding& folding)
        : scope_(*scope), topology_(scope->topology()), folding_(folding), kinds_(scope, folding) {}

    QuantizationTable make() {
        for (std::uint32_t n = 0; n < topology_.nodeCount(); ++n) {
            const NodeId id{n};
            const onnx::Node& node = topology_.node(id);
            if (isQuantize(node)) {
                ++table_.quantize;
                addRow(id, topology_.outputs(id));
            } else if (isDequantize(node)) {
                addDequantize(id);
            }
        }
        table_.schemes = quantSchemes(scope_);
        return std::move(table_);
    }

  private:
    void addDequantize(NodeId id) {
        ++table_.dequantize;
        const QuantKind kind = kinds_.of(id);
        table_.weight_dequantize += kind == QuantKind::kWeight ? 1 : 0;
        table_.bias_dequantize += kind == QuantKind::kBias ? 1 : 0;
        if (isSharedDequantize(topology_, id)) {
            addShared(id);
        }
        const auto inputs = topology_.inputs(id);
        if (inputs.empty() || inputs[0] == kNoValue) {
            return;
        }
        const NodeId producer = topology_.value(inputs[0]).producer;
        if (producer != kNoNode && isQuantize(topology_.node(producer))) {
            if (const auto row = row_of_node_.find(producer); row != row_of_node_.end()) {
                addNodes(table_.tensors[row->second], id);
            }
            return;
        }
        const auto parameter = [&](std::size_t i) { return inputs.size() > i ? inputs[i] : kNoValue; };
        const auto key = std::tuple(inputs[0], parameter(1), parameter(2));
        if (const auto known = row_of_value_.find(key); known != row_of_value_.end()) {
            addNodes(table_.tensors[known->second], id);
            return;
        }
        row_of_value_.emplace(key, table_.tensors.size());
        addRow(id, inputs);
    }

    void addShared(NodeId id) {
        SharedDequantize shared{id, showName(topology_.ref(id)).text, {}, {}};
        for (const ValueId value : topology_.outputs(id)) {
            if (value == kNoValue) {
                continue;
            }
            for (const Use& use : topology_.uses(value)) {
                shared.consumers.push_back(use.node);
            }
        }
        std::sort(shared.consumers.begin(), shared.consumers.end());
        shared.consumers.erase(std::unique(shared.consumers.begin(), shared.consumers.end()),
                               shared.consumers.end());
        for (const NodeId consumer : shared.consumers) {
            shared.consumer_refs.push_back(showName(topology_.ref(consumer)).text);
        }
        table_.shared.push_back(std::move(shared));
    }

    /// A folded DequantizeLinear is shown by its consumers.
    void addNodes(QuantTensorRow& row, NodeId id) {
        if (!folding_.folded(id)) {
            row.nodes.push_back(id);
            return;
        }
        for (const ValueId value : topology_.outputs(id)) {
            if (value != kNoValue) {
                const std::vector<NodeId> behind = folding_.consumers(value);
                row.nodes.insert(row.nodes.end(), behind.begin(), behind.end());
            }
        }
    }

    void addRow(NodeId id, std::span<const ValueId> values) {
        if (values.empty() || values[0] == kNoValue) {
            return;
        }
        row_of_node_.emplace(id, table_.tensors.size());
        QuantTensorRow& row = table_.tensors.emplace_back();
        const QuantParameters p = quantParameters(scope_, id);
        const Value& value = topology_.value(values[0]);
        row.value = showName(value.name).text;
        row.node = id;
        row.ref = showName(topology_.ref(id)).text;
        row.kind = kinds_.of(id);
        row.dtype = std::string(onnx::dataTypeName(p.type));
        if (row.dtype.empty() || p.type == onnx::DataType::kUndefined) {
            row.dtype = valueTypeText(scope_, values[0]);
        }
        if (const auto constant = constantOf(scope_, values[0])) {
            row.shape = shapeOf(constant->dims);
            row.stored = constant->tensor;
        } else if (value.info != nullptr) {
            row.shape = shapeOf(value.info->type);
        }
        row.granularity = p.granularity;
        row.axis = p.axis;
        row.block_size = p.block_size;
        if (p.scale.has_value()) {
            row.scale = rangeOf(*p.scale);
        }
        row.zero_point_input = p.has_zero_point;
        if (p.zero_point.has_value()) {
            row.zero_point = rangeOf(*p.zero_point);
        }
        row.symmetric = isSymmetric(p);
        addNodes(row, id);
    }

    const Scope& scope_;
    const Topology& topology_;
    const Folding& folding_;
    QuantKinds kinds_;
    QuantizationTable table_;
    std::map<NodeId, std::size_t> row_of_node_;
    std::map<std::tuple<ValueId, ValueId, ValueId>, std::size_t> row_of_value_;
};

/// The axis of a weight's output channels, where its consumer says which it is.
std::optional<std::int64_t> outputChannelAxis(const Topology& topology, const QuantTensorRow& row) {
    if (row.nodes.empty() || !row.shape.has_value() || row.shape->size() < 2) {
        return std::nullopt;
    }
    const onnx::Node& consumer = topology.node(row.nodes.front());
    if (consumer.is("Conv")) {
        return 0;
    }
    if (consumer.is("ConvTranspose")) {
        return 1;
    }
    if (consumer.is("Gemm")) {
        return consumer.intAttribute("transB", 0) != 0 ? 0 : 1;
    }
    return consumer.is("MatMul") ? std::optional<std::int64_t>(-1) : std::nullopt;
}

CodeLayout layoutOf(const Scope& scope, const QuantTensorRow& row) {
    CodeLayout layout;
    const QuantParameters p = quantParameters(scope, row.node);
    layout.axis = row.granularity == Granularity::kChannel  ? std::optional<std::int64_t>(row.axis)
                  : row.granularity == Granularity::kTensor ? outputChannelAxis(scope.topology(), row)
                                                            : std::nullopt;
    if (p.zero_point.has_value()) {
        layout.zero_point = *p.zero_point;
    }
    return layout;
}

}  // namespace

QuantizationTable quantizationTable(const std::shared_ptr<const Scope>& scope, const Folding& folding) {
    return TableMaker(scope, folding).make();
}

Result<CodeStatistics> rowStatistics(const Scope& scope, const QuantTensorRow& row,
                                     const std::function<void(std::uint64_t)>& read_bytes,
                                     const std::stop_token& stop) {
    return codeStatistics(scope.model(), *row.stored, layoutOf(scope, row), read_bytes, stop);
}

Result<void> addStatistics(const Scope& scope, QuantizationTable& table, const CodeProgress& progress,
                           const std::stop_token& stop, std::vector<std::string>& problems) {
    std::uint64_t total = 0;
    for (const QuantTensorRow& row : table.tensors) {
        total += row.stored == nullptr ? 0 : onnx::storageBytes(*row.stored).value_or(0);
    }
    std::uint64_t before = 0;
    for (QuantTensorRow& row : table.tensors) {
        if (row.stored == nullptr || !onnx::codeRange(row.stored->type).has_value()) {
            continue;
        }
        auto statistics = rowStatistics(
            scope, row,
            [&](std::uint64_t bytes) {
                if (progress) {
                    progress(before + bytes, total);
                }
            },
            stop);
        before += onnx::storageBytes(*row.stored).value_or(0);
        if (statistics.has_value()) {
            row.statistics = std::move(*statistics);
        } else if (statistics.error().kind == ErrorKind::kStopped) {
            return tl::unexpected(statistics.error());
        } else {
            problems.push_back(statistics.error().message());
        }
    }
    return {};
}

std::string kindName(QuantKind kind) {
    return kind == QuantKind::kActivation ? "activation" : kind == QuantKind::kBias ? "bias" : "weight";
}

std::string granularityName(Granularity granularity) {
    return granularity == Granularity::kTensor    ? "tensor"
           : granularity == Granularity::kChannel ? "channel"
                                                  : "block";
}

}  // namespace qdqlens
