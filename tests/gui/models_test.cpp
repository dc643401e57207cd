#include <QAbstractItemModelTester>

#include "resources/samples/model_builder.h"
#include "resources/samples/tiny_conv_net.h"
#include "tests/gui/gui_support.h"
#include "tests/support/scenes.h"
#include "ui/models/node_table_model.h"
#include "ui/models/property_sheet.h"
#include "ui/models/text.h"

namespace qdqlens::test {
namespace {

std::shared_ptr<const FigureSource> sampleSource() {
    return std::make_shared<const FigureSource>(sourceOf(samples::tinyConvNetQdq()));
}

NodeId nodeNamed(const FigureSource& source, std::string_view name) {
    const auto found = source.scope().topology().findNodes(name);
    EXPECT_EQ(found.size(), 1U) << name;
    return found.empty() ? kNoNode : found.front();
}

/// "label: text text | text" of every row of a section.
QStringList rowsOf(const PropertySheet& sheet, const char* title) {
    QStringList rows;
    const PropertySection* section = sheet.section(QString::fromLatin1(title));
    if (section == nullptr) {
        ADD_FAILURE() << "no section " << title;
        return rows;
    }
    for (const PropertyRow& row : section->rows) {
        QStringList lines;
        for (const PropertyLine& line : row.lines) {
            QString text;
            for (const PropertyText& piece : line) {
                text += piece.text;
            }
            lines.append(text);
        }
        rows.append(row.label + QStringLiteral(": ") + lines.join(QStringLiteral(" | ")));
    }
    return rows;
}

TEST(NodeTableModelTest, KeepsTheRulesOfModelsWhileItsSourceChanges) {
    NodeTableModel model;
    NodeFilter filter(&model);
    const QAbstractItemModelTester model_rules(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester filter_rules(&filter,
                                                QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    model.setSource(sampleSource());
    EXPECT_EQ(model.rowCount(), 41);
    filter.setText(QStringLiteral("quantizelinear 2"));
    EXPECT_GT(filter.rowCount(), 0);
    EXPECT_LT(filter.rowCount(), 41);
    model.setSource(nullptr);
    EXPECT_EQ(filter.rowCount(), 0);
}

TEST(NodeTableModelTest, MarksFoldedNodes) {
    NodeTableModel model;
    const auto source = sampleSource();
    model.setSource(source);
    int folded = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        folded += model.index(row, 0).data(NodeTableModel::kFoldedRole).toBool() ? 1 : 0;
    }
    EXPECT_EQ(folded, 5);
}

TEST(PropertySheetTest, OfAConvNamesItsParametersFormally) {
    const auto source = sampleSource();
    const PropertySheet sheet = nodeSheet(*source, nodeNamed(*source, "node_conv2d"));
    EXPECT_EQ(sheet.title, QStringLiteral("Conv"));
    EXPECT_EQ(sheet.subtitle, QStringLiteral("node_conv2d"));
    const QStringList inputs = rowsOf(sheet, "Inputs");
    ASSERT_EQ(inputs.size(), 3);
    EXPECT_TRUE(inputs[0].startsWith(QStringLiteral("X: "))) << inputs[0].toStdString();
    EXPECT_TRUE(inputs[0].contains(QStringLiteral("float32 [batch, 3, 16, 16]"))) << inputs[0].toStdString();
    EXPECT_TRUE(inputs[0].contains(QStringLiteral("scale=0.034133874 zp=14"))) << inputs[0].toStdString();
    EXPECT_TRUE(inputs[1].startsWith(QStringLiteral("W: "))) << inputs[1].toStdString();
    EXPECT_TRUE(inputs[1].contains(QStringLiteral("int8 [16, 3, 3, 3]"))) << inputs[1].toStdString();
    EXPECT_TRUE(inputs[2].startsWith(QStringLiteral("B: "))) << inputs[2].toStdString();
    EXPECT_TRUE(rowsOf(sheet, "Attributes").contains(QStringLiteral("pads: [1, 1, 1, 1]")));
    EXPECT_TRUE(rowsOf(sheet, "Outputs").first().contains(QStringLiteral("node_relu")));
    EXPECT_FALSE(rowsOf(sheet, "Metadata").isEmpty());
}

TEST(PropertySheetTest, LinksLeadToProducersAndConsumers) {
    const auto source = sampleSource();
    const NodeId conv = nodeNamed(*source, "node_conv2d");
    const auto consumers = consumerLines(*source, source->scope().topology().outputs(conv)[0]);
    ASSERT_EQ(consumers.size(), 1U);
    const PropertyLink link = parseLink(consumers[0][2].link);
    EXPECT_EQ(link.kind, PropertyLink::Kind::kNode);
    EXPECT_EQ(NodeId{link.index}, nodeNamed(*source, "node_relu"));
    EXPECT_EQ(parseLink(QStringLiteral("nonsense")).kind, PropertyLink::Kind::kNone);
    EXPECT_EQ(parseLink(subgraphLink(NodeId{7}, 2)).subgraph, 2U);
}

TEST(PropertySheetTest, OfAModelSaysWhatItIs) {
    const auto source = sampleSource();
    const PropertySheet sheet = modelSheet(*source);
    EXPECT_TRUE(rowsOf(sheet, "Graph").contains(QStringLiteral("Nodes: 41")));
    EXPECT_TRUE(rowsOf(sheet, "Graph").contains(QStringLiteral("Initializers: 31")));
    EXPECT_EQ(rowsOf(sheet, "Operators").first(), QStringLiteral("DequantizeLinear: 16"));
    EXPECT_TRUE(rowsOf(sheet, "Inputs").first() == QStringLiteral(": x | float32 [batch, 3, 16, 16]"));
}

TEST(PropertySheetTest, OfAQuantizeLinearHasItsParameters) {
    const auto source = sampleSource();
    const PropertySheet sheet = nodeSheet(*source, nodeNamed(*source, "node_quantize_per_tensor"));
    const QStringList rows = rowsOf(sheet, "Quantization");
    EXPECT_TRUE(rows.contains(QStringLiteral("Parameters: scale=0.034133874 zp=14")));
    EXPECT_TRUE(rows.contains(QStringLiteral("Type: int8")));
}

TEST(PropertySheetTest, NamesThatAreNoTextAreEscaped) {
    samples::ModelBuilder model;
    model.input("x", onnx::DataType::kFloat32, {1});
    model.node("Relu", {"x"}).name("a\x01<b>\xff").out("y");
    model.output("y", onnx::DataType::kFloat32, {1});
    const FigureSource source = sourceOf(model.serialize());
    EXPECT_EQ(nodeSheet(source, NodeId{0}).subtitle, QStringLiteral("a\\x01<b>\\xFF"));
}

TEST(TextTest, KeepsTheLinesOfAStackTrace) {
    EXPECT_EQ(shownLines("a\n\tb\r\nc\x01"), QStringLiteral("a\n    b\nc\\x01"));
}

}  // namespace
}  // namespace qdqlens::test
