// Where tests find things, and where they may write.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace qdqlens::test {

/// ../shared beside the checkout, or $QDQLENS_SHARED; nothing where there is none (the test skips itself).
[[nodiscard]] std::optional<std::filesystem::path> sharedFolder();
/// The corpus of real models: $QDQLENS_CORPUS, or ../shared/models.
[[nodiscard]] std::optional<std::filesystem::path> corpusFolder();
/// The checkout.
[[nodiscard]] std::filesystem::path sourceFolder();
/// The programs of this build.
[[nodiscard]] std::filesystem::path programFolder();

/// A new empty folder that is gone when the object is.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// A file in it with this content.
    std::filesystem::path file(std::string_view name, std::string_view content) const;

  private:
    std::filesystem::path path_;
};

[[nodiscard]] std::string readFile(const std::filesystem::path& path);

/// What a program printed and how it ended.
struct ProgramRun {
    int exit_code = -1;
    std::string out;
    std::string err;
};
/// Runs a shell command line. For tests of programs as people start them.
[[nodiscard]] ProgramRun runCommand(const std::string& command);

}  // namespace qdqlens::test
