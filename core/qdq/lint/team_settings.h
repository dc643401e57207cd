// What a team has agreed on for its models: `.qdqlens.toml` (or `.qdqlens.json`) in the model's folder or in
// one above it.
//
//     target = "ort-1.30-cpu-arm64"
//     [lint]
//     disable = ["no-final-q"]
//     error-on = "warning"
//     [lint.severity]
//     shared-dq = "error"
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/qdq/lint/lint.h"

namespace qdqlens {

struct TeamSettings {
    std::filesystem::path file;               ///< Empty: there is none, and everything below is unset.
    const runtime::Target* target = nullptr;  ///< Of predictions; null: not said.
    LintSettings lint;
    std::optional<Severity> error_on;  ///< From which severity on `qdq lint` exits with 1.

    [[nodiscard]] const runtime::Target& targetOrDefault() const {
        return target != nullptr ? *target : runtime::targets().front();
    }
};

/// Errors: kInput (cannot be read), kUsage (a syntax error, an unknown key, rule, severity or target);
/// `where` is "FILE:LINE" as far as the line is known.
[[nodiscard]] Result<TeamSettings> readTeamSettings(const std::filesystem::path& file);

/// The nearest file counts, alone: what stands in folders above it is not looked at. Two in one folder are an
/// error.
[[nodiscard]] Result<TeamSettings> findTeamSettings(const std::filesystem::path& model);
/// Of the graph's model; nothing where it does not come from a file.
[[nodiscard]] Result<TeamSettings> findTeamSettings(const Scope& scope);

}  // namespace qdqlens
