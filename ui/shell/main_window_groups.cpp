// Levels of detail: which groups are open, where one is among them, opening and closing them.
#include <QActionGroup>
#include <algorithm>

#include "ui/canvas/canvas_view.h"
#include "ui/models/property_sheet.h"
#include "ui/models/text.h"
#include "ui/shell/breadcrumb_bar.h"
#include "ui/shell/focus_bar.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"

namespace qdqlens {

namespace {

QString hopsText(const FigureOptions& options) {
    if (options.focus.empty()) {
        return MainWindow::tr("whole graph");
    }
    QString text =
        focusText(options) + QStringLiteral(" · ") +
        (options.hops == 1 ? MainWindow::tr("1 hop") : MainWindow::tr("%1 hops").arg(options.hops));
    if (options.direction == Direction::kUp) {
        text += QStringLiteral(" · ") + MainWindow::tr("up");
    } else if (options.direction == Direction::kDown) {
        text += QStringLiteral(" · ") + MainWindow::tr("down");
    }
    return text;
}

/// Links of the path that lead to a graph; the others are PropertyLinks.
const QString kGraphLink = QStringLiteral("graph:");

}  // namespace

void MainWindow::connectGroups() {
    connect(actions_.levels, &QActionGroup::triggered, this, [this](QAction* action) {
        const auto level = static_cast<Level>(action->data().toInt());
        session_->setLevel(level);
        if (!actions_.automatic_level->isChecked()) {
            settings::setFirstLevel(level);
        }
    });
    actions_.automatic_level->setChecked(!settings::firstLevel());
    connect(actions_.automatic_level, &QAction::triggered, this, [this](bool automatic) {
        settings::setFirstLevel(automatic ? std::nullopt : std::optional(session_->options().level));
    });
    connect(actions_.expand_group, &QAction::triggered, this,
            [this] { session_->expand(session_->selection().group); });
    connect(actions_.collapse_group, &QAction::triggered, this, [this] {
        if (const auto group = openGroupAround()) {
            session_->collapse(*group);
        }
    });
    connect(actions_.collapse_all, &QAction::triggered, this, [this] { session_->collapseAll(); });
    connect(canvas_, &CanvasView::groupLabelClicked, this,
            [this](std::uint32_t group) { session_->collapse(canvas_->figure()->scene.groups[group].ref); });
    showLevels();
}

/// "+" and "−" on a group open and close it; elsewhere they are hops.
void MainWindow::hopsOrGroup(int by) {
    if (by > 0 && actions_.expand_group->isEnabled()) {
        actions_.expand_group->trigger();
    } else if (by < 0 && actions_.collapse_group->isEnabled()) {
        actions_.collapse_group->trigger();
    } else {
        session_->setHops(session_->options().hops + by);
    }
}

/// The innermost open group that the selected box stands in.
std::optional<std::string> MainWindow::openGroupAround() const {
    const auto box = canvas_->selectedBox();
    if (!canvas_->figure() || !box) {
        return std::nullopt;
    }
    std::optional<std::string> innermost;
    for (const Group& group : canvas_->figure()->scene.groups) {
        if (!group.ref.empty() &&
            std::find(group.boxes.begin(), group.boxes.end(), *box) != group.boxes.end()) {
            innermost = group.ref;  // Outer ones stand before those in them.
        }
    }
    return innermost;
}

void MainWindow::showLevels() {
    for (QAction* action : actions_.levels->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(session_->options().level));
    }
    actions_.expand_group->setEnabled(!session_->selection().group.empty());
    actions_.collapse_group->setEnabled(openGroupAround().has_value());
    actions_.collapse_all->setEnabled(!session_->options().expanded.empty());
}

