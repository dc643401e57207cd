#include "core/onnx/wire.h"

#include <gtest/gtest.h>

#include <string>

#include "core/onnx/wire_writer.h"

namespace qdqlens::onnx {

namespace {

const MessagePath kRoot{nullptr, "ModelProto", nullptr, -1};

struct Walk {
    std::vector<std::uint32_t> tags;
    std::vector<std::uint64_t> values;
    std::vector<std::string> payloads;
    std::string problem;
};

Walk walk(const std::string& bytes, std::uint64_t max_messages = 100) {
    Walk result;
    WireState state(bytes, max_messages);
    WireCursor cursor(state, bytes, kRoot);
    while (cursor.next()) {
        result.tags.push_back(cursor.tag());
        result.values.push_back(cursor.value());
        result.payloads.emplace_back(cursor.bytes());
    }
    result.problem = state.problem();
    return result;
}

}  // namespace

TEST(Wire, WalksEveryKindOfField) {
    const Walk result = walk(varintOf(1, 300) + fixed32Of(2, 1.5F) + bytesOf(3, "abc") + fixed64Of(40, -2.0) +
                             varintOf(5, UINT64_MAX));
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(result.tags, (std::vector<std::uint32_t>{varintField(1), fixed32Field(2), bytesField(3),
                                                       fixed64Field(40), varintField(5)}));
    EXPECT_EQ(result.values[0], 300U);
    EXPECT_EQ(result.values[1], std::bit_cast<std::uint32_t>(1.5F));
    EXPECT_EQ(result.payloads[2], "abc");
    EXPECT_EQ(result.values[3], std::bit_cast<std::uint64_t>(-2.0));
    EXPECT_EQ(result.values[4], UINT64_MAX);
}

TEST(Wire, SkipsGroupsWithWhatIsInThem) {
    const std::string group = wireTag(9, 3) + varintOf(1, 7) + bytesOf(2, "x") + wireTag(3, 3) +
                              fixed32Of(1, 0) + wireTag(3, 4) + wireTag(9, 4);
    const Walk result = walk(varintOf(1, 1) + group + varintOf(2, 2));
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(result.tags, (std::vector<std::uint32_t>{varintField(1), varintField(2)}));
}

TEST(Wire, RefusesBrokenGroups) {
    EXPECT_NE(walk(wireTag(9, 3) + wireTag(8, 4)).problem, "");
    EXPECT_NE(walk(wireTag(9, 3)).problem, "");
    EXPECT_NE(walk(wireTag(9, 4)).problem, "");
    std::string deep;
    for (int i = 0; i < 10000; ++i) {
        deep += wireTag(1, 3);
    }
    EXPECT_NE(walk(deep).problem.find("group"), std::string::npos);
}

TEST(Wire, RefusesFieldNumberZeroAndUnknownWireTypes) {
    EXPECT_EQ(walk(varintOf(1, 1) + std::string("\x02\x01", 2)).problem,
              "byte 2: ModelProto holds a field with the number 0");
    EXPECT_NE(walk(wireTag(1, 6)).problem.find("wire type that does not exist"), std::string::npos);
    EXPECT_NE(walk(wireTag(1, 7)).problem, "");
}

TEST(Wire, RefusesOverlongAndCutNumbers) {
    const std::string eleven = std::string(10, '\xff') + '\x01';
    EXPECT_NE(walk(wireTag(1, 0) + eleven).problem, "");
    EXPECT_NE(walk(eleven).problem, "");
    EXPECT_NE(walk(wireTag(1, 2) + eleven).problem, "");
    EXPECT_NE(walk(wireTag(1, 0) + "\x80").problem, "");
    EXPECT_NE(walk(std::string("\x80")).problem, "");
    EXPECT_NE(walk(varint(std::uint64_t{1} << 35)).problem.find("overlong"), std::string::npos);
    EXPECT_EQ(walk(wireTag(1, 0) + std::string("\x81\x80\x80\x80\x80\x80\x80\x80\x80\x00", 10)).values.at(0),
              1U);
}

TEST(Wire, SaysHowMuchIsMissing) {
    EXPECT_EQ(
        walk(varintOf(1, 1) + wireTag(7, 2) + varint(200) + "abc").problem,
        "byte 2: ModelProto ends early: field 7 is said to hold 200 bytes, 3 are there; the file is cut off: "
        "download or copy it again");
    EXPECT_NE(walk(wireTag(7, 2) + varint(UINT64_MAX) + "abc").problem, "");
    EXPECT_NE(walk(wireTag(7, 5) + "abc").problem.find("4 bytes, 3 are there"), std::string::npos);
}

TEST(Wire, CountsMessages) {
    EXPECT_EQ(walk("", 1).problem, "");
    EXPECT_NE(walk("", 0).problem.find("more than 0 messages"), std::string::npos);
}

TEST(Wire, KeepsTheFirstError) {
    const std::string bytes = "abc";
    WireState state(bytes, 10);
    state.fail(bytes.data() + 1, "first", kRoot);
    state.fail(bytes.data() + 2, "second", kRoot);
    EXPECT_EQ(state.problem(), "byte 1: first");
}

TEST(Wire, DescribesPaths) {
    const MessagePath graph{&kRoot, "GraphProto", "graph", -1};
    const MessagePath node{&graph, "NodeProto", "node", 12};
    const MessagePath attribute{&node, "AttributeProto", "attribute", 3};
    EXPECT_EQ(describePath(attribute), "graph.node[12].attribute[3]");
    EXPECT_EQ(describePath(kRoot), "");
    std::vector<MessagePath> chain(1000);
    const MessagePath* parent = &kRoot;
    for (MessagePath& step : chain) {
        step = {parent, "GraphProto", "graph", -1};
        parent = &step;
    }
    EXPECT_LT(describePath(*parent).size(), 300U);
}

}  // namespace qdqlens::onnx
