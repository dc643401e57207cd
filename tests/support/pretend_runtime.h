// A Python module that pretends to be ONNX Runtime, for tests of the protocol and of who speaks it.
#pragma once

#include <optional>
#include <string>

#include "tests/support/paths.h"

namespace qdqlens::test {

/// An environment variable for the time of a test.
class EnvironmentSetting {
  public:
    EnvironmentSetting(const char* name, const std::string& value);
    ~EnvironmentSetting();
    EnvironmentSetting(const EnvironmentSetting&) = delete;
    EnvironmentSetting& operator=(const EnvironmentSetting&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

/// While it lives, the program finds this runtime and no other: version 9.8.7, whose "optimized" model is a
/// copy of the model where there is one. It refuses models with "refuse" in their path, dies of "crash", and
/// takes long over "sleep".
class PretendRuntime {
  public:
    PretendRuntime();
    /// There is a python3 to run it.
    [[nodiscard]] bool available() const { return available_; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

  private:
    TemporaryFolder folder_;
    EnvironmentSetting path_{"PYTHONPATH", folder_.path().string()};
    EnvironmentSetting ort_{"QDQLENS_ORT", ""};
    EnvironmentSetting libexec_{"QDQLENS_LIBEXEC", programFolder().string()};
    bool available_ = false;
};

}  // namespace qdqlens::test
