// The child process that asks a runtime: Python's script is held to the protocol by a module that only
// pretends.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "core/qdq/runtime/ask.h"
#include "tests/support/paths.h"

namespace qdqlens::test {
namespace {

using namespace std::chrono_literals;
using runtime::RuntimeProcess;
using runtime::RuntimeRequest;

constexpr const char* kPretender = R"py(
import sys, time
__version__ = "9.8.7"
print("the library prints on stdout")
class GraphOptimizationLevel:
    ORT_DISABLE_ALL, ORT_ENABLE_BASIC, ORT_ENABLE_EXTENDED, ORT_ENABLE_ALL = range(4)
class SessionOptions:
    def __init__(self): self.entries = {}
    def add_session_config_entry(self, key, value): self.entries[key] = value
class Port:
    def __init__(self, name): self.name, self.type, self.shape = name, "tensor(float)", ["batch", 3]
class Value:
    def __init__(self, entries): self.dtype, self.shape = "int8=" + entries.get("session.qdqisint8allowed", "?"), (2, 3)
class InferenceSession:
    def __init__(self, path, options, providers):
        if "refuse" in path: raise RuntimeError("it is not liked: \u00e4")
        if "crash" in path: sys.exit(3)
        if "sleep" in path: time.sleep(60)
        self.options = options
        open(options.optimized_model_filepath, "w").write("level %d" % options.graph_optimization_level)
    def get_inputs(self): return []
    def get_outputs(self): return [Port("y")]
    def run(self, names, feeds): return [Value(self.options.entries)]
)py";

/// An environment variable for the time of a test.
class Setting {
  public:
    Setting(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name))
            old_ = old;
        ::setenv(name, value.c_str(), 1);
    }
    ~Setting() {
        if (old_) {
            ::setenv(name_, old_->c_str(), 1);
        } else {
            ::unsetenv(name_);
        }
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

class RuntimeAsk : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto found = runCommand("command -v python3");
        if (found.exit_code != 0) {
            GTEST_SKIP() << "no python3";
        }
        ::setenv("QDQLENS_ORT", found.out.substr(0, found.out.find('\n')).c_str(), 1);
        (void)folder_.file("onnxruntime.py", kPretender);
        (void)folder_.file("numpy.py", "class random:\n    RandomState = staticmethod(lambda seed: None)\n");
    }
    RuntimeRequest request(const std::string& model) const {
        RuntimeRequest made;
        made.model = folder_.path() / model;
        made.optimized = folder_.path() / "optimized";
        made.run = true;
        return made;
    }
    TemporaryFolder folder_;
    Setting path_{"PYTHONPATH", folder_.path().string()};
    Setting ort_{"QDQLENS_ORT", ""};
    Setting libexec_{"QDQLENS_LIBEXEC", programFolder().string()};
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
    const Setting nowhere("QDQLENS_ORT", folder_.path().string() + "/nothing");
    const auto process = RuntimeProcess::find();
    ASSERT_FALSE(process);
    EXPECT_EQ(process.error().kind, ErrorKind::kEngine);
    EXPECT_NE(process.error().what.find("pip install onnxruntime"), std::string::npos)
        << process.error().what;
}

}  // namespace qdqlens::test
