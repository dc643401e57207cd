#include "ui/jobs/growing_figure.h"

#include <algorithm>
#include <utility>

namespace qdqlens {

GrowingFigure::GrowingFigure(const Scene& scene, GrowthSink sink)
    : scene_(scene), sink_(std::move(sink)), index_(scene.boxes.size(), kNotYet), next_(Clock::now()) {
    figure_.scene.rankdir = scene.rankdir;
}

void GrowingFigure::add(const PartialPlacement& part) {
    Placement& placement = figure_.placement;
    for (std::size_t i = 0; i < part.boxes.size(); ++i) {
        std::uint32_t& index = index_[part.boxes[i]];
        if (index == kNotYet) {
            index = static_cast<std::uint32_t>(placement.boxes.size());
            figure_.scene.boxes.push_back(scene_.boxes[part.boxes[i]]);
            placement.boxes.emplace_back();
        }
        const Rect& place = part.places[i];
        placement.boxes[index] = place;
        placement.width = std::max(placement.width, place.right());
        placement.height = std::max(placement.height, place.bottom());
    }
    const Clock::time_point begin = Clock::now();
    if (begin < next_ || placement.boxes.empty()) {
        return;
    }
    sink_({std::make_shared<const Figure>(figure_), part.placed, scene_.boxes.size()});
    // Showing is not to hold up what is shown.
    constexpr std::chrono::milliseconds kApart{120};
    constexpr int kShare = 12;
    const Clock::time_point end = Clock::now();
    next_ = end + std::max<Clock::duration>(kApart, (end - begin) * kShare);
}

}  // namespace qdqlens
