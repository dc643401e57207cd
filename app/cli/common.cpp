#include "app/cli/common.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/base/output_file.h"
#include "core/base/text.h"
#include "core/onnx/reader.h"
#include "core/qdq/runtime/target.h"

namespace qdqlens::cli {

void ModelOptions::add(CLI::App& command) {
    command.add_option("MODEL", path, "The .onnx file")->required();
    auto* graph_option =
        command.add_option("--graph", graph, "Enter a subgraph: REF[/ATTRIBUTE[/REF...]]")->type_name("PATH");
    command.add_option("--function", function, "Enter a local function")
        ->type_name("DOMAIN:NAME")
        ->excludes(graph_option);
    command.add_flag("--quiet", quiet, "No progress on stderr");
}

void ModelOptions::addPreview(CLI::App& command) {
    command
        .add_option("--preview", preview,
                    "The main graph as the runtime's optimizer has it: once every consumer of a "
                    "DequantizeLinear has its own (split), or in the end (final)")
        ->check(CLI::IsMember({"split", "final"}))
        ->type_name("split|final")
        ->excludes("--graph")
        ->excludes("--function");
    addTarget(command, target);
}

Result<const runtime::Target*> ModelOptions::findTarget() const {
    const auto settings = findTeamSettings(path);
    if (!settings.has_value()) {
        return tl::unexpected(settings.error());
    }
    return &targetOf(target, *settings);
}

Result<ModelOptions::Preview> ModelOptions::findPreview() const {
    const auto found = findTarget();
    if (!found.has_value()) {
        return tl::unexpected(found.error());
    }
    return Preview{preview == "split" ? runtime::Stage::kSplit : runtime::Stage::kFinal, *found};
}

Result<std::string> ModelOptions::previewTitle() const {
    if (preview.empty()) {
        return std::string();
    }
    const auto found = findPreview();
    return found.has_value() ? Result<std::string>(runtime::previewTitle(*found->target, found->stage))
                             : tl::unexpected(found.error());
}

Result<std::shared_ptr<const Scope>> ModelOptions::open() const {
    auto model = onnx::openModel(path);
    if (!model.has_value()) {
        return tl::unexpected(model.error());
    }
    if (!preview.empty()) {
        const auto found = findPreview();
        auto shown = found.has_value() ? runtime::previewModel(*model, *found->target, found->stage)
                                       : tl::unexpected(found.error());
        return shown.has_value() ? Result<std::shared_ptr<const Scope>>(Scope::main(std::move(*shown)))
                                 : tl::unexpected(shown.error());
    }
    if (!function.empty()) {
        return Scope::enterFunction(std::move(*model), function);
    }
    return Scope::enter(std::move(*model), graph);
}

void TextOutput::add(CLI::App& command, const std::vector<std::string>& formats) {
    format = formats.front();
    command.add_option("--format", format, "How it is written (default: " + format + ")")
        ->check(CLI::IsMember(formats))
        ->type_name(CLI::detail::join(formats, "|"));
    command.add_option("-o,--output", path, "Output file (default: stdout)")->type_name("OUT");
}

int TextOutput::write(std::string_view bytes, int code) const {
    const auto done = writeOutput(path, bytes);
    return done.has_value() ? code : report(done.error(), {});
}

void addTarget(CLI::App& command, std::string& target) {
    std::vector<std::string> names;
    for (const runtime::Target& each : runtime::targets()) {
        names.emplace_back(each.name);
    }
    command
        .add_option("--target", target,
                    "For which runtime and machine (default: as the settings beside the model say, else " +
                        names.front() + ")")
        ->check(CLI::IsMember(names))
        ->type_name(CLI::detail::join(names, "|"));
}

const runtime::Target& targetOf(const std::string& name, const TeamSettings& settings) {
    const runtime::Target* target = runtime::findTarget(name);
    return target != nullptr ? *target : settings.targetOrDefault();
}

CLI::Validator wholeNumber(long long least) {
    return {[least](std::string& text) {
                const bool digits = !text.empty() && text.size() < 10 &&
                                    text.find_first_not_of("0123456789") == std::string::npos;
                if (!digits || std::stoll(text) < least) {
                    return "must be a whole number from " + std::to_string(least) + " to 999999999, not '" +
                           showName(text).text + "'";
                }
                text = std::to_string(std::stoll(text));
                return std::string();
            },
            "N"};
}

Result<void> writeOutput(const std::string& path, std::string_view bytes) {
    if (!path.empty()) {
        return writeFile(path, bytes);
    }
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0) {
        return fail(ErrorKind::kOutput, std::string("cannot be written: ") + std::strerror(errno), "stdout");
    }
    return {};
}

int report(const Error& error, const std::string& file) {
    std::string line = error.message();
    if (!file.empty() && line.find(file) == std::string::npos) {
        line = file + ": " + line;
    }
    std::string shown;
    for (const char c : line) {
        shown += c == '\n' ? ' ' : c;
    }
    shown = showName(shown).text;
    std::fprintf(stderr, "qdq: %s\n", shown.c_str());
    return error.kind == ErrorKind::kUsage ? kUsage : kFailed;
}

}  // namespace qdqlens::cli
