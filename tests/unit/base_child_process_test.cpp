#include "core/base/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <thread>

#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::unique_ptr<ChildProcess> shell(const std::string& script) {
    auto child = ChildProcess::start("/bin/sh", {"-c", script});
    EXPECT_TRUE(child) << (child ? "" : child.error().message());
    return child ? std::move(*child) : nullptr;
}

Clock::time_point soon() {
    return Clock::now() + 20s;
}

TEST(ChildProcess, EchoesMoreThanAPipeHolds) {
    // `cat` waits for somebody to read, so that what is written must come back in pieces.
    const auto child = shell("exec cat");
    const std::string sent(40'000, 'x');
    for (int round = 0; round < 50; ++round) {
        ASSERT_TRUE(child->write(sent, soon(), {}));
        const auto got = child->read(sent.size(), soon(), {});
        ASSERT_TRUE(got) << got.error().message();
        ASSERT_EQ(*got, sent);
    }
    EXPECT_TRUE(child->alive());
}

TEST(ChildProcess, TellsHowItsChildDiedAndItsLastWords) {
    const auto child = shell("echo first >&2; echo last words >&2; exit 3");
    const auto got = child->read(1, soon(), {});
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().kind, ErrorKind::kEngine);
    EXPECT_EQ(got.error().what, "sh ended with exit code 3 (it said: first last words)");
    EXPECT_FALSE(child->alive());
}

TEST(ChildProcess, NamesTheSignal) {
    const auto got = shell("kill -SEGV $$")->read(1, soon(), {});
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().what, "sh died of signal 11 (segmentation fault)");
}

TEST(ChildProcess, AChildThatClosesItsOutputIsEnded) {
    const auto child = shell("exec <&- >&-; sleep 60");
    const auto got = child->read(1, soon(), {});
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().what, "sh closed its output and was ended");
    EXPECT_FALSE(child->alive());
}

TEST(ChildProcess, WritingToADeadChildRaisesNoSignal) {
    struct sigaction before {};
    ASSERT_EQ(sigaction(SIGPIPE, nullptr, &before), 0);
    ASSERT_EQ(before.sa_handler, SIG_DFL) << "the test wants SIGPIPE to be deadly";
    const auto child = shell("exit 0");
    while (child->alive()) {
        std::this_thread::sleep_for(1ms);
    }
    const auto written = child->write("x", soon(), {});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().what, "sh ended with exit code 0");
    struct sigaction after {};
    ASSERT_EQ(sigaction(SIGPIPE, nullptr, &after), 0);
    EXPECT_EQ(after.sa_handler, SIG_DFL);
}

TEST(ChildProcess, KeepsTheLastOfManyWordsAndNeverBlocksTheChild) {
    const auto child =
        shell("i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done; echo; exit 1");
    ASSERT_TRUE(child->read(1, soon(), {}));
    const auto got = child->read(1, soon(), {});
    ASSERT_FALSE(got);
    EXPECT_NE(got.error().what.find("line 19999)"), std::string::npos) << got.error().what;
    EXPECT_LT(got.error().what.size(), 4300U);
}

TEST(ChildProcess, TimesOut) {
    const auto child = shell("exec sleep 60");
    const auto got = child->read(1, Clock::now() + 50ms, {});
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().kind, ErrorKind::kEngine);
    EXPECT_EQ(got.error().what, "sh took too long and was ended");
    EXPECT_FALSE(child->alive());
}

TEST(ChildProcess, TimesOutWhileNobodyReads) {
    const auto child = shell("exec sleep 60");
    const auto written = child->write(std::string(8'000'000, 'x'), Clock::now() + 50ms, {});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().what, "sh took too long and was ended");
}

TEST(ChildProcess, StopsWhileItWaits) {
    const auto child = shell("exec sleep 60");
    std::stop_source source;
    Clock::time_point asked;
    std::jthread stopper([&source, &asked] {
        std::this_thread::sleep_for(30ms);
        asked = Clock::now();
        source.request_stop();
    });
    const auto got = child->read(1, Clock::time_point::max(), source.get_token());
    const auto took = Clock::now() - asked;
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().kind, ErrorKind::kStopped);
    EXPECT_FALSE(child->alive());
    EXPECT_LT(took, 2s);  // About 1 ms on an idle machine.
}

TEST(ChildProcess, AStopAskedBeforeStops) {
    const auto child = shell("exec cat");
    std::stop_source source;
    source.request_stop();
    const auto written = child->write("x", soon(), source.get_token());
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::kStopped);
}

TEST(ChildProcess, AProgramThatIsNotThereIsAnError) {
    const auto child = ChildProcess::start("/nowhere/helper", {});
    ASSERT_FALSE(child);
    EXPECT_EQ(child.error().kind, ErrorKind::kEngine);
    EXPECT_EQ(child.error().message(), "/nowhere/helper: cannot start: No such file or directory");
}

TEST(ChildProcess, PassesArgumentsAsTheyAre) {
    auto child = ChildProcess::start("/bin/sh", {"-c", "printf %s \"$1\"", "sh", "a b$c d"});
    ASSERT_TRUE(child);
    const auto got = (*child)->read(7, soon(), {});
    ASSERT_TRUE(got) << got.error().message();
    EXPECT_EQ(*got, "a b$c d");
}

TEST(FindHelper, LooksInTheNamedFolderFirstAndSaysWhereItLooked) {
    const TemporaryFolder folder;
    const auto missing = findHelper("no-such-helper");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().what.find("QDQLENS_LIBEXEC"), std::string::npos);
    EXPECT_EQ(missing.error().where, "no-such-helper");
}

}  // namespace
}  // namespace qdqlens::test
