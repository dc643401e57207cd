#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "core/diagram/box_metrics.h"
#include "core/diagram/theme.h"
#include "core/export/scene_json.h"
#include "core/export/xml.h"

namespace qdqlens {

namespace {

/// A quoted string that dot shows as it is: it resolves backslashes twice in tooltips (2.43), and entities.
std::string dotString(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
            case '\\':
                out += R"(\\\\)";
                break;
            case '"':
                out += "\\\"";
                break;
            case '&':
                out += "&amp;";
                break;
            case '\n':
                out += "\\n";
                break;
            default:
                out += c;
        }
    }
    return out + '"';
}

std::string number(double value) {
    std::string out;
    appendNumber(out, value);
    return out;
}

/// Text inside of an HTML-like label, where runs of spaces would be one, and where dot resolves its backslash
/// escapes after the entities.
std::string htmlText(std::string_view text) {
    const std::string escaped = xmlEscaped(text);
    std::string out;
    for (std::size_t i = 0; i < escaped.size(); ++i) {
        const bool kept = i > 0 && escaped[i - 1] != ' ' && i + 1 < escaped.size() && escaped[i + 1] != ' ';
        if (escaped[i] == ' ' && !kept) {
            out += "&#160;";
        } else if (escaped[i] == '\\') {
            out += "\\\\";
        } else {
            out += escaped[i];
        }
    }
    return out;
}

/// dot takes one font, not a list.
constexpr std::string_view kSans = "DejaVu Sans";
constexpr std::string_view kMono = "DejaVu Sans Mono";

std::string htmlLine(const TextLine& line, const LineStyle& style) {
    std::string content;
    for (const TextRun& run : textRuns(line)) {
        const std::string text = htmlText(run.text);
        content += run.bold || style.bold ? "<B>" + text + "</B>" : text;
    }
    return fmt::format(R"(<FONT FACE="{}" POINT-SIZE="{}" COLOR="{}">{}</FONT>)", style.mono ? kMono : kSans,
                       number(style.size), style.color, content);
}

std::string htmlLabel(const Box& box, const Theme& style) {
    std::string out = "<";
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
        if (box.lines[i].text.empty()) {
            continue;
        }
        out += out.size() > 1 ? "<BR/>" : "";
        out += htmlLine(box.lines[i], style.line(box.lines[i].role, box.kind));
    }
    return out + ">";
}

std::string node(const Box& box, const Theme& style) {
    const BoxStyle look = style.box(box.role);
    const bool pill = look.corner > 50;
    const std::string label = htmlLabel(box, style);
    return fmt::format(
        "  {} [label={}, tooltip={}, style={}, shape={}, fillcolor={}, color={}, penwidth={}, "
        "peripheries={}, margin={}];\n",
        dotString(box.id), label == "<>" ? dotString("") : label,
        dotString(box.tooltip.empty() ? box.name : box.tooltip),
        dotString(look.dashed ? "rounded,filled,dashed" : "rounded,filled"), "box", dotString(look.fill),
        dotString(box.focus    ? style.focus
                  : box.defect ? style.defect
                               : look.border),
        box.focus ? "2.4" : number(look.border_width), box.shared || box.kind == BoxKind::kGroup ? 2 : 1,
        dotString(pill ? "0.12,0.04" : "0.16,0.09"));
}

/// Frames as clusters, inner ones in outer ones, with the boxes that are in no inner one.
std::string clusters(const Scene& scene, std::uint32_t parent, const std::vector<std::uint32_t>& group_of,
                     const std::string& indent, const Theme& style) {
    const LineStyle text = style.groupLine();
    std::string out;
    for (std::uint32_t g = 0; g < scene.groups.size(); ++g) {
        const Group& group = scene.groups[g];
        if (group.parent != parent) {
            continue;
        }
        const BoxStyle look = style.groupFrame(group.look);
        out += fmt::format("{}subgraph {} {{\n", indent, dotString("cluster_" + group.id));
        out += fmt::format(
            "{}  graph [style=\"rounded{}\", color={}, penwidth={}, margin=10, labeljust=l, label=<<FONT "
            "POINT-SIZE=\"{}\" "
            "COLOR=\"{}\">{}</FONT>>];\n",
            indent, look.dashed ? ",dashed" : "", dotString(look.border), number(look.border_width),
            number(text.size), text.color, htmlText(group.label));
        for (const std::uint32_t box : group.boxes) {
            if (group_of[box] == g) {
                out += fmt::format("{}  {};\n", indent, dotString(scene.boxes[box].id));
            }
        }
        out += clusters(scene, g, group_of, indent + "  ", style) + indent + "}\n";
    }
    return out;
}

std::string edge(const Scene& scene, const Edge& what, const Theme& style) {
    const EdgeStyle look = style.edge(what.type, what.to_stub);
    const LineStyle text = style.edgeLabel(what.type);
    const std::string color =
        look.doubled ? fmt::format("{0}:{1}:{0}", look.color, style.background) : std::string(look.color);
    const std::string_view line = what.to_stub                      ? "dashed"
                                  : what.type == EdgeType::kUnknown ? "dotted"
                                                                    : "solid";
    std::string out =
        fmt::format("  {} -> {} [tooltip={}, color={}, penwidth={}, style={}",
                    dotString(scene.boxes[what.from].id), dotString(scene.boxes[what.to].id),
                    dotString(what.value), dotString(color), number(look.doubled ? 1.0 : look.width), line);
    if (!what.label.empty()) {
        // In HTML-like text there is no escape that could be mistaken.
        out += fmt::format(R"(, label=<<FONT COLOR="{}">&#160;{}&#160;</FONT>>)", text.color,
                           htmlText(what.label));
    }
    return out + "];\n";
}

}  // namespace

std::string writeDot(const Scene& scene) {
    const Theme& style = theme(ThemeKind::kLight);
    std::string out = "digraph figure {\n";
    out += fmt::format(
        "  graph [rankdir={}, ranksep=0.42, nodesep=0.33, pad=0.33, bgcolor={}, fontname={}, "
        "charset=\"UTF-8\"",
        scene.rankdir == RankDir::kTopBottom ? "TB" : "LR", dotString(style.background), dotString(kSans));
    if (!scene.title.empty()) {
        const LineStyle title = style.titleLine();
        const LineStyle subtitle = style.subtitleLine();
        out += fmt::format(
            R"(, labelloc=t, labeljust=l, label=<<B><FONT POINT-SIZE="{}" COLOR="{}">{}</FONT></B>)",
            number(title.size), title.color, htmlText(scene.title));
        if (!scene.subtitle.empty()) {
            out += fmt::format(R"(<BR ALIGN="LEFT"/><FONT POINT-SIZE="{}" COLOR="{}">{}</FONT>)",
                               number(subtitle.size), subtitle.color, htmlText(scene.subtitle));
        }
        out += "<BR ALIGN=\"LEFT\"/>>";
    }
    out += "];\n";
    out += fmt::format("  node [fontname={}, fontsize=10.5, height=0.3, width=0.4];\n", dotString(kSans));
    out += fmt::format("  edge [fontname={}, fontsize=9.5, arrowsize=0.75];\n", dotString(kSans));
    for (const Box& box : scene.boxes) {
        out += node(box, style);
    }
    out += clusters(scene, Group::kNoParent, innermostGroups(scene), "  ", style);
    for (const Edge& what : scene.edges) {
        out += edge(scene, what, style);
    }
    return out + "}\n";
}

}  // namespace qdqlens
