// The one place that decides how a picture of some size is laid out.
#include "core/layout/helper_engine.h"
#include "core/layout/whole/whole_engine.h"

namespace qdqlens {

namespace {

class SizedEngine final : public LayoutEngine {
  public:
    Result<Placement> layout(const LayoutRequest& request, const LayoutLimits& limits,
                             std::stop_token stop) override {
        if (request.boxes.size() <= kWholeAbove) {
            return plain_.layout(request, limits, std::move(stop));
        }
        return whole_.layout(request, limits, std::move(stop));
    }

    void setSink(LayoutSink sink) override { whole_.setSink(std::move(sink)); }

  private:
    HelperEngine plain_;
    WholeEngine whole_;
};

}  // namespace

std::unique_ptr<LayoutEngine> makeLayoutEngine() {
    return std::make_unique<SizedEngine>();
}

}  // namespace qdqlens
