// Settings beside a model: which file counts, and what a wrong one says.
#include "core/qdq/lint/team_settings.h"

#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

namespace fs = std::filesystem;

std::string errorOf(std::string_view text, std::string_view name = ".qdqlens.toml") {
    const TemporaryFolder folder;
    const fs::path file = folder.file(name, text);
    const auto settings = readTeamSettings(file);
    if (settings.has_value()) {
        return "no error";
    }
    EXPECT_EQ(settings.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(settings.error().where.rfind(file.string(), 0), 0U) << settings.error().where;
    return settings.error().where.substr(file.string().size()) + " " + settings.error().what;
}

}  // namespace

TEST(QdqTeamSettings, TomlAndJsonSayTheSame) {
    const TemporaryFolder folder;
    const auto toml = readTeamSettings(folder.file("a.toml",
                                                   "target = 'ort-1.30-cpu-arm64'\n[lint]\n"
                                                   "disable = ['no-final-q']\nerror-on = 'warning'\n"
                                                   "[lint.severity]\nshared-dq = 'error'\n"));
    const auto json =
        readTeamSettings(folder.file("a.json",
                                     R"({"target": "ort-1.30-cpu-arm64", "lint": {"disable": ["no-final-q"],
                        "error-on": "warning", "severity": {"shared-dq": "error"}}})"));
    for (const auto& settings : {toml, json}) {
        ASSERT_TRUE(settings.has_value()) << settings.error().message();
        EXPECT_EQ(settings->targetOrDefault().name, "ort-1.30-cpu-arm64");
        EXPECT_EQ(settings->lint.disabled, std::vector<std::string>{"no-final-q"});
        EXPECT_EQ(settings->error_on, Severity::kWarning);
        EXPECT_EQ(settings->lint.severities.at("shared-dq"), Severity::kError);
    }
}

TEST(QdqTeamSettings, TheNearestFileCountsAlone) {
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "models" / "v2");
    EXPECT_EQ(findTeamSettings(folder.path() / "m.onnx")->file, fs::path());
    (void)folder.file(".qdqlens.toml", "target = 'ort-1.30-cpu-arm64'\n");
    const fs::path deep = folder.path() / "models" / "v2" / "m.onnx";
    EXPECT_EQ(findTeamSettings(deep)->file, folder.path() / ".qdqlens.toml");
    (void)folder.file("models/.qdqlens.json", R"({"lint": {"disable": ["bias"]}})");
    const auto nearest = findTeamSettings(deep);
    ASSERT_TRUE(nearest.has_value());
    EXPECT_EQ(nearest->file, folder.path() / "models" / ".qdqlens.json");
    EXPECT_EQ(nearest->target, nullptr);
    (void)folder.file("models/.qdqlens.toml", "");
    EXPECT_FALSE(findTeamSettings(deep).has_value());
}

TEST(QdqTeamSettings, WrongOnesNameTheirPlace) {
    EXPECT_EQ(errorOf("[lint]\n\ndisable = [\n 'bias',\n 'shred-dq']\n"),
              ":5 lint.disable[1]: there is no rule 'shred-dq'; nearest: shared-dq");
    EXPECT_EQ(errorOf("[lint.severity]\nbias = 'fatal'\n"),
              ":2 lint.severity.bias: is not one of error, warning, note");
    EXPECT_EQ(errorOf("[lint]\nignore = []\n"),
              ":2 lint.ignore: 'ignore' is no setting; there are disable, error-on, severity");
    EXPECT_EQ(errorOf("lint = 3\n"), ":1 lint: is not a table");
    EXPECT_EQ(errorOf("target = 'x86'\n"), ":1 target: is not one of ort-1.30-cpu-x64, ort-1.30-cpu-arm64");
    EXPECT_EQ(errorOf("target = 2026-01-01\n").substr(0, 3), ":1 ");
    EXPECT_EQ(errorOf("[lint]\nx = [\n").rfind(": is not valid TOML here", 0), std::string::npos);
    EXPECT_EQ(errorOf("{\n\"lint\": {,}\n}", ".qdqlens.json"), ":2 is not valid JSON here");
    EXPECT_EQ(errorOf("[1]", ".qdqlens.json"), " is not a table of settings");
}

}  // namespace qdqlens::test
