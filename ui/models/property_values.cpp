// Property rows about values: where they come from, who eats them, what constants hold.
#include <QCoreApplication>
#include <algorithm>

#include "core/graph/constants.h"
#include "core/onnx/op_signatures.h"
#include "core/onnx/tensor_data.h"
#include "core/qdq/quantization.h"
#include "ui/models/property_sheet.h"
#include "ui/models/text.h"

namespace qdqlens {

namespace {

using Look = PropertyText::Look;

/// Constants of at most so many elements are written out.
constexpr std::uint64_t kWrittenOut = 16;
constexpr std::size_t kMaxConsumers = 100;

QString tr(const char* text) {
    return QCoreApplication::translate("Properties", text);
}

QString elementsText(const Scope& scope, const Constant& constant) {
    const auto count = elementCount(constant);
    if (!count || *count > kWrittenOut || *count == 0) {
        return {};
    }
    QStringList texts;
    if (constant.type == onnx::DataType::kString) {
        return toQString(constantText(scope.model(), constant));
    }
    const auto elements = decodeConstant(scope.model(), constant, kWrittenOut);
    if (!elements) {
        return toQString(elements.error().message());
    }
    for (const onnx::Element& element : *elements) {
        texts.append(toQString(element.text()));
    }
    const QString joined = texts.join(QStringLiteral(", "));
    return constant.dims.empty() ? joined : u'[' + joined + u']';
}

void appendConstant(const Scope& scope, const Constant& constant, std::vector<PropertyLine>& lines) {
    const QString contents = elementsText(scope, constant);
    lines.push_back({{constantShape(constant), Look::kPlain, {}},
                     {QStringLiteral("  ") + tr("constant"), Look::kMuted, {}}});
    if (!contents.isEmpty()) {
        lines.push_back({{QStringLiteral("= ") + contents, Look::kMono, {}}});
    }
    const onnx::Tensor* tensor = constant.tensor;
    if (tensor != nullptr && tensor->storage == onnx::Tensor::Storage::kExternal) {
        const auto place = onnx::externalLocation(scope.model(), *tensor);
        lines.push_back({{place ? tr("in %1").arg(shownText(place->file.filename().string()))
                                : toQString(place.error().message()),
                          Look::kMuted,
                          {}}});
    }
}

QString parametersText(const Scope& scope, NodeId node) {
    const onnx::Node& op = scope.topology().node(node);
    if (!isQuantize(op) && !isDequantize(op)) {
        return {};
    }
    return toQString(parameterLine(scope, quantParameters(scope, node)));
}

}  // namespace

std::vector<PropertyLine> originLines(const FigureSource& source, ValueId id) {
    std::vector<PropertyLine> lines;
    if (id == kNoValue) {
        return lines;
    }
    const Scope& scope = source.scope();
    const Topology& topology = scope.topology();
    const Value& value = topology.value(id);
    if (value.producer != kNoNode) {
        const onnx::Node& producer = topology.node(value.producer);
        lines.push_back({{QStringLiteral("← "), Look::kMuted, {}},
                         {operatorText(producer) + u' ', Look::kPlain, {}},
                         {nodeText(topology, value.producer), Look::kMono, nodeLink(value.producer)}});
        const QString parameters = parametersText(scope, value.producer);
        if (!parameters.isEmpty()) {
            lines.push_back({{parameters, Look::kPlain, {}}});
        }
        if (source.folding().folded(value.producer) && !topology.inputs(value.producer).empty()) {
            const ValueId stored = topology.inputs(value.producer).front();
            const auto constant = stored == kNoValue ? std::nullopt : constantOf(scope, stored);
            if (constant) {
                lines.push_back({{tr("folded over"), Look::kMuted, {}},
                                 {u' ' + constantShape(*constant) + u' ', Look::kPlain, {}},
                                 {shownText(topology.value(stored).name), Look::kMono, {}}});
            }
        }
    }
    if (const auto constant = constantOf(scope, id)) {
        appendConstant(scope, *constant, lines);
    } else if (value.outer) {
        lines.push_back({{tr("from the enclosing graph"), Look::kMuted, {}}});
    } else if (value.isInput()) {
        lines.push_back({{tr("graph input"), Look::kMuted, {}}});
    } else if (value.missing()) {
        lines.push_back({{tr("nothing produces this value"), Look::kMuted, {}}});
    }
    return lines;
}

std::vector<PropertyLine> consumerLines(const FigureSource& source, ValueId id) {
    std::vector<PropertyLine> lines;
    if (id == kNoValue) {
        return lines;
    }
    const Topology& topology = source.scope().topology();
    const auto uses = topology.uses(id);
    for (std::size_t i = 0; i < std::min(uses.size(), kMaxConsumers); ++i) {
        const onnx::Node& consumer = topology.node(uses[i].node);
        const onnx::OpSignature* signature =
            onnx::findSignature(consumer.domain, consumer.op_type, source.scope().opset(consumer.domain));
        QString as;
        if (uses[i].input == Use::kCaptured) {
            as = QStringLiteral(" (") + tr("in its subgraph") + u')';
        } else if (signature != nullptr && !signature->inputName(uses[i].input).empty()) {
            as = QStringLiteral(" (%1)").arg(toQString(signature->inputName(uses[i].input)));
        }
        lines.push_back({{QStringLiteral("→ "), Look::kMuted, {}},
                         {operatorText(consumer) + u' ', Look::kPlain, {}},
                         {nodeText(topology, uses[i].node), Look::kMono, nodeLink(uses[i].node)},
                         {as, Look::kMuted, {}}});
    }
    if (uses.size() > kMaxConsumers) {
        lines.push_back({{tr("and %1 more").arg(uses.size() - kMaxConsumers), Look::kMuted, {}}});
    }
    if (topology.value(id).graph_output != nullptr) {
        lines.push_back(
            {{QStringLiteral("→ "), Look::kMuted, {}}, {tr("graph output"), Look::kPlain, valueLink(id)}});
    }
    if (lines.empty()) {
        lines.push_back({{tr("not used"), Look::kMuted, {}}});
    }
    return lines;
}

PropertySection metadataSection(const std::vector<onnx::StringEntry>& metadata) {
    constexpr qsizetype kLong = 60;
    constexpr qsizetype kLongKey = 14;  // Longer ones do not fit beside their text.
    PropertySection section{tr("Metadata"), {}};
    for (const onnx::StringEntry& entry : metadata) {
        const QString text = shownLines(entry.value);
        const QString key = shownText(entry.key);
        const bool block = text.contains(u'\n') || text.size() > kLong || key.size() > kLongKey;
        section.rows.push_back({key, {{{text, block ? Look::kBlock : Look::kMono, {}}}}});
    }
    return section;
}

}  // namespace qdqlens
