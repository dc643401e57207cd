#include <algorithm>
#include <cctype>

#include "resources/samples/model_builder.h"

namespace qdqlens::samples {

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

std::string NameSet::fresh(const std::string& stem) {
    std::string name = stem;
    while (!used_.insert(name).second) {
        name = stem + "_" + std::to_string(++last_number_[stem]);
    }
    return name;
}

NodeBuilder& NodeBuilder::name(const std::string& name) {
    if (name.empty()) {
        node_->clear_name();
    } else {
        node_->set_name(name);
    }
    return *this;
}

NodeBuilder& NodeBuilder::domain(const std::string& domain) {
    node_->set_domain(domain);
    return *this;
}

NodeBuilder& NodeBuilder::overload(const std::string& overload) {
    node_->set_overload(overload);
    return *this;
}

NodeBuilder& NodeBuilder::doc(const std::string& text) {
    node_->set_doc_string(text);
    return *this;
}

NodeBuilder& NodeBuilder::meta(const std::string& key, const std::string& value) {
    schema::StringStringEntryProto* entry = node_->add_metadata_props();
    entry->set_key(key);
    entry->set_value(value);
    return *this;
}

NodeBuilder& NodeBuilder::out(const std::string& output) {
    return outs({output});
}

NodeBuilder& NodeBuilder::outs(const Names& outputs) {
    const bool named_for_output = node_->output_size() > 0 && node_->name() == "node_" + node_->output(0);
    for (const std::string& output : node_->output()) {
        names_->erase(output);
    }
    node_->clear_output();
    for (const std::string& output : outputs) {
        node_->add_output(output);
        names_->insert(output);
    }
    if (named_for_output && !outputs.empty()) {
        node_->set_name("node_" + outputs.front());
    }
    return *this;
}

schema::AttributeProto* NodeBuilder::add(const std::string& name,
                                         schema::AttributeProto::AttributeType type) {
    schema::AttributeProto* attribute = node_->add_attribute();
    attribute->set_name(name);
    attribute->set_type(type);
    return attribute;
}

void NodeBuilder::setGraph(const std::string& name, const GraphBuilder& graph) {
    *add(name, schema::AttributeProto::GRAPH)->mutable_g() = graph.graph();
}

NodeBuilder& NodeBuilder::ints(const std::string& name, const std::vector<std::int64_t>& values) {
    add(name, schema::AttributeProto::INTS)->mutable_ints()->Add(values.begin(), values.end());
    return *this;
}

NodeBuilder& NodeBuilder::floats(const std::string& name, const std::vector<float>& values) {
    add(name, schema::AttributeProto::FLOATS)->mutable_floats()->Add(values.begin(), values.end());
    return *this;
}

NodeBuilder& NodeBuilder::strings(const std::string& name, const Names& values) {
    schema::AttributeProto* attribute = add(name, schema::AttributeProto::STRINGS);
    for (const std::string& value : values) {
        attribute->add_strings(value);
    }
    return *this;
}

NodeBuilder& NodeBuilder::tensors(const std::string& name, const std::vector<TensorSpec>& values) {
    schema::AttributeProto* attribute = add(name, schema::AttributeProto::TENSORS);
    for (const TensorSpec& value : values) {
        *attribute->add_tensors() = value.proto();
    }
    return *this;
}

NodeBuilder& NodeBuilder::graphs(const std::string& name, const std::vector<const GraphBuilder*>& values) {
    schema::AttributeProto* attribute = add(name, schema::AttributeProto::GRAPHS);
    for (const GraphBuilder* value : values) {
        *attribute->add_graphs() = value->graph();
    }
    return *this;
}

NodeBuilder& NodeBuilder::refAttr(const std::string& name, const std::string& function_attribute,
                                  schema::AttributeProto::AttributeType type) {
    add(name, type)->set_ref_attr_name(function_attribute);
    return *this;
}

std::string NodeBuilder::output(int index) const {
    return index < node_->output_size() ? node_->output(index) : std::string{};
}

NodeBuilder NodeList::node(const std::string& op_type, const Names& inputs, const Names& outputs) {
    schema::NodeProto* node = addNode();
    node->set_op_type(op_type);
    for (const std::string& input : inputs) {
        node->add_input(input);
    }
    NodeBuilder builder(node, names_.get());
    builder.outs(outputs.empty() ? Names{freshName(lower(op_type))} : outputs);
    return builder.name("node_" + builder.output());
}

NodeBuilder NodeList::constant(const TensorSpec& value, const std::string& output) {
    return node("Constant", {}, {output.empty() ? freshName("constant") : output}).attr("value", value);
}

Names NodeList::quantInputs(const std::string& value, const Quant& quant) {
    std::vector<std::int64_t> dims = quant.scale_dims;
    if (dims.empty() && quant.scale.size() != 1) {
        dims = {static_cast<std::int64_t>(quant.scale.size())};
    }
    Names inputs{value, addConstant(value + "_scale", {quant.scale_type, dims, quant.scale})};
    if (!quant.zero_point.empty()) {
        std::vector<double> points(quant.zero_point.begin(), quant.zero_point.end());
        if (points.size() == 1) {
            points.resize(quant.scale.size(), points.front());
        }
        inputs.push_back(addConstant(value + "_zero_point", {quant.type, dims, points}));
    }
    return inputs;
}

NodeBuilder NodeList::quantNode(const char* op_type, const Names& inputs, const std::string& output,
                                const Quant& quant) {
    NodeBuilder builder = node(op_type, inputs, {freshName(output)});
    if (quant.axis) {
        builder.attr("axis", *quant.axis);
    }
    if (quant.block_size != 0) {
        builder.attr("block_size", quant.block_size);
    }
    if (!quant.domain.empty()) {
        builder.domain(quant.domain);
    }
    return builder;
}

NodeBuilder NodeList::quantize(const std::string& value, const Quant& quant) {
    return quantNode("QuantizeLinear", quantInputs(value, quant), value + "_q", quant);
}

NodeBuilder NodeList::dequantize(const std::string& value, const Quant& quant) {
    return quantNode("DequantizeLinear", quantInputs(value, quant), value + "_dq", quant);
}

NodeBuilder NodeList::qdq(const std::string& value, const Quant& quant) {
    Names inputs = quantInputs(value, quant);
    inputs.front() = quantNode("QuantizeLinear", inputs, value + "_q", quant);
    return quantNode("DequantizeLinear", inputs, value + "_dq", quant);
}

NodeBuilder NodeList::qdq(const std::string& value, double scale, std::int64_t zero_point, DataType type) {
    return qdq(value, {.scale = {scale}, .zero_point = {zero_point}, .type = type});
}

}  // namespace qdqlens::samples
