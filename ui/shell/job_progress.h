// How far a job is, from its thread to a bar.
#pragma once

#include "core/qdq/tables/code_statistics.h"

class QProgressBar;

namespace qdqlens {

/// To be called on the job's thread, which the bar must outlive. Shows whole percents.
[[nodiscard]] CodeProgress jobProgress(QProgressBar* bar);

}  // namespace qdqlens
