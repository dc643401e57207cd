// Answers of an engine made easier to read, before they are put together.
#pragma once

#include "core/layout/whole/block.h"

namespace qdqlens::whole {

/// Makes room between rows where many lines run far to the side: they would lie on each other, nearly level.
void openFans(const BlockRequest& block, Placement& placement);

/// Makes long lines that bulge around boxes run straight down beside them, where that is free.
void straightenRails(const BlockRequest& block, Placement& placement);

}  // namespace qdqlens::whole
