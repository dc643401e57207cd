// The pen that the SVG writer writes with: elements, attributes, paths, and colours of two themes.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagram/drawing.h"
#include "core/diagram/theme.h"
#include "core/export/svg.h"

namespace qdqlens {

/// A colour in both themes: which of them stands in an attribute is the pen's business.
struct Ink {
    Color light;
    Color dark;
};
[[nodiscard]] Ink themeInk(Color Theme::*color);

/// A style in both themes. Sizes and widths are the light one's, and the same in the other.
template <class Style>
struct Both {
    Style light;
    Style dark;

    [[nodiscard]] Ink ink(Color Style::*color) const { return {light.*color, dark.*color}; }
};

/// A style function of Theme, in both.
template <class... Parameters, class Style>
[[nodiscard]] Both<Style> both(Style (Theme::*style)(Parameters...) const, const Parameters&... parameters) {
    return {(theme(ThemeKind::kLight).*style)(parameters...),
            (theme(ThemeKind::kDark).*style)(parameters...)};
}

class SvgPen {
  public:
    enum class Anchor { kStart, kMiddle, kEnd };
    enum class Paint { kFill, kStroke };

    explicit SvgPen(const SvgOptions& options) : options_(options) {}

    /// Makes room for so many bytes.
    void reserve(std::size_t bytes) { out_.reserve(bytes); }

    // Start tags: open() and the shapes leave a tag open for attributes; begin() and end() close it.
    void open(std::string_view tag);
    void begin();  ///< ">" and a new line: children follow.
    void end();    ///< "/>"
    void close(std::string_view tag);
    /// <tag id>content</tag>; no id where it is empty.
    void element(std::string_view tag, std::string_view content, std::string_view id = {});

    void attribute(std::string_view name, std::string_view value);
    void number(std::string_view name, double value);
    void id(std::string_view name, std::string_view value);  ///< With the prefix.
    /// Once an element. With the automatic theme: the light colours, and a class each for the dark rule.
    void inks(std::initializer_list<std::pair<Paint, Ink>> colors);

    void rect(const Rect& rect, double corner);
    void path(const Path& steps);
    void spline(const std::vector<Point>& points);
    void polygon(const std::array<Point, 3>& corners);
    void text(std::string_view content, Point at, const Both<LineStyle>& style, Anchor anchor);
    /// A line of a label, in its pieces.
    void text(const TextLine& line, Point at, const Both<LineStyle>& style, Anchor anchor);

    /// The root's start tag with its title, description and style sheet; written last, since that holds the
    /// colours that were used. Width and height in whole px.
    void head(double width, double height, std::string_view title, std::string_view description);

    /// What was written, and nothing any more.
    [[nodiscard]] std::string take() { return std::exchange(out_, {}); }
    /// The rules of the colours that were used, for the dark scheme; empty but with the automatic theme.
    [[nodiscard]] std::string darkRules() const;

  private:
    /// A colour as it was used, and what that takes.
    struct Dip {
        Paint paint = Paint::kFill;
        Ink ink;
        std::string attribute;
        std::string name;  ///< Of its class; "" where it needs none.
        std::string rule;
    };

    void point(Point p);
    const Dip& dip(Paint paint, const Ink& ink);
    void beginText(bool keep_spaces, Point at, const Both<LineStyle>& style, Anchor anchor);

    const SvgOptions& options_;
    std::string out_;
    std::vector<Dip> dips_;  ///< A figure has few.
};

}  // namespace qdqlens
