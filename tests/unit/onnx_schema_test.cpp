// The protobuf schema against the list of the format's field numbers.
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/paths.h"

namespace qdqlens::test {

namespace {

namespace pb = google::protobuf;

using Rows = std::vector<std::vector<std::string>>;

Rows readTable(const std::string& text) {
    Rows rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        std::vector<std::string> cells;
        std::istringstream in(line);
        for (std::string cell; std::getline(in, cell, '\t');) {
            cells.push_back(cell);
        }
        rows.push_back(cells);
    }
    return rows;
}

std::string typeOf(const pb::FieldDescriptor& field) {
    if (field.message_type() != nullptr) {
        return field.message_type()->name();
    }
    return field.enum_type() != nullptr ? field.enum_type()->name() : field.type_name();
}

std::string labelOf(const pb::FieldDescriptor& field) {
    if (field.containing_oneof() != nullptr) {
        return "one of";
    }
    if (!field.is_repeated()) {
        return "optional";
    }
    return field.is_packed() ? "repeated packed" : "repeated";
}

void collect(const pb::Descriptor& message, std::set<std::string>& fields, std::set<std::string>& values);

void collectValues(const pb::EnumDescriptor& type, std::set<std::string>& values) {
    const std::string name = type.full_name().substr(type.file()->package().size() + 1);
    for (int i = 0; i < type.value_count(); ++i) {
        values.insert(name + " " + type.value(i)->name() + " " + std::to_string(type.value(i)->number()));
    }
}

void collect(const pb::Descriptor& message, std::set<std::string>& fields, std::set<std::string>& values) {
    const std::string name = message.full_name().substr(message.file()->package().size() + 1);
    for (int i = 0; i < message.field_count(); ++i) {
        const pb::FieldDescriptor& field = *message.field(i);
        fields.insert(name + " " + field.name() + " " + std::to_string(field.number()) + " " +
                      labelOf(field) + " " + typeOf(field));
    }
    for (int i = 0; i < message.nested_type_count(); ++i) {
        collect(*message.nested_type(i), fields, values);
    }
    for (int i = 0; i < message.enum_type_count(); ++i) {
        collectValues(*message.enum_type(i), values);
    }
}

TEST(Schema, HasTheFieldsOfTheFormat) {
    const auto shared = sharedFolder();
    if (!shared) {
        GTEST_SKIP() << "no ../shared";
    }
    std::set<std::string> expected_fields;
    std::set<std::string> expected_values;
    for (const auto& row : readTable(readFile(*shared / "facts" / "onnx-wire-schema.tsv"))) {
        if (row.size() == 5 && row[0] != "message") {
            const std::string type = row[4] == "string" ? "bytes" : row[4];  // Names are bytes in ours.
            expected_fields.insert(row[0] + " " + row[1] + " " + row[2] + " " + row[3] + " " + type);
        } else if (row.size() == 3 && row[0] != "enum") {
            expected_values.insert(row[0] + " " + row[1] + " " + row[2]);
        }
    }
    ASSERT_GT(expected_fields.size(), 100U);

    std::set<std::string> fields;
    std::set<std::string> values;
    const pb::FileDescriptor& file = *schema::ModelProto::descriptor()->file();
    for (int i = 0; i < file.message_type_count(); ++i) {
        collect(*file.message_type(i), fields, values);
    }
    for (int i = 0; i < file.enum_type_count(); ++i) {
        collectValues(*file.enum_type(i), values);
    }
    EXPECT_EQ(fields, expected_fields);
    EXPECT_EQ(values, expected_values);
}

/// Two files of one name in a process overwrite each other's descriptors.
TEST(Schema, CollidesWithNoOther) {
    const pb::FileDescriptor& file = *schema::ModelProto::descriptor()->file();
    EXPECT_EQ(file.name(), "qdqlens_onnx.proto");
    EXPECT_EQ(file.package(), "qdqlens.schema");
}

TEST(Schema, KeepsNamesThatAreNotUtf8) {
    schema::NodeProto node;
    node.set_name("\xff\xfe");
    schema::NodeProto again;
    ASSERT_TRUE(again.ParseFromString(node.SerializeAsString()));
    EXPECT_EQ(again.name(), "\xff\xfe");
}

}  // namespace

}  // namespace qdqlens::test
