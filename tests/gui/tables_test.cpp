#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QToolButton>
#include <QTreeView>

#include "resources/samples/model_builder.h"
#include "tests/gui/gui_support.h"
#include "ui/shell/focus_bar.h"
#include "ui/shell/statistics_reader.h"
#include "ui/shell/table_page.h"
#include "ui/shell/tables_panel.h"

namespace qdqlens::test {
namespace {

Table fruits() {
    return {"fruits",
            "Fruits",
            {{"name"}, {"bytes", true}, {"of the file", true}},
            {{{"pear", "1200", "60 %"}, {NodeId{3}}},
             {{"apple", "90", "4 %"}, {NodeId{1}, NodeId{2}}},
             {{"fig", "", ""}, {}},
             {{"apple|pie", "700", "35 %"}, {}}},
            {"Fresh."}};
}

QStringList column(const QAbstractItemModel& model, int column) {
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.append(model.index(row, column).data().toString());
    }
    return cells;
}

TEST(TableModelTest, KeepsTheRulesOfModelsWhileSortedAndFiltered) {
    TableModel model(fruits());
    TableFilter filter(&model);
    const QAbstractItemModelTester model_rules(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester filter_rules(&filter,
                                                QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.headerData(2, Qt::Horizontal, Qt::DisplayRole), QStringLiteral("Of the file"));
    filter.sort(1, Qt::DescendingOrder);
    filter.setText(QStringLiteral("APPLE"));
    EXPECT_EQ(column(filter, 0), (QStringList{QStringLiteral("apple|pie"), QStringLiteral("apple")}));
    filter.setText(QStringLiteral("apple 35"));
    EXPECT_EQ(filter.rowCount(), 1);
    filter.setText({});
    EXPECT_EQ(filter.rowCount(), 4);
}

TEST(TableModelTest, SortsNumbersAsNumbersAndWhatIsNoneBehindThem) {
    TableModel model(fruits());
    TableFilter filter(&model);
    const auto names = [&] { return column(filter, 0).join(u' '); };
    filter.sort(1, Qt::AscendingOrder);
    EXPECT_EQ(names(), QStringLiteral("apple apple|pie pear fig"));
    filter.sort(1, Qt::DescendingOrder);
    EXPECT_EQ(names(), QStringLiteral("pear apple|pie apple fig"));
    filter.sort(2, Qt::AscendingOrder);
    EXPECT_EQ(names(), QStringLiteral("apple apple|pie pear fig"));
    filter.sort(-1);
    EXPECT_EQ(names(), QStringLiteral("pear apple fig apple|pie")) << "the table's own order";
}

TEST(TableModelTest, ReadsTheNumberThatACellBeginsWith) {
    EXPECT_EQ(leadingNumber("28 %"), 28);
    EXPECT_EQ(leadingNumber("-127 … 127"), -127);
    EXPECT_EQ(leadingNumber("2.5e-7"), 2.5e-7);
    EXPECT_EQ(leadingNumber(""), std::nullopt);
    EXPECT_EQ(leadingNumber("none"), std::nullopt);
    EXPECT_EQ(leadingNumber("NaN"), std::nullopt) << "it would have no place in an order";
}

TEST(TableModelTest, AlignsNumbersToTheRight) {
    const TableModel model(fruits());
    const auto alignment = [&](int column) {
        return Qt::Alignment(model.index(0, column).data(Qt::TextAlignmentRole).toInt());
    };
    EXPECT_TRUE(alignment(0).testFlag(Qt::AlignLeft));
    EXPECT_TRUE(alignment(1).testFlag(Qt::AlignRight));
    EXPECT_DOUBLE_EQ(model.index(0, 2).data(TableModel::kShareRole).toDouble(), 0.6);
    EXPECT_FALSE(model.index(0, 1).data(TableModel::kShareRole).isValid());
}

class TablesPanelTest : public testing::Test {
  protected:
    void SetUp() override { seen_.open(sample_.path()); }

    TablesPanel& tables() { return seen_.window().tables(); }
    /// Waits for the table and shows it.
    TablePage* page(const char* id) {
        tables().showTable(QLatin1StringView(id));
        EXPECT_TRUE(eventually([&] {
            return tables().currentPage() != nullptr && tables().currentPage()->table().id == id;
        })) << id;
        return tables().currentPage();
    }
    static int rowOf(const TablePage& page, const char* text) {
        const QStringList cells = column(*page.filter(), 0);
        const auto row = cells.indexOf(QLatin1StringView(text));
        EXPECT_GE(row, 0) << text;
        return static_cast<int>(row);
    }
    void selectRow(const TablePage& page, const char* text) {
        page.view()->setCurrentIndex(page.filter()->index(rowOf(page, text), 0));
    }

    SampleFile sample_;
    TestWindow seen_;
};

TEST_F(TablesPanelTest, ShowsWhatTheReportSays) {
    const TablePage* ops = page("ops");
    const int dequantize = rowOf(*ops, "DequantizeLinear");
    EXPECT_EQ(ops->filter()->index(dequantize, 1).data().toString(), QStringLiteral("16"));
    EXPECT_EQ(ops->table().rows[static_cast<std::size_t>(dequantize)].nodes.size(), 16U);
    EXPECT_EQ(tables().countsText(), QStringLiteral("%1 rows").arg(ops->filter()->rowCount()));
    const TablePage* fx = page("fx");
    const int merged = rowOf(*fx, "dequantize_per_tensor");
    EXPECT_EQ(fx->filter()->index(merged, 1).data().toString(), QStringLiteral("12"));
    EXPECT_EQ(fx->filter()->index(merged, 2).data().toString(), QStringLiteral("1"));
    EXPECT_FALSE(column(*fx->filter(), 0).contains(QString())) << "rows can be sorted: none leans on another";
    const TablePage* bytes = page("bytes");
    std::uint64_t sum = 0;
    for (int row = 0; row < bytes->filter()->rowCount(); ++row) {
        sum += bytes->filter()->index(row, 1).data(TableModel::kNumberRole).toULongLong();
    }
    EXPECT_EQ(sum, std::filesystem::file_size(sample_.path()));
}

TEST_F(TablesPanelTest, ShowsFindingsAndWhatRuns) {
    const TablePage* findings = page("lint");
    EXPECT_TRUE(column(*findings->filter(), 1).contains(QStringLiteral("shared-dq")))
        << column(*findings->filter(), 1).join(u' ').toStdString();
    const TablePage* units = page("units");
    const int add = rowOf(*units, "node_add");
    EXPECT_EQ(units->filter()->index(add, 2).data().toString(), QStringLiteral("float"));
    EXPECT_EQ(units->table().rows[static_cast<std::size_t>(add)].nodes.size(), 1U);
}

TEST_F(TablesPanelTest, StatisticsOfTheCodesAreReadWhenAskedFor) {
    const auto titles = [this] {
        QStringList all;
        for (const TableColumn& column : tables().currentPage()->table().columns) {
            all.append(QString::fromStdString(column.title));
        }
        return all;
    };
    page("ops");
    EXPECT_FALSE(tables().statistics()->isVisible());
    page("quantized");
    EXPECT_FALSE(titles().contains(QStringLiteral("at the limits")));
    QToolButton* button = tables().statistics()->button();
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return titles().contains(QStringLiteral("at the limits")); }));
    EXPECT_EQ(tables().currentPage()->table().id, "quantized") << "it stays in its place";
    EXPECT_TRUE(button->isChecked());
    EXPECT_FALSE(tables().statistics()->stopButton()->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_FALSE(titles().contains(QStringLiteral("at the limits")));
}

