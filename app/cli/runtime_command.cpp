// `qdq runtime`: asks the user's own ONNX Runtime, and holds the prediction against it.
#include "app/cli/common.h"
#include "app/cli/progress.h"
#include "core/base/output_file.h"
#include "core/export/runtime_report.h"
#include "core/onnx/reader.h"

namespace qdqlens::cli {

namespace {

struct RuntimeOptions {
    std::string path;
    std::vector<std::string> set;
    std::string level = "extended";
    std::string int8 = "auto";
    std::string output;
    std::string format = "text";
    bool quiet = false;
};

Result<runtime::Question> questionOf(const RuntimeOptions& options) {
    runtime::Question question;
    question.model = options.path;
    question.level = options.level;
    question.int8 = options.int8 == "on"    ? runtime::Int8::kOn
                    : options.int8 == "off" ? runtime::Int8::kOff
                                            : runtime::Int8::kAuto;
    for (const std::string& text : options.set) {
        auto setting = parseShapeSetting(text);
        if (!setting.has_value()) {
            return tl::unexpected(setting.error());
        }
        question.dims.push_back(std::move(*setting));
    }
    return question;
}

int runRuntime(const RuntimeOptions& options) {
    const auto question = questionOf(options);
    if (!question.has_value()) {
        return report(question.error(), {});
    }
    const auto model = onnx::openModel(options.path);
    if (!model.has_value()) {
        return report(model.error(), options.path);
    }
    const auto verdict = [&] {
        Progress progress(options.quiet);
        return runtime::verify(*question, Scope::main(*model),
                               [&](const std::string& stage) { progress.stage(stage); });
    }();
    if (!verdict.has_value()) {
        return report(verdict.error(), options.path);
    }
    if (!options.output.empty() && verdict->optimized != nullptr) {
        if (const auto written = writeFile(options.output, verdict->optimized->input->bytes());
            !written.has_value()) {
            return report(written.error(), {});
        }
    }
    const std::string bytes =
        options.format == "json" ? runtimeReportJson(*verdict) : runtimeReportText(*verdict);
    if (const auto done = writeOutput({}, bytes); !done.has_value()) {
        return report(done.error(), {});
    }
    return verdict->held() ? kDone : kFound;
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
