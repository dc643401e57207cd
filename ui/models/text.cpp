#include "ui/models/text.h"

#include <QLocale>
#include <QStringList>

#include "core/base/text.h"
#include "core/qdq/value_type.h"

namespace qdqlens {

QString toQString(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString shownText(std::string_view bytes) {
    return toQString(showName(bytes).text);
}

QString shownLines(std::string_view bytes) {
    QStringList lines;
    while (true) {
        const std::size_t end = bytes.find('\n');
        std::string line(bytes.substr(0, end));
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', tab)) {
            line.replace(tab, 1, "    ");
        }
        lines.append(shownText(line));
        if (end == std::string_view::npos) {
            break;
        }
        bytes.remove_prefix(end + 1);
    }
    return lines.join(u'\n');
}

QString dataTypeText(onnx::DataType type) {
    const std::string_view name = onnx::dataTypeName(type);
    return name.empty() ? QStringLiteral("dtype %1").arg(static_cast<int>(type)) : toQString(name);
}

namespace {

QString dimsText(const std::vector<std::int64_t>& dims) {
    QStringList texts;
    for (const std::int64_t dim : dims) {
        texts.append(QString::number(dim));
    }
    return QStringLiteral("[%1]").arg(texts.join(QStringLiteral(", ")));
}

QString shapeText(const std::vector<onnx::Dim>& shape) {
    QStringList dims;
    for (const onnx::Dim& dim : shape) {
        switch (dim.kind) {
            case onnx::Dim::Kind::kValue:
                dims.append(QString::number(dim.value));
                break;
            case onnx::Dim::Kind::kParam:
                dims.append(shownText(dim.param));
                break;
            case onnx::Dim::Kind::kUnknown:
                dims.append(QStringLiteral("?"));
                break;
        }
    }
    return QStringLiteral("[%1]").arg(dims.join(QStringLiteral(", ")));
}

}  // namespace

QString declaredTypeText(const onnx::Type& type) {
    const QString text = toQString(typeText(type));
    return type.has_shape ? text + u' ' + shapeText(type.shape) : text;
}

QString tensorText(const onnx::Tensor& tensor) {
    return dataTypeText(tensor.type) + u' ' + dimsText(tensor.dims);
}

QString valueText(const Scope& scope, ValueId id) {
    if (const auto constant = constantOf(scope, id)) {
        return constantShape(*constant);
    }
    const QString text = toQString(valueTypeText(scope, id));
    const Value& value = scope.topology().value(id);
    return value.info != nullptr && value.info->type.has_shape
               ? (text + u' ' + shapeText(value.info->type.shape)).trimmed()
               : text;
}

QString constantShape(const Constant& constant) {
    return dataTypeText(constant.type) + u' ' + dimsText(constant.dims);
}

QString operatorText(const onnx::Node& node) {
    const QString op = shownText(node.op_type);
    return node.isOnnxDomain() ? op : shownText(node.domain) + u'.' + op;
}

QString nodeText(const Topology& topology, NodeId node) {
    const std::string_view name = topology.node(node).name;
    return name.empty() ? QStringLiteral("#%1").arg(index(node)) : shownText(name);
}

QString bytesText(std::uint64_t bytes) {
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

}  // namespace qdqlens
