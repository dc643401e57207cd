// `qdq runtime`: asks the user's own ONNX Runtime, and holds the prediction against it.
#include <cstdlib>
#include <filesystem>

#include "app/cli/common.h"
#include "app/cli/progress.h"
#include "core/base/output_file.h"
#include "core/export/runtime_report.h"
#include "core/onnx/reader.h"

namespace qdqlens::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kLimit{
    10};  ///< Large models take minutes to optimize; beyond this nobody waits.

struct RuntimeOptions {
    std::string path;
    std::vector<std::string> set;
    std::string level = "extended";
    std::string int8 = "auto";
    std::string output;
    std::string format = "text";
    bool quiet = false;
};

/// A folder of our own for the optimized model, gone at the end.
class Scratch {
  public:
    Scratch() {
        std::string name = (fs::temp_directory_path() / "qdqlens-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) {
            folder_ = name;
        }
    }
    ~Scratch() {
        std::error_code none;
        if (!folder_.empty()) {
            fs::remove_all(folder_, none);
        }
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] const fs::path& folder() const { return folder_; }

  private:
    fs::path folder_;
};

Result<std::vector<std::int64_t>> numbers(const std::string& word) {
    std::vector<std::int64_t> values;
    std::size_t at = 0;
    while (at <= word.size()) {
        const std::size_t comma = std::min(word.find(',', at), word.size());
        const std::string part = word.substr(at, comma - at);
        char* end = nullptr;
        const long long value = std::strtoll(part.c_str(), &end, 10);
        if (part.empty() || *end != '\0' || value < 0) {
            return fail(ErrorKind::kUsage, "'" + part + "' is no dim: say --set NAME=N or NAME=N,N,...",
                        "--set");
        }
        values.push_back(value);
        at = comma + 1;
    }
    return values;
}

/// --set x=4,3,16,16 gives an input's dims, --set batch=4 a symbol's; every input gets dims.
Result<std::map<std::string, std::vector<std::int64_t>>> dimsOf(const Scope& scope,
                                                                const std::vector<std::string>& words) {
    std::map<std::string, std::vector<std::int64_t>> whole;
    std::map<std::string, std::int64_t> symbols;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0) {
            return fail(ErrorKind::kUsage, "'" + word + "' is no setting: say NAME=N or NAME=N,N,...",
                        "--set");
        }
        const auto values = numbers(word.substr(equals + 1));
        if (!values.has_value()) {
            return tl::unexpected(values.error());
        }
        const std::string name = word.substr(0, equals);
        bool known = false;
        for (const onnx::ValueInfo& input : scope.graph().inputs) {
            known = known || input.name == name;
        }
        if (known) {
            whole[name] = *values;
            continue;
        }
        for (const onnx::ValueInfo& input : scope.graph().inputs) {
            for (const onnx::Dim& dim : input.type.shape) {
                known = known || (dim.kind == onnx::Dim::Kind::kParam && dim.param == name);
            }
        }
        if (!known || values->size() != 1) {
            return fail(ErrorKind::kQuery, known ? "a dim takes one number" : "no input or dim has this name",
                        name);
        }
        symbols[name] = values->front();
    }
    for (const onnx::ValueInfo& input : scope.graph().inputs) {
        if (whole.count(std::string(input.name)) != 0 || !input.type.has_shape || symbols.empty()) {
            continue;
        }
        std::vector<std::int64_t> dims;
        for (const onnx::Dim& dim : input.type.shape) {
            const auto symbol = symbols.find(std::string(dim.param));
            const bool set = dim.kind == onnx::Dim::Kind::kParam && symbol != symbols.end();
            dims.push_back(dim.kind == onnx::Dim::Kind::kValue ? dim.value : set ? symbol->second : 1);
        }
        whole[std::string(input.name)] = std::move(dims);
    }
    return whole;
}

const runtime::Target& targetOf(const std::string& int8) {
#if defined(__aarch64__) || defined(__arm__)
    const bool allowed = int8 != "off";
#else
    const bool allowed = int8 == "on";
#endif
    return *runtime::findTarget(allowed ? "ort-1.30-cpu-arm64" : "ort-1.30-cpu-x64");
}

