// What is refused, and in which words.
#include <gtest/gtest.h>

#include "core/onnx/reader.h"
#include "core/onnx/wire_writer.h"

namespace qdqlens::onnx {

namespace {

std::string problem(const std::string& bytes, const ReadLimits& limits = {}) {
    const auto model = readModel(Input::fromBytes(bytes, "m.onnx"), limits);
    if (model) {
        return "opened";
    }
    EXPECT_EQ(model.error().kind, ErrorKind::kInput);
    EXPECT_EQ(model.error().where, "m.onnx");
    EXPECT_EQ(model.error().what.find('\n'), std::string::npos);
    return model.error().what;
}

struct NoModel {
    const char* name;
    std::string bytes;
    const char* says;
};

class NoModels : public testing::TestWithParam<NoModel> {};

std::string nestedGraphs(int depth) {
    std::string graph = bytesOf(11, bytesOf(1, "x"));
    for (int i = 1; i < depth; ++i) {
        graph = bytesOf(1, bytesOf(4, "If") + bytesOf(5, bytesOf(6, graph)));
    }
    return bytesOf(7, graph);
}

}  // namespace

TEST_P(NoModels, AreNamedForWhatTheyLookLike) {
    const std::string what = problem(GetParam().bytes);
    EXPECT_NE(what.find(GetParam().says), std::string::npos) << what;
}

INSTANTIATE_TEST_SUITE_P(
    Reader, NoModels,
    testing::Values(
        NoModel{"Empty", "", "empty (0 bytes)"}, NoModel{"Text", "hello, world\n", "but text"},
        NoModel{"Blank", " \n\n", "white space"}, NoModel{"Zeros", std::string(100, '\0'), "zero bytes"},
        NoModel{"Png", "\x89PNG\r\n\x1a\n....", "PNG"},
        NoModel{"Zip", "PK\x03\x04....", "ZIP archive: unpack"},
        NoModel{"Hdf5", "\x89HDF\r\n\x1a\n....", "tf2onnx"}, NoModel{"Gzip", "\x1f\x8b\x08....", "gzip"},
        NoModel{"TfLite", std::string("\x1c\0\0\0TFL3....", 12), "TensorFlow Lite"},
        NoModel{"Ort", std::string("\x20\0\0\0ORTM....", 12), "open the .onnx it was made from"},
        NoModel{"Safetensors", std::string("\x40\0\0\0\0\0\0\0{\"a\":1}", 15), "safetensors"},
        NoModel{"Pickle", "\x80\x02}q.", "pickle"},
        NoModel{"TextFormat", "<\n  ir_version: 8,\n  opset_import: [\"\" : 17]\n>\nagraph (x) => (y) {}\n",
                "onnx.parser.parse_model"},
        NoModel{"ProtobufText", "ir_version: 8\ngraph {\n}\n", "text format"},
        NoModel{"Json", "{\"irVersion\": \"8\", \"graph\": {}}", "JSON"},
        NoModel{"Lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", "git lfs pull"},
        NoModel{"Html", "\n<!DOCTYPE html><html>", "web page"},
        NoModel{"NoGraph", varintOf(1, 7) + bytesOf(2, "producer"), "graph (field 7) is not among"},
        NoModel{"EmptyGraph", varintOf(1, 7) + bytesOf(7, ""), "holds nothing"}),
    [](const testing::TestParamInfo<NoModel>& file) { return file.param.name; });

TEST(ReaderRefusal, NamesTheByteAndTheMessage) {
    const std::string node = wireTag(5, 2) + varint(200) + "abc";
    const std::string head = varintOf(1, 8);
    EXPECT_EQ(problem(head + bytesOf(7, bytesOf(1, node) + bytesOf(2, "g"))),
              "not a readable ONNX model: byte 6: NodeProto ends early: field 5 is said to hold 200 bytes, 3 "
              "are there "
              "(graph.node[0])");
}

TEST(ReaderRefusal, CutFilesSayThatTheyAreCut) {
    const std::string whole = varintOf(1, 8) + bytesOf(7, bytesOf(11, bytesOf(1, "x")) + bytesOf(2, "graph"));
    EXPECT_EQ(problem(whole), "opened");
    for (std::size_t size = 3; size < whole.size(); ++size) {
        const std::string what = problem(whole.substr(0, size));
        EXPECT_NE(what, "opened") << size;
        EXPECT_NE(what.find("byte "), std::string::npos) << what;
    }
    EXPECT_NE(problem(whole.substr(0, whole.size() - 1)).find("cut off"), std::string::npos);
}

TEST(ReaderRefusal, BrokenPackedListsNameTheirPlace) {
    const auto attribute = [](const std::string& field) {
        return bytesOf(7, bytesOf(1, bytesOf(5, field)) + bytesOf(11, ""));
    };
    EXPECT_NE(problem(attribute(bytesOf(7, "abc"))).find("no multiple of 4 (graph.node[0].attribute[0])"),
              std::string::npos);
    EXPECT_NE(problem(attribute(bytesOf(8, "\x80"))).find("graph.node[0].attribute[0]"), std::string::npos);
    const std::string tensor = bytesOf(7, bytesOf(5, bytesOf(4, "abcde")));
    EXPECT_NE(problem(tensor).find("graph.initializer[0]"), std::string::npos);
}

TEST(ReaderRefusal, DepthIsLimited) {
    EXPECT_EQ(problem(nestedGraphs(60)), "opened");
    EXPECT_NE(problem(nestedGraphs(70)).find("graphs are nested deeper than 64 levels"), std::string::npos);
    EXPECT_NE(problem(nestedGraphs(500)).find("graphs are nested deeper than 64 levels"), std::string::npos);
    std::string type = bytesOf(1, varintOf(1, 1));
    for (int i = 0; i < 100; ++i) {
        type = bytesOf(4, bytesOf(1, type));
    }
    EXPECT_NE(problem(bytesOf(7, bytesOf(11, bytesOf(2, type)))).find("types are nested deeper"),
              std::string::npos);
}

TEST(ReaderRefusal, MessagesAreCounted) {
    std::string nodes;
    for (int i = 0; i < 1000; ++i) {
        nodes += bytesOf(1, "");
    }
    ReadLimits limits;
    EXPECT_EQ(problem(bytesOf(7, nodes), limits), "opened");
    limits.messages = 500;
    EXPECT_NE(problem(bytesOf(7, nodes), limits).find("more than 500 messages"), std::string::npos);
}

}  // namespace qdqlens::onnx
