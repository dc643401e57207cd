#include "ui/shell/compare_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "ui/canvas/overview_map.h"
#include "ui/shell/mark_legend.h"
#include "ui/shell/window_actions.h"

namespace qdqlens {

namespace {

constexpr std::size_t at(CompareSide side) {
    return side == CompareSide::kA ? 0 : 1;
}

/// A name that gives way in its middle where there is no room for it.
class MiddleElidedLabel : public QLabel {
  public:
    using QLabel::QLabel;
    [[nodiscard]] QSize minimumSizeHint() const override { return {24, QLabel::minimumSizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(contentsRect(), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text(), Qt::ElideMiddle, contentsRect().width()));
    }
};

QToolButton* button(QAction* action, Qt::ToolButtonStyle style, QWidget* parent) {
    auto* made = new QToolButton(parent);
    made->setDefaultAction(action);
    made->setToolButtonStyle(style);
    made->setAutoRaise(true);
    return made;
}

}  // namespace

CompareView::CompareView(const WindowActions& actions, QWidget* parent)
    : QWidget(parent), splitter_(new QSplitter(Qt::Horizontal, this)) {
    splitter_->setChildrenCollapsible(false);
    splitter_->setHandleWidth(1);
    for (const CompareSide side : {CompareSide::kA, CompareSide::kB}) {
        panes_[at(side)] = makePane(side);
        splitter_->addWidget(panes_[at(side)]);
    }
    canvas(CompareSide::kB)->setAccessibleName(tr("Diagram of the second model"));
    link_ = new ViewLink(canvas(CompareSide::kA), canvas(CompareSide::kB), this);
    bar_ = makeBar(actions);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar_);
    layout->addWidget(splitter_, 1);
    setComparing(false);
}

QWidget* CompareView::makePane(CompareSide side) {
    auto* pane = new QWidget(splitter_);
    auto* head = new QWidget(pane);
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::Window);
    auto* letter = new QLabel(side == CompareSide::kA ? QStringLiteral("A") : QStringLiteral("B"), head);
    QFont bold = letter->font();
    bold.setBold(true);
    letter->setFont(bold);
    names_[at(side)] = new MiddleElidedLabel(head);
    names_[at(side)]->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    notes_[at(side)] = new MiddleElidedLabel(head);
    notes_[at(side)]->setForegroundRole(QPalette::PlaceholderText);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(14, 5, 10, 5);
    row->setSpacing(8);
    row->addWidget(letter);
    row->addWidget(names_[at(side)], 1);
    row->addWidget(notes_[at(side)]);
    heads_[at(side)] = head;
    canvases_[at(side)] = new CanvasView(pane);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(canvases_[at(side)], 1);
    return pane;
}

QWidget* CompareView::makeBar(const WindowActions& actions) {
    auto* bar = new QWidget(this);
    bar->setAutoFillBackground(true);
    bar->setBackgroundRole(QPalette::Base);
    legend_ = new MarkLegend(bar);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(14, 2, 6, 2);
    row->setSpacing(4);
    row->addWidget(legend_, 1);
    row->addWidget(button(actions.previous_difference, Qt::ToolButtonIconOnly, bar));
    row->addWidget(button(actions.next_difference, Qt::ToolButtonIconOnly, bar));
    row->addWidget(button(actions.pan_together, Qt::ToolButtonTextBesideIcon, bar));
    row->addWidget(button(actions.close_comparison, Qt::ToolButtonIconOnly, bar));
    return bar;
}

CanvasView* CompareView::activeCanvas() const {
    return comparing_ && canvas(CompareSide::kB)->hasFocus() ? canvas(CompareSide::kB)
                                                             : canvas(CompareSide::kA);
}

void CompareView::fit() {
    if (comparing_ && link_->enabled()) {
        link_->fitBoth();
    } else {
        activeCanvas()->fit();
    }
}

void CompareView::setComparing(bool comparing) {
    comparing_ = comparing;
    bar_->setVisible(comparing);
    panes_[1]->setVisible(comparing);
    for (QWidget* head : heads_) {
        head->setVisible(comparing);
    }
    if (!comparing) {
        canvas(CompareSide::kB)->setFigure(nullptr);
        setComparison(nullptr);
    } else {
        splitter_->setSizes({1000, 1000});
    }
}

