#include "core/export/svg.h"

#include <string_view>
#include <utility>

#include "core/diagram/box_metrics.h"
#include "core/diagram/drawing.h"
#include "core/diagram/frame.h"
#include "core/diagram/theme.h"
#include "core/export/svg_pen.h"

namespace qdqlens {

namespace {

using Anchor = SvgPen::Anchor;
using Paint = SvgPen::Paint;

// What most of them stay below. Room that is not used costs nothing; to grow while writing costs more than to
// write.
constexpr std::size_t kBytesOfBox = 1400;
constexpr std::size_t kBytesOfEdge = 800;

class SvgWriter {
  public:
    SvgWriter(const Scene& scene, const Placement& placement, const SvgOptions& options)
        : scene_(scene),
          options_(options),
          frame_(figureFrame(scene, placement)),
          places_(inFigure(placement, frame_)),
          pen_(options) {}

    std::string write();

  private:
    void writeTexts(const std::vector<FrameText>& lines, const Both<LineStyle>& style);
    void writeGroups();
    void writeGroupLabels();
    void writeEdges();
    void writeEdge(const Edge& edge, const std::vector<Point>& points, const Rect& label);
    void writeNodes();
    void writeNode(const Box& box, const Rect& place);
    void writeLegend();
    void writeSample(const LegendEntry& entry);

    // Shapes of one look.
    void line(const EdgeShape& shape, const Both<EdgeStyle>& style);
    void label(const Edge& edge, const Rect& room);
    void frame(const Rect& place, const Both<BoxStyle>& style, double border_width, Ink border);
    void fill(const Path& shape, Ink ink);
    void stroke(const Path& shape, Ink ink, double width, bool round = false);
    void outline(const Rect& place, double corner, Ink ink, double width, std::string_view dash = {});

