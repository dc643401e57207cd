// Everything that a window can be told, with its shortcut. The window connects them.
#pragma once

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;
class QWidget;

namespace qdqlens {

struct WindowActions {
    // File
    QAction* open;
    QMenu* recent;
    QAction* compare;
    QAction* close_comparison;
    QAction* export_figure;
    QAction* copy_picture;
    QAction* copy_table_markdown;
    QAction* copy_table_csv;
    QAction* close;
    QAction* quit;
    // View
    QAction* zoom_in;
    QAction* zoom_out;
    QAction* actual_size;
    QAction* fit;
    QAction* overview;
    QActionGroup* themes;  ///< data(): ThemeChoice.
    QAction* left_to_right;
    QActionGroup* edge_labels;  ///< data(): EdgeLabels.
    QActionGroup* levels;       ///< data(): Level.
    QAction* automatic_level;   ///< A model opens at the level that can be read at a glance.
    QAction* expand_group;
    QAction* collapse_group;
    QAction* collapse_all;
    QAction* stubs;
    QAction* fold;
    QAction* pan_together;
    QActionGroup* stages;  ///< data(): 0 as in the file, else 1 + runtime::Stage.
    QMenu* panels;
    // Focus
    QAction* back;
    QAction* forward;
    QAction* focus_selection;
    QAction* edit_focus;
    QAction* find_node;
    QAction* more_hops;
    QAction* fewer_hops;
    QActionGroup* directions;  ///< data(): Direction.
    QAction* next_difference;
    QAction* previous_difference;
    QAction* whole_graph;
    QMenu* enter;  ///< Subgraphs of the selection, and functions.
    QAction* stop;
    // Analyze
    QAction* show_findings;
    QAction* show_units;
    QAction* ask_runtime;
    // Help
    QAction* shortcuts;
    QAction* about;
};

/// Made and put into the menus; `owner` is the window.
[[nodiscard]] WindowActions makeWindowActions(QWidget* owner, QMenuBar* bar);

}  // namespace qdqlens