void CompareView::setNames(const QString& a, const QString& b) {
    names_[0]->setText(a);
    names_[1]->setText(b);
    names_[0]->setToolTip(a);
    names_[1]->setToolTip(b);
}

void CompareView::setNote(CompareSide side, const QString& note) {
    notes_[at(side)]->setText(note);
}

QString CompareView::note(CompareSide side) const {
    return notes_[at(side)]->text();
}

void CompareView::setComparison(const Comparison* comparison, const FigureSource* source_a,
                                const FigureSource* source_b) {
    const auto& a = canvas(CompareSide::kA)->figure();
    const auto& b = canvas(CompareSide::kB)->figure();
    if (comparison == nullptr) {
        legend_->setEntries({{BoxMark::kNone, tr("Comparing…")}});
        link_->setPoints({});
        canvas(CompareSide::kA)->setMarks({});
        canvas(CompareSide::kB)->setMarks({});
        return;
    }
    const auto count = [](std::size_t n) { return static_cast<qulonglong>(n); };
    const ModelDiff& diff = comparison->diff();
    std::vector<MarkLegend::Entry> entries;
    if (diff.same()) {
        entries.push_back({BoxMark::kNone, tr("Nothing differs")});
    } else {
        entries = {{BoxMark::kOnlyA, tr("%1 only in A").arg(count(diff.only_a.size()))},
                   {BoxMark::kOnlyB, tr("%1 only in B").arg(count(diff.only_b.size()))},
                   {BoxMark::kChanged, tr("%1 changed").arg(count(comparison->changedCount()))}};
    }
    legend_->setEntries(std::move(entries));
    const auto mark = [&](CompareSide side, const FigureSource* source) {
        const auto& figure = canvas(side)->figure();
        canvas(side)->setMarks(figure && source != nullptr ? comparison->marks(side, figure->scene, *source)
                                                           : std::vector<BoxMark>());
    };
    mark(CompareSide::kA, source_a);
    mark(CompareSide::kB, source_b);
    std::vector<LinkedPoint> points;
    if (a && b) {
        for (const auto& [in_a, in_b] : comparison->pairs(a->scene, b->scene)) {
            const Point from = a->placement.boxes[in_a].center();
            const Point to = b->placement.boxes[in_b].center();
            points.push_back({{from.x, from.y}, {to.x, to.y}});
        }
    }
    link_->setPoints(std::move(points));
}

QString CompareView::legendText() const {
    return legend_->text();
}

void CompareView::setOverviewWanted(bool wanted) {
    for (CanvasView* each : canvases_) {
        each->overview().setWanted(wanted);
    }
}

void CompareView::setThemeKind(ThemeKind kind) {
    canvas(CompareSide::kA)->setThemeKind(kind);
    canvas(CompareSide::kB)->setThemeKind(kind);
    legend_->setThemeKind(kind);
}

std::optional<std::pair<CompareSide, std::uint32_t>> CompareView::nextDifference(int by) const {
    const CompareSide active = activeCanvas() == canvas(CompareSide::kB) ? CompareSide::kB : CompareSide::kA;
    for (const CompareSide side : {active, otherSide(active)}) {
        const CanvasView& view = *canvas(side);
        std::vector<std::uint32_t> marked;
        for (std::uint32_t i = 0; i < view.marks().size(); ++i) {
            if (view.marks()[i] != BoxMark::kNone) {
                marked.push_back(i);
            }
        }
        if (marked.empty()) {
            continue;
        }
        const auto& places = view.figure()->placement.boxes;
        const auto before = [&places](std::uint32_t one, std::uint32_t other) {
            const Point a = places[one].center();
            const Point b = places[other].center();
            return std::tie(a.y, a.x, one) < std::tie(b.y, b.x, other);
        };
        std::sort(marked.begin(), marked.end(), before);
        if (!view.selectedBox()) {
            return std::pair(side, by > 0 ? marked.front() : marked.back());
        }
        const std::uint32_t from = *view.selectedBox();
        if (by > 0) {
            const auto next = std::upper_bound(marked.begin(), marked.end(), from, before);
            return std::pair(side, next == marked.end() ? marked.front() : *next);
        }
        const auto next = std::lower_bound(marked.begin(), marked.end(), from, before);
        return std::pair(side, next == marked.begin() ? marked.back() : *std::prev(next));
    }
    return std::nullopt;
}

}  // namespace qdqlens
