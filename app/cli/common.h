// What every subcommand shares: the model and graph options, output, and errors as exit codes.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/graph/scope.h"

namespace qdqlens::cli {

/// The contract's exit codes.
inline constexpr int kDone = 0;
inline constexpr int kFound = 1;
inline constexpr int kUsage = 2;
inline constexpr int kFailed = 3;

/// MODEL, --graph, --function, --quiet.
struct ModelOptions {
    std::string path;
    std::string graph;
    std::string function;
    bool quiet = false;

    void add(CLI::App& command);
    [[nodiscard]] Result<std::shared_ptr<const Scope>> open() const;
};

/// Writes to the file, or to stdout where `path` is empty.
[[nodiscard]] Result<void> writeOutput(const std::string& path, std::string_view bytes);

/// Prints "qdq: FILE: what is wrong" to stderr on one line and returns the exit code.
int report(const Error& error, const std::string& file);

/// A whole number in decimal, `least` or more; CLI11's own conversion reads "010" as octal.
[[nodiscard]] CLI::Validator wholeNumber(long long least);

/// --target, one of runtime::targets(); `target` becomes the default one if it is empty.
void addTarget(CLI::App& app, std::string& target, const std::string& description);

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
