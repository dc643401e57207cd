#include "core/export/svg_pen.h"

#include <algorithm>
#include <set>

#include "core/diagram/box_metrics.h"
#include "core/export/xml.h"

namespace qdqlens {

namespace {

/// Spaces that a viewer would swallow: at the ends, or several in a row.
bool needsSpaces(std::string_view text) {
    return !text.empty() &&
           (text.front() == ' ' || text.back() == ' ' || text.find("  ") != std::string_view::npos);
}

}  // namespace

Ink themeInk(Color Theme::*color) {
    return {theme(ThemeKind::kLight).*color, theme(ThemeKind::kDark).*color};
}

void SvgPen::open(std::string_view tag) {
    out_ += '<';
    out_ += tag;
}

void SvgPen::begin() {
    out_ += ">\n";
}

void SvgPen::end() {
    out_ += "/>\n";
}

void SvgPen::close(std::string_view tag) {
    out_ += "</";
    out_ += tag;
    out_ += ">\n";
}

void SvgPen::element(std::string_view tag, std::string_view content, std::string_view id_value) {
    open(tag);
    if (!id_value.empty()) {
        id("id", id_value);
    }
    out_ += '>';
    appendXml(out_, content);
    close(tag);
}

void SvgPen::attribute(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    appendXml(out_, value);
    out_ += '"';
}

void SvgPen::number(std::string_view name, double value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    appendNumber(out_, value);
    out_ += '"';
}

void SvgPen::id(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    appendXml(out_, options_.id_prefix);
    appendXml(out_, value);
    out_ += '"';
}

const SvgPen::Dip& SvgPen::dip(Paint paint, const Ink& ink) {
    const auto known = std::find_if(dips_.begin(), dips_.end(), [&](const Dip& dip) {
        return dip.paint == paint && dip.ink.light == ink.light && dip.ink.dark == ink.dark;
    });
    if (known != dips_.end()) {
        return *known;
    }
    const std::string property = paint == Paint::kFill ? "fill" : "stroke";
    Dip dip{paint, ink, {}, {}, {}};
    dip.attribute =
        " " + property + "=\"" + xmlEscaped(options_.theme == SvgTheme::kDark ? ink.dark : ink.light) + "\"";
    if (options_.theme == SvgTheme::kAuto && ink.light != ink.dark) {
        // Named by what it does, so that figures of any version can share a page.
        dip.name =
            property.substr(0, 1) + std::string(ink.light.substr(1)) + "-" + std::string(ink.dark.substr(1));
        dip.rule = "." + dip.name + "{" + property + ":" + std::string(ink.dark) + "}";
    }
    dips_.push_back(std::move(dip));
    return dips_.back();
}

void SvgPen::inks(std::initializer_list<std::pair<Paint, Ink>> colors) {
    std::string classes;
    for (const auto& [paint, ink] : colors) {
        const Dip& dipped = dip(paint, ink);
        out_ += dipped.attribute;
        if (!dipped.name.empty()) {
            classes += classes.empty() ? "" : " ";
            classes += dipped.name;
        }
    }
    if (!classes.empty()) {
        attribute("class", classes);
    }
}

void SvgPen::point(Point p) {
    appendNumber(out_, p.x);
    out_ += ',';
    appendNumber(out_, p.y);
}

void SvgPen::rect(const Rect& rect, double corner) {
    open("rect");
    number("x", rect.x);
    number("y", rect.y);
    number("width", rect.width);
    number("height", rect.height);
    if (corner > 0) {
        number("rx", corner);
    }
}

void SvgPen::path(const Path& steps) {
    out_ += "<path d=\"";
    for (const PathStep& step : steps) {
        switch (step.kind) {
            case PathStep::Kind::kMove:
            case PathStep::Kind::kLine:
                out_ += step.kind == PathStep::Kind::kMove ? 'M' : 'L';
                point(step.points[0]);
                break;
            case PathStep::Kind::kCubic:
                out_ += 'C';
                point(step.points[0]);
                out_ += ' ';
                point(step.points[1]);
                out_ += ' ';
                point(step.points[2]);
                break;
            case PathStep::Kind::kClose:
                out_ += 'Z';
                break;
        }
    }
    out_ += '"';
}

void SvgPen::spline(const std::vector<Point>& points) {
    out_ += "<path d=\"M";
    point(points.front());
    for (std::size_t i = 1; i < points.size(); ++i) {
        out_ += i % 3 == 1 ? 'C' : ' ';
        point(points[i]);
    }
    out_ += '"';
}

void SvgPen::polygon(const std::array<Point, 3>& corners) {
    out_ += "<path d=\"M";
    point(corners[0]);
    out_ += 'L';
    point(corners[1]);
    out_ += 'L';
    point(corners[2]);
    out_ += "Z\"";
}

void SvgPen::beginText(bool keep_spaces, Point at, const Both<LineStyle>& style, Anchor anchor) {
    open("text");
    number("x", at.x);
    number("y", at.y);
    number("font-size", style.light.size);
    if (style.light.mono) {
        attribute("font-family", monoFamily());
    }
    if (style.light.bold) {
        attribute("font-weight", "bold");
    }
    if (anchor != Anchor::kStart) {
        attribute("text-anchor", anchor == Anchor::kMiddle ? "middle" : "end");
    }
    inks({{Paint::kFill, style.ink(&LineStyle::color)}});
    if (keep_spaces) {
        attribute("xml:space", "preserve");
    }
    out_ += '>';
}

void SvgPen::text(std::string_view content, Point at, const Both<LineStyle>& style, Anchor anchor) {
    beginText(needsSpaces(content), at, style, anchor);
    appendXml(out_, content);
    close("text");
}

void SvgPen::text(const TextLine& line, Point at, const Both<LineStyle>& style, Anchor anchor) {
    const std::vector<TextRun> runs = textRuns(line);
    // Between pieces, too, some viewers swallow a space.
    beginText(runs.size() > 1 || needsSpaces(line.text), at, style, anchor);
    for (const TextRun& run : runs) {
        out_ += run.bold ? "<tspan font-weight=\"bold\">" : "";
        appendXml(out_, run.text);
        out_ += run.bold ? "</tspan>" : "";
    }
    close("text");
}

void SvgPen::head(double width, double height, std::string_view title, std::string_view description) {
    open("svg");
    attribute("xmlns", "http://www.w3.org/2000/svg");
    number("width", width);
    number("height", height);
    attribute("viewBox", "0 0 " + std::to_string(static_cast<long long>(width)) + " " +
                             std::to_string(static_cast<long long>(height)));
    attribute("font-family", sansFamily());
    attribute("role", "img");
    attribute("aria-labelledby", options_.id_prefix + "title " + options_.id_prefix + "desc");
    begin();
    element("title", title, "title");
    element("desc", description, "desc");
    if (const std::string rules = darkRules(); !rules.empty()) {
        element("style", "@media (prefers-color-scheme: dark) {" + rules + "}");
    }
}

std::string SvgPen::darkRules() const {
    std::set<std::string_view> rules;
    for (const Dip& dip : dips_) {
        rules.insert(dip.rule);
    }
    std::string out;
    for (const std::string_view rule : rules) {
        out += rule;
    }
    return out;
}

}  // namespace qdqlens
