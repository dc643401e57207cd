#include "core/qdq/tables/shape_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/graph/constants.h"
#include "core/qdq/value_type.h"

namespace qdqlens {

namespace {

constexpr std::uint64_t kMaxContent = 1024;  ///< Elements of shapes, axes, pads …

std::string dimText(const ShapeDim& dim) {
    return dim.value.has_value() ? std::to_string(*dim.value) : dim.symbol.empty() ? "?" : dim.symbol;
}

}  // namespace

bool isWhole(const Shape& shape) {
    return shape.has_value() && std::all_of(shape->begin(), shape->end(), [](const ShapeDim& dim) {
               return dim.value.has_value() || !dim.symbol.empty();
           });
}

ShapeWalk::ShapeWalk(const Scope& scope, const std::vector<Shape>& library)
    : scope_(scope), topology_(scope.topology()), library_(library) {
    known_.shapes.resize(topology_.valueCount());
    known_.contents.resize(topology_.valueCount());
    deviates_.resize(topology_.valueCount(), 0);
    source_.resize(topology_.valueCount(), ShapeSource::kUnknown);
}

Result<void> ShapeWalk::run(const std::vector<ShapeSetting>& settings, const std::stop_token& stop) {
    if (auto set = apply(settings); !set.has_value()) {
        return set;
    }
    startInputs();
    startConstants();
    for (std::uint32_t n = 0; n < topology_.nodeCount(); ++n) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::kStopped, "stopped");
        }
        visit(NodeId{n});
    }
    return {};
}

const onnx::ValueInfo* ShapeWalk::inputNamed(std::string_view name) const {
    for (const onnx::ValueInfo& info : scope_.graph().inputs) {
        const ValueId value = topology_.findValue(info.name);
        if (info.name == name && value != kNoValue && topology_.value(value).initializer == nullptr) {
            return &info;
        }
    }
    return nullptr;
}

bool ShapeWalk::hasSymbol(const std::string& name) const {
    for (const auto* list : {&scope_.graph().inputs, &scope_.graph().outputs, &scope_.graph().value_info}) {
        for (const onnx::ValueInfo& info : *list) {
            for (const onnx::Dim& dim : info.type.shape) {
                if (dim.kind == onnx::Dim::Kind::kParam && showName(dim.param).text == name) {
                    return true;
                }
            }
        }
    }
    return false;
}

Shape ShapeWalk::declared(ValueId value) const {
    const onnx::ValueInfo* info = topology_.value(value).info;
    return info == nullptr ? Shape() : replaced(shapeOf(info->type));
}

Shape ShapeWalk::replaced(Shape shape) const {
    for (std::size_t i = 0; shape.has_value() && i < shape->size(); ++i) {
        ShapeDim& dim = (*shape)[i];
        if (const auto found = bound_.find(dim.symbol); !dim.symbol.empty() && found != bound_.end()) {
            dim = numberDim(found->second);
        }
        if (dim.value.has_value() && (*dim.value > kLargestDim || *dim.value < 0)) {
            dim = ShapeDim{};
        }
    }
    return shape;
}

std::string ShapeWalk::nodeText(NodeId id) const {
    return fmt::format("node {} ({})", showName(topology_.ref(id)).text,
                       showName(topology_.node(id).op_type).text);
}

Result<void> ShapeWalk::apply(const std::vector<ShapeSetting>& settings) {
    for (const ShapeSetting& setting : settings) {
        const onnx::ValueInfo* input = inputNamed(setting.name);
        if (setting.dims.size() == 1 && hasSymbol(setting.name)) {
            bind(setting.name, setting.dims.front(), "dim " + setting.name);
        } else if (input != nullptr) {
            setInput(*input, setting.dims);
        } else {
            std::string known;
            for (const onnx::ValueInfo& info : scope_.graph().inputs) {
                if (inputNamed(info.name) != nullptr && known.size() < 200) {
                    known += (known.empty() ? "" : ", ") + showName(info.name).text;
                }
            }
            return fail(ErrorKind::kQuery,
                        fmt::format("no input and no symbolic dim is named '{}' (inputs: {})",
                                    showName(setting.name).text, known));
        }
    }
    return {};
}

void ShapeWalk::bind(const std::string& symbol, std::int64_t value, const std::string& where) {
    const auto [found, is_new] = bound_.emplace(symbol, value);
    if (!is_new && found->second != value) {
        conflicts_.push_back(
            {where, std::to_string(value), fmt::format("{} = {}", symbol, found->second), kNoNode});
    }
}

