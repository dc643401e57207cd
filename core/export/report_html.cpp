#include "core/export/report_html.h"

#include "core/base/text.h"

namespace qdqlens {

namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d9dee5; --ground: #ffffff; --band: #f5f7f9;
  --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --soft: #9aa5b4; --line: #39424e; --ground: #0d1117; --band: #171c24; --link: #79b8ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 "Noto Sans", "Segoe UI", system-ui, sans-serif; }
.page { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 92rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
header p { color: var(--soft); margin: .35rem 0 0; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .6rem; }
main > section:first-child h2 { margin-top: 0; }
nav { font-size: .9rem; margin: 1.25rem 0 0; }
nav a { display: inline-block; margin: 0 .9rem .2rem 0; color: var(--soft); text-decoration: none; }
nav a:hover, nav a:focus-visible { color: var(--link); text-decoration: underline; }
main { min-width: 0; margin-top: 2rem; }
@media (min-width: 70rem) {
  .page { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); column-gap: 3rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto;
    margin-top: 2rem; padding-left: .9rem; border-left: 2px solid var(--line); }
  nav a { display: block; margin: 0 0 .3rem; }
}
.wide { overflow: auto; max-height: 80vh; width: fit-content; max-width: 100%; }
table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; font-size: .87rem; }
th, td { padding: .3rem 1.1rem .3rem .45rem; text-align: left; vertical-align: top; max-width: 34rem;
  overflow-wrap: break-word; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--ground); color: var(--soft); font-weight: 600; white-space: nowrap;
  border-bottom-width: 2px; }
tbody tr:hover { background: var(--band); }
.n { text-align: right; white-space: nowrap; }
p.note { color: var(--soft); font-size: .87rem; margin: .5rem 0; max-width: 60rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: flex-start; }
figure { margin: 0; max-width: 100%; border: 1px solid var(--line); border-radius: 6px; }
figure div { overflow: auto; max-height: 46rem; border-radius: 6px 6px 0 0; }
figure svg { display: block; }
figcaption { color: var(--soft); font-size: .87rem; padding: .45rem .9rem; border-top: 1px solid var(--line); }
@media print {
  .page { display: block; max-width: none; padding: 0; }
  nav { display: none; }
  .wide, figure div { max-height: none; overflow: visible; }
  th { position: static; }
  figure svg { max-width: 100%; height: auto; }
}
)css";

/// From "<svg" on: a prolog has no place within a page.
std::string_view withoutProlog(std::string_view svg) {
    const std::size_t at = svg.find("<svg");
    return at == std::string_view::npos ? std::string_view() : svg.substr(at);
}

/// "41 nodes, 31 initializers, 66049 bytes, opset 20, pytorch 2.14.0"
std::string headline(const Summary& summary) {
    std::string out = std::to_string(summary.nodes) + " nodes, " + std::to_string(summary.initializers) +
                      " initializers, " + std::to_string(summary.file_bytes) + " bytes";
    for (const OpsetRow& opset : summary.opset_import) {
        out += ", " + (opset.domain.empty() ? std::string() : opset.domain + " ") + "opset " +
               std::to_string(opset.version);
    }
    if (!summary.producer.empty()) {
        out += ", " + summary.producer +
               (summary.producer_version.empty() ? "" : " " + summary.producer_version);
    }
    return out;
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
        out += "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
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
        title + "</title>\n<style>" + std::string(kStyle) +
        "</style>\n</head>\n<body>\n<div class=\"page\">\n<header>\n<h1>" + title + "</h1>\n";
    if (report.summary.has_value()) {
        out += "<p>" + escapeHtml(headline(*report.summary)) + "</p>\n";
    }
    out += "</header>\n<nav>";
    if (!figures.empty()) {
        out += "<a href=\"#figures\">Figures</a>";
    }
    for (const Table& table : tables) {
        out += "<a href=\"#" + escapeHtml(table.id) + "\">" + escapeHtml(table.title) + "</a>";
    }
    out += "</nav>\n<main>\n";
    if (!figures.empty()) {
        out += "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"figures\">\n";
        for (const HtmlFigure& figure : figures) {
            out += "<figure><div tabindex=\"0\">\n" + std::string(withoutProlog(figure.svg)) +
                   "</div>\n<figcaption>" + escapeHtml(figure.title) + "</figcaption></figure>\n";
        }
        out += "</div>\n</section>\n";
    }
    for (const Table& table : tables) {
        out += tableHtml(table);
    }
    return out + "</main>\n</div>\n</body>\n</html>\n";
}

}  // namespace qdqlens
