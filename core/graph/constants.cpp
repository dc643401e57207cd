#include "core/graph/constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/number.h"
#include "core/base/text.h"

namespace qdqlens {

namespace {

using onnx::DataType;
using onnx::Element;

constexpr int kMaxChain = 16;  ///< Identity and Cast nodes looked through.
constexpr std::uint64_t kWrittenOut = 8;

std::optional<Constant> attributeConstant(const onnx::Attribute& attribute) {
    Constant constant;
    constant.attribute = &attribute;
    const auto list = [&](std::size_t size) { constant.dims = {static_cast<std::int64_t>(size)}; };
    if (const auto* tensors = std::get_if<std::vector<onnx::Tensor>>(&attribute.value)) {
        if (tensors->empty()) {
            return std::nullopt;
        }
        constant.attribute = nullptr;
        constant.tensor = &tensors->front();
        constant.type = constant.tensor->type;
        constant.dims = constant.tensor->dims;
    } else if (const auto* sparse = std::get_if<std::vector<onnx::SparseTensor>>(&attribute.value)) {
        if (sparse->empty()) {
            return std::nullopt;
        }
        constant.attribute = nullptr;
        constant.sparse = &sparse->front();
        constant.type = constant.sparse->values.type;
        constant.dims = constant.sparse->dims;
    } else if (std::holds_alternative<float>(attribute.value)) {
        constant.type = DataType::kFloat32;
    } else if (std::holds_alternative<std::int64_t>(attribute.value)) {
        constant.type = DataType::kInt64;
    } else if (std::holds_alternative<std::string_view>(attribute.value)) {
        constant.type = DataType::kString;
    } else if (const auto* floats = std::get_if<std::vector<float>>(&attribute.value)) {
        constant.type = DataType::kFloat32;
        list(floats->size());
    } else if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        constant.type = DataType::kInt64;
        list(ints->size());
    } else if (const auto* strings = std::get_if<std::vector<std::string_view>>(&attribute.value)) {
        constant.type = DataType::kString;
        list(strings->size());
    } else {
        return std::nullopt;
    }
    constant.stored_type = constant.type;
    return constant;
}

Constant tensorConstant(const onnx::Tensor& tensor) {
    Constant constant;
    constant.tensor = &tensor;
    constant.type = constant.stored_type = tensor.type;
    constant.dims = tensor.dims;
    return constant;
}

/// A value of `scope` or, for an outer one, of the enclosing graph that makes it.
struct Home {
    const Scope* scope;
    ValueId value;
};
std::optional<Home> homeOf(const Scope& scope, ValueId value) {
    const Scope* at = &scope;
    while (at->topology().value(value).outer) {
        const std::string_view name = at->topology().value(value).name;
        at = at->parent().get();
        value = at == nullptr ? kNoValue : at->topology().findValue(name);
        if (value == kNoValue) {
            return std::nullopt;
        }
    }
    return Home{at, value};
}

/// Element of another numeric type; nothing for the types that are narrower than what we can round to here.
std::optional<Element> castElement(const Element& element, DataType type) {
    Element out;
    out.type = type;
    if (type == DataType::kFloat32) {
        out.bits = std::bit_cast<std::uint32_t>(static_cast<float>(element.f()));
        return out;
    }
    if (type == DataType::kFloat64) {
        out.bits = std::bit_cast<std::uint64_t>(element.f());
        return out;
    }
    const int bits = onnx::bitsPerElement(type);
    if (!onnx::isInteger(type) || onnx::isFloat(element.type)) {
        return std::nullopt;
    }
    out.bits = static_cast<std::uint64_t>(element.i());
    if (bits < 64) {
        out.bits &= (std::uint64_t{1} << bits) - 1;
    }
    return out;
}

Result<std::vector<Element>> decodeAttribute(const onnx::Attribute& attribute) {
    const auto of_float = [](float value) {
        return Element{DataType::kFloat32, std::bit_cast<std::uint32_t>(value)};
    };
    const auto of_int = [](std::int64_t value) {
        return Element{DataType::kInt64, static_cast<std::uint64_t>(value)};
    };
    std::vector<Element> out;
    if (const auto* f = std::get_if<float>(&attribute.value)) {
        out.push_back(of_float(*f));
    } else if (const auto* i = std::get_if<std::int64_t>(&attribute.value)) {
        out.push_back(of_int(*i));
    } else if (const auto* floats = std::get_if<std::vector<float>>(&attribute.value)) {
        for (const float value : *floats) {
            out.push_back(of_float(value));
        }
    } else if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        for (const std::int64_t value : *ints) {
            out.push_back(of_int(value));
        }
    } else {
        return fail(ErrorKind::kInput, "holds no numbers", std::string(attribute.name));
    }
    return out;
}

