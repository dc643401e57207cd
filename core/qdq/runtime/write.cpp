#include "core/qdq/runtime/write.h"

#include <queue>
#include <unordered_set>

#include "core/onnx/wire.h"
#include "core/onnx/wire_writer.h"

namespace qdqlens::runtime {
namespace {

using onnx::bytesOf;
using onnx::varintOf;

constexpr std::uint64_t kMostElements = 1 << 16;  ///< Contents of larger tensors are left out.

std::uint64_t wire(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

/// Calls `visit` with each field of a message.
template <class Visit>
void eachField(std::string_view file, std::string_view message, const Visit& visit) {
    onnx::WireState state(file, ~std::uint64_t{0});
    const onnx::MessagePath path;
    for (onnx::WireCursor cursor(state, message, path); cursor.next();)
        visit(cursor);
}

/// Every value gets a name of its own; those of the file keep theirs.
class Names {
  public:
    explicit Names(const Graph& graph) : graph_(graph), of_(static_cast<std::size_t>(graph.valueCount())) {
        for (const bool fixed : {true, false}) {
            for (Index value = 0; value < graph.valueCount(); ++value) {
                if (isFixed(value) == fixed && isUsed(value))
                    of_[static_cast<std::size_t>(value)] = fixed ? keep(value) : fresh(value);
            }
        }
    }

    /// "" for an input that is left out.
    [[nodiscard]] std::string_view of(Index value) const {
        return value == kNone ? std::string_view() : of_[static_cast<std::size_t>(value)];
    }

    static std::string unlike(std::unordered_set<std::string>& taken, const std::string& name) {
        std::string unique = name;
        for (int k = 2; !taken.insert(unique).second; ++k)
            unique = name + "_" + std::to_string(k);
        return unique;
    }

  private:
    /// The file's inputs and outputs say these names, and nested graphs those of captured values.
    [[nodiscard]] bool isFixed(Index index) const {
        const Value& value = graph_.value(index);
        const auto captured = [&](const Edge& edge) { return !graph_.explicitEdge(edge); };
        return value.graph_input || value.graph_output ||
               std::any_of(value.uses.begin(), value.uses.end(), captured);
    }
    [[nodiscard]] bool isUsed(Index index) const {
        const Value& value = graph_.value(index);
        return value.producer != kNone || !value.uses.empty() || value.graph_input || value.graph_output;
    }
    std::string keep(Index index) {
        taken_.insert(graph_.value(index).name);
        return graph_.value(index).name;
    }
    std::string fresh(Index index) {
        const std::string& name = graph_.value(index).name;
        return unlike(taken_, name.empty() ? "value" : name);
    }

    const Graph& graph_;
    std::vector<std::string> of_;
    std::unordered_set<std::string> taken_;
};

std::string typeOf(onnx::DataType type, const std::optional<Dims>& dims, const onnx::Type* file) {
    std::string tensor = varintOf(1, wire(static_cast<std::int64_t>(type)));
    if (dims) {
        std::string shape;
        for (std::size_t k = 0; k < dims->size(); ++k) {
            const std::int64_t dim = (*dims)[k];
            const bool symbol = dim < 0 && file != nullptr && file->shape.size() == dims->size() &&
                                file->shape[k].kind == onnx::Dim::Kind::kParam;
            shape += bytesOf(1, dim >= 0 ? varintOf(1, wire(dim))
                                : symbol ? bytesOf(2, file->shape[k].param)
                                         : std::string());
        }
        tensor += bytesOf(2, shape);
    }
    return bytesOf(1, tensor);
}

/// The data field of numbers that a pass has made; empty for types that none does.
std::string dataOf(onnx::DataType type, const std::vector<double>& values) {
    using onnx::DataType;
    std::string packed;
    switch (type) {
        case DataType::kFloat32:
            for (const double value : values) {
                const auto number = static_cast<float>(value);
                packed.append(reinterpret_cast<const char*>(&number), sizeof(number));
            }
            return bytesOf(4, packed);
        case DataType::kInt64:
        case DataType::kInt32:
        case DataType::kInt16:
        case DataType::kUInt16:
        case DataType::kInt8:
        case DataType::kUInt8:
        case DataType::kBool:
            for (const double value : values)
                packed += onnx::varint(wire(static_cast<std::int64_t>(value)));
            return bytesOf(type == DataType::kInt64 ? 7 : 5, packed);
        default:
            return {};
    }
}

class Writer {
  public:
    Writer(const Scope& scope, const Graph& graph)
        : scope_(scope), file_(scope.model()), graph_(graph), names_(graph) {}

    std::string model() {
        std::string bytes;
        eachField(file_.input->bytes(), file_.input->bytes(), [&](const onnx::WireCursor& field) {
            if (field.tag() != onnx::bytesField(7))
                bytes += field.whole();
        });
        if (file_.opset("com.microsoft") == 0)
            bytes += bytesOf(8, bytesOf(1, "com.microsoft") + varintOf(2, 1));
        return bytes + bytesOf(7, graph());
    }

  private:
    std::string graph() {
        std::string bytes;
        for (const Index node : order())
            bytes += bytesOf(1, nodeOf(node));
        for (Index value = 0; value < graph_.valueCount(); ++value) {
            if (names_.of(value).empty())
                continue;
            const Value& from = graph_.value(value);
            if (from.producer == kNone && (from.constant || stored(value) != nullptr))
                bytes += bytesOf(5, tensorOf(value));
            else if (from.producer != kNone && !from.graph_output)
                bytes += valueInfoOf(value);
        }
        // Name, documentation, inputs, outputs, sparse initializers and metadata as they stand.
        eachField(file_.input->bytes(), file_.bytes(file_.graph.range), [&](const onnx::WireCursor& field) {
            for (const std::uint32_t number : {2U, 10U, 11U, 12U, 15U, 16U}) {
                if (field.tag() == onnx::bytesField(number))
                    bytes += field.whole();
            }
        });
        return bytes;
    }

    /// Producers first; of those that may come next, the one that stands first in the file.
    [[nodiscard]] std::vector<Index> order() const {
        using Place = std::pair<std::uint32_t, Index>;
        std::priority_queue<Place, std::vector<Place>, std::greater<>> ready;
        std::vector<std::size_t> waits(static_cast<std::size_t>(graph_.nodeCount()), 0);
        const auto add = [&](Index node) {
            std::uint32_t place = ~std::uint32_t{0};
            for (const NodeId origin : graph_.node(node).origins)
                place = std::min(place, qdqlens::index(origin));
            ready.emplace(place, node);
        };
        for (Index node = 0; node < graph_.nodeCount(); ++node) {
            if (!graph_.alive(node))
                continue;
            std::size_t& count = waits[static_cast<std::size_t>(node)];
            for (const auto* ends : {&graph_.node(node).inputs, &graph_.node(node).captures}) {
                for (const Index end : *ends)
                    count += graph_.producer(end) != kNone ? 1 : 0;
            }
            if (count == 0)
                add(node);
        }
        std::vector<Index> order;
        while (!ready.empty()) {
            const Index node = ready.top().second;
            ready.pop();
            order.push_back(node);
            for (const Index output : graph_.node(node).outputs) {
                if (output == kNone)
                    continue;
                for (const Edge& edge : graph_.value(output).uses) {
                    if (--waits[static_cast<std::size_t>(edge.node)] == 0)
                        add(edge.node);
                }
            }
        }
        // What is left stands in a cycle of the file's.
        for (Index node = 0; node < graph_.nodeCount(); ++node) {
            if (graph_.alive(node) && waits[static_cast<std::size_t>(node)] != 0)
                order.push_back(node);
        }
        return order;
    }

    std::string nodeOf(Index index) {
        const Node& node = graph_.node(index);
        std::string bytes;
        for (const Index input : node.inputs)
            bytes += bytesOf(1, names_.of(input));
        for (const Index output : node.outputs)
            bytes += bytesOf(2, names_.of(output));
        const onnx::Node* origin =
            node.origins.empty() ? nullptr : &scope_.topology().node(node.origins.front());
        // The file's own names stand even where it gives one twice.
        const bool own = origin != nullptr && origin->name == node.name;
        if (own)
            node_names_.insert(node.name);
        if (!node.name.empty())
            bytes += bytesOf(3, own ? node.name : Names::unlike(node_names_, node.name));
        bytes += bytesOf(4, node.op);
        if (!node.domain.empty())
            bytes += bytesOf(7, node.domain);
        bytes += attributesOf(node);
        if (origin != nullptr) {
            for (const onnx::StringEntry& entry : origin->metadata)
                bytes += bytesOf(9, bytesOf(1, entry.key) + bytesOf(2, entry.value));
        }
        return bytes;
    }

    [[nodiscard]] std::string attributesOf(const Node& node) const {
        std::string bytes;
        if (node.source != nullptr) {
            for (const onnx::Attribute& attribute : node.source->attributes) {
                if (node.attributes.count(attribute.name) == 0 && attribute.ref_attr_name.empty())
                    bytes += bytesOf(5, file_.bytes(attribute.range));
            }
        }
        for (const auto& [name, value] : node.attributes) {
            if (const auto* number = std::get_if<std::int64_t>(&value)) {
                bytes += bytesOf(5, bytesOf(1, name) + varintOf(3, wire(*number)) + varintOf(20, 2));
            } else if (const auto* numbers = std::get_if<Dims>(&value)) {
                std::string packed;
                for (const std::int64_t each : *numbers)
                    packed += onnx::varint(wire(each));
                bytes += bytesOf(5, bytesOf(1, name) + bytesOf(8, packed) + varintOf(20, 7));
            }
        }
        return bytes;
    }

    /// The file's initializer of this value; not a Constant where the caller may replace it.
    [[nodiscard]] const onnx::Tensor* stored(Index index) const {
        const ValueId origin = graph_.value(index).origin;
        return origin == kNoValue ? nullptr : scope_.topology().value(origin).initializer;
    }

    /// The last of several names of one message counts: a message of the file gets a new one behind it.
    [[nodiscard]] std::string tensorOf(Index index) const {
        const std::string name = bytesOf(8, names_.of(index));
        if (graph_.value(index).constant == nullptr)
            return std::string(file_.bytes(stored(index)->range)) + name;
        const Constant& constant = *graph_.value(index).constant;
        const onnx::Tensor* tensor = constant.tensor();
        if (tensor != nullptr &&
            (tensor->storage == onnx::Tensor::Storage::kExternal || constant.count() <= kMostElements)) {
            return std::string(file_.bytes(tensor->range)) + name;
        }
        std::string bytes;
        for (const std::int64_t dim : constant.dims())
            bytes += varintOf(1, wire(dim));
        bytes += varintOf(2, wire(static_cast<std::int64_t>(constant.type()))) + name;
        const std::vector<double>* values = tensor == nullptr ? constant.values() : nullptr;
        return values == nullptr ? bytes : bytes + dataOf(constant.type(), *values);
    }

    /// The type as the passes have it, with the symbols that the file has for its dims.
    [[nodiscard]] std::string valueInfoOf(Index index) const {
        const Value& value = graph_.value(index);
        const onnx::ValueInfo* info =
            value.origin == kNoValue ? nullptr : scope_.topology().value(value.origin).info;
        const std::string name = bytesOf(1, names_.of(index));
        if (info != nullptr && info->type.kind != onnx::Type::Kind::kTensor)
            return bytesOf(13, std::string(file_.bytes(info->range)) + name);
        if (value.type == onnx::DataType::kUndefined)
            return {};
        return bytesOf(
            13, name + bytesOf(2, typeOf(value.type, value.shape, info == nullptr ? nullptr : &info->type)));
    }

    const Scope& scope_;
    const onnx::Model& file_;
    const Graph& graph_;
    Names names_;
    std::unordered_set<std::string> node_names_;
};

}  // namespace

std::string writeModel(const Scope& scope, const Graph& graph) {
    return Writer(scope, graph).model();
}

}  // namespace qdqlens::runtime
