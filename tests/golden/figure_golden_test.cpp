// Figures, byte for byte, over recorded placements. UPDATE_GOLDEN=1 rewrites them: look at what changed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "core/export/scene_json.h"
#include "core/export/svg.h"
#include "tests/support/figure_scenes.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

void expectGolden(const std::string& file, const std::string& made) {
    const std::filesystem::path path = sourceFolder() / "tests" / "golden" / "data" / file;
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << made;
        return;
    }
    ASSERT_TRUE(std::filesystem::exists(path)) << path << " is missing; UPDATE_GOLDEN=1 writes it";
    if (readFile(path) == made) {
        return;
    }
    const std::filesystem::path beside = std::filesystem::temp_directory_path() / file;
    std::ofstream(beside, std::ios::binary) << made;
    ADD_FAILURE() << file << " is not what is recorded; compare " << path << " with " << beside
                  << ", and if the new one is right, UPDATE_GOLDEN=1 records it";
}

TEST(FigureGolden, Light) {
    for (const GoldenScene& golden : goldenScenes()) {
        expectGolden(golden.name + ".svg", writeSvg(golden.scene, recordedPlacement(golden.name)));
    }
}

TEST(FigureGolden, Dark) {
    const Scene scene = goldenScenes()[1].scene;
    expectGolden("residual_add.dark.svg",
                 writeSvg(scene, recordedPlacement("residual_add"), {SvgTheme::kDark, ""}));
}

TEST(FigureGolden, Auto) {
    const Scene scene = goldenScenes()[2].scene;
    expectGolden("every_kind.auto.svg",
                 writeSvg(scene, recordedPlacement("every_kind"), {SvgTheme::kAuto, "f1-"}));
}

TEST(FigureGolden, Json) {
    for (const GoldenScene& golden : goldenScenes()) {
        expectGolden(golden.name + ".json", writeSceneJson(golden.scene, recordedPlacement(golden.name)));
    }
}

TEST(FigureGolden, Dot) {
    for (const GoldenScene& golden : goldenScenes()) {
        expectGolden(golden.name + ".dot", writeDot(golden.scene));
    }
}

}  // namespace
}  // namespace qdqlens::test
