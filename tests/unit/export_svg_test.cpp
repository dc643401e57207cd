#include "core/export/svg.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <regex>
#include <set>
#include <sstream>

#include "core/diagram/box_metrics.h"
#include "core/export/xml.h"
#include "tests/support/figure_scenes.h"
#include "tests/support/xml.h"

namespace qdqlens::test {
namespace {

std::string svgOf(const GoldenScene& golden, const SvgOptions& options = {}) {
    return writeSvg(golden.scene, recordedPlacement(golden.name), options);
}

GoldenScene everything() {
    return goldenScenes()[2];
}

TEST(ExportSvg, IsAnImageWithTitleAndDescription) {
    for (const GoldenScene& golden : goldenScenes()) {
        const XmlElement svg = parseXml(svgOf(golden));
        EXPECT_EQ(svg.name, "svg");
        EXPECT_EQ(svg["role"], "img");
        EXPECT_EQ(svg["viewBox"], "0 0 " + svg["width"] + " " + svg["height"]);
        ASSERT_NE(svg.child("title"), nullptr);
        const std::string& said = golden.scene.title.empty() ? golden.scene.subtitle : golden.scene.title;
        EXPECT_EQ(svg.child("title")->text, said.empty() ? "Graph" : said);
        ASSERT_NE(svg.child("desc"), nullptr);
        EXPECT_EQ(svg.child("desc")->text, golden.scene.description);
    }
}

TEST(ExportSvg, EveryBoxIsAGroupWithItsDataAndOneTextALine) {
    for (const GoldenScene& golden : goldenScenes()) {
        const XmlElement svg = parseXml(svgOf(golden));
        const auto nodes = findClass(svg, "node");
        ASSERT_EQ(nodes.size(), golden.scene.boxes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Box& box = golden.scene.boxes[i];
            const XmlElement& node = *nodes[i];
            EXPECT_EQ(node["id"], box.id);
            EXPECT_EQ(node["data-name"], box.name);
            EXPECT_EQ(node["data-ref"], box.ref);
            EXPECT_EQ(node["data-op"], box.op);
            EXPECT_EQ(node["data-escaped"], box.name_escaped ? "1" : "");
            ASSERT_NE(node.child("title"), nullptr);
            EXPECT_EQ(node.child("title")->text, box.tooltip);
            const auto texts = findElements(node, [](const XmlElement& e) { return e.name == "text"; });
            ASSERT_EQ(texts.size(), box.lines.size());
            for (std::size_t k = 0; k < texts.size(); ++k) {
                EXPECT_EQ(texts[k]->text, box.lines[k].text);
            }
        }
    }
}

TEST(ExportSvg, KindsAreNamed) {
    std::set<std::string> kinds;
    const XmlElement svg = parseXml(svgOf(everything()));
    for (const XmlElement* node : findClass(svg, "node")) {
        kinds.insert((*node)["data-kind"]);
    }
    EXPECT_EQ(kinds, (std::set<std::string>{"op", "input", "output", "stub", "group"}));
}

TEST(ExportSvg, EveryEdgeIsAGroupWithItsData) {
    for (const GoldenScene& golden : goldenScenes()) {
        const XmlElement svg = parseXml(svgOf(golden, {SvgTheme::kLight, "p-"}));
        const auto edges = findClass(svg, "edge");
        ASSERT_EQ(edges.size(), golden.scene.edges.size());
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const Edge& edge = golden.scene.edges[i];
            const XmlElement& group = *edges[i];
            EXPECT_EQ(group["data-value"], edge.value);
            EXPECT_EQ(group["data-from"], "p-" + golden.scene.boxes[edge.from].id);
            EXPECT_EQ(group["data-to"], "p-" + golden.scene.boxes[edge.to].id);
            EXPECT_EQ(group["data-dtype"], edge.dtype);
            EXPECT_EQ(group["data-shape"], edge.shape);
            EXPECT_EQ(group["data-escaped"], edge.value_escaped ? "1" : "");
            const XmlElement* label = group.child("text");
            EXPECT_EQ(label == nullptr ? "" : label->text, edge.label);
            EXPECT_NE(group.child("path"), nullptr);
        }
    }
}

TEST(ExportSvg, ThePrefixIsInFrontOfEveryIdAndReference) {
    const XmlElement svg = parseXml(svgOf(everything(), {SvgTheme::kAuto, "fig1-"}));
    std::set<std::string> ids;
    for (const XmlElement* element :
         findElements(svg, [](const XmlElement& e) { return !e["id"].empty(); })) {
        const std::string id = (*element)["id"];
        EXPECT_EQ(id.rfind("fig1-", 0), 0U) << id;
        EXPECT_TRUE(ids.insert(id).second) << id << " is there twice";
    }
    for (const XmlElement* edge : findClass(svg, "edge")) {
        EXPECT_EQ(ids.count((*edge)["data-from"]), 1U);
        EXPECT_EQ(ids.count((*edge)["data-to"]), 1U);
    }
    EXPECT_EQ(svg["aria-labelledby"], "fig1-title fig1-desc");
}

TEST(ExportSvg, TheLookIsInPresentationAttributes) {
    const std::regex color("#[0-9a-f]{6}|none");
    for (const SvgTheme kind : {SvgTheme::kLight, SvgTheme::kDark}) {
        const XmlElement svg = parseXml(svgOf(everything(), {kind, ""}));
        const auto all = findElements(svg, [](const XmlElement&) { return true; });
        for (const XmlElement* element : all) {
            EXPECT_NE(element->name, "style");
            EXPECT_NE(element->name, "marker");
            EXPECT_EQ((*element)["style"], "");
            EXPECT_EQ((*element)["transform"], "");
            for (const char* paint : {"fill", "stroke"}) {
                const std::string value = (*element)[paint];
                EXPECT_TRUE(value.empty() || std::regex_match(value, color)) << value;
            }
        }
    }
}

TEST(ExportSvg, AutoIsTheLightFigurePlusOneRuleForDark) {
    const GoldenScene golden = everything();
    const std::string automatic = svgOf(golden, {SvgTheme::kAuto, ""});
    const std::regex style("<style>@media \\(prefers-color-scheme: dark\\) \\{[^<@]*\\}</style>\n");
    const std::regex classes(" class=\"[fs][0-9a-f]{6}-[^\"]*\"");
    std::string stripped = std::regex_replace(automatic, style, "");
    EXPECT_NE(stripped, automatic);
    stripped = std::regex_replace(stripped, classes, "");
    EXPECT_EQ(stripped, svgOf(golden));
}

TEST(ExportSvg, AutoTurnsEveryColourIntoTheDarkOne) {
    const GoldenScene golden = everything();
    const XmlElement automatic = parseXml(svgOf(golden, {SvgTheme::kAuto, ""}));
    const XmlElement dark = parseXml(svgOf(golden, {SvgTheme::kDark, ""}));
    std::map<std::string, std::string> rules;
    const std::string css = automatic.child("style")->text;
    const std::regex rule("\\.([-0-9a-fs]+)\\{(fill|stroke):(#[0-9a-f]{6})\\}");
    for (std::sregex_iterator it(css.begin(), css.end(), rule), end; it != end; ++it) {
        rules[(*it)[1]] = (*it)[3];
    }
    const auto painted = [](const XmlElement& e) { return e["fill"].size() + e["stroke"].size() > 0; };
    const auto a = findElements(automatic, painted);
    const auto d = findElements(dark, painted);
    ASSERT_EQ(a.size(), d.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::map<std::string, std::string> shown{{"f", (*a[i])["fill"]}, {"s", (*a[i])["stroke"]}};
        std::istringstream names((*a[i])["class"]);
        for (std::string name; names >> name;) {
            ASSERT_EQ(rules.count(name), 1U) << name;
            shown[name.substr(0, 1)] = rules[name];
        }
        EXPECT_EQ(shown["f"], (*d[i])["fill"]);
        EXPECT_EQ(shown["s"], (*d[i])["stroke"]);
    }
}

TEST(ExportSvg, CoordinatesAreTenthsWithoutNegativeZero) {
    GoldenScene golden = everything();
    Placement placement = recordedPlacement(golden.name);
    placement.boxes[0].x = -1e-9;
    placement.edges[0][0].y = std::numeric_limits<double>::quiet_NaN();
    const std::string svg = writeSvg(golden.scene, placement);
    const XmlElement root = parseXml(svg);
    const std::regex numbers("-?(0|[1-9][0-9]*)(\\.[1-9])?");
    for (const XmlElement* e : findElements(root, [](const XmlElement&) { return true; })) {
        for (const char* name : {"x", "y", "width", "height", "rx", "font-size", "stroke-width"}) {
            const std::string value = (*e)[name];
            EXPECT_TRUE(value.empty() || (std::regex_match(value, numbers) && value != "-0")) << value;
        }
    }
    const std::regex path("[MLCZ0-9., -]*");
    const std::regex odd("-0([^.0-9]|$)|[0-9]\\.[0-9][0-9]|\\.0");
    for (const XmlElement* e : findElements(root, [](const XmlElement& e) { return e.name == "path"; })) {
        EXPECT_TRUE(std::regex_match((*e)["d"], path)) << (*e)["d"];
        EXPECT_FALSE(std::regex_search((*e)["d"], odd)) << (*e)["d"];
    }
}

TEST(ExportSvg, SpacesInNamesStay) {
    const XmlElement svg = parseXml(svgOf(everything()));
    const auto spaced =
        findElements(svg, [](const XmlElement& e) { return e.name == "text" && e.text == "two  spaces "; });
    ASSERT_EQ(spaced.size(), 1U);
    EXPECT_EQ((*spaced[0])["xml:space"], "preserve");
}

class CommaLocale : public std::numpunct<char> {
  protected:
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\1"; }
};

TEST(ExportSvg, TheLocaleChangesNothing) {
    const std::string before = svgOf(everything());
    const std::locale old = std::locale::global(std::locale(std::locale::classic(), new CommaLocale));
    // Where there is a German locale, C's number functions go along.
    const std::string c_locale = std::setlocale(LC_ALL, nullptr);
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    const std::string after = svgOf(everything());
    std::setlocale(LC_ALL, c_locale.c_str());
    std::locale::global(old);
    EXPECT_EQ(before, after);
}

TEST(ExportSvg, AnEmptySceneIsAFigure) {
    const XmlElement svg = parseXml(writeSvg({}, {}));
    EXPECT_EQ(svg.child("title")->text, "Graph");
    EXPECT_GT(std::stod(svg["width"]), 0);
}

TEST(ExportXml, Escapes) {
    EXPECT_EQ(xmlEscaped("a<b>&\"'\t\n\r"), "a&lt;b&gt;&amp;&quot;&#39;&#9;&#10;&#13;");
    EXPECT_EQ(xmlEscaped("\x01ä\x7f"), "\xef\xbf\xbdä\x7f");
    EXPECT_EQ(xmlEscaped("\xef\xbf\xbe"), "\xef\xbf\xbd");
    EXPECT_EQ(xmlEscaped("a\xff"), "a\\xFF");
}

TEST(ExportXml, Numbers) {
    const auto text = [](double value) {
        std::string out;
        appendNumber(out, value);
        return out;
    };
    EXPECT_EQ(text(12), "12");
    EXPECT_EQ(text(12.34), "12.3");
    EXPECT_EQ(text(-0.04), "0");
    EXPECT_EQ(text(-0.05), "-0.1");
    EXPECT_EQ(text(0.05), "0.1");
    EXPECT_EQ(text(1e300), "1000000000000000");
    EXPECT_EQ(text(std::numeric_limits<double>::infinity()), "0");
    EXPECT_EQ(std::signbit(tenth(-0.01)), false);
}

}  // namespace
}  // namespace qdqlens::test
