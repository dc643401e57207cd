// Random graphs: fresh seeds on every run, so that every run asks something new.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "tests/oracle/generate.h"
#include "tests/oracle/oracle.h"

namespace qdqlens::test {
namespace {

std::uint64_t freshSeed() {
    if (const char* fixed = std::getenv("QDQLENS_ORACLE_SEED"))
        return std::strtoull(fixed, nullptr, 10);
    return (static_cast<std::uint64_t>(std::random_device{}()) << 20) ^ std::random_device{}();
}

int wishedModels() {
    const char* count = std::getenv("QDQLENS_ORACLE_MODELS");
    return count != nullptr ? std::atoi(count) : 1200;
}

}  // namespace

TEST(QdqOracle, RandomGraphs) {
    std::string why;
    Oracle* oracle = Oracle::get(why);
    if (oracle == nullptr)
        GTEST_SKIP() << why;
    const std::uint64_t seed = freshSeed();
    fmt::print("QDQLENS_ORACLE_SEED={}\n", seed);
    const TemporaryFolder folder;
    const char* keep = std::getenv("QDQLENS_ORACLE_KEEP");
    const std::filesystem::path where = keep != nullptr ? std::filesystem::path(keep) : folder.path();
    rc::Random random(seed);
    Tally tally;
    const auto plain = qdqModels({.transposes = false});
    const auto turned = qdqModels({.transposes = true});
    for (int k = 0; k < wishedModels(); ++k) {
        const std::string bytes = (k % 2 == 0 ? plain : turned)(random.split(), 100).value();
        const std::filesystem::path path = where / fmt::format("random_{}.onnx", k);
        std::ofstream(path, std::ios::binary) << bytes;
        for (const runtime::Target& target : runtime::targets())
            oracle->compare(path, target, tally);
        std::error_code none;
        if (keep == nullptr)
            std::filesystem::remove(path, none);
    }
    tally.print(fmt::format("random graphs, ONNX Runtime {}", oracle->version()));
    EXPECT_TRUE(tally.wrongRefusals().empty());
    EXPECT_GE(tally.agreement(true), 0.999);
    EXPECT_GE(tally.agreement(), 0.997);
    if (std::getenv("QDQLENS_ORACLE_MODELS") != nullptr)
        return;
    EXPECT_GE(tally.compared(), 10000U);
    for (const runtime::Selector& row : runtime::targets().front().selectors) {
        EXPECT_GE(tally.ofRow(std::string(row.op)), 100U) << row.op;
    }
}

}  // namespace qdqlens::test
