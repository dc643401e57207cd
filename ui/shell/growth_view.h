// A large picture on the canvas while it is being laid out: it takes the old one's place as soon as what one
// looks at is there, and grows under a view that stays where it was put.
#pragma once

#include <cstdint>
#include <optional>

#include "ui/canvas/canvas_view.h"
#include "ui/jobs/growing_figure.h"
#include "ui/models/selection.h"

namespace qdqlens {

class GrowthView {
  public:
    /// The canvas is not owned.
    explicit GrowthView(CanvasView& canvas) : canvas_(canvas) {}

    [[nodiscard]] bool active() const { return before_.has_value(); }
    /// What shows is to become the next picture; it may also be that of a request that was replaced since.
    [[nodiscard]] bool current() const { return active() && !superseded_; }
    void supersede() { superseded_ = true; }
    /// Shows more. Where the selection is in sight, it waits for it and keeps it in its place.
    void show(const Growth& growth, const Selection& selection);
    /// Back to the picture from before, which is `shown`.
    void drop(const std::shared_ptr<const Figure>& shown);
    /// The picture is done and takes its place now.
    void finish(const std::shared_ptr<const Figure>& whole);
    /// Another picture takes its place.
    void forget() {
        before_.reset();
        superseded_ = false;
    }
    /// How one looked at the picture from before.
    [[nodiscard]] ViewState viewBefore() const { return before_.value_or(ViewState{}); }

  private:
    /// The box that shows nearest to the middle of the view.
    [[nodiscard]] std::optional<std::uint32_t> middleBox() const;

    CanvasView& canvas_;
    std::optional<ViewState> before_;
    bool superseded_ = false;
};

}  // namespace qdqlens
