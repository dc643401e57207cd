// Random QDQ graphs: what quantizers and people make, right and wrong.
#pragma once

#include <rapidcheck.h>

#include <string>

#include "resources/samples/model_builder.h"

namespace qdqlens::test {

struct GraphWishes {
    bool transposes = true;
};

/// Bytes of a model of 3 to 12 operators with Q and DQ around most of them: shared and doubled DQs, graph
/// outputs in the middle, odd dtypes, zero points and scales. The runtime loads nearly all of them.
[[nodiscard]] rc::Gen<std::string> qdqModels(const GraphWishes& wishes);

}  // namespace qdqlens::test
