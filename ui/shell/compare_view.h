// The diagram, and beside it, when two models are compared, the one of the second model; above them what the
// marks mean.
#pragma once

#include <QWidget>
#include <array>
#include <optional>
#include <utility>

#include "ui/canvas/canvas_view.h"
#include "ui/canvas/view_link.h"
#include "ui/models/comparison.h"

class QLabel;
class QSplitter;

namespace qdqlens {

class MarkLegend;
struct WindowActions;

class CompareView : public QWidget {
    Q_OBJECT

  public:
    CompareView(const WindowActions& actions, QWidget* parent);

    [[nodiscard]] CanvasView* canvas(CompareSide side) const {
        return canvases_[side == CompareSide::kA ? 0 : 1];
    }
    [[nodiscard]] ViewLink& link() { return *link_; }
    /// The one that has the keyboard, else the first.
    [[nodiscard]] CanvasView* activeCanvas() const;

    /// All of the picture, or of both.
    void fit();
    /// One canvas, or both.
    void setComparing(bool comparing);
    [[nodiscard]] bool comparing() const { return comparing_; }
    void setNames(const QString& a, const QString& b);
    /// Something to be read beside a side's name; empty for nothing.
    void setNote(CompareSide side, const QString& note);
    [[nodiscard]] QString note(CompareSide side) const;
    /// Marks, what they count, and which boxes are the same; null: not known (yet). `a` and `b` are what the
    /// pictures were made from.
    void setComparison(const Comparison* comparison, const FigureSource* a = nullptr,
                       const FigureSource* b = nullptr);
    [[nodiscard]] QString legendText() const;
    void setThemeKind(ThemeKind kind);
    void setOverviewWanted(bool wanted);
    /// The next marked box of the active side, or of the other where it has none, from the selection on in
    /// reading order. `by` is 1 or -1.
    [[nodiscard]] std::optional<std::pair<CompareSide, std::uint32_t>> nextDifference(int by) const;

  private:
    [[nodiscard]] QWidget* makePane(CompareSide side);
    [[nodiscard]] QWidget* makeBar(const WindowActions& actions);

    std::array<CanvasView*, 2> canvases_{};
    std::array<QWidget*, 2> heads_{};
    std::array<QLabel*, 2> names_{};
    std::array<QLabel*, 2> notes_{};
    std::array<QWidget*, 2> panes_{};
    QSplitter* splitter_;
    QWidget* bar_;
    MarkLegend* legend_ = nullptr;
    ViewLink* link_;
    bool comparing_ = false;
};

}  // namespace qdqlens
