// What the properties panel says, as plain values: sections of labelled rows, whose text may hold links.
#pragma once

#include <QString>
#include <QUrl>
#include <string>
#include <vector>

#include "core/diagram/figure.h"
#include "ui/models/selection.h"

namespace qdqlens {

struct PropertyText {
    enum class Look { kPlain, kMono, kMuted, kBlock };  ///< kBlock: lines as they are, monospaced.
    QString text;
    Look look = Look::kPlain;
    QString link;  ///< See PropertyLink; empty for none.
};

using PropertyLine = std::vector<PropertyText>;

struct PropertyRow {
    QString label;
    std::vector<PropertyLine> lines;
};

struct PropertySection {
    QString title;
    std::vector<PropertyRow> rows;
    bool wide_labels = false;  ///< The labels say more than the values.
};

struct PropertySheet {
    QString title;
    QString subtitle;
    std::vector<PropertySection> sections;

    /// The section of that title, or null.
    [[nodiscard]] const PropertySection* section(const QString& section_title) const;
};

/// Where a link leads.
struct PropertyLink {
    enum class Kind { kNone, kNode, kValue, kSubgraph, kFunction, kGroup };
    Kind kind = Kind::kNone;
    std::uint32_t index = 0;     ///< Of the node, value or function.
    std::uint32_t subgraph = 0;  ///< Index into onnx::subgraphs(node).
    std::string group;           ///< As Grouping::find takes it.
};
[[nodiscard]] QString nodeLink(NodeId node);
[[nodiscard]] QString valueLink(ValueId value);
[[nodiscard]] QString subgraphLink(NodeId node, std::uint32_t subgraph);
[[nodiscard]] QString functionLink(std::uint32_t function);
[[nodiscard]] QString groupLink(const std::string& ref);
[[nodiscard]] PropertyLink parseLink(const QString& link);

/// The model and the graph that is shown.
[[nodiscard]] PropertySheet modelSheet(const FigureSource& source);
[[nodiscard]] PropertySheet nodeSheet(const FigureSource& source, NodeId node);
[[nodiscard]] PropertySheet valueSheet(const FigureSource& source, ValueId value);
/// A group of nodes, by Grouping::ref.
[[nodiscard]] PropertySheet groupSheet(const FigureSource& source, const std::string& ref);
[[nodiscard]] PropertySheet sheetFor(const FigureSource& source, const Selection& selection);

/// Rows of metadata_props; long texts become blocks.
[[nodiscard]] PropertySection metadataSection(const std::vector<onnx::StringEntry>& metadata);
/// "← producer", constants with their contents, and "→ consumers" of a value, as lines with links.
[[nodiscard]] std::vector<PropertyLine> originLines(const FigureSource& source, ValueId value);
[[nodiscard]] std::vector<PropertyLine> consumerLines(const FigureSource& source, ValueId value);

}  // namespace qdqlens