void ShapeWalk::setInput(const onnx::ValueInfo& info, const std::vector<std::int64_t>& dims) {
    const std::string name = showName(info.name).text;
    const Shape file = shapeOf(info.type);
    set_[&info] = shapeOf(dims);
    if (!file.has_value()) {
        return;
    }
    if (file->size() != dims.size()) {
        conflicts_.push_back({"input " + name, fmt::format("{} dims", dims.size()),
                              fmt::format("{} dims: {}", file->size(), shapeText(file)), kNoNode});
        return;
    }
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const ShapeDim& dim = (*file)[i];
        const std::string where = fmt::format("input {}, dim {}", name, i);
        if (dim.value.has_value() && *dim.value != dims[i]) {
            conflicts_.push_back({where, std::to_string(dims[i]), std::to_string(*dim.value), kNoNode});
        } else if (!dim.symbol.empty()) {
            bind(dim.symbol, dims[i], where);
        }
    }
}

void ShapeWalk::startInputs() {
    for (std::uint32_t v = 0; v < topology_.valueCount(); ++v) {
        const ValueId id{v};
        const Value& value = topology_.value(id);
        if (value.producer != kNoNode) {
            continue;
        }
        known_.shapes[v] = declared(id);
        const auto given = value.graph_input == nullptr ? set_.end() : set_.find(value.graph_input);
        if (given != set_.end()) {
            const Shape wanted = replaced(given->second);
            deviates_[v] = known_.shapes[v].has_value() && known_.shapes[v] != wanted ? 1 : 0;
            known_.shapes[v] = wanted;
        }
        source_[v] = known_.shapes[v].has_value() ? ShapeSource::kFile : ShapeSource::kUnknown;
    }
}

void ShapeWalk::startConstants() {
    for (std::uint32_t v = 0; v < topology_.valueCount(); ++v) {
        const auto constant = constantOf(scope_, ValueId{v});
        if (!constant.has_value()) {
            continue;
        }
        known_.shapes[v] = replaced(shapeOf(constant->dims));
        source_[v] = ShapeSource::kFile;
        const auto count = elementCount(*constant);
        if (!onnx::isInteger(constant->type) || constant->dims.size() > 1 || !count || *count > kMaxContent) {
            continue;
        }
        if (const auto elements = decodeConstant(scope_.model(), *constant, kMaxContent)) {
            known_.contents[v] = Dims{};
            for (const onnx::Element& element : *elements) {
                known_.contents[v]->push_back(numberDim(element.i()));
            }
        }
    }
}

void ShapeWalk::visit(NodeId id) {
    const onnx::Node& node = topology_.node(id);
    RuleInput input{scope_, id, node, scope_.opset(node.domain), {}, {}, {}};
    bool deviate = false;
    for (const ValueId value : topology_.inputs(id)) {
        const bool present = value != kNoValue;
        input.present.push_back(present);
        input.shapes.push_back(present ? known_.shapes[index(value)] : Shape());
        input.contents.push_back(present ? known_.contents[index(value)] : Shape());
        deviate = deviate || (present && deviates_[index(value)] != 0);
    }
    for (const ValueId value : topology_.captures(id)) {
        deviate = deviate || deviates_[index(value)] != 0;
    }
    // An attribute that a function takes from its caller has no value here, and a rule would read its
    // default.
    const bool ruled = !node.is("Constant") &&
                       std::none_of(node.attributes.begin(), node.attributes.end(),
                                    [](const onnx::Attribute& a) { return !a.ref_attr_name.empty(); });
    const std::optional<RuleOutput> out = ruled ? applyShapeRule(input) : std::nullopt;
    if (out.has_value() && out->conflict.has_value()) {
        conflicts_.push_back({nodeText(id), out->conflict->got, out->conflict->expected, id});
    }
    const auto outputs = topology_.outputs(id);
    bool open = false;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i] == kNoValue || (node.is("Constant") && known_.shapes[index(outputs[i])].has_value())) {
            continue;
        }
        open = open || !out.has_value() || i >= out->shapes.size() || !isWhole(out->shapes[i]);
        settle(id, outputs[i], inferredShape(out, i, outputs[i]), deviate);
        if (i == 0 && out.has_value() && out->content.has_value() && out->content->size() <= kMaxContent) {
            known_.contents[index(outputs[i])] = replaced(out->content);
            // Contents may be negative (-1 in a target), which replaced() takes for unknown.
            for (std::size_t e = 0; e < out->content->size(); ++e) {
                if ((*out->content)[e].value.has_value()) {
                    (*known_.contents[index(outputs[i])])[e] = (*out->content)[e];
                }
            }
        }
    }
    if (open) {
        open_.push_back(id);
    }
}

