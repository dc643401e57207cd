// Every quantized tensor with its parameters, shared DequantizeLinears, and what other kinds of quantization
// a model uses.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/graph/scope.h"
#include "core/qdq/folding.h"
#include "core/qdq/quantization.h"
#include "core/qdq/tables/code_statistics.h"
#include "core/qdq/tables/op_counts.h"
#include "core/qdq/tables/roles.h"
#include "core/qdq/tables/shape.h"

namespace qdqlens {

/// Smallest, median and largest finite value; NaN and infinities counted apart.
struct NumberRange {
    double min = 0, median = 0, max = 0;
    std::uint64_t count = 0;  ///< Finite ones.
    std::uint64_t nan = 0;
    std::uint64_t infinite = 0;
    std::string min_text, median_text, max_text;  ///< In the fewest digits of their own type.
};

/// A quantized value: what a QuantizeLinear makes, or what a DequantizeLinear takes that no QuantizeLinear
/// made.
struct QuantTensorRow {
    std::string value;  ///< Name of the integer (or float8 …) value.
    NodeId node = kNoNode;
    std::string ref;  ///< Of that node: the QuantizeLinear, else the first DequantizeLinear.
    QuantKind kind = QuantKind::kActivation;
    std::string dtype;
    Shape shape;
    Granularity granularity = Granularity::kTensor;
    std::int64_t axis = 0;        ///< As the attribute says; meaningless per tensor.
    std::int64_t block_size = 0;  ///< 0 where not blocked.
    /// Nothing where it is not constant.
    std::optional<NumberRange> scale, zero_point;
    bool zero_point_input = false;  ///< Without one the zero point is 0.
    /// All zero points are in the middle of the codes: 0 of signed types, 128 of uint8. Nothing where not
    /// known.
    std::optional<bool> symmetric;
    std::vector<NodeId> nodes;  ///< To focus: the Q and DQs, or a weight's consumers.

    const onnx::Tensor* stored = nullptr;      ///< The stored codes of a weight or bias.
    std::optional<CodeStatistics> statistics;  ///< Of the stored codes, where asked for.
};

struct SharedDequantize {
    NodeId node = kNoNode;
    std::string ref;
    std::vector<NodeId> consumers;  ///< In file order, each once; without graph outputs.
    std::vector<std::string> consumer_refs;
};

/// A way of quantizing: "QDQ", "QLinear operators", "QONNX / Brevitas" …
struct QuantScheme {
    std::string name;
    std::string note;  ///< What it is, in a sentence.
    std::vector<OpCount> ops;
    std::uint64_t count = 0;  ///< Nodes, or annotated tensors.
    std::vector<NodeId> nodes;
};

struct QuantizationTable {
    std::uint64_t quantize = 0;  ///< Nodes, com.microsoft's too.
    std::uint64_t dequantize = 0;
    std::uint64_t weight_dequantize = 0;  ///< DequantizeLinears whose input is a stored weight …
    std::uint64_t bias_dequantize = 0;    ///< … and a stored bias.
    std::vector<SharedDequantize> shared;
    std::vector<QuantTensorRow> tensors;  ///< In order of their nodes.
    std::vector<QuantScheme> schemes;
};

/// Reads scales and zero points, no weights.
[[nodiscard]] QuantizationTable quantizationTable(const std::shared_ptr<const Scope>& scope,
                                                  const Folding& folding);

/// Reads the stored codes of all weights and biases, streaming, and fills in `statistics`. Tensors that
/// cannot be read get none, and a sentence in `problems`. Errors: kStopped.
[[nodiscard]] Result<void> addStatistics(const Scope& scope, QuantizationTable& table,
                                         const CodeProgress& progress, const std::stop_token& stop,
                                         std::vector<std::string>& problems);

/// The same for one row, whose codes must be stored: `read_bytes` counts from 0. Errors as codeStatistics.
[[nodiscard]] Result<CodeStatistics> rowStatistics(const Scope& scope, const QuantTensorRow& row,
                                                   const std::function<void(std::uint64_t)>& read_bytes,
                                                   const std::stop_token& stop);

[[nodiscard]] std::vector<QuantScheme> quantSchemes(const Scope& scope);

[[nodiscard]] std::string kindName(QuantKind kind);                  ///< "weight"
[[nodiscard]] std::string granularityName(Granularity granularity);  ///< "channel"

}  // namespace qdqlens
