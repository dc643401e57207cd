#include "core/export/report_html.h"

#include "core/base/text.h"

namespace qdqlens {

namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d9dee5; --ground: #ffffff; --band: #f5f7f9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --soft: #9aa5b4; --line: #39424e; --ground: #14181d; --band: #1b2027; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 76rem; background: var(--ground); color: var(--ink);
  font: 15px/1.5 "Noto Sans", "Segoe UI", system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
nav { color: var(--soft); font-size: .9rem; }
nav a { margin-right: .9rem; color: inherit; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .87rem; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line);
  max-width: 34rem; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; white-space: nowrap; border-bottom-width: 2px; }
tbody tr:hover { background: var(--band); }
.n { text-align: right; white-space: nowrap; }
p.note { color: var(--soft); font-size: .87rem; margin: .5rem 0; max-width: 60rem; }
figure { margin: 1rem 0 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .87rem; }
@media print { body { max-width: none; padding: 0; } nav { display: none; } }
)css";

/// From "<svg" on: a prolog has no place within a page.
std::string_view withoutProlog(std::string_view svg) {
    const std::size_t at = svg.find("<svg");
    return at == std::string_view::npos ? std::string_view() : svg.substr(at);
}

}  // namespace

std::string escapeHtml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string tableHtml(const Table& table) {
    std::string out =
        "<section id=\"" + escapeHtml(table.id) + "\">\n<h2>" + escapeHtml(table.title) + "</h2>\n";
    const auto kind = [&](std::size_t c) {
        return std::string(table.columns[c].number ? " class=\"n\"" : "");
    };
    if (!table.rows.empty()) {
        out += "<div class=\"wide\"><table>\n<thead><tr>";
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            out += "<th scope=\"col\"" + kind(c) + ">" + escapeHtml(table.columns[c].title) + "</th>";
        }
        out += "</tr></thead>\n<tbody>\n";
        for (const TableRow& row : table.rows) {
            out += "<tr>";
            for (std::size_t c = 0; c < row.cells.size(); ++c) {
                out += "<td" + kind(c) + ">" + escapeHtml(row.cells[c]) + "</td>";
            }
            out += "</tr>\n";
        }
        out += "</tbody>\n</table></div>\n";
    }
    for (const std::string& note : table.notes) {
        out += "<p class=\"note\">" + escapeHtml(note) + "</p>\n";
    }
    return out + "</section>\n";
}

std::string reportHtml(const Report& report, const std::vector<HtmlFigure>& figures) {
    const std::string path = showName(report.path).text;
    const std::string title = escapeHtml(path.substr(path.rfind('/') + 1));
    const std::vector<Table> tables = reportTables(report);
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
        title + "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n<h1>" + title +
        "</h1>\n<nav>";
    if (!figures.empty()) {
        out += "<a href=\"#figures\">Figures</a>";
    }
    for (const Table& table : tables) {
        out += "<a href=\"#" + escapeHtml(table.id) + "\">" + escapeHtml(table.title) + "</a>";
    }
    out += "</nav>\n";
    if (!figures.empty()) {
        out += "<section id=\"figures\">\n<h2>Figures</h2>\n";
        for (const HtmlFigure& figure : figures) {
            out += "<figure>\n" + std::string(withoutProlog(figure.svg)) + "\n<figcaption>" +
                   escapeHtml(figure.title) + "</figcaption>\n</figure>\n";
        }
        out += "</section>\n";
    }
    for (const Table& table : tables) {
        out += tableHtml(table);
    }
    return out + "</body>\n</html>\n";
}

}  // namespace qdqlens