/// What the operator says: by our own rule, and where that leaves the shape or a dim open, by libonnx.
Shape ShapeWalk::inferredShape(const std::optional<RuleOutput>& out, std::size_t output,
                               ValueId value) const {
    Shape shape = out.has_value() && output < out->shapes.size() ? replaced(out->shapes[output]) : Shape();
    const Shape& library = library_[index(value)];
    if (!shape.has_value() || !library.has_value()) {
        return shape.has_value() ? shape : replaced(library);
    }
    for (std::size_t i = 0; library->size() == shape->size() && i < shape->size(); ++i) {
        ShapeDim& dim = (*shape)[i];
        if (!dim.value.has_value() && dim.symbol.empty()) {
            dim = (*library)[i];
        }
    }
    return shape;
}

/// What a value's shape is, from what its operator and what the file say. A difference is a conflict where
/// the node's inputs are as the file says; behind a conflict it is only its consequence.
void ShapeWalk::settle(NodeId id, ValueId value, const Shape& inferred, bool inputs_deviate) {
    const std::uint32_t v = index(value);
    const Shape file = declared(value);
    if (!inferred.has_value()) {
        // A file's numbers hold for its own inputs, not for others.
        const bool holds = file.has_value() && !inputs_deviate;
        known_.shapes[v] = holds ? file : Shape();
        source_[v] = holds ? ShapeSource::kFile : ShapeSource::kUnknown;
        deviates_[v] = inputs_deviate ? 1 : 0;
        return;
    }
    known_.shapes[v] = inferred;
    source_[v] = ShapeSource::kInferred;
    if (!file.has_value()) {
        deviates_[v] = inputs_deviate ? 1 : 0;
        return;
    }
    const std::string where =
        fmt::format("{}, output {}", nodeText(id), showName(topology_.value(value).name).text);
    if (file->size() != inferred->size()) {
        deviates_[v] = 1;
        if (!inputs_deviate) {
            conflicts_.push_back({where, shapeText(inferred), shapeText(file), id});
        }
        return;
    }
    for (std::size_t i = 0; i < file->size(); ++i) {
        const ShapeDim& said = (*file)[i];
        ShapeDim& found = (*known_.shapes[v])[i];
        if (said.value.has_value() && found.value.has_value() && *said.value != *found.value) {
            deviates_[v] = 1;
            if (!inputs_deviate) {
                conflicts_.push_back(
                    {fmt::format("{}, dim {}", where, i), dimText(found), dimText(said), id});
            }
        } else if (!found.value.has_value() && !inputs_deviate &&
                   (said.value.has_value() || found.symbol.empty())) {
            found = said;  // The file knows more.
        }
    }
    source_[v] = deviates_[v] == 0 ? ShapeSource::kFile : ShapeSource::kInferred;
    deviates_[v] = deviates_[v] != 0 || (inputs_deviate && known_.shapes[v] != file) ? 1 : 0;
}

ShapeTable ShapeWalk::table() const {
    ShapeTable table{{}, conflicts_};
    const auto add = [&](ValueId value) {
        const Value& is = topology_.value(value);
        ShapeRow row{value,
                     showName(is.name).text,
                     valueTypeText(scope_, value),
                     known_.shapes[index(value)],
                     source_[index(value)],
                     {}};
        if (is.producer != kNoNode) {
            row.nodes.push_back(is.producer);
        }
        table.rows.push_back(std::move(row));
    };
    for (std::uint32_t v = 0; v < topology_.valueCount(); ++v) {
        if (topology_.value(ValueId{v}).isInput()) {
            add(ValueId{v});
        }
    }
    for (std::uint32_t n = 0; n < topology_.nodeCount(); ++n) {
        for (const ValueId value : topology_.outputs(NodeId{n})) {
            if (value != kNoValue && !topology_.node(NodeId{n}).is("Constant")) {
                add(value);
            }
        }
    }
    return table;
}

}  // namespace qdqlens