std::vector<std::string> stringsOf(const onnx::Model& model, const Constant& constant) {
    std::vector<std::string> out;
    if (constant.tensor != nullptr) {
        if (auto strings = onnx::decodeStrings(model, *constant.tensor, kWrittenOut)) {
            out = std::move(*strings);
        }
    } else if (constant.attribute != nullptr) {
        if (const auto* one = std::get_if<std::string_view>(&constant.attribute->value)) {
            out.emplace_back(*one);
        } else if (const auto* many =
                       std::get_if<std::vector<std::string_view>>(&constant.attribute->value)) {
            out.assign(many->begin(), many->end());
        }
    }
    for (std::string& text : out) {
        text = "\"" + elideMiddle(showName(text).text, 24) + "\"";
    }
    return out;
}

/// Nested brackets, one pair a dim.
std::string bracketed(const std::vector<std::string>& items, const std::vector<std::int64_t>& dims,
                      std::size_t dim, std::size_t& next) {
    if (dim == dims.size()) {
        return items[next++];
    }
    std::string out = "[";
    for (std::int64_t i = 0; i < dims[dim]; ++i) {
        out += (i == 0 ? "" : ", ") + bracketed(items, dims, dim + 1, next);
    }
    return out + "]";
}

}  // namespace

bool isRandom(const onnx::Node& node) {
    static constexpr std::array<std::string_view, 6> kRandom = {
        "RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Multinomial", "Bernoulli"};
    return node.isOnnxDomain() && std::find(kRandom.begin(), kRandom.end(), node.op_type) != kRandom.end();
}

std::optional<Constant> constantOf(const Scope& scope, ValueId value) {
    const std::optional<Home> home = homeOf(scope, value);
    if (!home.has_value()) {
        return std::nullopt;
    }
    const Topology& topology = home->scope->topology();
    const Value& found = topology.value(home->value);
    if (found.initializer != nullptr) {
        return tensorConstant(*found.initializer);
    }
    if (found.sparse != nullptr) {
        Constant constant;
        constant.sparse = found.sparse;
        constant.type = constant.stored_type = found.sparse->values.type;
        constant.dims = found.sparse->dims;
        return constant;
    }
    if (found.producer == kNoNode || !topology.node(found.producer).is("Constant")) {
        return std::nullopt;
    }
    for (const onnx::Attribute& attribute : topology.node(found.producer).attributes) {
        if (attribute.name == "value" || attribute.name == "sparse_value" ||
            attribute.name.substr(0, 6) == "value_") {
            return attributeConstant(attribute);
        }
    }
    return std::nullopt;
}

bool isConstant(const Scope& scope, ValueId value) {
    constexpr std::size_t kMaxLooks = 400;
    std::vector<Home> open;
    const auto push = [&](const Scope& at, ValueId next) {
        const std::optional<Home> home = homeOf(at, next);
        if (home.has_value()) {
            open.push_back(*home);
        }
        return home.has_value();
    };
    if (value == kNoValue || !push(scope, value)) {
        return false;
    }
    for (std::size_t looks = 0; !open.empty(); ++looks) {
        const Home at = open.back();
        open.pop_back();
        if (constantOf(*at.scope, at.value).has_value()) {
            continue;
        }
        const Topology& topology = at.scope->topology();
        const NodeId producer = topology.value(at.value).producer;
        if (looks > kMaxLooks || producer == kNoNode || topology.inputs(producer).empty() ||
            isRandom(topology.node(producer)) || !subgraphs(topology.node(producer)).empty()) {
            return false;
        }
        for (const ValueId input : topology.inputs(producer)) {
            if (input != kNoValue && !push(*at.scope, input)) {
                return false;
            }
        }
    }
    return true;
}

