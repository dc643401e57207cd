// What the runtime makes of each op: a line in its box, and a frame around the nodes that go with it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/diagram/label.h"
#include "core/diagram/scene_builder.h"
#include "core/qdq/quantization.h"

namespace qdqlens {

namespace {

using runtime::NodePrediction;
using runtime::Prediction;
using runtime::Runs;

constexpr std::size_t kMaxNoteLines = 3;

/// "int8 · QLinearConv", "float: no input comes from a DequantizeLinear".
std::string verdict(const NodePrediction& node) {
    const std::string runs(runtime::runsName(node.runs));
    if (node.runs == Runs::kFloat && !node.reason.empty()) {
        return fmt::format("{}: {}", runs, showName(node.reason).text);
    }
    return node.kernel.empty() ? runs : fmt::format("{} · {}", runs, showName(node.kernel).text);
}

void addVerdict(Box& box, const NodePrediction& node, bool framed) {
    if (node.runs == Runs::kFloat || (node.runs == Runs::kInt8 && !framed)) {
        std::vector<TextLine> lines;
        for (std::string& line : wrapped(verdict(node), kMaxNoteLines)) {
            lines.push_back({std::move(line), LineRole::kNote});
        }
        // Constants stand last, in their band.
        const auto constants = std::find_if(box.lines.begin(), box.lines.end(), [](const TextLine& line) {
            return line.role == LineRole::kConstant;
        });
        box.lines.insert(constants, lines.begin(), lines.end());
    }
    box.tooltip += "\n" + verdict(node);
    if (node.runs == Runs::kFused && !node.reason.empty()) {
        box.tooltip += ": " + showName(node.reason).text;
    }
    if (!node.mend.empty()) {
        box.tooltip += "; to mend it: " + showName(node.mend).text;
    }
}

/// "6 int8 · 2 float".
std::string tally(const LevelView& view, VertexId vertex, const Prediction& prediction) {
    std::map<Runs, int> counts;
    view.eachNode(vertex, [&](NodeId node) {
        if (const NodePrediction* known = prediction.find(node); known != nullptr) {
            ++counts[known->runs];
        }
    });
    std::string text;
    for (const Runs runs : {Runs::kInt8, Runs::kFloat}) {
        if (counts[runs] > 0) {
            text += fmt::format("{}{} {}", text.empty() ? "" : " · ", counts[runs], runtime::runsName(runs));
        }
    }
    return text;
}

}  // namespace

void SceneBuilder::addRuntimeUnits(const Prediction& prediction) {
    for (const auto& [vertex, at] : box_of_) {
        Box& box = scene_.boxes[at];
        const NodePrediction* node = box.node == kNoNode ? nullptr : prediction.find(box.node);
        if (node != nullptr) {
            addVerdict(box, *node, box.kind == BoxKind::kOp);
        } else if (box.kind == BoxKind::kGroup) {
            if (std::string text = tally(view_, VertexId{vertex}, prediction); !text.empty()) {
                box.lines.push_back({std::move(text), LineRole::kNote});
            }
        }
    }
    addUnitFrames(prediction);
}

/// A frame holds an op, what the prediction names as its unit, and what is fused between them. A node that
/// belongs to two units stands outside of both, as one that another frame holds apart from the op.
void SceneBuilder::addUnitFrames(const Prediction& prediction) {
    std::vector<std::uint32_t> frame_of(scene_.boxes.size(), Group::kNoParent);
    for (std::uint32_t g = 0; g < scene_.groups.size(); ++g) {
        for (const std::uint32_t box : scene_.groups[g].boxes) {
            frame_of[box] = g;
        }
    }
    const auto boxOf = [&](NodeId node) {
        const auto known = box_of_.find(index(VertexId{index(node)}));
        return known == box_of_.end() ? Group::kNoParent : known->second;
    };
    std::vector<int> claims(scene_.boxes.size(), 0);
    for (const NodePrediction& node : prediction.nodes) {
        for (const NodeId with : node.unit) {
            if (const std::uint32_t box = boxOf(with); box != Group::kNoParent) {
                ++claims[box];
            }
        }
    }
    std::vector<std::uint32_t> unit_of(scene_.boxes.size(), Group::kNoParent);
    for (const NodePrediction& node : prediction.nodes) {
        const std::uint32_t op = boxOf(node.node);
        if (op == Group::kNoParent || node.runs == Runs::kFused) {
            continue;
        }
        Group group;
        group.look = node.runs == Runs::kInt8 ? FrameLook::kInt8 : FrameLook::kFloat;
        group.id = fmt::format("u{}", index(node.node));
        group.name = scene_.boxes[op].ref;
        group.label = node.runs == Runs::kInt8 ? verdict(node) : std::string(runtime::runsName(node.runs));
        group.kernel = showName(node.kernel).text;
        group.reason = showName(node.reason).text;
        group.parent = frame_of[op];
        group.boxes = {op};
        for (const NodeId with : node.unit) {
            const std::uint32_t box = boxOf(with);
            if (box != Group::kNoParent && claims[box] == 1 && frame_of[box] == frame_of[op]) {
                group.boxes.push_back(box);
            }
        }
        for (const std::uint32_t box : group.boxes) {
            unit_of[box] = static_cast<std::uint32_t>(scene_.groups.size());
        }
        scene_.groups.push_back(std::move(group));
    }
    for (const NodePrediction& node : prediction.nodes) {
        const std::uint32_t box = boxOf(node.node);
        if (node.runs != Runs::kFused || box == Group::kNoParent) {
            continue;
        }
        for (const ValueId value : topology_.outputs(node.node)) {
            for (const Use& use : value == kNoValue ? std::span<const Use>() : topology_.uses(value)) {
                const std::uint32_t next = boxOf(use.node);
                const bool joins = next != Group::kNoParent && unit_of[box] == Group::kNoParent &&
                                   unit_of[next] != Group::kNoParent &&
                                   isQuantize(topology_.node(use.node)) && frame_of[next] == frame_of[box];
                if (joins) {
                    unit_of[box] = unit_of[next];
                    scene_.groups[unit_of[next]].boxes.push_back(box);
                }
            }
        }
    }
    for (Group& group : scene_.groups) {
        std::sort(group.boxes.begin(), group.boxes.end());
    }
}

}  // namespace qdqlens
