// TOML as JSON values, with the line that each stands on.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace qdqlens {

struct TextTable {
    nlohmann::json root;
    std::map<std::string, unsigned> lines;  ///< By JSON pointer ("/lint/disable/0"), from 1.
};

/// Dates and times, which JSON has not, become null. Error kUsage: a syntax error, at "NAME:LINE".
[[nodiscard]] Result<TextTable> parseToml(std::string_view text, const std::string& name);

}  // namespace qdqlens
