// qdqlens-make-sample as people start it.
#include <gtest/gtest.h>

#include "resources/samples/tiny_conv_net.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

namespace {

std::string program() {
    return (programFolder() / "qdqlens-make-sample").string();
}

TEST(MakeSample, WritesThreeFilesIntoANewFolder) {
    const TemporaryFolder folder;
    const std::filesystem::path out = folder.path() / "a" / "b";
    const auto run = runCommand(program() + " " + out.string());
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, (out / "tinyconvnet_qdq.onnx").string() + "\n" +
                           (out / "tinyconvnet_qdq_static.onnx").string() + "\n" +
                           (out / "tinyconvnet_fp32.onnx").string() + "\n");
    EXPECT_EQ(readFile(out / "tinyconvnet_qdq.onnx"), samples::tinyConvNetQdq());
    EXPECT_EQ(readFile(out / "tinyconvnet_qdq_static.onnx"), samples::tinyConvNetQdqStatic());
    EXPECT_EQ(readFile(out / "tinyconvnet_fp32.onnx"), samples::tinyConvNetFloat());
}

TEST(MakeSample, SaysWhereItCannotWrite) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.file("file", "in the way");
    const auto run = runCommand(program() + " " + (file / "sub").string());
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_NE(run.err.find(file.string()), std::string::npos) << run.err;
}

TEST(MakeSample, WantsAFolder) {
    EXPECT_NE(runCommand(program()).exit_code, 0);
}

}  // namespace

}  // namespace qdqlens::test