std::optional<Constant> resolveConstant(const Scope& scope, ValueId value) {
    DataType cast_to = DataType::kUndefined;
    bool reshaped = false;
    const Scope* at = &scope;
    for (int i = 0; i < kMaxChain; ++i) {
        const std::optional<Home> home = homeOf(*at, value);
        if (!home.has_value()) {
            return std::nullopt;
        }
        at = home->scope;
        if (std::optional<Constant> constant = constantOf(*at, home->value)) {
            constant->type = cast_to != DataType::kUndefined ? cast_to : constant->type;
            const std::optional<std::uint64_t> count = elementCount(*constant);
            if (reshaped && count.has_value()) {
                constant->dims.assign(*count == 1 ? 0 : 1, static_cast<std::int64_t>(*count));
            }
            return constant;
        }
        const Topology& topology = at->topology();
        const NodeId producer = topology.value(home->value).producer;
        if (producer == kNoNode || topology.inputs(producer).empty()) {
            return std::nullopt;
        }
        const onnx::Node& node = topology.node(producer);
        if (node.is("Cast")) {
            if (cast_to == DataType::kUndefined) {
                cast_to = static_cast<DataType>(node.intAttribute("to", 0));
            }
        } else if (node.is("Reshape") || node.is("Squeeze") || node.is("Unsqueeze") || node.is("Flatten")) {
            reshaped = true;
        } else if (!node.is("Identity")) {
            return std::nullopt;
        }
        value = topology.inputs(producer).front();
        if (value == kNoValue) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> elementCount(const Constant& constant) {
    std::uint64_t count = 1;
    for (const std::int64_t dim : constant.dims) {
        if (dim < 0 || __builtin_mul_overflow(count, static_cast<std::uint64_t>(dim), &count)) {
            return std::nullopt;
        }
    }
    return count;
}

Result<std::vector<Element>> decodeConstant(const onnx::Model& model, const Constant& constant,
                                            std::uint64_t limit) {
    Result<std::vector<Element>> elements =
        constant.tensor != nullptr      ? onnx::decodeAll(model, *constant.tensor, limit)
        : constant.attribute != nullptr ? decodeAttribute(*constant.attribute)
                                        : fail(ErrorKind::kInput, "is a sparse tensor");
    if (!elements.has_value()) {
        return elements;
    }
    if (elements->size() > limit) {
        return fail(ErrorKind::kLimit, fmt::format("holds more than {} elements", limit));
    }
    if (constant.type != constant.stored_type) {
        for (Element& element : *elements) {
            const std::optional<Element> cast = castElement(element, constant.type);
            if (!cast.has_value()) {
                return fail(ErrorKind::kInput, "is cast to a type that is not computed here");
            }
            element = *cast;
        }
    }
    return elements;
}

std::string typeText(DataType type, const std::vector<std::int64_t>& dims) {
    const std::string_view name = onnx::dataTypeName(type);
    std::string out =
        name.empty() ? fmt::format("dtype {}", static_cast<std::int32_t>(type)) : std::string(name);
    out += "[";
    for (std::size_t i = 0; i < dims.size(); ++i) {
        out += (i == 0 ? "" : "×") + std::to_string(dims[i]);
    }
    return out + "]";
}

std::string constantText(const onnx::Model& model, const Constant& constant) {
    const std::optional<std::uint64_t> count = elementCount(constant);
    if (!count.has_value() || *count == 0 || *count > kWrittenOut || constant.dims.size() > kWrittenOut) {
        return typeText(constant.type, constant.dims);
    }
    std::vector<std::string> items;
    if (constant.type == DataType::kString) {
        items = stringsOf(model, constant);
    } else if (const auto elements = decodeConstant(model, constant, kWrittenOut)) {
        for (const Element& element : *elements) {
            items.push_back(element.text());
        }
    }
    if (items.size() != *count) {
        return typeText(constant.type, constant.dims);
    }
    std::size_t next = 0;
    return bracketed(items, constant.dims, 0, next);
}

}  // namespace qdqlens
