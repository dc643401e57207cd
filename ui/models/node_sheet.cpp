#include <QCoreApplication>
#include <variant>

#include "core/base/number.h"
#include "core/graph/constants.h"
#include "core/onnx/op_signatures.h"
#include "core/qdq/quantization.h"
#include "ui/models/property_sheet.h"
#include "ui/models/text.h"

namespace qdqlens {

namespace {

using Look = PropertyText::Look;

QString tr(const char* text) {
    return QCoreApplication::translate("Properties", text);
}

PropertyRow plainRow(const QString& label, const QString& text, Look look = Look::kPlain) {
    return {label, {{{text, look, {}}}}};
}

template <class T, class ToText>
QString listText(const std::vector<T>& values, ToText to_text) {
    constexpr std::size_t kMost = 64;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(values.size(), kMost); ++i) {
        texts.append(to_text(values[i]));
    }
    if (values.size() > kMost) {
        texts.append(tr("… %1 in all").arg(values.size()));
    }
    return u'[' + texts.join(QStringLiteral(", ")) + u']';
}

struct AttributeText {
    QString operator()(std::monostate) const { return {}; }
    QString operator()(float value) const { return toQString(formatFloat32(value)); }
    QString operator()(std::int64_t value) const { return QString::number(value); }
    QString operator()(std::string_view value) const { return u'"' + shownLines(value) + u'"'; }
    QString operator()(const std::vector<float>& values) const { return listText(values, *this); }
    QString operator()(const std::vector<std::int64_t>& values) const { return listText(values, *this); }
    QString operator()(const std::vector<std::string_view>& values) const { return listText(values, *this); }
    QString operator()(const std::vector<onnx::Tensor>& values) const {
        return values.size() == 1 ? tensorText(values.front()) : listText(values, tensorText);
    }
    QString operator()(const std::vector<onnx::SparseTensor>& values) const {
        return listText(values, [](const onnx::SparseTensor& each) { return tensorText(each.values); });
    }
    QString operator()(const std::vector<onnx::Type>& values) const {
        return listText(values, declaredTypeText);
    }
    QString operator()(const std::vector<std::shared_ptr<const onnx::Graph>>&) const { return {}; }
};

QString attributeText(const onnx::Attribute& attribute) {
    if (!attribute.ref_attr_name.empty()) {
        return tr("the function's %1").arg(shownText(attribute.ref_attr_name));
    }
    return std::visit(AttributeText{}, attribute.value);
}

PropertySection attributes(NodeId id, const onnx::Node& node, const onnx::OpSignature* signature) {
    PropertySection section{tr("Attributes"), {}};
    std::uint32_t subgraph = 0;
    for (const onnx::Attribute& attribute : node.attributes) {
        PropertyRow row{shownText(attribute.name), {}};
        if (const auto* graphs =
                std::get_if<std::vector<std::shared_ptr<const onnx::Graph>>>(&attribute.value)) {
            for (const auto& graph : *graphs) {
                const QString name = graph->name.empty() ? tr("graph") : shownText(graph->name);
                row.lines.push_back(
                    {{name, Look::kPlain, subgraphLink(id, subgraph++)},
                     {QStringLiteral(" · ") + tr("%1 nodes").arg(graph->nodes.size()), Look::kMuted, {}}});
            }
        } else {
            row.lines.push_back({{attributeText(attribute), Look::kMono, {}}});
        }
        section.rows.push_back(std::move(row));
    }
    if (signature != nullptr) {
        for (const onnx::FormalAttribute& formal : signature->attributes) {
            if (formal.default_value.empty() || node.attribute(formal.name) != nullptr) {
                continue;
            }
            section.rows.push_back({toQString(formal.name),
                                    {{{toQString(formal.default_value), Look::kMono, {}},
                                      {QStringLiteral("  ") + tr("default"), Look::kMuted, {}}}}});
        }
    }
    return section;
}

QString parameterName(std::string_view formal, std::size_t position) {
    return formal.empty() ? QString::number(position) : toQString(formal);
}

PropertyRow valueRow(const QString& label, const FigureSource& source, ValueId id) {
    if (id == kNoValue) {
        return plainRow(label, tr("left out"), Look::kMuted);
    }
    PropertyRow row{label, {}};
    const Value& value = source.scope().topology().value(id);
    const QString type = valueText(source.scope(), id);
    row.lines.push_back({{shownText(value.name), Look::kMono, {}}});
    if (!constantOf(source.scope(), id)) {
        row.lines.push_back({{type.isEmpty() ? tr("type not stated") : type,
                              type.isEmpty() ? Look::kMuted : Look::kPlain,
                              {}}});
    }
    return row;
}

void append(std::vector<PropertyLine>& to, std::vector<PropertyLine> lines) {
    to.insert(to.end(), lines.begin(), lines.end());
}

PropertySection inputs(const FigureSource& source, NodeId id, const onnx::OpSignature* signature) {
    PropertySection section{tr("Inputs"), {}};
    const Topology& topology = source.scope().topology();
    const auto values = topology.inputs(id);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string_view formal = signature != nullptr ? signature->inputName(i) : std::string_view();
        PropertyRow row = valueRow(parameterName(formal, i), source, values[i]);
        append(row.lines, originLines(source, values[i]));
        section.rows.push_back(std::move(row));
    }
    for (const ValueId captured : topology.captures(id)) {
        PropertyRow row = valueRow(tr("captured"), source, captured);
        append(row.lines, originLines(source, captured));
        section.rows.push_back(std::move(row));
    }
    return section;
}

