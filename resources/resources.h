// Data files of this folder, compiled in (CMakeLists.txt lists them).
#pragma once

#include <string_view>

namespace qdqlens::resources {

/// Formal names of operators; tab-separated: domain, op, since, inputs, outputs, attributes.
extern const std::string_view op_signatures_tsv;

}  // namespace qdqlens::resources
