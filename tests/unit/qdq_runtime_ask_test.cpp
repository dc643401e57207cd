// The child process that asks a runtime: Python's script is held to the protocol by a module that only
// pretends.
#include <gtest/gtest.h>

#include "core/qdq/runtime/ask.h"
#include "tests/support/pretend_runtime.h"

namespace qdqlens::test {
namespace {

using namespace std::chrono_literals;
using runtime::RuntimeProcess;
using runtime::RuntimeRequest;

class RuntimeAsk : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!pretend_.available()) {
            GTEST_SKIP() << "no python3";
        }
    }
    RuntimeRequest request(const std::string& model) const {
        RuntimeRequest made;
        made.model = pretend_.folder() / model;
        made.optimized = pretend_.folder() / "optimized";
        made.run = true;
        return made;
    }
    PretendRuntime pretend_;
};

}  // namespace

TEST_F(RuntimeAsk, TellsNameVersionAndAnswers) {
    auto process = RuntimeProcess::find();
    ASSERT_TRUE(process) << process.error().message();
    EXPECT_EQ((*process)->name(), "onnxruntime");
    EXPECT_EQ((*process)->version(), "9.8.7");
    RuntimeRequest asked = request("model.onnx");
    asked.int8 = runtime::Int8::kOn;
    asked.level = "basic";
    const auto answer = (*process)->ask(asked, 20s);
    ASSERT_TRUE(answer) << answer.error().message();
    EXPECT_TRUE(answer->loads);
    EXPECT_TRUE(answer->runs);
    ASSERT_EQ(answer->outputs.size(), 1U);
    EXPECT_EQ(answer->outputs[0].name, "y");
    EXPECT_EQ(answer->outputs[0].dtype, "int8=1");
    EXPECT_EQ(answer->outputs[0].shape, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(readFile(*asked.optimized), "level 1");
}

TEST_F(RuntimeAsk, RefusalIsAnAnswerAndTheNextQuestionGoesOn) {
    auto process = RuntimeProcess::find();
    ASSERT_TRUE(process) << process.error().message();
    const auto refused = (*process)->ask(request("refuse.onnx"), 20s);
    ASSERT_TRUE(refused) << refused.error().message();
    EXPECT_FALSE(refused->loads);
    EXPECT_EQ(refused->error, "it is not liked: ä");
    EXPECT_TRUE((*process)->ask(request("model.onnx"), 20s)->runs);
}

TEST_F(RuntimeAsk, CrashAndTimeOutAreErrors) {
    auto process = RuntimeProcess::find();
    ASSERT_TRUE(process) << process.error().message();
    const auto crashed = (*process)->ask(request("crash.onnx"), 20s);
    ASSERT_FALSE(crashed);
    EXPECT_EQ(crashed.error().kind, ErrorKind::kEngine);
    auto second = RuntimeProcess::find();
    ASSERT_TRUE(second);
    const auto start = std::chrono::steady_clock::now();
    const auto late = (*second)->ask(request("sleep.onnx"), 300ms);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().kind, ErrorKind::kEngine);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
    EXPECT_FALSE((*second)->alive());
}

TEST_F(RuntimeAsk, NoRuntimeSaysHowToGetOne) {
    const EnvironmentSetting nowhere("QDQLENS_ORT", (pretend_.folder() / "nothing").string());
    const auto process = RuntimeProcess::find();
    ASSERT_FALSE(process);
    EXPECT_EQ(process.error().kind, ErrorKind::kEngine);
    EXPECT_NE(process.error().what.find("pip install onnxruntime"), std::string::npos)
        << process.error().what;
}

}  // namespace qdqlens::test
