#include "core/export/tables.h"

#include <gtest/gtest.h>

namespace qdqlens::test {

namespace {

Table sample() {
    return {"t",
            "T",
            {{"name"}, {"count", true}},
            {{{"a|b", "7"}, {}}, {{"卷積", "12"}, {}}, {{"say \"x\", y", "3"}, {}}},
            {"A note."}};
}

TEST(Tables, TextAlignsByCellsNotBytes) {
    EXPECT_EQ(tableText(sample()),
              "name        count\n"
              "─────────────────\n"
              "a|b             7\n"
              "卷積           12\n"
              "say \"x\", y      3\n"
              "A note.\n");
}

TEST(Tables, MarkdownEscapesWhatMeansSomething) {
    EXPECT_EQ(tableMarkdown(sample()),
              "| name | count |\n"
              "|---|---:|\n"
              "| a\\|b | 7 |\n"
              "| 卷積 | 12 |\n"
              "| say \"x\", y | 3 |\n"
              "\nA note.\n");
    EXPECT_EQ(escapeMarkdown("node_conv2d"), "node_conv2d");
    EXPECT_EQ(escapeMarkdown("_frozen_param0"), "\\_frozen_param0");
    EXPECT_EQ(escapeMarkdown("a\\b `c` <d> *e*"), "a\\\\b \\`c\\` \\<d> \\*e\\*");
}

TEST(Tables, CsvQuotesByRfc4180) {
    EXPECT_EQ(tableCsv(sample()),
              "name,count\n"
              "a|b,7\n"
              "卷積,12\n"
              "\"say \"\"x\"\", y\",3\n");
}

}  // namespace

}  // namespace qdqlens::test
