// Formal input, output and attribute names of operators (onnx up to opset 28, com.microsoft of ONNX Runtime),
// from resources/op-signatures.tsv.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace qdqlens::onnx {

struct FormalParameter {
    std::string_view name;
    bool optional = false;
    bool variadic = false;
};

struct FormalAttribute {
    std::string_view name;
    std::string_view type;           ///< "int", "list of ints", "string", "tensor", "graph", …
    std::string_view default_value;  ///< As written in the operator list; empty where there is none.
    bool required = false;
};

struct OpSignature {
    std::string_view domain;  ///< "" for ai.onnx.
    std::string_view op_type;
    std::int64_t since = 1;
    std::vector<FormalParameter> inputs;
    std::vector<FormalParameter> outputs;
    std::vector<FormalAttribute> attributes;

    /// Formal name of the input at a position; variadic ones repeat the last name; "" beyond the end.
    [[nodiscard]] std::string_view inputName(std::size_t index) const;
    [[nodiscard]] std::string_view outputName(std::size_t index) const;
};

/// The version in force at an opset: the newest with since <= opset. An opset of 0 (not imported) takes the
/// newest; one that is older than every version the oldest (since > opset tells). A deprecated operator gives
/// its last version. Null where the operator is not in the table.
[[nodiscard]] const OpSignature* findSignature(std::string_view domain, std::string_view op_type,
                                               std::int64_t opset);

}  // namespace qdqlens::onnx
