// Where one has been: past foci, each with its options and what the window showed of it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/diagram/figure.h"
#include "ui/canvas/view_transform.h"
#include "ui/models/selection.h"

namespace qdqlens {

struct HistoryStep {
    std::shared_ptr<const FigureSource> source;
    FigureOptions options;
    Selection selection;
    std::optional<ViewState> view;  ///< As it was when the step was left.
};

class History {
  public:
    /// After the current step; what came after it is forgotten.
    void push(HistoryStep step);
    void clear();
    [[nodiscard]] bool empty() const { return steps_.empty(); }
    [[nodiscard]] HistoryStep& current() { return steps_[at_]; }
    [[nodiscard]] bool canGo(int by) const;
    /// The step `by` away; canGo(by) must hold.
    [[nodiscard]] const HistoryStep& peek(int by) const;
    void go(int by);

  private:
    static constexpr std::size_t kMost = 200;
    std::vector<HistoryStep> steps_;
    std::size_t at_ = 0;
};

}  // namespace qdqlens
