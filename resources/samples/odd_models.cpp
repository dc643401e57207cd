#include "resources/samples/odd_models.h"

#include "resources/samples/model_builder.h"

namespace qdqlens::samples {

namespace {

constexpr DataType kFloat = DataType::kFloat32;

TensorSpec scalar(double value) {
    return {kFloat, {}, {value}};
}

}  // namespace

std::string ifWithCaptures() {
    ModelBuilder m;
    m.input("x", kFloat, {2, 4}).input("flag", DataType::kBool, {}).output("y", kFloat, {2, 4});
    m.initializer("w", TensorSpec::filled(kFloat, {4}, 0.5));
    m.node("Mul", {"x", m.initializer("two", scalar(2))}).out("scaled");

    GraphBuilder then = m.subgraph("then_branch");
    GraphBuilder inner_then = then.subgraph("inner_then");
    inner_then.node("Add", {"scaled", "local"}, {"inner_sum"});
    inner_then.output("inner_sum", kFloat, {2, 4});
    GraphBuilder inner_else = then.subgraph("inner_else");
    inner_else.node("Neg", {"x"}, {"inner_neg"});
    inner_else.output("inner_neg", kFloat, {2, 4});
    then.node("Add", {"scaled", "w"}, {"local"});
    then.node("If", {"flag"}, {"then_out"})
        .name("inner_if")
        .attr("then_branch", inner_then)
        .attr("else_branch", inner_else);
    then.output("then_out", kFloat, {2, 4});

    GraphBuilder otherwise = m.subgraph("else_branch");
    otherwise.initializer("own", scalar(-1));
    otherwise.node("Mul", {"x", "own"}, {"else_out"});
    otherwise.output("else_out", kFloat, {2, 4});

    m.node("If", {"flag"}, {"chosen"})
        .name("node_if")
        .attr("then_branch", then)
        .attr("else_branch", otherwise);
    m.node("Relu", {"chosen"}, {"y"});
    return m.serialize();
}

std::string loopModel() {
    ModelBuilder m;
    m.input("x", kFloat, {3}).output("last", kFloat, {3}).output("all", kFloat, {5, 3});
    m.initializer("trips", TensorSpec::of<std::int64_t>({}, {5}));
    m.initializer("always", {DataType::kBool, {}, {1}});
    m.node("Abs", {"x"}, {"step"});

    GraphBuilder body = m.subgraph("body");
    body.input("i", DataType::kInt64, {}).input("go", DataType::kBool, {}).input("state", kFloat, {3});
    body.node("Add", {"state", "step"}, {"next"});
    body.node("Identity", {"go"}, {"go_on"});
    body.node("Identity", {"next"}, {"seen"});
    body.output("go_on", DataType::kBool, {}).output("next", kFloat, {3}).output("seen", kFloat, {3});

    m.node("Loop", {"trips", "always", "x"}, {"last", "all"}).name("node_loop").attr("body", body);
    return m.serialize();
}

std::string localFunctions() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4});
    auto& scale_shift = m.function("local", "ScaleShift", {"v"}, {"w"})
                            .attribute("factor")
                            .attribute("offset", 0.5F)
                            .opset(20);
    scale_shift.node("Constant", {}, {"f"}).refAttr("value_float", "factor", schema::AttributeProto::FLOAT);
    scale_shift.node("Constant", {}, {"o"}).refAttr("value_float", "offset", schema::AttributeProto::FLOAT);
    const std::string product = scale_shift.node("Mul", {"v", "f"});
    scale_shift.node("Add", {scale_shift.qdq(product, 0.05, 3), "o"}, {"w"});
    auto& outer = m.function("local", "Outer", {"a"}, {"b"}).opset(20).opset(1, "local");
    outer.node("ScaleShift", {"a"}, {"scaled"}).domain("local").attr("factor", 4.0);
    outer.node("Relu", {"scaled"}, {"b"});

    m.node("ScaleShift", {"x"}, {"first"}).domain("local").attr("factor", 2.0);
    m.node("Outer", {"first"}, {"second"}).domain("local");
    m.node("ScaleShift", {"second"}, {"y"}).domain("local").attr("factor", 0.25).attr("offset", -1.0);
    return m.serialize();
}

