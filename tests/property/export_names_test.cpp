// Names are bytes. Through showName and the figure's XML they come back as they were.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "core/base/text.h"
#include "core/export/svg.h"
#include "tests/support/xml.h"

namespace qdqlens::test {
namespace {

/// Bytes that are likely to hurt: controls, quotes, pieces of UTF-8, XML and escapes.
rc::Gen<std::string> oddBytes() {
    const auto piece = rc::gen::weightedOneOf<std::string>(
        {{4, rc::gen::map(rc::gen::arbitrary<char>(), [](char c) { return std::string(1, c); })},
         {3, rc::gen::map(rc::gen::inRange(' ', '\x7f'), [](char c) { return std::string(1, c); })},
         {3, rc::gen::element<std::string>("<", "&", "\"", "'", "]]>", "&#0;", "\\", "\\x41", "\\\\", "\x00",
                                           "\t", "\r\n", "  ", "\x7f", "\xc2\x85", "\xe2\x80\xa8",
                                           "\xef\xbf\xbe", "\xed\xa0\x80", "\xc0\x80", "\xf0\x9f\x98\x80",
                                           "ä", "資", "\xe2\x80")}});
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece), [](const auto& pieces) {
        std::string all;
        for (const std::string& p : pieces) {
            all += p;
        }
        return all;
    });
}

/// What a reader of the contract does.
std::string nameOf(const XmlElement& element, const std::string& attribute) {
    return element["data-escaped"] == "1" ? unescapeName(element[attribute]) : element[attribute];
}

RC_GTEST_PROP(ExportNames, ComeBackOutOfTheSvg, ()) {
    const std::string node_name = *oddBytes();
    const std::string value_name = *oddBytes();
    const ShownName shown = showName(node_name);
    const ShownName shown_value = showName(value_name);
    Scene scene;
    scene.title = shown.text;
    scene.boxes.resize(1);
    scene.boxes[0].id = "n0";
    scene.boxes[0].name = shown.text;
    scene.boxes[0].name_escaped = shown.escaped;
    scene.boxes[0].tooltip = shown.text;
    scene.boxes[0].lines = {{shown.text, LineRole::kName}};
    scene.edges.resize(1);
    scene.edges[0].value = shown_value.text;
    scene.edges[0].value_escaped = shown_value.escaped;
    Placement placement;
    placement.boxes = {{0, 0, 10, 10}};
    placement.edges = {{{0, 0}, {1, 1}, {2, 2}, {30, 30}}};
    placement.labels = {{}};

    const XmlElement svg = parseXml(writeSvg(scene, placement, {SvgTheme::kAuto, "p"}));

    const auto nodes = findClass(svg, "node");
    const auto edges = findClass(svg, "edge");
    RC_ASSERT(nodes.size() == 1U && edges.size() == 1U);
    RC_ASSERT(nameOf(*nodes[0], "data-name") == node_name);
    RC_ASSERT(nameOf(*edges[0], "data-value") == value_name);
    RC_ASSERT(nodes[0]->child("text")->text == shown.text);
    RC_ASSERT(nodes[0]->child("title")->text == shown.text);
}

}  // namespace
}  // namespace qdqlens::test