TEST_F(TablesPanelTest, ADoubleClickFocusesTheNodesOfARow) {
    const TablePage* ops = page("ops");
    const QModelIndex row = ops->filter()->index(rowOf(*ops, "MaxPool"), 0);
    const QPoint at = ops->view()->visualRect(row).center();
    seen_.andSee([&] {
        QTest::mouseClick(ops->view()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QTest::mouseDClick(ops->view()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    });
    EXPECT_EQ(seen_.session().options().focus,
              (std::vector<std::string>{"node_max_pool2d", "node_max_pool2d_1"}));
    EXPECT_TRUE(seen_.scene().boxes[seen_.box("node_max_pool2d_1")].focus);
    // The text names two queries; Enter asks for the same again.
    seen_.andSee([&] { QTest::keyClick(seen_.window().focusBar().queryEdit(), Qt::Key_Return); });
    EXPECT_EQ(seen_.session().options().focus.size(), 2U);
    EXPECT_TRUE(seen_.message().isEmpty()) << seen_.message().toStdString();
}

TEST_F(TablesPanelTest, EnterFocusesAndManyQueriesHaveAShortName) {
    const TablePage* ops = page("ops");
    selectRow(*ops, "Conv");
    seen_.andSee([&] { QTest::keyClick(ops->view(), Qt::Key_Return); });
    EXPECT_EQ(seen_.session().options().focus.size(), 4U);
    EXPECT_EQ(seen_.window().focusBar().queryEdit()->text(),
              QStringLiteral("node_conv2d, node_conv2d_1 and 2 more"));
}

TEST_F(TablesPanelTest, ARowWithOneNodeSelectsIt) {
    const TablePage* ops = page("ops");
    selectRow(*ops, "Add");
    EXPECT_EQ(seen_.canvas().selectedBox(), seen_.box("node_add"));
}

TEST_F(TablesPanelTest, TheFilterWorksFromTheKeyboard) {
    page("ops");
    QTest::keyClicks(tables().filterEdit(), QStringLiteral("maxpool"));
    EXPECT_TRUE(tables().countsText().startsWith(QStringLiteral("1 of ")))
        << tables().countsText().toStdString();
    seen_.andSee([&] { QTest::keyClick(tables().filterEdit(), Qt::Key_Return); });
    EXPECT_EQ(seen_.session().options().focus.size(), 2U);
    QTest::keyClick(tables().filterEdit(), Qt::Key_Escape);
    EXPECT_TRUE(tables().filterEdit()->text().isEmpty());
}

TEST_F(TablesPanelTest, CopiesWhatIsShownInItsOrder) {
    const TablePage* ops = page("ops");
    tables().filterEdit()->setText(QStringLiteral("pool"));
    seen_.window().actions().copy_table_markdown->trigger();
    EXPECT_EQ(QGuiApplication::clipboard()->text(),
              QStringLiteral("| op | count |\n|---|---:|\n| MaxPool | 2 |\n"));
    tables().filterEdit()->setText(QStringLiteral("re"));
    ops->view()->sortByColumn(1, Qt::AscendingOrder);
    seen_.window().actions().copy_table_csv->trigger();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    EXPECT_EQ(lines.front(), QStringLiteral("op,count"));
    EXPECT_EQ(lines[3], QStringLiteral("Relu,4")) << "behind ReduceMean and Reshape, which come once";
    tables().filterEdit()->clear();
    selectRow(*ops, "Gemm");
    ops->view()->setFocus();
    QTest::keySequence(ops->view(), QKeySequence::Copy);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("Gemm\t1"));
}

TEST_F(TablesPanelTest, AnotherModelBringsItsOwnTablesOrSaysWhyNot) {
    page("fx");
    samples::ModelBuilder model;
    model.input("x", onnx::DataType::kFloat32, {1});
    model.node("Relu", {"x"}).name("r").out("y");
    model.output("y", onnx::DataType::kFloat32, {1});
    seen_.open(sample_.write("plain.onnx", model.serialize()));
    const TablePage* fx = page("fx");
    ASSERT_TRUE(fx->table().rows.empty());
    EXPECT_FALSE(fx->view()->isVisible());
    const auto* why = fx->findChild<QLabel*>();
    ASSERT_NE(why, nullptr);
    EXPECT_TRUE(why->isVisible());
    EXPECT_TRUE(why->text().contains(QStringLiteral("No FX table"))) << why->text().toStdString();
    EXPECT_FALSE(seen_.window().actions().copy_table_csv->isEnabled());
    EXPECT_EQ(column(*page("ops")->filter(), 0), QStringList{QStringLiteral("Relu")});
}

TEST_F(TablesPanelTest, FoldingOtherwiseKeepsTheTables) {
    const TablePage* ops = page("ops");
    ASSERT_TRUE(eventually([this] { return !tables().busy(); }));
    seen_.andSee([this] { seen_.window().actions().fold->trigger(); });
    EXPECT_EQ(tables().currentPage(), ops);
    EXPECT_FALSE(tables().busy());
}

TEST(TablesDockTest, NothingIsMadeWhileItIsHidden) {
    const SampleFile sample;
    TestWindow seen;
    seen.open(sample.path());
    TablesPanel& tables = seen.window().tables();
    auto* dock = qobject_cast<QDockWidget*>(tables.parentWidget());
    ASSERT_NE(dock, nullptr);
    ASSERT_TRUE(eventually([&] { return !tables.busy(); }));
    dock->toggleViewAction()->trigger();
    EXPECT_FALSE(tables.isVisible());
    seen.open(sample.write("copy.onnx", readFile(sample.path())));
    EXPECT_FALSE(tables.busy());
    EXPECT_EQ(tables.currentPage(), nullptr);
    dock->toggleViewAction()->trigger();
    EXPECT_TRUE(eventually([&] { return tables.currentPage() != nullptr; }));
}

}  // namespace
}  // namespace qdqlens::test
