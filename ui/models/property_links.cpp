#include <QStringList>

#include "ui/models/property_sheet.h"

namespace qdqlens {

QString nodeLink(NodeId node) {
    return QStringLiteral("node:%1").arg(index(node));
}

QString valueLink(ValueId value) {
    return QStringLiteral("value:%1").arg(index(value));
}

QString subgraphLink(NodeId node, std::uint32_t subgraph) {
    return QStringLiteral("subgraph:%1:%2").arg(index(node)).arg(subgraph);
}

QString functionLink(std::uint32_t function) {
    return QStringLiteral("function:%1").arg(function);
}

QString groupLink(const std::string& ref) {
    return QStringLiteral("group:") + QString::fromLatin1(QByteArray::fromStdString(ref).toHex());
}

PropertyLink parseLink(const QString& link) {
    const QStringList parts = link.split(u':');
    PropertyLink parsed;
    if (parts.size() < 2) {
        return parsed;
    }
    if (parts[0] == QStringLiteral("node")) {
        parsed.kind = PropertyLink::Kind::kNode;
    } else if (parts[0] == QStringLiteral("value")) {
        parsed.kind = PropertyLink::Kind::kValue;
    } else if (parts[0] == QStringLiteral("subgraph")) {
        parsed.kind = PropertyLink::Kind::kSubgraph;
    } else if (parts[0] == QStringLiteral("function")) {
        parsed.kind = PropertyLink::Kind::kFunction;
    } else if (parts[0] == QStringLiteral("group")) {
        parsed.kind = PropertyLink::Kind::kGroup;
        parsed.group = QByteArray::fromHex(parts[1].toLatin1()).toStdString();
        return parsed;
    }
    parsed.index = parts[1].toUInt();
    parsed.subgraph = parts.value(2).toUInt();
    return parsed;
}

const PropertySection* PropertySheet::section(const QString& section_title) const {
    for (const PropertySection& each : sections) {
        if (each.title == section_title) {
            return &each;
        }
    }
    return nullptr;
}

}  // namespace qdqlens