std::string blockedInt4Weights() {
    ModelBuilder m(25);
    m.irVersion(13);
    m.input("x", kFloat, {"rows", 64}).output("y", kFloat, {"rows", 16});
    const auto codes = [](int low, int high) {
        std::vector<double> values(64 * 16);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = low + static_cast<int>(i * 7 % static_cast<std::size_t>(high - low + 1));
        }
        return values;
    };
    std::vector<double> scales(2 * 16);
    std::vector<std::int64_t> points(scales.size());
    for (std::size_t i = 0; i < scales.size(); ++i) {
        scales[i] = 0.01 + 0.001 * static_cast<double>(i);
        points[i] = static_cast<std::int64_t>(i % 16);
    }
    m.initializer("w4", {DataType::kInt4, {64, 16}, codes(-8, 7)});
    m.initializer("u4", {DataType::kUInt4, {64, 16}, codes(0, 15)});
    m.initializer("u2", {DataType::kUInt2, {64, 16}, codes(0, 3)});
    Quant quant{.scale = scales, .type = DataType::kInt4, .axis = 0, .block_size = 32, .scale_dims = {2, 16}};
    const std::string first = m.node("MatMul", {"x", m.dequantize("w4", quant)}, {"first"});
    quant.type = DataType::kUInt4;
    quant.zero_point = points;
    const std::string second = m.node("MatMul", {"x", m.dequantize("u4", quant)}, {"second"});
    quant.type = DataType::kUInt2;
    quant.zero_point = {};
    const std::string third = m.node("MatMul", {"x", m.dequantize("u2", quant)}, {"third"});
    m.node("Sum", {first, second, third}, {"y"});
    return m.serialize();
}

std::string microsoftQdq() {
    ModelBuilder m;
    m.input("x", kFloat, {1, 3, 8, 8}).output("y", kFloat, {1, 4, 8, 8});
    const Quant activation{
        .scale = {0.001}, .zero_point = {32768}, .type = DataType::kUInt16, .domain = "com.microsoft"};
    m.initializer("w", TensorSpec::filled(DataType::kInt8, {4, 3, 3, 3}, 5));
    const std::string w = m.dequantize(
        "w", {.scale = {0.01, 0.02, 0.03, 0.04}, .zero_point = {}, .axis = 0, .domain = "com.microsoft"});
    m.node("Conv", {m.qdq("x", activation), w}, {"conv"}).ints("pads", {1, 1, 1, 1});
    m.qdq("conv", activation).out("y");
    return m.serialize();
}

std::string initializersAmongInputs() {
    ModelBuilder m(8);
    m.irVersion(3);
    m.input("x", kFloat, {1, 4})
        .input("w", kFloat, {4, 2})
        .input("b", kFloat, {2})
        .output("y", kFloat, {1, 2});
    m.initializer("w", TensorSpec::filled(kFloat, {4, 2}, 0.25));
    m.initializer("b", TensorSpec::filled(kFloat, {2}, 1).typed());
    m.node("Gemm", {"x", "w", "b"}, {"y"});
    return m.serialize();
}

std::string typesOfEveryKind() {
    ModelBuilder m;
    m.input("unranked", TypeSpec(kFloat))
        .input("scalar", kFloat, {})
        .input("dims", DataType::kFloat16, {"batch", DimSpec{}, 3})
        .input("sequence", TypeSpec::sequence(TypeSpec(kFloat, {"n"})))
        .input("optional", TypeSpec::optional(TypeSpec::sequence(DataType::kString)))
        .input("map", TypeSpec::map(DataType::kInt64, TypeSpec(kFloat, {})))
        .input("sparse", TypeSpec::sparse(kFloat, {10, 10}))
        .output("y", kFloat, {})
        .output("untyped");
    m.node("Identity", {"scalar"}, {"y"});
    m.node("SequenceLength", {"sequence"}, {"untyped"});
    return m.serialize();
}

std::string externalWeight(const std::string& location, long long offset) {
    ModelBuilder m;
    m.input("x", kFloat, {1, 4}).output("y", kFloat, {1, 4});
    m.initializer("w", TensorSpec::filled(kFloat, {4, 4}, 0).external(location, offset, 64));
    m.node("MatMul", {"x", "w"}, {"y"});
    return m.serialize();
}

std::string unnamedNodes() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4});
    const std::string dq = m.qdq("x", 0.1, 0);
    m.node("Add", {m.node("Relu", {dq}), m.node("Neg", {dq})}, {"y"});
    for (schema::NodeProto& node : *m.graph().mutable_node()) {
        node.clear_name();
    }
    return m.serialize();
}

