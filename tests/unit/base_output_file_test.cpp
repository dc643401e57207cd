#include "core/base/output_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

namespace fs = std::filesystem;

std::size_t filesIn(const fs::path& folder) {
    std::size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        static_cast<void>(entry);
        ++count;
    }
    return count;
}

/// While it lives, no file can grow beyond `bytes`: a full disk.
class FullDisk {
  public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit small{bytes, old_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

  private:
    rlimit old_{};
    void (*handler_)(int);
};

TEST(BaseOutputFile, WritesAndReplaces) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "a.svg";
    ASSERT_TRUE(writeFile(path, "one"));
    EXPECT_EQ(readFile(path), "one");
    ASSERT_TRUE(writeFile(path, std::string(100'000, 'x')));
    EXPECT_EQ(readFile(path), std::string(100'000, 'x'));
    ASSERT_TRUE(writeFile(path, ""));
    EXPECT_EQ(readFile(path), "");
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

TEST(BaseOutputFile, TheOldFileStaysWhereTheDiskIsFull) {
    const TemporaryFolder folder;
    const fs::path path = folder.file("a.svg", "the old one");
    Result<void> written;
    {
        const FullDisk disk(10'000);
        written = writeFile(path, std::string(100'000, 'x'));
    }
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::kOutput);
    EXPECT_EQ(written.error().where, path.string());
    EXPECT_EQ(readFile(path), "the old one");
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

TEST(BaseOutputFile, AFolderThatIsNotThereIsNamed) {
    const TemporaryFolder folder;
    const Result<void> written = writeFile(folder.path() / "no" / "a.svg", "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::kOutput);
    EXPECT_NE(written.error().message().find("No such file or directory"), std::string::npos);
}

TEST(BaseOutputFile, AFolderIsNoFile) {
    const TemporaryFolder folder;
    const Result<void> written = writeFile(folder.path(), "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().what, "is a folder");
}

TEST(BaseOutputFile, ModeAndLinkStay) {
    const TemporaryFolder folder;
    const fs::path file = folder.file("a.svg", "old");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
    fs::create_symlink("a.svg", folder.path() / "link.svg");
    ASSERT_TRUE(writeFile(folder.path() / "link.svg", "new"));
    EXPECT_EQ(readFile(file), "new");
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link.svg"));
    EXPECT_EQ(fs::status(file).permissions(),
              fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
}

TEST(BaseOutputFile, DevicesAreWrittenInto) {
    EXPECT_TRUE(writeFile("/dev/null", "x"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(BaseOutputFile, LongNamesDo) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / std::string(255, 'n');
    ASSERT_TRUE(writeFile(path, "x"));
    EXPECT_EQ(readFile(path), "x");
}

}  // namespace
}  // namespace qdqlens::test
