#include "tests/support/pretend_runtime.h"

#include <cstdlib>

namespace qdqlens::test {

namespace {

constexpr const char* kModule = R"py(
import os, shutil, sys, time
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
        if os.path.exists(path): shutil.copy(path, options.optimized_model_filepath)
        else: open(options.optimized_model_filepath, "w").write("level %d" % options.graph_optimization_level)
    def get_inputs(self): return []
    def get_outputs(self): return [Port("y")]
    def run(self, names, feeds): return [Value(self.options.entries)]
)py";

}  // namespace

EnvironmentSetting::EnvironmentSetting(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) {
        old_ = old;
    }
    ::setenv(name, value.c_str(), 1);
}

EnvironmentSetting::~EnvironmentSetting() {
    if (old_) {
        ::setenv(name_, old_->c_str(), 1);
    } else {
        ::unsetenv(name_);
    }
}

PretendRuntime::PretendRuntime() {
    const auto found = runCommand("command -v python3");
    available_ = found.exit_code == 0;
    ::setenv("QDQLENS_ORT", found.out.substr(0, found.out.find('\n')).c_str(), 1);
    (void)folder_.file("onnxruntime.py", kModule);
    (void)folder_.file("numpy.py", "class random:\n    RandomState = staticmethod(lambda seed: None)\n");
}

}  // namespace qdqlens::test
