#include "tests/support/reader_exercise.h"

#include "core/onnx/reader.h"
#include "core/onnx/tensor_data.h"
#include "resources/samples/model_builder.h"

namespace qdqlens::test {

namespace {

using onnx::DataType;
using samples::GraphBuilder;
using samples::ModelBuilder;
using samples::TensorSpec;
using samples::TypeSpec;

void decodeTensor(const onnx::Model& model, const onnx::Tensor& tensor) {
    constexpr std::uint64_t kLimit = 1000;
    static_cast<void>(onnx::decodeAll(model, tensor, kLimit));
    static_cast<void>(onnx::decodeStrings(model, tensor, kLimit));
    static_cast<void>(onnx::storageBytes(tensor));
    if (const auto piece = onnx::decode(model, tensor, 5, 3); piece) {
        for (const onnx::Element& element : *piece) {
            static_cast<void>(element.text());
        }
    }
}

void decodeGraph(const onnx::Model& model, const onnx::Graph& graph) {
    for (const onnx::Tensor& tensor : graph.initializers) {
        decodeTensor(model, tensor);
    }
    for (const onnx::Node& node : graph.nodes) {
        for (const onnx::Attribute& attribute : node.attributes) {
            if (const auto* tensors = std::get_if<std::vector<onnx::Tensor>>(&attribute.value)) {
                for (const onnx::Tensor& tensor : *tensors) {
                    decodeTensor(model, tensor);
                }
            }
        }
        for (const onnx::Graph* inner : onnx::subgraphs(node)) {
            decodeGraph(model, *inner);
        }
    }
}

}  // namespace

std::string everyMessageModel() {
    ModelBuilder m;
    m.producer("test", "1").modelDoc("doc").modelMeta("key", "value");
    m.input("x", DataType::kFloat32, {"batch", 3, 4, 4});
    m.input("s", TypeSpec::sequence(TypeSpec::optional(TypeSpec(DataType::kInt64, {2}))));
    m.input("m", TypeSpec::map(DataType::kString, TypeSpec(DataType::kFloat32)));
    const std::string w = m.initializer("w", TensorSpec::filled(DataType::kInt8, {2, 3, 1, 1}, 1));
    const std::string dq = m.dequantize(w, {.scale = {0.5}});
    auto conv = m.node("Conv", {m.qdq("x", 0.02, -128), dq});
    conv.ints("pads", {0, 0, 0, 0})
        .attr("auto_pad", std::string("NOTSET"))
        .floats("f", {1, 2})
        .meta("scope", "a/b");
    m.initializer("t", TensorSpec(DataType::kFloat32, {3}, {1, 2, 3}).typed());
    m.initializer("h", TensorSpec(DataType::kInt4, {3}, {1, 2, 3}).typed());
    m.initializer("u", TensorSpec::strings({2}, {"a", "b"}));
    m.initializer("e", TensorSpec::filled(DataType::kFloat32, {3}, 1).external("e.bin", 0, 12));
    m.sparseInitializer("sp", TensorSpec(DataType::kFloat32, {1}, {1}),
                        TensorSpec::of<std::int64_t>({1}, {2}), {4});
    GraphBuilder then = m.subgraph("then");
    then.node("Relu", {conv}).out("then_y");
    then.output("then_y");
    m.node("If", {"c"}).attr("then_branch", then).out("y");
    m.annotate("w", {{"SCALE_TENSOR", "scale"}});
    m.output("y", DataType::kFloat32, {"batch", samples::DimSpec{}});
    auto& function = m.function("local", "F", {"a"}, {"b"});
    function.attribute("alpha", 0.5F);
    function.node("Relu", {"a"}).out("b");
    return m.serialize();
}

void decodeEverything(const onnx::Model& model) {
    decodeGraph(model, model.graph);
    for (const onnx::Function& function : model.functions) {
        decodeGraph(model, function.body);
    }
}

}  // namespace qdqlens::test
