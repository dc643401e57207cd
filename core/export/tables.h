// A table as people read or process it: text for a terminal, Markdown, CSV, HTML. What is in it comes from
// core/qdq/tables; the viewer shows the same value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/topology.h"

namespace qdqlens {

struct TableColumn {
    std::string title;
    bool number = false;  ///< Aligned to the right, sorted as a number.
};

struct TableRow {
    std::vector<std::string> cells;   ///< One for each column; valid UTF-8 as shown (core/base/text.h).
    std::vector<NodeId> nodes;        ///< What the row is about: to focus. May be empty.
    std::vector<NodeId> others = {};  ///< Where two models are compared: nodes of the second.
    bool marked = false;              ///< Stands out among the others, where that can be shown.
};

struct Table {
    std::string id;     ///< "initializers": for links and file names.
    std::string title;  ///< "Initializers".
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
    std::vector<std::string> notes;  ///< Sentences below it.
};

/// Columns aligned with spaces; East Asian wide characters count as two cells. Ends with a newline.
[[nodiscard]] std::string tableText(const Table& table);
/// GitHub's Markdown; characters that mean something there are escaped.
[[nodiscard]] std::string tableMarkdown(const Table& table);
/// RFC 4180 with a head line, lines end in "\n"; no title, no notes.
[[nodiscard]] std::string tableCsv(const Table& table);
/// A <section> with a <table>; everything escaped.
[[nodiscard]] std::string tableHtml(const Table& table);

[[nodiscard]] std::string escapeHtml(std::string_view text);
[[nodiscard]] std::string escapeMarkdown(std::string_view text);

}  // namespace qdqlens
