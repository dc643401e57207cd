// External data: where they may be, and what is said where they are not.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "core/onnx/reader.h"
#include "core/onnx/tensor_data.h"
#include "resources/samples/model_builder.h"
#include "tests/support/paths.h"

namespace qdqlens::onnx {

namespace {

namespace fs = std::filesystem;
using samples::ModelBuilder;
using samples::TensorSpec;

std::string modelBytes(const std::string& location, std::int64_t offset, std::int64_t length) {
    ModelBuilder builder;
    TensorSpec tensor(DataType::kUInt8, {4}, {0, 0, 0, 0});
    builder.initializer("w", tensor.external(location, offset, length));
    return builder.serialize();
}

/// A folder with a model that refers to `location`; what decoding it says.
class ExternalData : public testing::Test {
  protected:
    std::string decoded(const std::string& location, std::int64_t offset = -1, std::int64_t length = -1) {
        const auto model = openModel(folder_.file("in/m.onnx", modelBytes(location, offset, length)));
        if (!model) {
            return model.error().message();
        }
        const auto elements = decodeAll(**model, (*model)->graph.initializers.at(0));
        if (!elements) {
            EXPECT_EQ(elements.error().where, (*model)->input->name());
            return elements.error().what;
        }
        std::string text;
        for (const Element& element : *elements) {
            text += element.text() + " ";
        }
        return text;
    }
    [[nodiscard]] fs::path inside() const { return folder_.path() / "in"; }

    test::TemporaryFolder folder_;
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_F(ExternalData, AreReadFromTheirPlace) {
    static_cast<void>(folder_.file("in/w.bin", std::string("\1\2\3\4\5\6", 6)));
    static_cast<void>(folder_.file("in/sub/w.bin", std::string("\7\7\7\7", 4)));
    EXPECT_EQ(decoded("w.bin"), "1 2 3 4 ");
    EXPECT_EQ(decoded("w.bin", 2, 4), "3 4 5 6 ");
    EXPECT_EQ(decoded("sub/w.bin"), "7 7 7 7 ");
    EXPECT_EQ(decoded("./w.bin", 1), "2 3 4 5 ");
}

TEST_F(ExternalData, PiecesAreReadAlone) {
    static_cast<void>(folder_.file("in/w.bin", std::string("\1\2\3\4", 4)));
    const auto model = openModel(folder_.file("in/m.onnx", modelBytes("w.bin", -1, -1)));
    const auto piece = decode(**model, (*model)->graph.initializers.at(0), 2, 1);
    ASSERT_TRUE(piece.has_value());
    ASSERT_EQ(piece->size(), 1U);
    EXPECT_EQ((*piece)[0].i(), 3);
}

TEST_F(ExternalData, MustStayInTheFolder) {
    static_cast<void>(folder_.file("w.bin", "1234"));
    EXPECT_TRUE(has(decoded("../w.bin"), "leaves the model's folder by '..'"));
    EXPECT_TRUE(has(decoded("sub/../../w.bin"), "'..'"));
    EXPECT_TRUE(has(decoded("sub\\..\\..\\w.bin"), "'..'"));
    EXPECT_TRUE(has(decoded((folder_.path() / "w.bin").string()), "absolute"));
    EXPECT_TRUE(has(decoded("C:\\w.bin"), "absolute"));
    EXPECT_TRUE(has(decoded(""), "no location"));
    EXPECT_TRUE(has(decoded(std::string("w\0.bin", 6)), "zero byte"));
}

TEST_F(ExternalData, SymbolicLinksMayNotLeave) {
    static_cast<void>(folder_.file("w.bin", "1234"));
    static_cast<void>(folder_.file("in/real.bin", std::string("\1\2\3\4", 4)));
    fs::create_symlink(folder_.path() / "w.bin", inside() / "out.bin");
    fs::create_symlink(folder_.path(), inside() / "outfolder");
    fs::create_symlink("real.bin", inside() / "within.bin");
    fs::create_symlink(folder_.path() / "nothing", inside() / "dangling.bin");
    EXPECT_TRUE(has(decoded("out.bin"), "symbolic link"));
    EXPECT_TRUE(has(decoded("outfolder/w.bin"), "symbolic link"));
    EXPECT_EQ(decoded("within.bin"), "1 2 3 4 ");
    EXPECT_TRUE(has(decoded("dangling.bin"), "dangling.bin"));
    // The model's own folder may be reached by a link.
    fs::create_directory_symlink(inside(), folder_.path() / "link");
    static_cast<void>(folder_.file("in/m.onnx", modelBytes("real.bin", -1, -1)));
    const auto model = openModel(folder_.path() / "link/m.onnx");
    ASSERT_TRUE(model.has_value());
    EXPECT_TRUE(decodeAll(**model, (*model)->graph.initializers.at(0)).has_value());
}

TEST_F(ExternalData, NamesWhatIsMissing) {
    const std::string missing = decoded("gone.bin");
    EXPECT_TRUE(has(missing, "tensor w")) << missing;
    EXPECT_TRUE(has(missing, "gone.bin is missing")) << missing;
    static_cast<void>(folder_.file("in/w.bin", "12345"));
    EXPECT_TRUE(has(decoded("w.bin", 2), "has 5 bytes, too short for 4 bytes from offset 2"));
    EXPECT_TRUE(has(decoded("w.bin", INT64_MAX), "too short"));
    EXPECT_TRUE(has(decoded("w.bin", 0, 3), "length 3"));
    fs::create_directory(inside() / "d.bin");
    EXPECT_TRUE(has(decoded("d.bin"), "not a regular file"));
    ASSERT_EQ(::mkfifo((inside() / "pipe.bin").c_str(), 0600), 0);
    EXPECT_TRUE(has(decoded("pipe.bin"), "not a regular file"));
}

TEST_F(ExternalData, NumbersMustBeNumbers) {
    ModelBuilder builder;
    TensorSpec tensor(DataType::kUInt8, {1}, {0});
    tensor.external("w.bin");
    auto& entry = *tensor.proto().add_external_data();
    entry.set_key("offset");
    entry.set_value("-5");
    builder.initializer("w", tensor);
    const auto model = openModel(folder_.file("in/m.onnx", builder.serialize()));
    const auto location = externalLocation(**model, (*model)->graph.initializers.at(0));
    ASSERT_FALSE(location.has_value());
    EXPECT_TRUE(has(location.error().what, "offset '-5' is not a number"));
}

TEST_F(ExternalData, LocationIsKnownWithoutTheFile) {
    const auto model = openModel(folder_.file("in/m.onnx", modelBytes("gone.bin", 8, 4)));
    const auto location = externalLocation(**model, (*model)->graph.initializers.at(0));
    ASSERT_TRUE(location.has_value()) << location.error().message();
    EXPECT_EQ(location->file.filename(), "gone.bin");
    EXPECT_EQ(location->offset, 8U);
    EXPECT_EQ(location->length, 4U);
}

TEST_F(ExternalData, MemoryHasNone) {
    const auto model = readModel(Input::fromBytes(modelBytes("w.bin", -1, -1)));
    const auto elements = decodeAll(**model, (*model)->graph.initializers.at(0));
    ASSERT_FALSE(elements.has_value());
    EXPECT_TRUE(has(elements.error().what, "not read from a folder"));
}

}  // namespace qdqlens::onnx
