// What a picture shows, before anybody knows where it stands: boxes with lines of text, edges, groups.
// One Scene serves the screen, SVG, PNG, PDF, DOT and JSON. All strings are valid UTF-8 as shown
// (core/base/text.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/topology.h"
#include "core/layout/layout.h"

namespace qdqlens {

enum class BoxKind : std::uint8_t { kOp, kInput, kOutput, kStub, kGroup };

/// How a box looks. Decided by what the op does to numbers, not by its name alone.
enum class BoxRole : std::uint8_t { kPlain, kQuantize, kDequantize, kInput, kOutput, kStub, kGroup };

/// What a line of a label says; the theme gives it font, size and colour.
enum class LineRole : std::uint8_t {
    kOpType,      ///< Bold, the largest.
    kName,        ///< Monospaced, muted.
    kConstant,    ///< ‹…›: stored constants, lighter.
    kParameters,  ///< scale=… zp=…
    kNote,        ///< Anything more: "shared by 2", "no producer".
};

struct TextLine {
    std::string text;
    LineRole role = LineRole::kNote;
    bool continued = false;  ///< It goes on inside of the ‹…› that the line above began.
    bool operator==(const TextLine&) const = default;
};

struct Box {
    BoxKind kind = BoxKind::kOp;
    BoxRole role = BoxRole::kPlain;
    std::string id;    ///< Unique in the scene: n<index>, i<index>, o<index>, s<k>, g<k>.
    std::string name;  ///< As shown; "" if the file gives none.
    bool name_escaped = false;
    std::string ref;
    std::string op;  ///< Op type, with "domain." in front where it is not ONNX's own; "" for what is no op.
    std::vector<TextLine> lines;
    int distance = -1;         ///< Hops from the focus; -1 where there is no focus.
    bool focus = false;        ///< One of the focused nodes.
    bool shared = false;       ///< A DequantizeLinear with several consumers.
    bool defect = false;       ///< Marked as odd: missing producer, duplicate name, cycle.
    NodeId node = kNoNode;     ///< For ops; for a stub with one node behind it, that node.
    ValueId value = kNoValue;  ///< For inputs, outputs and stubs.
    /// For groups, and for stubs with one group behind them: what FigureOptions.expanded opens it by; ""
    /// else.
    std::string group;
    std::string tooltip;  ///< The `<title>`: full text where the label had to be cut.
    double width = 0;     ///< px at 100 %, from the width table.
    double height = 0;
};

/// What an edge carries: it must show without colour too.
enum class EdgeType : std::uint8_t {
    kFloat,      ///< float32, float16, bfloat16, float64 …: thin.
    kQuantized,  ///< 8 bits and fewer, float8 too: thick.
    kWide,       ///< int16, int32, int64, uint…, bool, strings: dashed or double.
    kUnknown,    ///< dtype not known: dotted.
};

struct Edge {
    std::uint32_t from = 0;  ///< Index into Scene.boxes.
    std::uint32_t to = 0;
    std::string value;  ///< Name of the value as shown.
    bool value_escaped = false;
    std::string dtype;      ///< "int8"; "" where unknown.
    std::string shape;      ///< "batch×16×8×8"; "" where unknown or scalar.
    bool inferred = false;  ///< The file does not say the shape; it follows from the operators.
    EdgeType type = EdgeType::kUnknown;
    /// Of several values between two boxes, one of which is a module, only the first is drawn, for all of
    /// them.
    std::uint32_t values = 1;
    bool to_stub = false;    ///< One end is a stub.
    std::string label;       ///< What stands beside the edge; "" for none.
    double label_width = 0;  ///< px; the label's box with its margin.
    double label_height = 0;
};

/// What a frame says beside its label; it must show without colour too.
enum class FrameLook : std::uint8_t {
    kGroup,  ///< An expanded group.
    kInt8,   ///< A node unit that the runtime runs on integers: thicker.
    kFloat,  ///< One that it leaves in float: dashed.
};

/// A frame around boxes: an expanded group, or what the runtime makes of an op and the nodes that go with it.
struct Group {
    static constexpr std::uint32_t kNoParent = 0xffffffffU;
    std::string id;
    std::string name;                  ///< As shown.
    std::string label;                 ///< What stands in the frame.
    std::vector<std::uint32_t> boxes;  ///< Indices into Scene.boxes, those of nested groups too.
    std::string ref =
        {};  ///< Expanded groups: what FigureOptions.expanded has it by; taken out, it collapses.
    std::uint32_t parent = kNoParent;  ///< Index into Scene.groups; stands before its children.
    FrameLook look = FrameLook::kGroup;
    std::string kernel = {};  ///< Of the runtime's units: the operator that runs.
    std::string reason = {};  ///< And why not on integers.
};

struct Scene {
    std::string title;        ///< "" for none.
    std::string subtitle;     ///< "tinyconvnet_qdq.onnx · focus Add · 2 hops".
    std::string description;  ///< For `<desc>`: what the picture shows, in a sentence.
    RankDir rankdir = RankDir::kTopBottom;
    std::vector<Box> boxes;
    std::vector<Edge> edges;
    std::vector<Group> groups;
    bool legend = false;
};

/// By box, the innermost group that it is in; Group::kNoParent for none. Outer groups stand before inner
/// ones.
[[nodiscard]] inline std::vector<std::uint32_t> innermostGroups(const Scene& scene) {
    std::vector<std::uint32_t> group_of(scene.boxes.size(), Group::kNoParent);
    for (std::uint32_t g = 0; g < scene.groups.size(); ++g) {
        for (const std::uint32_t box : scene.groups[g].boxes) {
            group_of[box] = g;
        }
    }
    return group_of;
}

}  // namespace qdqlens
