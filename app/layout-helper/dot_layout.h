// Graphviz's dot as a function. Not for use by several threads: libcgraph and libgvc are not.
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/layout/layout.h"

struct GVC_s;

namespace qdqlens {

class DotLayout {
  public:
    DotLayout();
    ~DotLayout();
    DotLayout(const DotLayout&) = delete;
    DotLayout& operator=(const DotLayout&) = delete;

    /// `request` has passed layout_protocol::checkRequest. Errors: kEngine with Graphviz's own words.
    [[nodiscard]] Result<Placement> layout(const LayoutRequest& request);

  private:
    GVC_s* context_;
};

}  // namespace qdqlens
