#include "ui/shell/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

#include "core/diagram/figure.h"
#include "core/qdq/runtime/preview.h"
#include "ui/shell/appearance.h"
#include "ui/shell/line_icons.h"

namespace qdqlens {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("WindowActions", text);
}

class Maker {
  public:
    explicit Maker(QWidget* owner) : owner_(owner) {}

    QAction* action(const char* text, const QList<QKeySequence>& keys = {}) const {
        auto* made = new QAction(tr(text), owner_);
        made->setShortcuts(keys);
        if (!keys.isEmpty()) {
            QString plain = tr(text);
            made->setToolTip(QStringLiteral("%1 (%2)").arg(plain.remove(u'&').remove(u'…'),
                                                           keys.front().toString(QKeySequence::NativeText)));
        }
        return made;
    }
    QAction* withIcon(QAction* made, LineIcon icon) const {
        made->setIcon(lineIcon(icon));
        made->setIconVisibleInMenu(false);
        return made;
    }
    QAction* checkable(const char* text, bool checked, const QList<QKeySequence>& keys = {}) const {
        QAction* made = action(text, keys);
        made->setCheckable(true);
        made->setChecked(checked);
        return made;
    }
    QAction* choice(QActionGroup* group, const char* text, int data,
                    const QList<QKeySequence>& keys = {}) const {
        QAction* made = checkable(text, false, keys);
        made->setData(data);
        group->addAction(made);
        return made;
    }

  private:
    QWidget* owner_;
};

QKeySequence key(QKeyCombination keys) {
    return QKeySequence(keys);
}

void makeFile(WindowActions& a, const Maker& make, QMenu* menu) {
    a.open = make.withIcon(make.action(QT_TRANSLATE_NOOP("WindowActions", "&Open…"), {QKeySequence::Open}),
                           LineIcon::kOpen);
    a.compare =
        make.action(QT_TRANSLATE_NOOP("WindowActions", "Co&mpare With…"), {key(Qt::CTRL | Qt::Key_D)});
    a.close_comparison = make.withIcon(make.action(QT_TRANSLATE_NOOP("WindowActions", "Close Compa&rison"),
                                                   {key(Qt::CTRL | Qt::SHIFT | Qt::Key_D)}),
                                       LineIcon::kClose);
    a.export_figure = make.withIcon(
        make.action(QT_TRANSLATE_NOOP("WindowActions", "&Export…"), {key(Qt::CTRL | Qt::Key_E)}),
        LineIcon::kExport);
    a.copy_picture = make.action(QT_TRANSLATE_NOOP("WindowActions", "&Copy as Picture"),
                                 {key(Qt::CTRL | Qt::SHIFT | Qt::Key_C)});
    a.copy_table_markdown = make.action(QT_TRANSLATE_NOOP("WindowActions", "Copy Table as &Markdown"));
    a.copy_table_csv = make.action(QT_TRANSLATE_NOOP("WindowActions", "Copy Table as CS&V"));
    a.close = make.action(QT_TRANSLATE_NOOP("WindowActions", "C&lose Window"), {QKeySequence::Close});
    a.quit = make.action(QT_TRANSLATE_NOOP("WindowActions", "&Quit"), {key(Qt::CTRL | Qt::Key_Q)});
    menu->addAction(a.open);
    a.recent = menu->addMenu(tr("Open &Recent"));
    menu->addSeparator();
    menu->addActions({a.compare, a.close_comparison});
    menu->addSeparator();
    menu->addActions({a.export_figure, a.copy_picture});
    menu->addSeparator();
    menu->addActions({a.copy_table_markdown, a.copy_table_csv});
    menu->addSeparator();
    menu->addActions({a.close, a.quit});
}

void makeLevels(WindowActions& a, const Maker& make, QMenu* menu, QWidget* owner) {
    a.levels = new QActionGroup(owner);
    const auto level = [&](const char* text, Level value, Qt::Key shortcut, const QString& tip) {
        QAction* action = make.choice(a.levels, text, static_cast<int>(value), {key(Qt::ALT | shortcut)});
        action->setToolTip(
            QStringLiteral("%1 (%2)").arg(tip, action->shortcut().toString(QKeySequence::NativeText)));
        menu->addAction(action);
    };
    level(QT_TRANSLATE_NOOP("WindowActions", "&Nodes"), Level::kNodes, Qt::Key_1, tr("Every node is a box"));
    level(QT_TRANSLATE_NOOP("WindowActions", "&Units"), Level::kUnits, Qt::Key_2,
          tr("DequantizeLinear, operator and QuantizeLinear are one box"));
    level(QT_TRANSLATE_NOOP("WindowActions", "&Modules"), Level::kModules, Qt::Key_3,
          tr("Modules and repeated blocks are boxes, which open in place"));
    menu->addSeparator();
    a.automatic_level =
        make.checkable(QT_TRANSLATE_NOOP("WindowActions", "&Chosen by the Model's Size"), true);
    menu->addAction(a.automatic_level);
    menu->addSeparator();
    a.expand_group = make.action(QT_TRANSLATE_NOOP("WindowActions", "&Open Group"),
                                 {key(Qt::ALT | Qt::Key_Plus), key(Qt::ALT | Qt::Key_Equal)});
    a.collapse_group =
        make.action(QT_TRANSLATE_NOOP("WindowActions", "C&lose Group"), {key(Qt::ALT | Qt::Key_Minus)});
    a.collapse_all =
        make.action(QT_TRANSLATE_NOOP("WindowActions", "Close &All Groups"),
                    {key(Qt::ALT | Qt::SHIFT | Qt::Key_Minus), key(Qt::ALT | Qt::Key_Underscore)});
    menu->addActions({a.expand_group, a.collapse_group, a.collapse_all});
}