Result<RuntimeReport> ask(const RuntimeOptions& options, const std::shared_ptr<const Scope>& scope,
                          Progress& progress) {
    const auto dims = dimsOf(*scope, options.set);
    if (!dims.has_value()) {
        return tl::unexpected(dims.error());
    }
    progress.stage("starting ONNX Runtime");
    auto process = runtime::RuntimeProcess::find();
    if (!process.has_value()) {
        return tl::unexpected(process.error());
    }
    const Scratch scratch;
    if (scratch.folder().empty()) {
        return fail(ErrorKind::kOutput, "no temporary folder can be made",
                    fs::temp_directory_path().string());
    }
    runtime::RuntimeRequest request;
    request.model = fs::absolute(options.path);
    request.level = options.level;
    request.int8 = options.int8 == "on"    ? runtime::Int8::kOn
                   : options.int8 == "off" ? runtime::Int8::kOff
                                           : runtime::Int8::kAuto;
    request.optimized = scratch.folder() / "optimized.onnx";
    request.run = true;
    request.dims = *dims;
    progress.stage((*process)->name() + " " + (*process)->version() + " runs " + options.path);
    auto answer = (*process)->ask(request, kLimit);
    if (!answer.has_value()) {
        return tl::unexpected(answer.error());
    }
    RuntimeReport report;
    report.runtime_name = (*process)->name();
    report.runtime_version = (*process)->version();
    report.answer = std::move(*answer);
    report.scope = scope;
    const runtime::Target& target = targetOf(options.int8);
    const runtime::Prediction prediction = runtime::predict(*scope, target);
    report.compared = options.level == "extended" || options.level == "all";
    if (report.compared) {
        report.target = target.name;
        report.refused = prediction.refused;
    }
    if (!report.answer.loads) {
        return report;
    }
    const auto optimized = onnx::openModel(*request.optimized);
    if (!optimized.has_value()) {
        return tl::unexpected(optimized.error());
    }
    report.nodes = runtime::compare(*scope, prediction, runtime::describe(*Scope::main(*optimized)));
    if (!options.output.empty()) {
        if (const auto written = writeFile(options.output, (*optimized)->input->bytes());
            !written.has_value()) {
            return tl::unexpected(written.error());
        }
    }
    return report;
}

int runRuntime(const RuntimeOptions& options) {
    const auto model = onnx::openModel(options.path);
    if (!model.has_value()) {
        return report(model.error(), options.path);
    }
    Result<RuntimeReport> asked = [&] {
        Progress progress(options.quiet);
        return ask(options, Scope::main(*model), progress);
    }();
    if (!asked.has_value()) {
        return report(asked.error(), options.path);
    }
    const std::string bytes =
        options.format == "json" ? runtimeReportJson(*asked) : runtimeReportText(*asked);
    if (const auto done = writeOutput({}, bytes); !done.has_value()) {
        return report(done.error(), {});
    }
    return asked->held() ? kDone : kFound;
}

}  // namespace

void addRuntime(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<RuntimeOptions>();
    CLI::App& command = *app.add_subcommand(
        "runtime", "Ask your own ONNX Runtime: does it load and run, and was the prediction right");
    command.add_option("MODEL", options->path, "The .onnx file")->required();
    command
        .add_option("--set", options->set,
                    "Dims of an input (x=4,3,16,16) or of a symbol (batch=4); repeatable")
        ->allow_extra_args(false)
        ->type_name("NAME=N,...");
    command.add_option("--level", options->level, "Its graph optimization level (default: extended)")
        ->check(CLI::IsMember({"disabled", "basic", "extended", "all"}))
        ->type_name("disabled|basic|extended|all");
    command
        .add_option("--int8", options->int8,
                    "Allow kernels on int8 activations (default: auto, as the machine has it)")
        ->check(CLI::IsMember({"auto", "on", "off"}))
        ->type_name("auto|on|off");
    command.add_option("-o,--output", options->output, "Save the optimized model")
        ->type_name("OPTIMIZED.onnx");
    command.add_option("--format", options->format, "How it is written (default: text)")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("text|json");
    command.add_flag("--quiet", options->quiet, "No progress on stderr");
    command.callback([options, &exit_code] { exit_code = runRuntime(*options); });
}

}  // namespace qdqlens::cli
