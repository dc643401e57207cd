#include "core/export/tables.h"

#include <algorithm>

#include "core/base/text.h"

namespace qdqlens {

namespace {

/// Unicode's East Asian Wide and Fullwidth blocks, as terminals count them.
bool isWide(char32_t c) {
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0x303e) || (c >= 0x3041 && c <= 0xa4cf) ||
           (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe4f) ||
           (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
           (c >= 0x20000 && c <= 0x3fffd);
}

std::size_t cellWidth(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const char32_t c = nextCodePoint(text);
        const bool combining = c >= 0x300 && c <= 0x36f;
        width += combining ? 0 : isWide(c) ? 2 : 1;
    }
    return width;
}

std::vector<std::size_t> columnWidths(const Table& table) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::size_t width = cellWidth(table.columns[c].title);
        for (const TableRow& row : table.rows) {
            width = std::max(width, cellWidth(row.cells[c]));
        }
        widths.push_back(width);
    }
    return widths;
}

bool isWordCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::string quotedCsv(const std::string& cell) {
    const bool spaced = !cell.empty() && (cell.front() == ' ' || cell.back() == ' ');
    if (!spaced && cell.find_first_of(",\"\r\n") == std::string::npos) {
        return cell;
    }
    std::string out = "\"";
    for (const char c : cell) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

}  // namespace

std::string tableText(const Table& table) {
    const std::vector<std::size_t> widths = columnWidths(table);
    std::string out;
    const auto line = [&](const auto& cellOf) {
        std::string text;
        for (std::size_t c = 0; c < widths.size(); ++c) {
            const std::string& cell = cellOf(c);
            const std::string pad(widths[c] - cellWidth(cell), ' ');
            text += (c == 0 ? "" : "  ") + (table.columns[c].number ? pad + cell : cell + pad);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    };
    line([&](std::size_t c) -> const std::string& { return table.columns[c].title; });
    std::size_t total = widths.empty() ? 0 : 2 * (widths.size() - 1);
    for (const std::size_t width : widths) {
        total += width;
    }
    // Sentences are longer than any terminal is wide.
    constexpr std::size_t kLongestRule = 120;
    for (std::size_t i = 0; i < std::min(total, kLongestRule); ++i) {
        out += "─";
    }
    out += "\n";
    for (const TableRow& row : table.rows) {
        line([&](std::size_t c) -> const std::string& { return row.cells[c]; });
    }
    for (const std::string& note : table.notes) {
        out += note + "\n";
    }
    return out;
}

std::string escapeMarkdown(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool inside_word =
            i > 0 && i + 1 < text.size() && isWordCharacter(text[i - 1]) && isWordCharacter(text[i + 1]);
        const bool special = std::string_view("\\`*<|~[").find(c) != std::string_view::npos;
        if (special || (c == '_' && !inside_word)) {
            out += '\\';
        }
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

std::string tableMarkdown(const Table& table) {
    std::string out = "|";
    std::string rule = "|";
    for (const TableColumn& column : table.columns) {
        out += " " + escapeMarkdown(column.title) + " |";
        rule += column.number ? "---:|" : "---|";
    }
    out += "\n" + rule + "\n";
    for (const TableRow& row : table.rows) {
        out += "|";
        for (const std::string& cell : row.cells) {
            out += " " + escapeMarkdown(cell) + " |";
        }
        out += "\n";
    }
    for (const std::string& note : table.notes) {
        out += "\n" + escapeMarkdown(note) + "\n";
    }
    return out;
}

std::string tableCsv(const Table& table) {
    std::string out;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        out += (c == 0 ? "" : ",") + quotedCsv(table.columns[c].title);
    }
    out += "\n";
    for (const TableRow& row : table.rows) {
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            out += (c == 0 ? "" : ",") + quotedCsv(row.cells[c]);
        }
        out += "\n";
    }
    return out;
}

}  // namespace qdqlens
