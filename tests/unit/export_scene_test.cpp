// JSON and DOT.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/export/scene_json.h"
#include "core/export/svg.h"
#include "tests/support/figure_scenes.h"
#include "tests/support/paths.h"
#include "tests/support/xml.h"

namespace qdqlens::test {
namespace {

TEST(ExportSceneJson, HoldsTheContract) {
    for (const GoldenScene& golden : goldenScenes()) {
        const Placement placement = recordedPlacement(golden.name);
        const nlohmann::json json = nlohmann::json::parse(writeSceneJson(golden.scene, placement));
        EXPECT_EQ(json.at("schema"), "qdqlens.scene/1");
        EXPECT_EQ(json.at("title"), golden.scene.title);
        ASSERT_EQ(json.at("boxes").size(), golden.scene.boxes.size());
        ASSERT_EQ(json.at("edges").size(), golden.scene.edges.size());
        ASSERT_EQ(json.at("groups").size(), golden.scene.groups.size());
        for (std::size_t i = 0; i < golden.scene.boxes.size(); ++i) {
            const nlohmann::json& box = json["boxes"][i];
            EXPECT_EQ(box.at("id"), golden.scene.boxes[i].id);
            EXPECT_EQ(box.at("name"), golden.scene.boxes[i].name);
            EXPECT_EQ(box.at("ref"), golden.scene.boxes[i].ref);
            EXPECT_EQ(box.at("op"), golden.scene.boxes[i].op);
            EXPECT_EQ(box.at("lines").size(), golden.scene.boxes[i].lines.size());
            const int distance = golden.scene.boxes[i].distance;
            EXPECT_EQ(box.at("distance"), distance < 0 ? nlohmann::json() : nlohmann::json(distance));
        }
        for (std::size_t i = 0; i < golden.scene.edges.size(); ++i) {
            EXPECT_EQ(json["edges"][i].at("from"), golden.scene.boxes[golden.scene.edges[i].from].id);
            EXPECT_EQ(json["edges"][i].at("points").size(), placement.edges[i].size());
        }
    }
}

TEST(ExportSceneJson, BoxesStandWhereTheSvgHasThem) {
    for (const GoldenScene& golden : goldenScenes()) {
        const Placement placement = recordedPlacement(golden.name);
        const nlohmann::json json = nlohmann::json::parse(writeSceneJson(golden.scene, placement));
        const XmlElement svg = parseXml(writeSvg(golden.scene, placement));
        const auto nodes = findClass(svg, "node");
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto rects = findElements(
                *nodes[i], [](const XmlElement& e) { return e.name == "rect" && e["fill"] != "none"; });
            ASSERT_EQ(rects.size(), 1U);
            for (const char* key : {"x", "y", "width", "height"}) {
                EXPECT_EQ(json["boxes"][i].at(key).get<double>(), std::stod((*rects[0])[key])) << key;
            }
        }
    }
}

bool haveDot() {
    return std::system("command -v dot >/dev/null 2>&1") == 0;
}

XmlElement drawnByDot(const Scene& scene) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.file("g.dot", writeDot(scene));
    const ProgramRun run = runCommand("dot -Tsvg '" + file.string() + "'");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return parseXml(run.out);
}

/// dot writes nodes in an order of its own.
const XmlElement* nodeOf(const XmlElement& svg, const std::string& id) {
    for (const XmlElement* node : findClass(svg, "node")) {
        if (node->child("title") != nullptr && node->child("title")->text == id) {
            return node;
        }
    }
    return nullptr;
}

/// dot sets a space that must stay as U+00A0.
std::string withPlainSpaces(std::string text) {
    for (std::size_t at = 0; (at = text.find("\u00a0", at)) != std::string::npos;) {
        text.replace(at, 2, " ");
    }
    return text;
}

TEST(ExportDot, DotDrawsEveryBoxWithItsTextAndEveryEdge) {
    if (!haveDot()) {
        GTEST_SKIP() << "Graphviz's dot is not installed";
    }
    for (const GoldenScene& golden : goldenScenes()) {
        const XmlElement svg = drawnByDot(golden.scene);
        EXPECT_EQ(findClass(svg, "edge").size(), golden.scene.edges.size());
        EXPECT_EQ(findClass(svg, "node").size(), golden.scene.boxes.size());
        for (const Box& box : golden.scene.boxes) {
            const XmlElement* node = nodeOf(svg, box.id);
            ASSERT_NE(node, nullptr) << box.id;
            std::string said;
            for (const XmlElement* text :
                 findElements(*node, [](const XmlElement& e) { return e.name == "text"; })) {
                said += withPlainSpaces(text->text);
            }
            std::string meant;
            for (const TextLine& line : box.lines) {
                meant += line.text;
            }
            EXPECT_EQ(said, meant);
        }
    }
}

TEST(ExportDot, OddNamesComeThrough) {
    if (!haveDot()) {
        GTEST_SKIP() << "Graphviz's dot is not installed";
    }
    Scene scene;
    for (const char* name : {"\\", "\\\\", "\\N\\G\\E", "a\"b", "&lt;", "<B>&amp;</B>", "ends\\", "{|}", "%s",
                             "<>", "-->", "ä\u3000→"}) {
        Box box;
        box.id = "n" + std::to_string(scene.boxes.size());
        box.tooltip = name;
        box.lines = {{"Op", LineRole::kOpType}, {name, LineRole::kName}};
        scene.boxes.push_back(box);
    }
    const XmlElement svg = drawnByDot(scene);
    for (const Box& box : scene.boxes) {
        const XmlElement* node = nodeOf(svg, box.id);
        ASSERT_NE(node, nullptr) << box.id;
        const auto texts = findElements(*node, [](const XmlElement& e) { return e.name == "text"; });
        ASSERT_EQ(texts.size(), 2U);
        EXPECT_EQ(texts[1]->text, box.tooltip);
        const auto links = findElements(*node, [](const XmlElement& e) { return e.name == "a"; });
        ASSERT_EQ(links.size(), 1U);
        EXPECT_EQ((*links[0])["xlink:title"], box.tooltip);
    }
}

}  // namespace
}  // namespace qdqlens::test