std::string equalNodeNames() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4});
    m.node("Relu", {"x"}, {"a"}).name("twin");
    m.node("Neg", {"a"}, {"b"}).name("twin");
    m.node("Abs", {"b"}, {"y"}).name("alone");
    return m.serialize();
}

std::string awkwardNames() {
    ModelBuilder m;
    m.input("in <&\">", kFloat, {4}).output("out", kFloat, {4});
    std::string value = "in <&\">";
    int number = 0;
    for (const std::string& name :
         {std::string("a<b>&\"c'"), std::string("tab\there\nand newline"), std::string("nul\0byte", 8),
          std::string("back\\slash"), std::string("back\\and\x01"), std::string("\x1b[31mred"),
          std::string("caf\xe9"), std::string("卷積/層 😀"), std::string("#3"), std::string("op:Add"),
          std::string("a*[0-9]?"), std::string(300, 'x'), std::string("]]>--"), std::string(" ")}) {
        value = m.node("Relu", {value}, {name + std::to_string(number++)}).name(name);
    }
    m.node("Identity", {value}, {"out"});
    return m.serialize();
}

std::string duplicateValues() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("z", kFloat, {4});
    m.node("Relu", {"x"}, {"y"}).name("first");
    m.node("Neg", {"x"}, {"y"}).name("second");
    m.node("Add", {"y", "x"}, {"z"});
    return m.serialize();
}

std::string cycle() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4});
    m.node("Add", {"x", "back"}, {"sum"}).name("add");
    m.node("Relu", {"sum"}, {"back"}).name("relu");
    m.node("Neg", {"sum"}, {"y"}).name("neg");
    return m.serialize();
}

std::string selfLoop() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4});
    m.node("Add", {"x", "y"}, {"y"}).name("add");
    return m.serialize();
}

std::string missingValues() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4}).output("missing", kFloat, {4});
    m.node("Add", {"x", "nowhere"}, {"y"});
    return m.serialize();
}

std::string unsortedNodes() {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4});
    m.node("Neg", {"b"}, {"y"});
    m.node("Abs", {"a"}, {"b"});
    m.node("Relu", {"x"}, {"a"});
    return m.serialize();
}

std::string hub(int consumers) {
    ModelBuilder m;
    m.input("x", kFloat, {4}).output("y", kFloat, {4});
    const std::string centre = m.qdq("x", 0.1, 0);
    Names ends;
    for (int i = 0; i < consumers; ++i) {
        ends.push_back(m.node("Relu", {centre}, {"end_" + std::to_string(i)}));
    }
    m.node("Sum", ends, {"y"});
    return m.serialize();
}

std::string chain(int length) {
    ModelBuilder m;
    m.input("x", kFloat, {4});
    m.initializer("scale", scalar(0.02));
    m.initializer("zero_point", {DataType::kInt8, {}, {-128}});
    std::string value = "x";
    for (int i = 0; i < length; ++i) {
        const std::string number = std::to_string(i);
        m.node("Relu", {value}, {"relu_" + number});
        m.node("QuantizeLinear", {"relu_" + number, "scale", "zero_point"}, {"q_" + number});
        value = m.node("DequantizeLinear", {"q_" + number, "scale", "zero_point"}, {"dq_" + number});
    }
    m.output(value, kFloat, {4});
    return m.serialize();
}

std::vector<OddModel> oddModels() {
    return {{"if_with_captures", ifWithCaptures()},
            {"loop", loopModel()},
            {"local_functions", localFunctions()},
            {"blocked_int4_weights", blockedInt4Weights()},
            {"microsoft_qdq", microsoftQdq()},
            {"initializers_among_inputs", initializersAmongInputs()},
            {"types_of_every_kind", typesOfEveryKind()},
            {"unnamed_nodes", unnamedNodes()},
            {"equal_node_names", equalNodeNames()},
            {"awkward_names", awkwardNames()},
            {"duplicate_values", duplicateValues()},
            {"cycle", cycle()},
            {"self_loop", selfLoop()},
            {"missing_values", missingValues()},
            {"unsorted_nodes", unsortedNodes()},
            {"hub", hub(20)},
            {"chain", chain(10)}};
}

}  // namespace qdqlens::samples
