#include "core/onnx/input.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tests/support/paths.h"

namespace qdqlens::onnx {

namespace {

using test::TemporaryFolder;

std::string problem(const std::filesystem::path& path) {
    const auto input = Input::open(path);
    if (input) {
        return "opened";
    }
    EXPECT_EQ(input.error().kind, ErrorKind::kInput);
    EXPECT_EQ(input.error().where, path.string());
    return input.error().what;
}

}  // namespace

TEST(Input, ReadsAFile) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.onnx", std::string("\0\1\2", 3));
    const auto input = Input::open(path);
    ASSERT_TRUE(input.has_value());
    EXPECT_EQ((*input)->bytes(), std::string_view("\0\1\2", 3));
    EXPECT_EQ((*input)->name(), path.string());
    EXPECT_EQ((*input)->folder(), folder.path());
}

TEST(Input, KeepsItsBytesWhenTheFileIsRewritten) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.onnx", "before");
    const auto input = Input::open(path);
    ASSERT_TRUE(input.has_value());
    std::ofstream(path, std::ios::trunc) << "x";
    EXPECT_EQ((*input)->bytes(), "before");
}

TEST(Input, MapsALargeFileWithoutReadingIt) {
    const TemporaryFolder folder;
    const auto path = folder.file("large.onnx", "head");
    const std::size_t size = Input::kMapAbove + 12345;
    std::filesystem::resize_file(path, size);  // A hole: takes no room on the disk.
    const auto input = Input::open(path);
    ASSERT_TRUE(input.has_value());
    EXPECT_EQ((*input)->bytes().size(), size);
    EXPECT_EQ((*input)->bytes().substr(0, 5), std::string_view("head\0", 5));
    EXPECT_EQ((*input)->bytes().back(), '\0');
}

TEST(Input, SaysWhatIsWrong) {
    const TemporaryFolder folder;
    EXPECT_NE(problem(folder.path()).find("folder"), std::string::npos);
    EXPECT_NE(problem(folder.path() / "none.onnx").find("no such file"), std::string::npos);
    EXPECT_NE(problem(folder.file("empty.onnx", "")).find("empty"), std::string::npos);
    EXPECT_NE(problem(folder.file("file", "x") / "below.onnx").find("not a folder"), std::string::npos);
    EXPECT_NE(problem("/dev/null").find("not a regular file"), std::string::npos);
    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_NE(problem(pipe).find("pipe"), std::string::npos);
    if (::geteuid() != 0) {  // Nothing is unreadable for root.
        const auto secret = folder.file("secret.onnx", "x");
        ::chmod(secret.c_str(), 0);
        EXPECT_NE(problem(secret).find("permission denied"), std::string::npos);
    }
}

TEST(Input, MemoryHasNoFolder) {
    const auto input = Input::fromBytes("abc", "bytes");
    EXPECT_EQ(input->bytes(), "abc");
    EXPECT_EQ(input->name(), "bytes");
    EXPECT_TRUE(input->folder().empty());
}

}  // namespace qdqlens::onnx
