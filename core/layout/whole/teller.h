// Tells a sink, while a picture is put together, which boxes stand where.
#pragma once

#include <span>

#include "core/layout/whole/assembly.h"

namespace qdqlens::whole {

class Teller {
  public:
    /// `request` runs from top to bottom; `transposed`: places are told as from left to right. All must
    /// outlive this.
    Teller(const LayoutRequest& request, bool transposed, const Contracted& small, const LayoutSink& sink);

    /// `chains` stand on the sheet, which itself stands at `at`, as far as known.
    void tell(const Sheet& sheet, std::span<const Index> chains, const Point& at);

  private:
    const LayoutRequest& request_;
    bool transposed_;
    const Contracted& small_;
    const LayoutSink& sink_;
    std::vector<Rect> places_;  ///< By the request's boxes; width 0: has none yet.
    std::size_t placed_ = 0;
};

}  // namespace qdqlens::whole
