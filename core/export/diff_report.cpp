#include "core/export/diff_report.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/export/report_json.h"

namespace qdqlens {

namespace {

Json nodesJson(const std::vector<DiffNode>& nodes) {
    Json out = Json::array();
    for (const DiffNode& node : nodes) {
        out.push_back(node.ref);
    }
    return out;
}

Table onlyTable(const std::string& id, const std::string& title, const std::vector<DiffNode>& nodes) {
    Table table{id, title, {{"node"}, {"op"}}, {}, {}};
    for (const DiffNode& node : nodes) {
        TableRow& row = table.rows.emplace_back();
        row.cells = {node.ref, node.op};
        (id == "only_b" ? row.others : row.nodes).push_back(node.node);
    }
    return table;
}

}  // namespace

std::vector<Table> diffTables(const ModelDiff& diff) {
    Table sizes{"sizes", "Sizes", {{"part"}, {"A", true}, {"B", true}, {"B of A", true}}, {}, diff.findings};
    for (const DiffFigure& figure : diff.sizes) {
        sizes.rows.push_back({{figure.name, std::to_string(figure.a), std::to_string(figure.b),
                               formatPercent(figure.b, figure.a)},
                              {}});
    }
    Table ops{"ops", "Ops", {{"op"}, {"A", true}, {"B", true}, {"B of A", true}}, {}, {}};
    for (const DiffFigure& figure : diff.ops) {
        ops.rows.push_back({{figure.name, std::to_string(figure.a), std::to_string(figure.b),
                             formatPercent(figure.b, figure.a)},
                            figure.nodes_a,
                            figure.nodes_b});
    }
    std::vector<Table> tables{std::move(sizes), std::move(ops)};
    if (!diff.changed.empty()) {
        Table changed{"changed", "Changed", {{"A"}, {"B"}, {"what"}, {"from"}, {"to"}}, {}, {}};
        for (const DiffChange& change : diff.changed) {
            TableRow& row = changed.rows.emplace_back();
            row.cells = {change.a, change.b, change.what, change.from, change.to};
            if (change.node_a != kNoNode) {
                row.nodes.push_back(change.node_a);
            }
            if (change.node_b != kNoNode) {
                row.others.push_back(change.node_b);
            }
        }
        tables.push_back(std::move(changed));
    }
    if (!diff.only_a.empty()) {
        tables.push_back(onlyTable("only_a", "Only in A", diff.only_a));
    }
    if (!diff.only_b.empty()) {
        tables.push_back(onlyTable("only_b", "Only in B", diff.only_b));
    }
    if (diff.same()) {
        tables.front().notes.emplace_back("Nothing differs.");
    }
    return tables;
}

std::string diffText(const ModelDiff& diff) {
    std::string out;
    for (const Table& table : diffTables(diff)) {
        out += (out.empty() ? "" : "\n") + table.title + "\n" + tableText(table);
    }
    return out;
}

std::string diffMarkdown(const ModelDiff& diff, const std::string& path_a, const std::string& path_b) {
    std::string out = "# A: " + escapeMarkdown(showName(path_a).text) +
                      ", B: " + escapeMarkdown(showName(path_b).text) + "\n";
    for (const Table& table : diffTables(diff)) {
        out += "\n## " + table.title + "\n\n" + tableMarkdown(table);
    }
    return out;
}

std::string diffJson(const ModelDiff& diff, const std::string& path_a, const std::string& path_b) {
    Json json;
    json["schema"] = "qdqlens.diff/1";
    json["a"] = showName(path_a).text;
    json["b"] = showName(path_b).text;
    json["same"] = diff.same();
    json["sizes"] = Json::array();
    for (const DiffFigure& figure : diff.sizes) {
        json["sizes"].push_back({{"part", figure.name},
                                 {"a", figure.a},
                                 {"b", figure.b},
                                 {"ratio", formatPercent(figure.b, figure.a)}});
    }
    json["ops"] = Json::array();
    for (const DiffFigure& figure : diff.ops) {
        json["ops"].push_back({{"op", figure.name}, {"a", figure.a}, {"b", figure.b}});
    }
    json["only_a"] = nodesJson(diff.only_a);
    json["only_b"] = nodesJson(diff.only_b);
    json["changed"] = Json::array();
    for (const DiffChange& change : diff.changed) {
        json["changed"].push_back({{"a", change.a},
                                   {"b", change.b},
                                   {"what", change.what},
                                   {"from", change.from},
                                   {"to", change.to}});
    }
    json["findings"] = diff.findings;
    return json.dump(2) + "\n";
}

}  // namespace qdqlens