void MainWindow::showPath() {
    if (!session_->source()) {
        return;
    }
    const FigureSource& source = *session_->source();
    const FigureOptions& options = session_->shown().options;
    std::vector<BreadcrumbBar::Part> parts;
    for (const std::string& name : source.scope().path()) {
        parts.push_back({shownText(name), kGraphLink + QString::number(parts.size())});
    }
    if (const auto stage = session_->stage()) {
        parts.front().text =
            *stage == runtime::Stage::kSplit ? tr("as the runtime splits it") : tr("as the runtime runs it");
    }
    const std::vector<GroupId> groups = groupsAround(source, options, session_->selection());
    if (groups.empty() && options.expanded.empty()) {
        parts.back().link.clear();
    }
    const Grouping* grouping = groups.empty() ? nullptr : &source.grouping();
    QString before;
    for (const GroupId id : groups) {
        // "encoder.layer.3" inside of "encoder.layer" is "3" there.
        QString name = shownText(grouping->group(id).name);
        const QString whole = name;
        for (const QChar separator : {QChar(u'.'), QChar(u'/')}) {
            if (!before.isEmpty() && name.startsWith(before + separator)) {
                name.remove(0, before.size() + 1);
            }
        }
        before = whole;
        parts.push_back({name, groupLink(grouping->ref(id))});
    }
    breadcrumbs_->setPath(parts, hopsText(session_->options()));
}

void MainWindow::followCrumb(const QString& link) {
    if (!link.startsWith(kGraphLink)) {
        session_->goToGroup(parseLink(link).group);
        return;
    }
    std::vector<std::shared_ptr<const Scope>> chain;
    for (auto scope = session_->source()->scopePtr(); scope; scope = scope->parent()) {
        chain.insert(chain.begin(), scope);
    }
    const std::size_t level = link.mid(kGraphLink.size()).toULongLong();
    if (level + 1 == session_->source()->scope().path().size()) {
        session_->collapseAll();
    } else {
        session_->enterScope(level < chain.size() ? chain[level] : Scope::main(session_->document().model));
    }
}

/// Puts the frame of a group that was opened where its box was, or the box of one that was closed where its
/// label was. False where neither happened.
bool MainWindow::placeGroup(const Figure& old_figure, const Figure& next, const ViewState& old_view) {
    const auto frameOf = [](const Figure& figure, const std::string& ref) -> std::optional<Rect> {
        for (std::size_t i = 0; i < figure.scene.groups.size(); ++i) {
            if (figure.scene.groups[i].ref == ref && figure.placement.frames[i].width > 0) {
                return figure.placement.frames[i];
            }
        }
        return std::nullopt;
    };
    const auto boxOf = [](const Figure& figure, const std::string& ref) -> std::optional<Rect> {
        for (std::size_t i = 0; i < figure.scene.boxes.size(); ++i) {
            if (figure.scene.boxes[i].kind == BoxKind::kGroup && figure.scene.boxes[i].group == ref) {
                return figure.placement.boxes[i];
            }
        }
        return std::nullopt;
    };
    const auto top = [](const Rect& rect) { return QPointF(rect.center().x, rect.y); };
    const QRectF area(canvas_->viewport()->rect());
    const auto keep = [&](QPointF old_point, QPointF point) {
        QPointF screen = (old_point - old_view.center) * old_view.zoom + QRectF(canvas_->rect()).center();
        screen.setX(std::clamp(screen.x(), area.left(), area.right()));
        screen.setY(std::clamp(screen.y(), area.top() + 24, area.bottom() - 24));
        canvas_->placePoint(point, screen);
    };
    const std::string closed = session_->selection().group;
    if (!closed.empty()) {
        const auto box = boxOf(next, closed);
        const auto frame = frameOf(old_figure, closed);
        if (box && frame) {
            keep(top(*frame), top(*box));
            return true;
        }
    }
    for (const Group& group : next.scene.groups) {
        const auto box = boxOf(old_figure, group.ref);
        const auto frame = frameOf(next, group.ref);
        if (box && frame) {
            keep(top(*box), top(*frame));
            return true;
        }
    }
    return false;
}

}  // namespace qdqlens
