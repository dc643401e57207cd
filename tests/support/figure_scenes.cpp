#include "tests/support/figure_scenes.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/diagram/box_metrics.h"
#include "core/diagram/figure.h"
#include "resources/samples/tiny_conv_net.h"
#include "tests/support/paths.h"
#include "tests/support/scenes.h"

namespace qdqlens::test {

namespace {

Box op(std::uint32_t index, BoxRole role, std::string type, std::string name,
       std::vector<TextLine> more = {}) {
    Box box;
    box.role = role;
    box.id = fmt::format("n{}", index);
    box.name = name;
    box.ref = name;
    box.op = type;
    box.node = NodeId{index};
    box.tooltip = type + " " + name;
    box.lines = {{std::move(type), LineRole::kOpType}, {std::move(name), LineRole::kName}};
    box.lines.insert(box.lines.end(), more.begin(), more.end());
    return box;
}

Box quantize(std::uint32_t index, std::string name, std::string parameters) {
    return op(index, BoxRole::kQuantize, "QuantizeLinear", std::move(name),
              {{std::move(parameters), LineRole::kParameters}});
}

Box dequantize(std::uint32_t index, std::string name, std::string parameters) {
    return op(index, BoxRole::kDequantize, "DequantizeLinear", std::move(name),
              {{std::move(parameters), LineRole::kParameters}});
}

Box plain(std::uint32_t index, std::string type, std::string name, std::vector<TextLine> more = {}) {
    return op(index, BoxRole::kPlain, std::move(type), std::move(name), std::move(more));
}

Box port(BoxKind kind, BoxRole role, std::string id, std::string name) {
    Box box;
    box.kind = kind;
    box.role = role;
    box.id = std::move(id);
    box.name = name;
    box.tooltip = name;
    box.lines = {{std::move(name), LineRole::kOpType}};
    return box;
}

Box stub(std::uint32_t index, std::string text) {
    Box box;
    box.kind = BoxKind::kStub;
    box.role = BoxRole::kStub;
    box.id = fmt::format("s{}", index);
    box.tooltip = text;
    box.lines = {{std::move(text), LineRole::kNote}};
    return box;
}

Edge edge(std::uint32_t from, std::uint32_t to, std::string value, std::string dtype, std::string shape,
          EdgeType type) {
    Edge made;
    made.from = from;
    made.to = to;
    made.value = std::move(value);
    made.dtype = std::move(dtype);
    made.shape = std::move(shape);
    made.type = type;
    made.label = made.dtype + (made.shape.empty() ? "" : " " + made.shape);
    return made;
}

Edge floats(std::uint32_t from, std::uint32_t to, std::string value, std::string shape) {
    return edge(from, to, std::move(value), "float32", std::move(shape), EdgeType::kFloat);
}

Edge codes(std::uint32_t from, std::uint32_t to, std::string value, std::string shape) {
    return edge(from, to, std::move(value), "int8", std::move(shape), EdgeType::kQuantized);
}

Edge toStub(Edge made) {
    made.to_stub = true;
    made.label.clear();
    return made;
}

/// A value is labelled on one of its edges.
Edge unlabelled(Edge made) {
    made.label.clear();
    return made;
}

TextLine constant(std::string text) {
    return {std::move(text), LineRole::kConstant};
}

}  // namespace

Scene convUnit() {
    Scene scene;
    scene.title = "QDQ ONNX: the first conv unit";
    scene.subtitle = "tinyconvnet_qdq.onnx · focus node_conv2d · 2 hops";
    scene.description = "Five nodes around node_conv2d, from the input x on.";
    scene.boxes = {port(BoxKind::kInput, BoxRole::kInput, "i0", "x"),
                   quantize(0, "node_quantize_per_tensor", "scale=0.034133874 zp=14"),
                   dequantize(1, "node_dequantize_per_tensor", "scale=0.034133874 zp=14"),
                   plain(3, "Conv", "node_conv2d",
                         {constant("W ‹DequantizeLinear(int8[16×3×3×3])›"), constant("B ‹float32[16]›")}),
                   plain(4, "Relu", "node_relu"),
                   quantize(5, "node_quantize_per_tensor_1", "scale=0.02612904 zp=-128"),
                   stub(0, "DequantizeLinear node_dequantize_per_tensor_1")};
    scene.boxes[3].focus = true;
    scene.edges = {floats(0, 1, "x", "batch×3×16×16"),
                   codes(1, 2, "quantize_per_tensor", "batch×3×16×16"),
                   floats(2, 3, "dequantize_per_tensor", "batch×3×16×16"),
                   floats(3, 4, "conv2d", "batch×16×16×16"),
                   floats(4, 5, "relu", "batch×16×16×16"),
                   toStub(codes(5, 6, "quantize_per_tensor_1", "batch×16×16×16"))};
    return scene;
}

Scene residualAdd() {
    Scene scene;
    scene.title = "QDQ ONNX: around the residual Add";
    scene.subtitle = "tinyconvnet_qdq.onnx · focus op:Add · 2 hops";
    scene.description = "Eight nodes around node_add; one DequantizeLinear feeds the Add and the next Conv.";
    scene.legend = true;
    scene.boxes = {quantize(12, "node_quantize_per_tensor_2", "scale=0.02612904 zp=-128"),
                   dequantize(13, "node_dequantize_per_tensor_2", "scale=0.02612904 zp=-128"),
                   plain(16, "Conv", "node_conv2d_1",
                         {constant("W ‹DequantizeLinear(int8[16×16×3×3])›"), constant("B ‹float32[16]›")}),
                   quantize(24, "node_quantize_per_tensor_4", "scale=0.056315303 zp=26"),
                   dequantize(25, "node_dequantize_per_tensor_5", "scale=0.056315303 zp=26"),
                   plain(26, "Add", "node_add"),
                   plain(27, "Relu", "node_relu_2"),
                   quantize(28, "node_quantize_per_tensor_5", "scale=0.036470983 zp=-128"),
                   stub(0, "MaxPool node_max_pool2d"),
                   stub(1, "Conv node_conv2d_2"),
                   stub(2, "Relu node_relu_1"),
                   stub(3, "DequantizeLinear node_dequantize_per_tensor_6")};
    scene.boxes[1].shared = true;
    scene.boxes[5].focus = true;
    const std::string shape = "batch×16×8×8";
    scene.edges = {codes(0, 1, "quantize_per_tensor_2", shape),
                   floats(1, 2, "dequantize_per_tensor_2", shape),
                   unlabelled(floats(1, 5, "dequantize_per_tensor_2", shape)),
                   codes(3, 4, "quantize_per_tensor_4", shape),
                   floats(4, 5, "dequantize_per_tensor_5", shape),
                   floats(5, 6, "add", shape),
                   floats(6, 7, "relu_2", shape),
                   toStub(floats(8, 0, "max_pool2d", shape)),
                   toStub(floats(9, 3, "conv2d_2", shape)),
                   toStub(floats(2, 10, "conv2d_1", shape)),
                   toStub(codes(7, 11, "quantize_per_tensor_5", shape))};
    return scene;
}

Scene everyKind() {
    Scene scene;
    scene.title = "Everything at once, under a title that is longer than most pictures are wide";
    scene.subtitle = "odd & <odd> \"names\".onnx · the whole graph";
    scene.description = "One of each.";
    scene.rankdir = RankDir::kLeftRight;
    scene.legend = true;
    scene.boxes = {
        port(BoxKind::kInput, BoxRole::kInput, "i0", "資料/入力"),
        quantize(0, "a&b<c>\"d\"'e'", "scale=0.02 zp=-128"),
        dequantize(1, "two  spaces ", "scale[16] 0.0021…0.0138 axis=0 zp=0"),
        op(2, BoxRole::kPlain, "com.example.Weird", "\\x01name\\\\", {constant("‹[2, 32]›  axes ‹0.02›")}),
        plain(3, "Shape", ""),
        plain(4, "Gather", "müller_größe", {{"no producer: q", LineRole::kNote}}),
        port(BoxKind::kOutput, BoxRole::kOutput, "o0", "y"),
        stub(0, "cos → 418 consumers"),
        op(5, BoxRole::kGroup, "conv_stem", "12 nodes")};
    scene.boxes[1].focus = true;
    scene.boxes[2].shared = true;
    scene.boxes[2].focus = true;
    scene.boxes[3].name_escaped = true;
    scene.boxes[4].lines.pop_back();
    scene.boxes[4].ref = "#3";
    scene.boxes[5].defect = true;
    scene.boxes[8].kind = BoxKind::kGroup;
    scene.boxes[8].id = "g2";
    scene.edges = {floats(0, 1, "資料/入力", "1×3"),
                   codes(1, 2, "q", "1×3"),
                   floats(2, 3, "dq", ""),
                   edge(3, 4, "w\\x00", "", "", EdgeType::kUnknown),
                   edge(4, 5, "shape", "int64", "2", EdgeType::kWide),
                   floats(5, 6, "y", "N×\"M\""),
                   toStub(edge(4, 7, "shape", "int64", "2", EdgeType::kWide)),
                   toStub(edge(3, 7, "cos", "", "", EdgeType::kUnknown)),
                   floats(2, 8, "dq", "1×3"),
                   floats(8, 6, "dq", "1×3")};
    scene.edges[3].value_escaped = true;
    scene.groups = {{"g0", "outer", "outer", {1, 2}, "outer"},
                    {"g1", "outer.inner", "inner", {2}, "outer.inner", 0}};
    return scene;
}

/// Of the reference model, at a level and with the runtime's units.
Scene referenceScene(const FigureOptions& options) {
    auto scene = buildScene(sourceOf(samples::tinyConvNetQdq()), options);
    if (!scene.has_value()) {
        throw std::runtime_error(scene.error().message());
    }
    return std::move(*scene);
}

Scene referenceUnits() {
    FigureOptions options;
    options.level = Level::kUnits;
    options.edge_labels = EdgeLabels::kNone;
    return referenceScene(options);
}

Scene referenceModules() {
    FigureOptions options;
    options.level = Level::kModules;
    options.expanded = {"residual"};
    options.edge_labels = EdgeLabels::kNone;
    return referenceScene(options);
}

Scene referenceRuntime() {
    FigureOptions options;
    options.units = true;
    options.from = "x";
    options.to = "node_max_pool2d";
    options.edge_labels = EdgeLabels::kNone;
    return referenceScene(options);
}

std::vector<GoldenScene> goldenScenes() {
    std::vector<GoldenScene> scenes{{"conv_unit", convUnit()},
                                    {"residual_add", residualAdd()},
                                    {"every_kind", everyKind()},
                                    {"reference_units", referenceUnits()},
                                    {"reference_modules", referenceModules()},
                                    {"reference_runtime", referenceRuntime()}};
    for (GoldenScene& golden : scenes) {
        measure(golden.scene);
    }
    return scenes;
}

Placement recordedPlacement(std::string_view name) {
    const std::filesystem::path path =
        sourceFolder() / "tests" / "golden" / "data" / fmt::format("{}.placement.json", name);
    const nlohmann::json recorded = nlohmann::json::parse(readFile(path));
    const auto rects = [](const nlohmann::json& list) {
        std::vector<Rect> out;
        for (const nlohmann::json& r : list) {
            out.push_back({r[0].get<double>(), r[1].get<double>(), r[2].get<double>(), r[3].get<double>()});
        }
        return out;
    };
    Placement placement;
    placement.width = recorded.at("width").get<double>();
    placement.height = recorded.at("height").get<double>();
    placement.boxes = rects(recorded.at("boxes"));
    placement.labels = rects(recorded.at("labels"));
    if (recorded.contains("frames")) {
        placement.frames = rects(recorded.at("frames"));
    }
    for (const nlohmann::json& points : recorded.at("edges")) {
        std::vector<Point>& spline = placement.edges.emplace_back();
        for (const nlohmann::json& point : points) {
            spline.push_back({point[0].get<double>(), point[1].get<double>()});
        }
    }
    return placement;
}

}  // namespace qdqlens::test
