#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <map>

#include "ui/models/property_sheet.h"
#include "ui/models/text.h"

namespace qdqlens {

namespace {

using Look = PropertyText::Look;

QString tr(const char* text) {
    return QCoreApplication::translate("Properties", text);
}

void addRow(PropertySection& section, const QString& label, const QString& text, Look look = Look::kPlain) {
    if (!text.isEmpty()) {
        section.rows.push_back({label, {{{text, look, {}}}}});
    }
}

QString opsetText(const std::vector<onnx::OpsetImport>& imports) {
    QStringList texts;
    for (const onnx::OpsetImport& import : imports) {
        const QString domain = import.domain.empty() ? QStringLiteral("ai.onnx") : shownText(import.domain);
        texts.append(QStringLiteral("%1 %2").arg(domain).arg(import.version));
    }
    return texts.join(QStringLiteral(", "));
}

PropertySection aboutModel(const onnx::Model& model) {
    PropertySection section{{}, {}};
    addRow(section, tr("Producer"),
           (shownText(model.producer_name) + u' ' + shownText(model.producer_version)).trimmed());
    addRow(section, tr("IR version"), QString::number(model.ir_version));
    addRow(section, tr("Opsets"), opsetText(model.opset_import));
    addRow(section, tr("Domain"), shownText(model.domain));
    if (model.model_version != 0) {
        addRow(section, tr("Version"), QString::number(model.model_version));
    }
    addRow(section, tr("File"), shownText(model.input->name()), Look::kMono);
    addRow(section, tr("Size"), bytesText(model.input->bytes().size()));
    addRow(section, tr("Doc"), shownLines(model.doc), Look::kBlock);
    return section;
}

PropertySection aboutGraph(const FigureSource& source) {
    PropertySection section{tr("Graph"), {}};
    const Topology& topology = source.scope().topology();
    const onnx::Graph& graph = source.scope().graph();
    addRow(section, tr("Name"), shownText(graph.name), Look::kMono);
    addRow(section, tr("Nodes"), QString::number(topology.nodeCount()));
    addRow(section, tr("Folded"), QString::number(source.folding().foldedCount()));
    addRow(section, tr("Initializers"),
           QString::number(graph.initializers.size() + graph.sparse_initializers.size()));
    addRow(section, tr("Doc"), shownLines(graph.doc), Look::kBlock);
    return section;
}

PropertySection ends(const FigureSource& source, const QString& title,
                     const std::vector<onnx::ValueInfo>& infos, bool are_inputs) {
    PropertySection section{title, {}};
    const Topology& topology = source.scope().topology();
    for (const onnx::ValueInfo& info : infos) {
        const ValueId id = topology.findValue(info.name);
        if (id == kNoValue || (are_inputs && !topology.value(id).isInput())) {
            continue;
        }
        const QString type = declaredTypeText(info.type);
        section.rows.push_back({{},
                                {{{shownText(info.name), Look::kMono, valueLink(id)}},
                                 {{type.isEmpty() ? tr("type not stated") : type, Look::kPlain, {}}}}});
    }
    return section;
}

PropertySection operators(const Topology& topology) {
    PropertySection section{tr("Operators"), {}};
    section.wide_labels = true;
    std::map<QString, int> counts;
    for (std::uint32_t i = 0; i < topology.nodeCount(); ++i) {
        ++counts[operatorText(topology.node(NodeId{i}))];
    }
    std::vector<std::pair<QString, int>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& entry : sorted) {
        addRow(section, entry.first, QString::number(entry.second));
    }
    return section;
}

PropertySection functions(const onnx::Model& model) {
    PropertySection section{tr("Functions"), {}};
    for (std::uint32_t i = 0; i < model.functions.size(); ++i) {
        const onnx::Function& function = model.functions[i];
        section.rows.push_back(
            {shownText(function.domain),
             {{{shownText(function.name), Look::kMono, functionLink(i)},
               {QStringLiteral(" · ") + tr("%1 nodes").arg(function.body.nodes.size()), Look::kMuted, {}}}}});
    }
    return section;
}

QString defectText(GraphDefect::Kind kind) {
    switch (kind) {
        case GraphDefect::Kind::kDuplicateValue:
            return tr("Produced twice");
        case GraphDefect::Kind::kMissingValue:
            return tr("Not produced");
        case GraphDefect::Kind::kCycle:
            return tr("On a cycle");
        case GraphDefect::Kind::kUnsorted:
            return tr("Used before made");
        case GraphDefect::Kind::kDuplicateNodeName:
            return tr("Name used twice");
    }
    return {};
}

PropertySection defects(const Topology& topology) {
    constexpr std::size_t kMost = 50;
    PropertySection section{tr("Oddities"), {}};
    const auto& found = topology.defects();
    for (std::size_t i = 0; i < std::min(found.size(), kMost); ++i) {
        const QString link = found[i].node == kNoNode ? QString() : nodeLink(found[i].node);
        section.rows.push_back(
            {defectText(found[i].kind), {{{shownText(found[i].name), Look::kMono, link}}}});
    }
    if (found.size() > kMost) {
        addRow(section, {}, tr("and %1 more").arg(found.size() - kMost), Look::kMuted);
    }
    return section;
}

}  // namespace

PropertySheet modelSheet(const FigureSource& source) {
    const Scope& scope = source.scope();
    const onnx::Model& model = scope.model();
    PropertySheet sheet;
    sheet.title = QFileInfo(toQString(model.input->name())).fileName();
    sheet.subtitle = scope.function() != nullptr ? tr("function")
                     : scope.parent()            ? tr("subgraph")
                                                 : tr("model");
    std::vector<PropertySection> sections{
        aboutModel(model),
        aboutGraph(source),
        ends(source, tr("Inputs"), scope.graph().inputs, true),
        ends(source, tr("Outputs"), scope.graph().outputs, false),
        operators(scope.topology()),
        functions(model),
        defects(scope.topology()),
        metadataSection(scope.parent() ? scope.graph().metadata : model.metadata)};
    for (PropertySection& section : sections) {
        if (!section.rows.empty()) {
            sheet.sections.push_back(std::move(section));
        }
    }
    return sheet;
}

}  // namespace qdqlens
