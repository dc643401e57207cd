// Output files appear whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/error.h"

namespace qdqlens {

/// Writes beside `path`, then renames over it. An old file stays as it is where anything fails.
[[nodiscard]] Result<void> writeFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace qdqlens
