// Making a picture: what is asked for, and what comes back.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/diagram/figure.h"
#include "ui/jobs/growing_figure.h"

namespace qdqlens {

struct FigureRequest {
    std::shared_ptr<const Scope> scope;
    /// The scope folded as the options say; made by the job where it is null.
    std::shared_ptr<const FigureSource> source;
    FigureOptions options;
    /// The first look at a graph: focus and hops are chosen so that the picture can be read at a glance.
    bool first_look = false;
    bool keep_hops = false;   ///< In a first look: somebody said how many.
    bool keep_level = false;  ///< In a first look: somebody said which.
};

struct FigureResult {
    std::shared_ptr<const FigureSource> source;
    FigureOptions options;  ///< As drawn; hops may have been chosen.
    std::shared_ptr<const Figure> figure;
    std::chrono::microseconds layout_time{0};
};

/// Runs on a worker, and tells `sink` of a large picture that is being laid out. Errors: kQuery, kLimit,
/// kEngine, kStopped.
[[nodiscard]] Result<FigureResult> drawFigure(const FigureRequest& request, LayoutEngine& engine,
                                              const std::stop_token& stop, const GrowthSink& sink);

/// The focus of the first look at a graph: none (all of it) where the picture at this level is small, else a
/// query for the surroundings of its first input.
[[nodiscard]] std::vector<std::string> firstFocus(const FigureSource& source, Level level);

}  // namespace qdqlens
