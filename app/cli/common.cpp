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

Result<std::shared_ptr<const Scope>> ModelOptions::open() const {
    auto model = onnx::openModel(path);
    if (!model.has_value()) {
        return tl::unexpected(model.error());
    }
    if (!function.empty()) {
        return Scope::enterFunction(std::move(*model), function);
    }
    return Scope::enter(std::move(*model), graph);
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

void addTarget(CLI::App& app, std::string& target, const std::string& description) {
    std::vector<std::string> names;
    std::string words;
    for (const runtime::Target& known : runtime::targets()) {
        names.emplace_back(known.name);
        words += (words.empty() ? "" : "|") + std::string(known.name);
    }
    if (target.empty()) {
        target = names.front();
    }
    app.add_option("--target", target, description + " (default: " + names.front() + ")")
        ->check(CLI::IsMember(names))
        ->type_name(words);
}

}  // namespace qdqlens::cli
