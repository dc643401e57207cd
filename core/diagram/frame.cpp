#include "core/diagram/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/diagram/box_metrics.h"

namespace qdqlens {

namespace {

/// Narrower pictures than this get room for a title, since a title of one word a line is no title.
constexpr double kLeastTextWidth = 360;
constexpr double kGapBelowTitle = 14;
constexpr double kGapAboveLegend = 16;
constexpr double kSampleHeight = 12;
constexpr double kSampleGap = 7;  // Between sample and text.
constexpr double kEntryGap = 20;  // Between entries.

/// Breaks at spaces. A word wider than `width` stands in a line of its own.
std::vector<std::string> wrap(std::string_view text, const LineStyle& style, double width) {
    std::vector<std::string> lines;
    std::string line;
    while (!text.empty()) {
        const std::size_t space = text.find(' ', 1);
        const std::string_view word = text.substr(0, space);
        text.remove_prefix(word.size());
        if (!line.empty() && lineWidth(line + std::string(word), style) > width) {
            lines.push_back(std::move(line));
            line = std::string(word.substr(word.find_first_not_of(' ') == 1 ? 1 : 0));
        } else {
            line += word;
        }
    }
    if (!line.empty()) {
        lines.push_back(std::move(line));
    }
    return lines;
}

double widest(const std::vector<FrameText>& lines, const LineStyle& style) {
    double width = 0;
    for (const FrameText& line : lines) {
        width = std::max(width, lineWidth(line.text, style));
    }
    return width;
}

/// Sets lines below `y`, which moves on.
std::vector<FrameText> setLines(const std::vector<std::string>& lines, const LineStyle& style, double& y) {
    std::vector<FrameText> out;
    out.reserve(lines.size());
    for (const std::string& line : lines) {
        out.push_back({line, {kFigureMargin, y + baseline(style)}});
        y += style.leading;
    }
    return out;
}

using Sample = LegendEntry::Sample;

double sampleWidth(Sample sample) {
    switch (sample) {
        case Sample::kEdge:
        case Sample::kStub:
            return 30;
        case Sample::kBar:
            return 18;
        case Sample::kFocus:
            return 22;
        case Sample::kShared:
        case Sample::kDefect:
            break;
        case Sample::kShape:
            return lineWidth(kInferredSample, theme(ThemeKind::kLight).legendLine());
    }
    return kMarkSize;
}

void addEntry(std::vector<LegendEntry>& entries, bool occurs, Sample sample, EdgeType type,
              std::string text) {
    if (occurs) {
        LegendEntry entry;
        entry.sample = sample;
        entry.edge_type = type;
        entry.text.text = std::move(text);
        entries.push_back(std::move(entry));
    }
}

std::vector<LegendEntry> legendEntries(const Scene& scene) {
    std::array<bool, 4> types{};
    bool stub = false;
    for (const Edge& edge : scene.edges) {
        types[static_cast<std::size_t>(edge.type)] = true;
        stub = stub || edge.to_stub;
    }
    const auto any = [&](auto what) { return std::any_of(scene.boxes.begin(), scene.boxes.end(), what); };
    const auto has = [&](EdgeType type) { return types[static_cast<std::size_t>(type)]; };
    std::vector<LegendEntry> out;
    addEntry(out, has(EdgeType::kQuantized), Sample::kEdge, EdgeType::kQuantized,
             "quantized, 8 bits or fewer");
    addEntry(out, has(EdgeType::kFloat), Sample::kEdge, EdgeType::kFloat, "float");
    addEntry(out, has(EdgeType::kWide), Sample::kEdge, EdgeType::kWide, "other integers, bool, string");
    addEntry(out, has(EdgeType::kUnknown), Sample::kEdge, EdgeType::kUnknown, "type unknown");
    addEntry(out, stub, Sample::kStub, EdgeType::kFloat, "continues outside the figure");
    addEntry(out, any([](const Box& box) {
                 return box.role == BoxRole::kQuantize || box.role == BoxRole::kDequantize;
             }),
             Sample::kBar, EdgeType::kQuantized, "quantized side");
    addEntry(out, any([](const Box& box) { return box.shared; }), Sample::kShared, EdgeType::kFloat,
             "shared by several consumers");
    addEntry(out, any([](const Box& box) { return box.focus; }), Sample::kFocus, EdgeType::kFloat, "focus");
    addEntry(out, any([](const Box& box) { return box.defect; }), Sample::kDefect, EdgeType::kFloat,
             "defect in the graph");
    addEntry(out,
             std::any_of(scene.edges.begin(), scene.edges.end(),
                         [](const Edge& edge) { return edge.inferred && !edge.label.empty(); }),
             Sample::kShape, EdgeType::kFloat, "inferred shape, not in the file");
    return out;
}

/// Puts an entry's sample into its room.
void setSample(LegendEntry& entry, const Rect& room) {
    const double y = room.center().y;
    // Marks stand in a box's upper corners: for them a box whose corner puts the mark in the room.
    const double top = y - kMarkInset - kMarkSize / 2;
    switch (entry.sample) {
        case Sample::kEdge:
        case Sample::kStub:
            entry.sample_edge = {{room.x, y},
                                 {room.x + room.width / 3, y},
                                 {room.right() - room.width / 3, y},
                                 {room.right(), y}};
            break;
        case Sample::kBar:
            entry.sample_box = {room.x, room.y, room.width, room.height};
            break;
        case Sample::kFocus:
            entry.sample_box = {room.x + kRingOffset, room.y + kRingOffset, room.width - 2 * kRingOffset,
                                room.height - 2 * kRingOffset};
            break;
        case Sample::kShared:
            entry.sample_box = {room.x, top, room.width + kMarkInset, room.height};
            break;
        case Sample::kDefect:
            entry.sample_box = {room.x - kMarkInset, top, room.width, room.height};
            break;
        case Sample::kShape:
            entry.sample_box = room;
            break;
    }
}

/// Sets the entries in rows below `y`, which moves on.
void setLegend(std::vector<LegendEntry>& entries, double width, double& y) {
    const LineStyle style = theme(ThemeKind::kLight).legendLine();
    double x = 0;
    for (LegendEntry& entry : entries) {
        const double text_width = lineWidth(entry.text.text, style);
        const double entry_width = sampleWidth(entry.sample) + kSampleGap + text_width;
        if (x > 0 && x + entry_width > width) {
            x = 0;
            y += style.leading;
        }
        const Rect room{kFigureMargin + x, y + (style.leading - kSampleHeight) / 2, sampleWidth(entry.sample),
                        kSampleHeight};
        setSample(entry, room);
        entry.text.at = {room.right() + kSampleGap, y + baseline(style)};
        x += entry_width + kEntryGap;
    }
    y += style.leading;
}

/// What the boxes, edges, labels and group frames cover, beyond the placement's own size if need be.
struct Extent {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    void add(const Rect& rect) {
        left = std::min(left, rect.x);
        top = std::min(top, rect.y);
        right = std::max(right, rect.right());
        bottom = std::max(bottom, rect.bottom());
    }
};

Rect shifted(const Rect& rect, Point by) {
    return {rect.x + by.x, rect.y + by.y, rect.width, rect.height};
}

}  // namespace

FigureFrame figureFrame(const Scene& scene, const Placement& placement) {
    FigureFrame frame;
    frame.groups = placement.frames;
    frame.groups.resize(scene.groups.size());
    Extent extent{0, 0, placement.width, placement.height};
    for (const Rect& group : frame.groups) {
        extent.add(group);
    }
    for (const Rect& label : placement.labels) {
        extent.add(label);
    }
    const double picture = extent.right - extent.left;
    const Theme& style = theme(ThemeKind::kLight);
    const double text_width = std::max(picture, kLeastTextWidth);
    double y = kFigureMargin - 6;  // Air above capitals is in the title's leading already.
    frame.title = setLines(wrap(scene.title, style.titleLine(), text_width), style.titleLine(), y);
    frame.subtitle =
        setLines(wrap(scene.subtitle, style.subtitleLine(), text_width), style.subtitleLine(), y);
    y = frame.title.empty() && frame.subtitle.empty() ? kFigureMargin : y + kGapBelowTitle;
    if (scene.legend) {
        frame.legend = legendEntries(scene);
    }
    double inner = std::max(
        {picture, widest(frame.title, style.titleLine()), widest(frame.subtitle, style.subtitleLine())});
    if (!frame.legend.empty()) {
        inner = std::max(inner, kLeastTextWidth);  // Not one entry a row below a narrow picture.
    }
    frame.width = std::ceil(inner + 2 * kFigureMargin);
    // Whole pixels, so that a box that Graphviz put on a pixel stays there.
    frame.origin = {std::round(kFigureMargin + (inner - picture) / 2 - extent.left), y - extent.top};
    y += extent.bottom - extent.top;
    if (!frame.legend.empty()) {
        y += kGapAboveLegend;
        setLegend(frame.legend, inner, y);
    }
    frame.height = std::ceil(y + kFigureMargin);
    for (Rect& group : frame.groups) {
        group = shifted(group, frame.origin);
    }
    return frame;
}

Placement inFigure(const Placement& placement, const FigureFrame& frame) {
    Placement out = placement;
    for (Rect& box : out.boxes) {
        box = shifted(box, frame.origin);
    }
    for (Rect& label : out.labels) {
        label = shifted(label, frame.origin);
    }
    for (std::vector<Point>& edge : out.edges) {
        for (Point& point : edge) {
            point = {point.x + frame.origin.x, point.y + frame.origin.y};
        }
    }
    return out;
}

}  // namespace qdqlens
