// The one place that decides how a picture of some size is laid out.
#include <algorithm>

#include "core/layout/frames.h"
#include "core/layout/geometry.h"
#include "core/layout/helper_engine.h"
#include "core/layout/whole/whole_engine.h"

namespace qdqlens {

namespace {

/// Up to here dot is asked for a picture with groups, and for so long.
constexpr std::size_t kGroupsUpTo = 600;
constexpr std::chrono::milliseconds kGroupsTimeout{4000};
/// A small picture that dot is not done with by then has so many edges that the other engine draws it better.
constexpr std::chrono::milliseconds kPlainTimeout{3000};

class SizedEngine final : public LayoutEngine {
  public:
    Result<Placement> layout(const LayoutRequest& request, const LayoutLimits& limits,
                             std::stop_token stop) override {
        if (request.groups.empty()) {
            return bySize(request, limits, std::move(stop));
        }
        if (request.boxes.size() <= kGroupsUpTo) {
            Result<Placement> framed = plainWithin(kGroupsTimeout, request, limits, stop);
            if (framed.has_value() || framed.error().kind == ErrorKind::kStopped) {
                return framed;
            }
        }
        LayoutRequest loose = request;
        loose.groups.clear();
        Result<Placement> placement = bySize(loose, limits, std::move(stop));
        if (placement.has_value()) {
            placement->frames = freeFrames(request, *placement);
            moveToOrigin(*placement);
        }
        return placement;
    }

    /// The first picture is most often a small one.
    void warmUp() override { plain_.warmUp(); }

    void setSink(LayoutSink sink) override { whole_.setSink(std::move(sink)); }

  private:
    Result<Placement> plainWithin(std::chrono::milliseconds time, const LayoutRequest& request,
                                  LayoutLimits limits, std::stop_token stop) {
        limits.timeout = std::min(limits.timeout, time);
        return plain_.layout(request, limits, std::move(stop));
    }

    Result<Placement> bySize(const LayoutRequest& request, const LayoutLimits& limits, std::stop_token stop) {
        if (request.boxes.size() <= kWholeAbove) {
            Result<Placement> placement = plainWithin(kPlainTimeout, request, limits, stop);
            if (placement.has_value() || placement.error().kind == ErrorKind::kStopped ||
                limits.timeout <= kPlainTimeout) {
                return placement;
            }
        }
        return whole_.layout(request, limits, std::move(stop));
    }

    HelperEngine plain_;
    WholeEngine whole_;
};

}  // namespace

std::unique_ptr<LayoutEngine> makeLayoutEngine() {
    return std::make_unique<SizedEngine>();
}

}  // namespace qdqlens