PropertySection outputs(const FigureSource& source, NodeId id, const onnx::OpSignature* signature) {
    PropertySection section{tr("Outputs"), {}};
    const auto values = source.scope().topology().outputs(id);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string_view formal = signature != nullptr ? signature->outputName(i) : std::string_view();
        PropertyRow row = valueRow(parameterName(formal, i), source, values[i]);
        append(row.lines, consumerLines(source, values[i]));
        section.rows.push_back(std::move(row));
    }
    return section;
}

QString granularityText(const QuantParameters& parameters) {
    switch (parameters.granularity) {
        case Granularity::kTensor:
            return tr("per tensor");
        case Granularity::kChannel:
            return tr("per channel, axis %1").arg(parameters.axis);
        case Granularity::kBlock:
            return tr("blocks of %1 along axis %2").arg(parameters.block_size).arg(parameters.axis);
    }
    return {};
}

PropertySection quantization(const Scope& scope, NodeId id) {
    PropertySection section{tr("Quantization"), {}};
    const onnx::Node& node = scope.topology().node(id);
    if (!isQuantize(node) && !isDequantize(node)) {
        return section;
    }
    const QuantParameters parameters = quantParameters(scope, id);
    section.rows.push_back(plainRow(tr("Parameters"), toQString(parameterLine(scope, parameters))));
    section.rows.push_back(plainRow(tr("Granularity"), granularityText(parameters)));
    if (parameters.type != onnx::DataType::kUndefined) {
        section.rows.push_back(plainRow(tr("Type"), dataTypeText(parameters.type)));
    }
    return section;
}

PropertySection about(const FigureSource& source, NodeId id, const onnx::OpSignature* signature) {
    PropertySection section{{}, {}};
    const Topology& topology = source.scope().topology();
    const onnx::Node& node = topology.node(id);
    const QString domain = node.domain.empty() ? QStringLiteral("ai.onnx") : shownText(node.domain);
    QString version = domain + QStringLiteral(" · opset %1").arg(source.scope().opset(node.domain));
    if (signature != nullptr) {
        version += QStringLiteral(" · ") + tr("since %1").arg(signature->since);
    }
    section.rows.push_back(plainRow(tr("Domain"), version));
    section.rows.push_back(
        plainRow(tr("Position"), tr("%1 of %2").arg(index(id) + 1).arg(topology.nodeCount())));
    if (!node.overload.empty()) {
        section.rows.push_back(plainRow(tr("Overload"), shownText(node.overload)));
    }
    if (source.folding().folded(id)) {
        section.rows.push_back(
            plainRow(tr("Folded"), tr("eats only constants; it stands in its consumers' labels")));
    }
    if (!node.doc.empty()) {
        section.rows.push_back(plainRow(tr("Doc"), shownLines(node.doc), Look::kBlock));
    }
    const onnx::Model& model = source.scope().model();
    for (std::uint32_t i = 0; i < model.functions.size(); ++i) {
        if (model.functions[i].domain == node.domain && model.functions[i].name == node.op_type) {
            section.rows.push_back(
                {tr("Function"), {{{tr("Enter the function"), Look::kPlain, functionLink(i)}}}});
        }
    }
    return section;
}

}  // namespace

PropertySheet nodeSheet(const FigureSource& source, NodeId id) {
    const Scope& scope = source.scope();
    const onnx::Node& node = scope.topology().node(id);
    const onnx::OpSignature* signature =
        onnx::findSignature(node.isOnnxDomain() ? "" : node.domain, node.op_type, scope.opset(node.domain));
    PropertySheet sheet;
    sheet.title = operatorText(node);
    sheet.subtitle = nodeText(scope.topology(), id);
    for (PropertySection& section :
         std::vector<PropertySection>{about(source, id, signature), quantization(scope, id),
                                      inputs(source, id, signature), outputs(source, id, signature),
                                      attributes(id, node, signature), metadataSection(node.metadata)}) {
        if (!section.rows.empty()) {
            sheet.sections.push_back(std::move(section));
        }
    }
    return sheet;
}

PropertySheet valueSheet(const FigureSource& source, ValueId id) {
    const Value& value = source.scope().topology().value(id);
    PropertySheet sheet;
    sheet.title = shownText(value.name);
    sheet.subtitle = value.isInput()                 ? tr("graph input")
                     : value.graph_output != nullptr ? tr("graph output")
                                                     : tr("value");
    const QString type = valueText(source.scope(), id);
    PropertySection about_value{{}, {plainRow(tr("Type"), type.isEmpty() ? tr("not stated") : type)}};
    if (value.info != nullptr && !value.info->doc.empty()) {
        about_value.rows.push_back(plainRow(tr("Doc"), shownLines(value.info->doc), Look::kBlock));
    }
    about_value.rows.push_back({tr("Origin"), originLines(source, id)});
    about_value.rows.push_back({tr("Consumers"), consumerLines(source, id)});
    sheet.sections.push_back(std::move(about_value));
    if (value.info != nullptr && !value.info->metadata.empty()) {
        sheet.sections.push_back(metadataSection(value.info->metadata));
    }
    return sheet;
}

PropertySheet sheetFor(const FigureSource& source, const Selection& selection) {
    if (selection.node != kNoNode) {
        return nodeSheet(source, selection.node);
    }
    if (!selection.group.empty()) {
        return groupSheet(source, selection.group);
    }
    return selection.value != kNoValue ? valueSheet(source, selection.value) : modelSheet(source);
}

}  // namespace qdqlens