void makeView(WindowActions& a, const Maker& make, QMenu* menu, QWidget* owner) {
    a.zoom_in = make.action(QT_TRANSLATE_NOOP("WindowActions", "Zoom &In"),
                            {QKeySequence::ZoomIn, key(Qt::CTRL | Qt::Key_Equal)});
    a.zoom_out = make.action(QT_TRANSLATE_NOOP("WindowActions", "Zoom &Out"), {QKeySequence::ZoomOut});
    a.fit = make.withIcon(
        make.action(QT_TRANSLATE_NOOP("WindowActions", "&Fit in Window"), {key(Qt::CTRL | Qt::Key_0)}),
        LineIcon::kFit);
    a.actual_size =
        make.action(QT_TRANSLATE_NOOP("WindowActions", "&Actual Size"), {key(Qt::CTRL | Qt::Key_1)});
    a.pan_together =
        make.withIcon(make.checkable(QT_TRANSLATE_NOOP("WindowActions", "Pan and Zoom &Together"), true,
                                     {key(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}),
                      LineIcon::kLink);
    a.pan_together->setIconText(tr("Together"));
    a.overview = make.checkable(QT_TRANSLATE_NOOP("WindowActions", "Overview &Map"), true,
                                {key(Qt::CTRL | Qt::Key_M)});
    menu->addActions({a.zoom_in, a.zoom_out, a.actual_size, a.fit, a.overview, a.pan_together});
    menu->addSeparator();
    makeLevels(a, make, menu->addMenu(tr("&Level of Detail")), owner);
    menu->addSeparator();
    a.left_to_right = make.checkable(QT_TRANSLATE_NOOP("WindowActions", "&Left to Right"), false,
                                     {key(Qt::CTRL | Qt::Key_R)});
    menu->addAction(a.left_to_right);
    QMenu* labels = menu->addMenu(tr("Edge L&abels"));
    a.edge_labels = new QActionGroup(owner);
    labels->addAction(make.choice(a.edge_labels, QT_TRANSLATE_NOOP("WindowActions", "&None"),
                                  static_cast<int>(EdgeLabels::kNone)));
    labels->addAction(make.choice(a.edge_labels, QT_TRANSLATE_NOOP("WindowActions", "&Type and Shape"),
                                  static_cast<int>(EdgeLabels::kDtype)));
    labels->addAction(make.choice(a.edge_labels, QT_TRANSLATE_NOOP("WindowActions", "&Full, with Names"),
                                  static_cast<int>(EdgeLabels::kFull)));
    a.stubs = make.checkable(QT_TRANSLATE_NOOP("WindowActions", "&Stubs"), true);
    a.fold = make.checkable(QT_TRANSLATE_NOOP("WindowActions", "F&old Constants"), true);
    menu->addActions({a.stubs, a.fold});
    QMenu* stages = menu->addMenu(tr("As the &Runtime Sees It"));
    a.stages = new QActionGroup(owner);
    stages->addAction(make.choice(a.stages, QT_TRANSLATE_NOOP("WindowActions", "As in the &File"), 0));
    stages->addAction(make.choice(a.stages, QT_TRANSLATE_NOOP("WindowActions", "&DequantizeLinears Split"),
                                  1 + static_cast<int>(runtime::Stage::kSplit)));
    stages->addAction(make.choice(a.stages,
                                  QT_TRANSLATE_NOOP("WindowActions", "&Integer Kernels, as It Runs"),
                                  1 + static_cast<int>(runtime::Stage::kFinal)));
    menu->addSeparator();
    QMenu* theme_menu = menu->addMenu(tr("&Theme"));
    a.themes = new QActionGroup(owner);
    theme_menu->addAction(make.choice(a.themes, QT_TRANSLATE_NOOP("WindowActions", "&System"),
                                      static_cast<int>(ThemeChoice::kSystem)));
    theme_menu->addAction(make.choice(a.themes, QT_TRANSLATE_NOOP("WindowActions", "&Light"),
                                      static_cast<int>(ThemeChoice::kLight)));
    theme_menu->addAction(make.choice(a.themes, QT_TRANSLATE_NOOP("WindowActions", "&Dark"),
                                      static_cast<int>(ThemeChoice::kDark)));
    a.panels = menu->addMenu(tr("&Panels"));
}

void makeFocus(WindowActions& a, const Maker& make, QMenu* menu, QWidget* owner) {
    a.back = make.withIcon(make.action(QT_TRANSLATE_NOOP("WindowActions", "&Back"), {QKeySequence::Back}),
                           LineIcon::kBack);
    a.forward =
        make.withIcon(make.action(QT_TRANSLATE_NOOP("WindowActions", "F&orward"), {QKeySequence::Forward}),
                      LineIcon::kForward);
    a.focus_selection = make.action(QT_TRANSLATE_NOOP("WindowActions", "&Focus on Selection"),
                                    {key(Qt::CTRL | Qt::Key_Return)});
    a.edit_focus =
        make.action(QT_TRANSLATE_NOOP("WindowActions", "Focus by &Query…"), {key(Qt::CTRL | Qt::Key_L)});
    a.find_node = make.action(QT_TRANSLATE_NOOP("WindowActions", "Find a &Node…"), {QKeySequence::Find});
    a.more_hops = make.action(QT_TRANSLATE_NOOP("WindowActions", "&More Hops"),
                              {key(Qt::CTRL | Qt::SHIFT | Qt::Key_Up)});
    a.fewer_hops = make.action(QT_TRANSLATE_NOOP("WindowActions", "F&ewer Hops"),
                               {key(Qt::CTRL | Qt::SHIFT | Qt::Key_Down)});
    a.next_difference =
        make.withIcon(make.action(QT_TRANSLATE_NOOP("WindowActions", "Next D&ifference"), {key(Qt::Key_F8)}),
                      LineIcon::kDown);
    a.previous_difference =
        make.withIcon(make.action(QT_TRANSLATE_NOOP("WindowActions", "&Previous Difference"),
                                  {key(Qt::SHIFT | Qt::Key_F8)}),
                      LineIcon::kUp);
    a.whole_graph =
        make.action(QT_TRANSLATE_NOOP("WindowActions", "&Whole Graph"), {key(Qt::CTRL | Qt::Key_G)});
    a.stop = make.withIcon(make.action(QT_TRANSLATE_NOOP("WindowActions", "S&top"), {key(Qt::Key_Escape)}),
                           LineIcon::kStop);
    a.stop->setEnabled(false);  // While nothing is under way, Escape means other things.
    a.directions = new QActionGroup(owner);
    menu->addActions({a.back, a.forward});
    menu->addSeparator();
    menu->addActions({a.edit_focus, a.find_node, a.focus_selection});
    menu->addSeparator();
    menu->addActions({a.more_hops, a.fewer_hops});
    menu->addSeparator();
    menu->addActions({a.next_difference, a.previous_difference});
    menu->addSeparator();
    const auto direction = [&](const char* text, Direction value, Qt::Key shortcut, LineIcon icon) {
        menu->addAction(make.withIcon(
            make.choice(a.directions, text, static_cast<int>(value), {key(Qt::ALT | shortcut)}), icon));
    };
    direction(QT_TRANSLATE_NOOP("WindowActions", "Bot&h"), Direction::kBoth, Qt::Key_B, LineIcon::kBoth);
    direction(QT_TRANSLATE_NOOP("WindowActions", "&Up"), Direction::kUp, Qt::Key_U, LineIcon::kUp);
    direction(QT_TRANSLATE_NOOP("WindowActions", "&Down"), Direction::kDown, Qt::Key_D, LineIcon::kDown);
    menu->addSeparator();
    menu->addAction(a.whole_graph);
    a.enter = menu->addMenu(tr("Ente&r"));
    menu->addSeparator();
    menu->addAction(a.stop);
}

void makeAnalyze(WindowActions& a, const Maker& make, QMenu* menu) {
    a.show_findings = make.action(QT_TRANSLATE_NOOP("WindowActions", "&Findings"));
    a.show_units = make.action(QT_TRANSLATE_NOOP("WindowActions", "&What Runs"));
    a.ask_runtime = make.action(QT_TRANSLATE_NOOP("WindowActions", "&Ask ONNX Runtime…"));
    menu->addActions({a.show_findings, a.show_units});
    menu->addSeparator();
    menu->addAction(a.ask_runtime);
}

}  // namespace

WindowActions makeWindowActions(QWidget* owner, QMenuBar* bar) {
    WindowActions a{};
    const Maker make(owner);
    makeFile(a, make, bar->addMenu(tr("&File")));
    makeView(a, make, bar->addMenu(tr("&View")), owner);
    makeFocus(a, make, bar->addMenu(tr("F&ocus")), owner);
    makeAnalyze(a, make, bar->addMenu(tr("&Analyze")));
    QMenu* help = bar->addMenu(tr("&Help"));
    a.shortcuts = make.action(QT_TRANSLATE_NOOP("WindowActions", "&Keyboard Shortcuts"), {key(Qt::Key_F1)});
    a.about = make.action(QT_TRANSLATE_NOOP("WindowActions", "&About QDQ Lens"));
    help->addActions({a.shortcuts, a.about});
    return a;
}

}  // namespace qdqlens
