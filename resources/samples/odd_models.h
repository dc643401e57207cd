// Small models, each with one thing that is rare or wrong in a graph. The bytes of whole files.
#pragma once

#include <string>
#include <vector>

namespace qdqlens::samples {

// Right, but not flat or not float and int8
// -------------------------------------------------------------------------

/// `node_if` takes then_branch or else_branch; the branches eat outer values: the graph's input "x", the node
/// value "scaled", and the initializer "w". In then_branch is one more If, whose branches reach out two
/// levels.
[[nodiscard]] std::string ifWithCaptures();
/// `node_loop` runs its body five times; the body eats its own state, the outer "step", and gives a scan
/// output.
[[nodiscard]] std::string loopModel();
/// "local:ScaleShift" with an attribute and a default, called twice, and "local:Outer", which calls it too. Q
/// and DQ in the body.
[[nodiscard]] std::string localFunctions();
/// Opset 21: a MatMul whose weight int4[64×16] is blocked by 32 along axis 0, one with uint4 and zero points,
/// and one of uint2 without zero point.
[[nodiscard]] std::string blockedInt4Weights();
/// QuantizeLinear and DequantizeLinear of com.microsoft (uint16 activations, int8 weight per channel) around
/// a Conv without their own zero point on the weight.
[[nodiscard]] std::string microsoftQdq();
/// IR version 3: the initializers are graph inputs too.
[[nodiscard]] std::string initializersAmongInputs();
/// Inputs and outputs of every kind of type: sequence, optional, map, sparse, unknown rank, scalar, unknown
/// dim.
[[nodiscard]] std::string typesOfEveryKind();
/// The weight is in the file `location` beside the model: float32[4×4], 64 bytes from `offset`.
[[nodiscard]] std::string externalWeight(const std::string& location, long long offset = 0);

// Names
// ---------------------------------------------------------------------------------------------------------------

/// No node has a name.
[[nodiscard]] std::string unnamedNodes();
/// Two nodes are called "twin".
[[nodiscard]] std::string equalNodeNames();
/// Names that hold XML's own characters, quotes, control characters, backslashes, bytes that are no UTF-8,
/// other scripts, and 300 letters.
[[nodiscard]] std::string awkwardNames();

// Wrong in the graph, and shown all the same
// ------------------------------------------------------------------------------

/// "y" is made by two nodes.
[[nodiscard]] std::string duplicateValues();
/// add → relu → add, with a way in and a way out.
[[nodiscard]] std::string cycle();
/// A node that eats its own output.
[[nodiscard]] std::string selfLoop();
/// "nowhere" is eaten and made by nobody, as is the graph output "missing".
[[nodiscard]] std::string missingValues();
/// Consumers stand before producers.
[[nodiscard]] std::string unsortedNodes();

// Large
// ---------------------------------------------------------------------------------------------------------------

/// One value with so many consumers, which are summed up.
[[nodiscard]] std::string hub(int consumers);
/// So many QDQ pairs with a Relu each, one after the other.
[[nodiscard]] std::string chain(int length);

/// Each of them (external data apart) with a name, for tests that must hold for all.
struct OddModel {
    const char* name;
    std::string bytes;
};
[[nodiscard]] std::vector<OddModel> oddModels();

}  // namespace qdqlens::samples
