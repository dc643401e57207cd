// Writing a figure to a file, in the format that the file's ending names.
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/error.h"
#include "core/diagram/figure.h"
#include "core/diagram/theme.h"

namespace qdqlens {

/// Runs on a worker. `.svg` `.png` `.pdf` `.dot` `.json`; errors: kUsage (another ending), kOutput.
[[nodiscard]] Result<std::filesystem::path> exportFigure(const Figure& figure, ThemeKind theme,
                                                         const std::filesystem::path& path);

}  // namespace qdqlens
