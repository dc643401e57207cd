// Asks the user's own ONNX Runtime, in a child process: Python's onnxruntime or npm's onnxruntime-node, by a
// small script that is shipped with the program (app/runtime). Only when somebody asks for it; killed when it
// takes too long.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/child_process.h"

namespace qdqlens::runtime {

/// session.qdqisint8allowed; kAuto leaves it to the machine.
enum class Int8 : std::uint8_t { kAuto, kOn, kOff };

struct RuntimeRequest {
    std::filesystem::path model;
    std::string level = "extended";  ///< disabled, basic, extended, all.
    Int8 int8 = Int8::kAuto;
    std::optional<std::filesystem::path> optimized;         ///< Where the optimized model is to be saved.
    bool run = false;                                       ///< Run it too, not only load it.
    std::map<std::string, std::vector<std::int64_t>> dims;  ///< Of inputs; 1 for every dim that is not known.
    std::uint32_t seed = 1;                                 ///< Of the made-up inputs.
};

struct RuntimeOutput {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
};

/// The runtime's own answer. A model that it refuses is an answer, not an Error.
struct RuntimeAnswer {
    bool loads = false;
    bool runs = false;
    std::string error;  ///< The runtime's words.
    std::vector<RuntimeOutput> outputs;
};

class RuntimeProcess {
  public:
    /// Looks in $QDQLENS_ORT (a Python, or a folder with npm's onnxruntime-node in it), the active virtual
    /// environment, python3 and node on PATH; the first that has ONNX Runtime. Error kEngine where there is
    /// none: it says how to get one.
    [[nodiscard]] static Result<std::unique_ptr<RuntimeProcess>> find(const std::stop_token& stop = {});

    [[nodiscard]] const std::string& name() const { return name_; }  ///< "onnxruntime" or "onnxruntime-node".
    [[nodiscard]] const std::string& version() const { return version_; }  ///< "1.30.0".

    /// Errors: kStopped; kEngine (died, took longer than `limit`): the process is gone then, and a crash of
    /// the runtime looks like this.
    [[nodiscard]] Result<RuntimeAnswer> ask(const RuntimeRequest& request, std::chrono::milliseconds limit,
                                            const std::stop_token& stop = {});
    [[nodiscard]] bool alive() { return process_->alive(); }

  private:
    RuntimeProcess() = default;
    [[nodiscard]] Result<std::string> exchange(const std::string& body,
                                               std::chrono::steady_clock::time_point deadline,
                                               const std::stop_token& stop);
    [[nodiscard]] static Result<std::unique_ptr<RuntimeProcess>> start(const std::filesystem::path& program,
                                                                       std::string_view script,
                                                                       const std::stop_token& stop);

    std::unique_ptr<ChildProcess> process_;
    std::string name_;
    std::string version_;
};

}  // namespace qdqlens::runtime
