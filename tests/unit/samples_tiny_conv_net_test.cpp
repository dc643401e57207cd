// The sample network against the reference files, in all but weights, class names and source lines.
#include "resources/samples/tiny_conv_net.h"

#include <gtest/gtest.h>
#include <qdqlens_onnx.pb.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>

#include "resources/samples/tiny_conv_net_weights.h"
#include "tests/support/paths.h"

namespace qdqlens::test {

namespace {

schema::ModelProto parse(const std::string& bytes) {
    schema::ModelProto model;
    EXPECT_TRUE(model.ParseFromString(bytes));
    return model;
}

/// A value_info, input or output in one line.
std::string describe(const schema::ValueInfoProto& info) {
    std::ostringstream line;
    line << info.name() << " " << info.type().tensor_type().elem_type();
    for (const auto& dim : info.type().tensor_type().shape().dim()) {
        line << " " << (dim.has_dim_param() ? dim.dim_param() : std::to_string(dim.dim_value()));
    }
    for (const auto& entry : info.metadata_props()) {
        line << " " << entry.key() << "=" << entry.value();
    }
    return line.str();
}

/// An initializer: with its content where that decides what the network is, without that of weights.
std::string describe(const schema::TensorProto& tensor) {
    std::ostringstream line;
    line << tensor.name() << " " << tensor.data_type();
    for (const std::int64_t dim : tensor.dims()) {
        line << " " << dim;
    }
    line << " bytes " << tensor.raw_data().size();
    if (tensor.name().rfind("val_", 0) == 0) {
        for (const char byte : tensor.raw_data()) {
            line << " " << static_cast<int>(byte);
        }
    }
    return line.str();
}

std::string describe(const schema::AttributeProto& attribute) {
    std::ostringstream line;
    line << attribute.name() << " type " << attribute.type() << " i " << attribute.i() << " f "
         << attribute.f() << " s " << attribute.s();
    for (const std::int64_t value : attribute.ints()) {
        line << " " << value;
    }
    return line.str();
}

/// A node, with the metadata that name no class and no source line, and the keys of the others.
std::string describe(const schema::NodeProto& node) {
    std::ostringstream line;
    line << node.name() << " = " << node.domain() << ":" << node.op_type();
    for (const std::string& input : node.input()) {
        line << " <" << input;
    }
    for (const std::string& output : node.output()) {
        line << " >" << output;
    }
    for (const auto& attribute : node.attribute()) {
        line << "\n    " << describe(attribute);
    }
    for (const auto& entry : node.metadata_props()) {
        const std::string& key = entry.key();
        const bool own = key == "namespace" || key == "pkg.torch.onnx.class_hierarchy" ||
                         key == "pkg.torch.onnx.stack_trace";
        line << "\n    " << key << ": "
             << (own ? std::to_string(std::count(entry.value().begin(), entry.value().end(), '\n')) + " lines"
                     : entry.value());
    }
    return line.str();
}

template <class Range>
void describeAll(std::ostringstream& out, const char* title, const Range& range) {
    out << title << "\n";
    for (const auto& item : range) {
        out << "  " << describe(item) << "\n";
    }
}

std::string structure(const schema::ModelProto& model) {
    std::ostringstream out;
    out << "ir " << model.ir_version() << " producer " << model.producer_name() << " graph "
        << model.graph().name() << "\n";
    for (const auto& import : model.opset_import()) {
        out << "opset " << import.domain() << " " << import.version() << "\n";
    }
    describeAll(out, "inputs", model.graph().input());
    describeAll(out, "outputs", model.graph().output());
    describeAll(out, "initializers", model.graph().initializer());
    describeAll(out, "nodes", model.graph().node());
    describeAll(out, "value_info", model.graph().value_info());
    for (const auto& entry : model.graph().metadata_props()) {
        out << entry.key() << "=" << entry.value() << "\n";
    }
    return out.str();
}

struct File {
    const char* name;
    std::string (*make)();
};
void PrintTo(const File& file, std::ostream* out) {
    *out << file.name;
}

class TinyConvNet : public testing::TestWithParam<File> {};

TEST_P(TinyConvNet, HasTheStructureOfTheReference) {
    const auto shared = sharedFolder();
    if (!shared) {
        GTEST_SKIP() << "no ../shared";
    }
    const std::string reference = readFile(*shared / "seed" / GetParam().name);
    ASSERT_FALSE(reference.empty());
    EXPECT_EQ(structure(parse(GetParam().make())), structure(parse(reference)));
}

TEST_P(TinyConvNet, IsTheSameOnEveryRun) {
    EXPECT_EQ(GetParam().make(), GetParam().make());
}

TEST_P(TinyConvNet, TellsItsModulesInTheNamespace) {
    const schema::ModelProto model = parse(GetParam().make());
    for (const auto& node : model.graph().node()) {
        std::map<std::string, std::string> metadata;
        for (const auto& entry : node.metadata_props()) {
            metadata[entry.key()] = entry.value();
        }
        // The names of the namespace are the name_scopes, its classes the class_hierarchy.
        std::string names = "[";
        std::string classes = "[";
        std::istringstream parts(metadata["namespace"]);
        for (std::string part; std::getline(parts, part, '/');) {
            const std::size_t colon = part.find(": ");
            ASSERT_NE(colon, std::string::npos);
            names += (names.size() > 1 ? ", '" : "'") + part.substr(0, colon) + "'";
            classes += (classes.size() > 1 ? ", '" : "'") + part.substr(colon + 2) + "'";
        }
        EXPECT_EQ(names + "]", metadata["pkg.torch.onnx.name_scopes"]);
        EXPECT_EQ(classes + "]", metadata["pkg.torch.onnx.class_hierarchy"]);
        EXPECT_EQ(metadata["pkg.torch.onnx.stack_trace"].rfind("  File \"", 0), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Files, TinyConvNet,
                         testing::Values(File{"tinyconvnet_qdq.onnx", samples::tinyConvNetQdq},
                                         File{"tinyconvnet_qdq_static.onnx", samples::tinyConvNetQdqStatic},
                                         File{"tinyconvnet_fp32.onnx", samples::tinyConvNetFloat}),
                         [](const auto& parameter) {
                             const std::string name = parameter.param.name;
                             return name.substr(0, name.find('.'));
                         });

TEST(TinyConvNetWeights, QuantizeToTheirCodes) {
    const samples::LayerWeights layer = samples::makeLayer({{16, 3, 3, 3}, 2000, 14000}, 7);
    const std::string& codes = layer.quantized.proto().raw_data();
    const auto floats = [](const samples::TensorSpec& tensor) {
        std::vector<float> values(tensor.proto().raw_data().size() / sizeof(float));
        std::memcpy(values.data(), tensor.proto().raw_data().data(), values.size() * sizeof(float));
        return values;
    };
    const std::vector<float> scales = floats(layer.scale);
    const std::vector<float> weights = floats(layer.weight);
    ASSERT_EQ(codes.size(), 16U * 27);
    ASSERT_EQ(scales.size(), 16U);
    for (std::size_t channel = 0; channel < 16; ++channel) {
        EXPECT_GE(scales[channel], 0.002F);
        EXPECT_LE(scales[channel], 0.014F);
        int largest = 0;
        for (std::size_t i = channel * 27; i < (channel + 1) * 27; ++i) {
            const int code = static_cast<signed char>(codes[i]);
            largest = std::max(largest, std::abs(code));
            EXPECT_EQ(std::lround(weights[i] / scales[channel]), code);
        }
        EXPECT_EQ(largest, 127);
    }
}

/// The finding that the reference is known for: the weights shrink, the file grows.
TEST(TinyConvNetSizes, WeightsShrinkAndTheFileGrows) {
    const std::string quantized = samples::tinyConvNetQdq();
    const std::string floats = samples::tinyConvNetFloat();
    const auto weights = [](const std::string& bytes) {
        std::size_t size = 0;
        const schema::ModelProto model = parse(bytes);
        for (const auto& tensor : model.graph().initializer()) {
            size += tensor.ByteSizeLong();
        }
        return size;
    };
    EXPECT_EQ(weights(quantized), 11112U);
    EXPECT_EQ(weights(floats), 39795U);
    EXPECT_GT(quantized.size(), floats.size());
}

}  // namespace

}  // namespace qdqlens::test
