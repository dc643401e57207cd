#include "core/layout/protocol.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace qdqlens::test {
namespace {

using namespace layout_protocol;

LayoutRequest sampleRequest() {
    LayoutRequest request;
    request.rankdir = RankDir::kLeftRight;
    request.rank_separation = 33.25;
    request.node_separation = 0.1;
    request.boxes = {{10, 20}, {0.3, 1e5}};
    request.edges = {{0, 1, {12.5, 7}}, {1, 1, {}}};
    return request;
}

Answer sampleAnswer() {
    Answer answer;
    answer.cpu_seconds = 0.0125;
    answer.placement.boxes = {{1, 2, 10, 20}, {-0.1, 1.0 / 3, 0.3, 1e5}};
    answer.placement.edges = {{{0, 1}, {2, 3}, {4, 5}, {6, 7}},
                              {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 1e-300}}};
    answer.placement.labels = {{9, 8, 12.5, 7}, {}};
    answer.placement.width = 100.125;
    answer.placement.height = 1e5;
    return answer;
}

TEST(LayoutProtocol, RequestsSurviveTheWay) {
    const LayoutRequest sent = sampleRequest();
    const auto got = decodeRequest(encodeRequest(sent));
    ASSERT_TRUE(got) << got.error().message();
    EXPECT_EQ(encodeRequest(*got), encodeRequest(sent));
    EXPECT_EQ(got->rankdir, RankDir::kLeftRight);
    EXPECT_EQ(got->boxes[1].width, 0.3);
    EXPECT_EQ(got->edges[0].label.height, 7);
    EXPECT_EQ(got->edges[1].from, 1U);
}

TEST(LayoutProtocol, AnswersSurviveTheWayToTheLastBit) {
    const Answer sent = sampleAnswer();
    const auto got = decodeAnswer(encodeAnswer(sent), sampleRequest());
    ASSERT_TRUE(got) << got.error().message();
    EXPECT_EQ(got->cpu_seconds, sent.cpu_seconds);
    EXPECT_EQ(got->placement.boxes, sent.placement.boxes);
    EXPECT_EQ(got->placement.edges, sent.placement.edges);
    EXPECT_EQ(got->placement.labels, sent.placement.labels);
    EXPECT_EQ(got->placement.width, sent.placement.width);
}

TEST(LayoutProtocol, HeadersSurviveTheWay) {
    const std::string bytes = frame(FrameKind::kFailure, "why");
    ASSERT_EQ(bytes.size(), kHeaderSize + 3);
    const auto header = decodeHeader(bytes.substr(0, kHeaderSize));
    ASSERT_TRUE(header) << header.error().message();
    EXPECT_EQ(header->kind, FrameKind::kFailure);
    EXPECT_EQ(header->size, 3U);
}

TEST(LayoutProtocol, AnotherVersionIsNamed) {
    std::string bytes = frame(FrameKind::kAnswer, "").substr(0, kHeaderSize);
    bytes[4] = 9;
    const auto header = decodeHeader(bytes);
    ASSERT_FALSE(header);
    EXPECT_NE(header.error().what.find("version 9"), std::string::npos) << header.error().what;
}

TEST(LayoutProtocol, GarbageIsNoHeader) {
    EXPECT_FALSE(decodeHeader(""));
    EXPECT_FALSE(decodeHeader("Segmentation fau"));
    EXPECT_FALSE(decodeHeader(frame(FrameKind::kAnswer, "").substr(0, kHeaderSize - 1)));
    EXPECT_FALSE(decodeHeader(frame(static_cast<FrameKind>(7), "")));
    std::string large = frame(FrameKind::kAnswer, "");
    large[14] = 1;
    EXPECT_FALSE(decodeHeader(large));
}

TEST(LayoutProtocol, WhatIsCutShortOrTooLongIsRefused) {
    const std::string request = encodeRequest(sampleRequest());
    for (std::size_t size = 0; size < request.size(); ++size) {
        EXPECT_FALSE(decodeRequest(request.substr(0, size))) << size;
    }
    EXPECT_FALSE(decodeRequest(request + '\0'));
    const std::string answer = encodeAnswer(sampleAnswer());
    for (std::size_t size = 0; size < answer.size(); ++size) {
        EXPECT_FALSE(decodeAnswer(answer.substr(0, size), sampleRequest())) << size;
    }
    EXPECT_FALSE(decodeAnswer(answer + '\0', sampleRequest()));
}

TEST(LayoutProtocol, CountsThatTheBytesCannotHoldCostNoMemory) {
    std::string request = encodeRequest(sampleRequest());
    const std::uint32_t many = 0xffffffff;
    std::memcpy(request.data() + 1 + 16, &many, sizeof many);
    EXPECT_FALSE(decodeRequest(request));
}

// Whatever passes is a request or an answer that may be used; the sanitizers watch the rest.
TEST(LayoutProtocol, MutatedMessagesAreRefusedOrValid) {
    const LayoutRequest asked = sampleRequest();
    const std::string request = encodeRequest(asked);
    const std::string answer = encodeAnswer(sampleAnswer());
    std::mt19937 random(1);
    int passed = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string a = request;
        std::string b = answer;
        for (unsigned i = 0; i <= random() % 3; ++i) {
            a[random() % a.size()] = static_cast<char>(random());
            b[random() % b.size()] = static_cast<char>(random());
        }
        if (const auto got = decodeRequest(a)) {
            EXPECT_TRUE(checkRequest(*got));
            ++passed;
        }
        if (const auto got = decodeAnswer(b, asked)) {
            EXPECT_TRUE(checkAnswer(got->placement, asked));
            ++passed;
        }
    }
    EXPECT_GT(passed, 0);
}

TEST(LayoutProtocol, RefusesSizesThatAreNone) {
    for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity(), 2e6}) {
        LayoutRequest request = sampleRequest();
        request.boxes[1].height = bad;
        const auto checked = checkRequest(request);
        ASSERT_FALSE(checked) << bad;
        EXPECT_EQ(checked.error().where, "box 1");
        EXPECT_FALSE(decodeRequest(encodeRequest(request)));
    }
    for (const double bad : {0.0, -1.0, std::nan(""), 70'000.0}) {
        LayoutRequest request = sampleRequest();
        request.edges[0].label.width = bad;
        ASSERT_FALSE(checkRequest(request)) << bad;
        EXPECT_EQ(checkRequest(request).error().where, "label of edge 0");
    }
    for (const double bad : {-1.0, std::nan("")}) {
        LayoutRequest request = sampleRequest();
        request.node_separation = bad;
        EXPECT_FALSE(checkRequest(request)) << bad;
    }
}

TEST(LayoutProtocol, RefusesEdgesToNowhere) {
    LayoutRequest request = sampleRequest();
    request.edges[1].to = 2;
    ASSERT_FALSE(checkRequest(request));
    EXPECT_EQ(checkRequest(request).error().where, "edge 1");
}

TEST(LayoutProtocol, AnAnswerToAnotherQuestionIsRefused) {
    LayoutRequest other = sampleRequest();
    other.boxes[0].width = 11;
    EXPECT_FALSE(decodeAnswer(encodeAnswer(sampleAnswer()), other));
    other = sampleRequest();
    other.edges.pop_back();
    EXPECT_FALSE(decodeAnswer(encodeAnswer(sampleAnswer()), other));
}

}  // namespace
}  // namespace qdqlens::test
