#include "core/qdq/runtime/graph.h"

#include <algorithm>

namespace qdqlens::runtime {

Constant::Constant(std::shared_ptr<const onnx::Model> model, const onnx::Tensor& tensor)
    : type_(tensor.type),
      dims_(tensor.dims.begin(), tensor.dims.end()),
      model_(std::move(model)),
      tensor_(&tensor) {}

Constant::Constant(onnx::DataType type, Dims dims, std::optional<std::vector<double>> values)
    : type_(type), dims_(std::move(dims)), decoded_(true), values_(std::move(values)) {}

std::uint64_t Constant::count() const {
    std::uint64_t count = 1;
    for (const std::int64_t dim : dims_) {
        if (dim <= 0)
            return 0;
        if (count > (std::uint64_t{1} << 62) / static_cast<std::uint64_t>(dim))
            return std::uint64_t{1} << 62;
        count *= static_cast<std::uint64_t>(dim);
    }
    return count;
}

const std::vector<double>* Constant::values() const {
    constexpr std::uint64_t kMost = 1 << 16;
    if (!decoded_) {
        decoded_ = true;
        if (count() <= kMost) {
            const auto elements = onnx::decodeAll(*model_, *tensor_, kMost);
            if (elements && elements->size() == count()) {
                std::vector<double> values;
                values.reserve(elements->size());
                for (const onnx::Element& element : *elements)
                    values.push_back(element.f());
                values_ = std::move(values);
            }
        }
    }
    return values_ ? &*values_ : nullptr;
}

std::optional<double> Constant::value() const {
    if (count() != 1)
        return std::nullopt;
    const std::vector<double>* all = values();
    if (all == nullptr)
        return std::nullopt;
    return all->front();
}

std::optional<Dims> Constant::integers() const {
    const std::vector<double>* all = values();
    if (all == nullptr)
        return std::nullopt;
    Dims result;
    for (const double value : *all) {
        // Bounds like INT64_MAX in Slice do not survive the way through double; the nearest that does is as
        // good.
        if (!(value < 9.2e18))
            result.push_back(std::int64_t{1} << 62);
        else if (!(value > -9.2e18))
            result.push_back(-(std::int64_t{1} << 62));
        else
            result.push_back(static_cast<std::int64_t>(value));
    }
    return result;
}

Index Graph::addValue(Value value) {
    values_.push_back(std::move(value));
    return valueCount() - 1;
}

Index Graph::addNode(Node node) {
    touch();
    const Index index = nodeCount();
    nodes_.push_back(std::move(node));
    const Node& added = nodes_.back();
    for (std::size_t slot = 0; slot < added.inputs.size(); ++slot) {
        addUse(added.inputs[slot], {index, static_cast<Index>(slot)});
    }
    for (std::size_t k = 0; k < added.captures.size(); ++k) {
        addUse(added.captures[k], {index, static_cast<Index>(added.inputs.size() + k)});
    }
    for (const Index output : added.outputs) {
        if (output != kNone)
            value(output).producer = index;
    }
    return index;
}

void Graph::removeNode(Index index) {
    touch();
    Node& dead = node(index);
    for (std::size_t slot = 0; slot < dead.inputs.size(); ++slot) {
        dropUse(dead.inputs[slot], {index, static_cast<Index>(slot)});
    }
    for (std::size_t k = 0; k < dead.captures.size(); ++k) {
        dropUse(dead.captures[k], {index, static_cast<Index>(dead.inputs.size() + k)});
    }
    for (const Index output : dead.outputs) {
        if (output != kNone && value(output).producer == index)
            value(output).producer = kNone;
    }
    dead.alive = false;
}

void Graph::setInput(Index index, std::size_t slot, Index to) {
    Node& changed = node(index);
    if (slot >= changed.inputs.size())
        changed.inputs.resize(slot + 1, kNone);
    dropUse(changed.inputs[slot], {index, static_cast<Index>(slot)});
    changed.inputs[slot] = to;
    addUse(to, {index, static_cast<Index>(slot)});
}

void Graph::replaceUses(Index from, Index to) {
    const std::vector<Edge> edges = value(from).uses;
    for (const Edge& edge : edges) {
        if (explicitEdge(edge)) {
            setInput(edge.node, static_cast<std::size_t>(edge.slot), to);
        } else {
            Node& user = node(edge.node);
            user.captures[static_cast<std::size_t>(edge.slot) - user.inputs.size()] = to;
            dropUse(from, edge);
            addUse(to, edge);
        }
    }
}

void Graph::moveOutput(Index from, std::size_t from_slot, Index to, std::size_t to_slot) {
    touch();
    const Index moved = node(from).outputs[from_slot];
    const Index old = output(to, to_slot);
    if (old != kNone)
        value(old).producer = kNone;
    if (node(to).outputs.size() <= to_slot)
        node(to).outputs.resize(to_slot + 1, kNone);
    node(to).outputs[to_slot] = moved;
    value(moved).producer = to;
    Value fresh;
    fresh.name = node(from).name;
    fresh.type = value(moved).type;
    fresh.producer = from;
    fresh.origin = value(moved).origin;
    node(from).outputs[from_slot] = addValue(std::move(fresh));
}

void Graph::makeConstant(Index index, std::shared_ptr<const Constant> constant) {
    touch();
    Value& made = value(index);
    made.producer = kNone;
    made.type = constant->type();
    made.shape = constant->dims();
    made.constant = std::move(constant);
}

Index Graph::input(Index index, std::size_t slot) const {
    const Node& n = node(index);
    return slot < n.inputs.size() ? n.inputs[slot] : kNone;
}

Index Graph::output(Index index, std::size_t slot) const {
    const Node& n = node(index);
    return slot < n.outputs.size() ? n.outputs[slot] : kNone;
}

const Constant* Graph::constant(Index index) const {
    return index == kNone ? nullptr : value(index).constant.get();
}

std::size_t Graph::inputsPresent(Index index) const {
    const auto& inputs = node(index).inputs;
    return static_cast<std::size_t>(
        std::count_if(inputs.begin(), inputs.end(), [](Index v) { return v != kNone; }));
}

std::size_t Graph::outputsPresent(Index index) const {
    const auto& outputs = node(index).outputs;
    return static_cast<std::size_t>(
        std::count_if(outputs.begin(), outputs.end(), [](Index v) { return v != kNone; }));
}

std::size_t Graph::edgeCount(Index index) const {
    std::size_t count = 0;
    for (const Index output : node(index).outputs) {
        if (output != kNone)
            count += value(output).uses.size();
    }
    return count;
}

bool Graph::makesGraphOutput(Index index) const {
    const auto& outputs = node(index).outputs;
    return std::any_of(outputs.begin(), outputs.end(),
                       [&](Index v) { return v != kNone && value(v).graph_output; });
}

bool Graph::hasEdges(Index index, std::size_t count) const {
    return !makesGraphOutput(index) && edgeCount(index) == count;
}

bool Graph::explicitEdge(const Edge& edge) const {
    return static_cast<std::size_t>(edge.slot) < node(edge.node).inputs.size();
}

Index Graph::onlyConsumer(Index index) const {
    if (edgeCount(index) != 1)
        return kNone;
    for (const Index output : node(index).outputs) {
        if (output != kNone && !value(output).uses.empty())
            return value(output).uses.front().node;
    }
    return kNone;
}

std::int64_t Graph::intAttribute(Index index, std::string_view name, std::int64_t fallback) const {
    const Node& n = node(index);
    if (const auto set = n.attributes.find(name); set != n.attributes.end()) {
        const auto* number = std::get_if<std::int64_t>(&set->second);
        return number != nullptr ? *number : fallback;
    }
    return n.source != nullptr ? n.source->intAttribute(name, fallback) : fallback;
}

std::optional<Dims> Graph::intsAttribute(Index index, std::string_view name) const {
    const Node& n = node(index);
    if (const auto set = n.attributes.find(name); set != n.attributes.end()) {
        const auto* numbers = std::get_if<Dims>(&set->second);
        return numbers != nullptr ? std::optional<Dims>(*numbers) : std::nullopt;
    }
    if (n.source == nullptr)
        return std::nullopt;
    const std::vector<std::int64_t>* numbers = n.source->intsAttribute(name);
    return numbers != nullptr ? std::optional<Dims>(*numbers) : std::nullopt;
}

float Graph::floatAttribute(Index index, std::string_view name, float fallback) const {
    const Node& n = node(index);
    return n.source != nullptr ? n.source->floatAttribute(name, fallback) : fallback;
}

std::string_view Graph::stringAttribute(Index index, std::string_view name, std::string_view fallback) const {
    const Node& n = node(index);
    return n.source != nullptr ? n.source->stringAttribute(name, fallback) : fallback;
}

void Graph::setAttribute(Index index, std::string_view name, AttributeValue set) {
    node(index).attributes.insert_or_assign(std::string(name), std::move(set));
}

std::vector<Index> Graph::order() const {
    if (!ordered_) {
        order_ = walk();
        ordered_ = true;
    }
    return order_;
}

std::vector<Index> Graph::walk() const {
    struct Work {
        Index node;
        bool leave;
    };
    std::vector<Work> stack;
    for (Index n = 0; n < nodeCount(); ++n) {
        if (node(n).alive && edgeCount(n) == 0)
            stack.push_back({n, false});
    }
    std::vector<char> seen(nodes_.size(), 0);
    std::vector<Index> order;
    std::vector<Index> above;
    while (!stack.empty()) {
        const Work work = stack.back();
        stack.pop_back();
        if (work.leave) {
            order.push_back(work.node);
            continue;
        }
        if (seen[static_cast<std::size_t>(work.node)] != 0)
            continue;
        seen[static_cast<std::size_t>(work.node)] = 1;
        stack.push_back({work.node, true});
        above.clear();
        for (const auto* ends : {&node(work.node).inputs, &node(work.node).captures}) {
            for (const Index end : *ends) {
                const Index from = producer(end);
                if (from != kNone && seen[static_cast<std::size_t>(from)] == 0)
                    above.push_back(from);
            }
        }
        std::sort(above.begin(), above.end());
        for (const Index from : above)
            stack.push_back({from, false});
    }
    return order;
}

void Graph::addUse(Index index, Edge edge) {
    touch();
    if (index == kNone)
        return;
    std::vector<Edge>& uses = value(index).uses;
    uses.insert(std::lower_bound(uses.begin(), uses.end(), edge), edge);
}

void Graph::dropUse(Index index, Edge edge) {
    touch();
    if (index == kNone)
        return;
    std::vector<Edge>& uses = value(index).uses;
    const auto found = std::lower_bound(uses.begin(), uses.end(), edge);
    if (found != uses.end() && *found == edge)
        uses.erase(found);
}

bool isQ(const Node& node) {
    return node.op == "QuantizeLinear" && (node.domain.empty() || node.domain == "com.microsoft");
}

bool isDq(const Node& node) {
    return node.op == "DequantizeLinear" && (node.domain.empty() || node.domain == "com.microsoft");
}

}  // namespace qdqlens::runtime