    const Scene& scene_;
    const SvgOptions& options_;
    FigureFrame frame_;
    Placement places_;
    SvgPen pen_;
};

std::string SvgWriter::write() {
    pen_.reserve(scene_.boxes.size() * kBytesOfBox + scene_.edges.size() * kBytesOfEdge);
    pen_.rect({0, 0, frame_.width, frame_.height}, 0);
    pen_.inks({{Paint::kFill, themeInk(&Theme::background)}});
    pen_.end();
    writeTexts(frame_.title, both(&Theme::titleLine));
    writeTexts(frame_.subtitle, both(&Theme::subtitleLine));
    writeGroups();
    writeEdges();
    writeGroupLabels();
    writeNodes();
    writeLegend();
    std::string out = pen_.take();
    // The head last, since the style sheet has the colours that were used.
    const std::string& title = scene_.title.empty() ? scene_.subtitle : scene_.title;
    pen_.head(frame_.width, frame_.height, title.empty() ? "Graph" : title, scene_.description);
    out.insert(0, pen_.take());
    out += "</svg>\n";
    return out;
}

void SvgWriter::writeTexts(const std::vector<FrameText>& lines, const Both<LineStyle>& style) {
    for (const FrameText& said : lines) {
        pen_.text(said.text, said.at, style, Anchor::kStart);
    }
}

void SvgWriter::writeGroups() {
    // Outer groups stand before those in them.
    for (std::size_t i = 0; i < scene_.groups.size(); ++i) {
        const Group& group = scene_.groups[i];
        const Rect& place = frame_.groups[i];
        if (place.width <= 0) {
            continue;
        }
        pen_.open("g");
        pen_.attribute("class", "group");
        pen_.id("id", group.id);
        pen_.attribute("data-name", group.name);
        if (group.look != FrameLook::kGroup) {
            pen_.attribute("data-runs", group.look == FrameLook::kInt8 ? "int8" : "float");
            pen_.attribute("data-kernel", group.kernel);
        }
        pen_.begin();
        if (!group.reason.empty()) {
            pen_.element("title", group.reason);
        }
        const Both<BoxStyle> style = both(&Theme::groupFrame, group.look);
        outline(place, style.light.corner, style.ink(&BoxStyle::border), style.light.border_width,
                style.light.dashed ? kBorderDash : std::string_view());
        pen_.close("g");
    }
}

/// Over the edges that cross them.
void SvgWriter::writeGroupLabels() {
    const Both<LineStyle> text = both(&Theme::groupLine);
    for (std::size_t i = 0; i < scene_.groups.size(); ++i) {
        const Rect& place = frame_.groups[i];
        if (place.width <= 0) {
            continue;
        }
        pen_.rect(groupLabelStrip(scene_.groups[i], place), 0);
        pen_.inks({{Paint::kFill, themeInk(&Theme::background)}});
        pen_.end();
        pen_.text(scene_.groups[i].label, groupLabelPoint(place), text, Anchor::kStart);
    }
}

void SvgWriter::writeEdges() {
    static const Rect none;
    for (std::size_t i = 0; i < scene_.edges.size() && i < places_.edges.size(); ++i) {
        writeEdge(scene_.edges[i], places_.edges[i], i < places_.labels.size() ? places_.labels[i] : none);
    }
}

void SvgWriter::writeEdge(const Edge& edge, const std::vector<Point>& points, const Rect& label_room) {
    const Box& from = scene_.boxes[edge.from];
    const Box& to = scene_.boxes[edge.to];
    pen_.open("g");
    pen_.attribute("class", "edge");
    pen_.attribute("data-value", edge.value);
    pen_.id("data-from", from.id);
    pen_.id("data-to", to.id);
    pen_.attribute("data-dtype", edge.dtype);
    pen_.attribute("data-shape", edge.shape);
    if (edge.inferred) {
        pen_.attribute("data-inferred", "1");
    }
    if (edge.value_escaped) {
        pen_.attribute("data-escaped", "1");
    }
    pen_.begin();
    std::string title = edge.value;
    for (const std::string* part : {&edge.dtype, &edge.shape}) {
        title += part->empty() || title.empty() ? *part : " " + *part;
    }
    title += edge.inferred ? " (inferred)" : "";
    pen_.element("title", title);
    const Both<EdgeStyle> style = both(&Theme::edge, edge.type, edge.to_stub);
    const EdgeShape shape = edgeShape(points, style.light, edgeGap(from), edgeGap(to));
    if (!shape.line.empty()) {
        line(shape, style);
    }
    if (!edge.label.empty() && label_room.width > 0) {
        label(edge, label_room);
    }
    pen_.close("g");
}

void SvgWriter::line(const EdgeShape& shape, const Both<EdgeStyle>& style) {
    pen_.spline(shape.line);
    pen_.attribute("fill", "none");
    pen_.inks({{Paint::kStroke, style.ink(&EdgeStyle::color)}});
    pen_.number("stroke-width", style.light.width);
    if (!style.light.dash.empty()) {
        pen_.attribute("stroke-dasharray", style.light.dash);
    }
    pen_.end();
    if (style.light.doubled) {
        pen_.spline(shape.line);
        pen_.attribute("fill", "none");
        pen_.inks({{Paint::kStroke, themeInk(&Theme::background)}});
        pen_.number("stroke-width", style.light.gap);
        pen_.end();
    }
    pen_.polygon(shape.head);
    pen_.inks({{Paint::kFill, style.ink(&EdgeStyle::color)}});
    pen_.end();
}

void SvgWriter::label(const Edge& edge, const Rect& room) {
    const Both<LineStyle> style = both(&Theme::edgeLabel, edge.type);
    const double y = room.y + (room.height - style.light.leading) / 2 + baseline(style.light);
    // Beside an edge that goes down the label begins where the edge is; above one that goes right it is
    // centred.
    if (scene_.rankdir == RankDir::kTopBottom) {
        pen_.text(edge.label, {room.x + kLabelMargin, y}, style, Anchor::kStart);
    } else {
        pen_.text(edge.label, {room.center().x, y}, style, Anchor::kMiddle);
    }
}

void SvgWriter::writeNodes() {
    for (std::size_t i = 0; i < scene_.boxes.size() && i < places_.boxes.size(); ++i) {
        writeNode(scene_.boxes[i], places_.boxes[i]);
    }
}

void SvgWriter::frame(const Rect& place, const Both<BoxStyle>& style, double border_width, Ink border) {
    pen_.rect(place, cornerRadius(style.light, place));
    pen_.inks({{Paint::kFill, style.ink(&BoxStyle::fill)}, {Paint::kStroke, border}});
    pen_.number("stroke-width", border_width);
    if (style.light.dashed) {
        pen_.attribute("stroke-dasharray", kBorderDash);
    }
    pen_.end();
}

void SvgWriter::fill(const Path& shape, Ink ink) {
    if (shape.empty()) {
        return;
    }
    pen_.path(shape);
    pen_.inks({{Paint::kFill, ink}});
    pen_.end();
}

void SvgWriter::stroke(const Path& shape, Ink ink, double width, bool round) {
    if (shape.empty()) {
        return;
    }
    pen_.path(shape);
    pen_.attribute("fill", "none");
    pen_.inks({{Paint::kStroke, ink}});
    pen_.number("stroke-width", width);
    if (round) {
        pen_.attribute("stroke-linecap", "round");
    }
    pen_.end();
}

void SvgWriter::outline(const Rect& place, double corner, Ink ink, double width, std::string_view dash) {
    pen_.rect(place, corner);
    pen_.attribute("fill", "none");
    pen_.inks({{Paint::kStroke, ink}});
    pen_.number("stroke-width", width);
    if (!dash.empty()) {
        pen_.attribute("stroke-dasharray", dash);
    }
    pen_.end();
}

void SvgWriter::writeNode(const Box& box, const Rect& place) {
    pen_.open("g");
    pen_.attribute("class", "node");
    pen_.id("id", box.id);
    pen_.attribute("data-kind", boxKindName(box.kind));
    pen_.attribute("data-name", box.name);
    pen_.attribute("data-ref", box.ref);
    pen_.attribute("data-op", box.op);
    if (box.name_escaped) {
        pen_.attribute("data-escaped", "1");
    }
    pen_.begin();
    pen_.element("title", box.tooltip.empty() ? box.name : box.tooltip);
    const Both<BoxStyle> style = both(&Theme::box, box.role);
    const Ink border = box.defect ? themeInk(&Theme::defect) : style.ink(&BoxStyle::border);
    if (box.focus) {
        outline(focusRing(place), focusRingRadius(style.light, place), themeInk(&Theme::focus), kRingWidth);
    }
    frame(place, style, borderWidth(box, style.light), border);
    if (box.kind == BoxKind::kGroup) {
        outline(innerFrame(place), innerFrameRadius(style.light, place), border, kInnerFrameWidth);
    }
    const ConstantsBand band = constantsBand(box, place, style.light);
    fill(band.area, style.ink(&BoxStyle::band));
    stroke(band.hairline, style.ink(&BoxStyle::hairline), kHairlineWidth);
    fill(quantizedBar(place, cornerRadius(style.light, place), quantizedSide(box.role, scene_.rankdir)),
         style.ink(&BoxStyle::bar));
    if (box.shared) {
        stroke(sharedMark(place, scene_.rankdir), style.ink(&BoxStyle::border), kMarkStroke, true);
    }
    if (box.defect) {
        stroke(defectMark(place), themeInk(&Theme::defect), kMarkStroke, true);
    }
    const std::vector<double> lines = baselines(box);
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
        const TextLine& said = box.lines[i];
        pen_.text(said, {place.center().x, place.y + lines[i]}, both(&Theme::line, said.role, box.kind),
                  Anchor::kMiddle);
    }
    pen_.close("g");
}

void SvgWriter::writeLegend() {
    if (frame_.legend.empty()) {
        return;
    }
    pen_.open("g");
    pen_.attribute("class", "legend");
    pen_.begin();
    for (const LegendEntry& entry : frame_.legend) {
        writeSample(entry);
        pen_.text(entry.text.text, entry.text.at, both(&Theme::legendLine), Anchor::kStart);
    }
    pen_.close("g");
}

void SvgWriter::writeSample(const LegendEntry& entry) {
    const Both<BoxStyle> plain = both(&Theme::box, BoxRole::kPlain);
    const Both<BoxStyle> dequantize = both(&Theme::box, BoxRole::kDequantize);
    const Rect& box = entry.sample_box;
    switch (entry.sample) {
        case LegendEntry::Sample::kEdge:
        case LegendEntry::Sample::kStub: {
            const bool to_stub = entry.sample == LegendEntry::Sample::kStub;
            const Both<EdgeStyle> style = both(&Theme::edge, entry.edge_type, to_stub);
            line(edgeShape(entry.sample_edge, style.light, 0, 0), style);
            break;
        }
        case LegendEntry::Sample::kBar:
            frame(box, dequantize, dequantize.light.border_width, dequantize.ink(&BoxStyle::border));
            fill(quantizedBar(box, cornerRadius(dequantize.light, box),
                              quantizedSide(BoxRole::kDequantize, scene_.rankdir)),
                 dequantize.ink(&BoxStyle::bar));
            break;
        case LegendEntry::Sample::kFocus:
            outline(focusRing(box), focusRingRadius(plain.light, box), themeInk(&Theme::focus), kRingWidth);
            break;
        case LegendEntry::Sample::kShared:
            stroke(sharedMark(box, scene_.rankdir), dequantize.ink(&BoxStyle::border), kMarkStroke, true);
            break;
        case LegendEntry::Sample::kDefect:
            stroke(defectMark(box), themeInk(&Theme::defect), kMarkStroke, true);
            break;
        case LegendEntry::Sample::kShape:
            pen_.text(kInferredSample, {box.x, entry.text.at.y}, both(&Theme::legendLine), Anchor::kStart);
            break;
    }
}

}  // namespace

std::string writeSvg(const Scene& scene, const Placement& placement, const SvgOptions& options) {
    return SvgWriter(scene, placement, options).write();
}

}  // namespace qdqlens
