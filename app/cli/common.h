// What every subcommand shares: the model and graph options, output, and errors as exit codes.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/graph/scope.h"
#include "core/qdq/lint/team_settings.h"
#include "core/qdq/runtime/preview.h"

namespace qdqlens::cli {

/// The contract's exit codes.
inline constexpr int kDone = 0;
inline constexpr int kFound = 1;
inline constexpr int kUsage = 2;
inline constexpr int kFailed = 3;

/// MODEL, --graph, --function, --quiet; and, where asked for, --preview and --target.
struct ModelOptions {
    std::string path;
    std::string graph;
    std::string function;
    std::string preview;  ///< "split", "final" or "": the graph as the file has it.
    std::string target;
    bool quiet = false;

    void add(CLI::App& command);
    void addPreview(CLI::App& command);
    [[nodiscard]] Result<std::shared_ptr<const Scope>> open() const;
    /// What --target or else the team's settings say.
    [[nodiscard]] Result<const runtime::Target*> findTarget() const;
    /// What stands above a picture of it; "" without a preview.
    [[nodiscard]] Result<std::string> previewTitle() const;

  private:
    struct Preview {
        runtime::Stage stage;
        const runtime::Target* target;
    };
    [[nodiscard]] Result<Preview> findPreview() const;
};

/// --format and -o of commands that write text.
struct TextOutput {
    std::string format;
    std::string path;

    /// The first of `formats` is the default.
    void add(CLI::App& command, const std::vector<std::string>& formats);
    /// Returns `code`, or the exit code of what went wrong.
    [[nodiscard]] int write(std::string_view bytes, int code) const;
};

/// --target: the runtime and machine that predictions are for. Without it the team's settings decide
/// (core/qdq/lint/team_settings.h), else the first that is known.
void addTarget(CLI::App& command, std::string& target);
/// The target of that name; of "", what the settings say.
[[nodiscard]] const runtime::Target& targetOf(const std::string& name, const TeamSettings& settings);

/// Writes to the file, or to stdout where `path` is empty.
[[nodiscard]] Result<void> writeOutput(const std::string& path, std::string_view bytes);

/// Prints "qdq: FILE: what is wrong" to stderr on one line and returns the exit code.
int report(const Error& error, const std::string& file);

/// A whole number in decimal, `least` or more; CLI11's own conversion reads "010" as octal.
[[nodiscard]] CLI::Validator wholeNumber(long long least);

/// Registers a subcommand; `run` returns the exit code.
void addDraw(CLI::App& app, int& exit_code);
void addReport(CLI::App& app, int& exit_code);
void addUnits(CLI::App& app, int& exit_code);
void addRuntime(CLI::App& app, int& exit_code);
void addLint(CLI::App& app, int& exit_code);
void addDiff(CLI::App& app, int& exit_code);
void addShapes(CLI::App& app, int& exit_code);
void addPlot(CLI::App& app, int& exit_code);

}  // namespace qdqlens::cli
