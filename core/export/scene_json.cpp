#include "core/export/scene_json.h"

#include <nlohmann/json.hpp>

#include "core/diagram/drawing.h"
#include "core/diagram/frame.h"
#include "core/export/xml.h"

namespace qdqlens {

namespace {

using Json = nlohmann::ordered_json;

void putRect(Json& object, const Rect& rect) {
    object["x"] = tenth(rect.x);
    object["y"] = tenth(rect.y);
    object["width"] = tenth(rect.width);
    object["height"] = tenth(rect.height);
}

Json boxJson(const Box& box, const Rect& place) {
    Json out;
    out["id"] = box.id;
    out["kind"] = boxKindName(box.kind);
    out["name"] = box.name;
    if (box.name_escaped) {
        out["escaped"] = true;
    }
    out["ref"] = box.ref;
    out["op"] = box.op;
    if (!box.group.empty()) {
        out["group"] = box.group;
    }
    out["lines"] = Json::array();
    for (const TextLine& line : box.lines) {
        out["lines"].push_back(line.text);
    }
    out["distance"] = box.distance < 0 ? Json(nullptr) : Json(box.distance);
    out["focus"] = box.focus;
    out["shared"] = box.shared;
    out["defect"] = box.defect;
    putRect(out, place);
    return out;
}

Json edgeJson(const Scene& scene, const Edge& edge, const std::vector<Point>& points) {
    Json out;
    out["value"] = edge.value;
    if (edge.value_escaped) {
        out["escaped"] = true;
    }
    if (edge.values > 1) {
        out["values"] = edge.values;
    }
    out["from"] = scene.boxes[edge.from].id;
    out["to"] = scene.boxes[edge.to].id;
    out["dtype"] = edge.dtype;
    out["shape"] = edge.shape;
    if (edge.inferred) {
        out["inferred"] = true;
    }
    out["points"] = Json::array();
    for (const Point& point : points) {
        out["points"].push_back({tenth(point.x), tenth(point.y)});
    }
    return out;
}

Json groupJson(const Scene& scene, const Group& group, const Rect& frame) {
    Json out;
    out["id"] = group.id;
    out["name"] = group.name;
    if (frame.width > 0) {
        putRect(out, frame);
    } else {
        out["x"] = out["y"] = out["width"] = out["height"] = nullptr;  // No room for a frame.
    }
    if (group.look != FrameLook::kGroup) {
        out["runs"] = group.look == FrameLook::kInt8 ? "int8" : "float";
        out["kernel"] = group.kernel;
        out["reason"] = group.reason;
    }
    out["boxes"] = Json::array();
    for (const std::uint32_t box : group.boxes) {
        out["boxes"].push_back(scene.boxes[box].id);
    }
    return out;
}

}  // namespace

std::string writeSceneJson(const Scene& scene, const Placement& placement) {
    const FigureFrame frame = figureFrame(scene, placement);
    const Placement places = inFigure(placement, frame);
    Json out;
    out["schema"] = "qdqlens.scene/1";
    out["title"] = scene.title;
    out["subtitle"] = scene.subtitle;
    out["description"] = scene.description;
    out["rankdir"] = scene.rankdir == RankDir::kTopBottom ? "TB" : "LR";
    out["width"] = tenth(frame.width);
    out["height"] = tenth(frame.height);
    out["boxes"] = Json::array();
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        out["boxes"].push_back(boxJson(scene.boxes[i], i < places.boxes.size() ? places.boxes[i] : Rect{}));
    }
    out["groups"] = Json::array();
    for (std::size_t i = 0; i < scene.groups.size(); ++i) {
        out["groups"].push_back(groupJson(scene, scene.groups[i], frame.groups[i]));
    }
    out["edges"] = Json::array();
    const std::vector<Point> none;
    for (std::size_t i = 0; i < scene.edges.size(); ++i) {
        out["edges"].push_back(
            edgeJson(scene, scene.edges[i], i < places.edges.size() ? places.edges[i] : none));
    }
    // One line a box, group and edge: readable, and quick to look through with line tools.
    std::string text = "{";
    const char* separator = "\n";
    for (const auto& [key, value] : out.items()) {
        text += separator;
        text += " " + Json(key).dump() + ": ";
        separator = ",\n";
        if (!value.is_array() || value.empty()) {
            text += value.dump(-1, ' ', false, Json::error_handler_t::replace);
            continue;
        }
        const char* item_separator = "[\n";
        for (const Json& item : value) {
            text += item_separator;
            text += "  " + item.dump(-1, ' ', false, Json::error_handler_t::replace);
            item_separator = ",\n";
        }
        text += "\n ]";
    }
    return text + "\n}\n";
}

}  // namespace qdqlens
