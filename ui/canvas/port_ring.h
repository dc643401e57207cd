// The ends of a value that is drawn in several places: the stub beside its producer and those beside its far
// users.
#pragma once

#include <cstdint>
#include <vector>

#include "core/diagram/figure.h"

namespace qdqlens {

/// The stubs of the same value as `box`, itself too, in the order of the ranks. Empty where `box` is no stub,
/// or the only one of its value.
[[nodiscard]] std::vector<std::uint32_t> portRing(const Figure& figure, std::uint32_t box);

}  // namespace qdqlens
