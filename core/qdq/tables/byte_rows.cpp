#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/text.h"
#include "core/onnx/wire.h"
#include "core/qdq/tables/roles.h"
#include "core/qdq/tables/sizes.h"

namespace qdqlens {

namespace {

using onnx::bytesField;
using onnx::MessagePath;
using onnx::WireCursor;

/// Roles of all tensors and attributes that are constants, by where their payload begins in the file.
using RoleAt = std::unordered_map<std::uint64_t, std::string>;

void collectRoles(const std::shared_ptr<const Scope>& scope, RoleAt& roles) {
    const Folding folding(*scope, FoldMode::kOn);
    for (const StoredTensor& stored : storedTensors(scope, folding)) {
        const onnx::ByteRange range = stored.tensor != nullptr   ? stored.tensor->range
                                      : stored.sparse != nullptr ? stored.sparse->values.range
                                                                 : stored.attribute->range;
        roles.emplace(range.offset, stored.role);
    }
    for (std::uint32_t n = 0; n < scope->topology().nodeCount(); ++n) {
        for (const onnx::Graph* graph : subgraphs(scope->topology().node(NodeId{n}))) {
            if (const auto child = Scope::child(scope, NodeId{n}, *graph)) {
                collectRoles(child, roles);
            }
        }
    }
}

class ByteWalk {
  public:
    ByteWalk(std::string_view file, const RoleAt& roles)
        : file_(file), roles_(roles), state_(file, UINT64_MAX) {}

    std::vector<ByteRow> rows() {
        walkModel(file_);
        std::vector<ByteRow> out;
        for (const auto& [row, bytes] : rows_) {
            out.push_back({row, bytes});
        }
        std::stable_sort(out.begin(), out.end(),
                         [](const ByteRow& a, const ByteRow& b) { return a.bytes > b.bytes; });
        return out;
    }

  private:
    void add(const std::string& row, std::uint64_t bytes) {
        if (bytes > 0) {
            rows_[row] += bytes;
        }
    }
    void addEntry(const std::string& prefix, std::string_view entry, std::string_view whole) {
        std::string_view key;
        WireCursor cursor(state_, entry, path_);
        while (cursor.next()) {
            key = cursor.tag() == bytesField(1) ? cursor.bytes() : key;
        }
        add(prefix + ": " + showName(key).text, whole.size());
    }
    [[nodiscard]] const std::string* roleOf(std::string_view payload) const {
        const auto found = roles_.find(static_cast<std::uint64_t>(payload.data() - file_.data()));
        return found == roles_.end() ? nullptr : &found->second;
    }
    void addTensor(const std::string& what, std::string_view payload, std::string_view whole) {
        const std::string* role = roleOf(payload);
        add(what + ": " + (role == nullptr ? std::string("unused") : *role), whole.size());
    }
    /// Where the payload of a message's first field `number` begins; empty where it has none.
    std::string_view field(std::string_view message, std::uint32_t number) {
        WireCursor cursor(state_, message, path_);
        while (cursor.next()) {
            if (cursor.tag() == bytesField(number)) {
                return cursor.bytes();
            }
        }
        return {};
    }

    void walkModel(std::string_view message);
    void walkGraph(std::string_view message, std::string_view whole, const std::string& in);
    void walkNode(std::string_view message, std::string_view whole, const std::string& in);
    std::uint64_t walkAttribute(std::string_view message, std::string_view whole, const std::string& in);
    void walkFunction(std::string_view message, std::string_view whole);

    std::string_view file_;
    const RoleAt& roles_;
    onnx::WireState state_;
    MessagePath path_{nullptr, "", nullptr, -1};
    std::map<std::string, std::uint64_t> rows_;
};

// Each walk gives parts of a message to rows and the remainder to the message's own row: nothing is left out
// or counted twice, whatever fields there are.

void ByteWalk::walkModel(std::string_view message) {
    std::uint64_t rest = message.size();
    WireCursor cursor(state_, message, path_);
    while (cursor.next()) {
        const std::string_view whole = cursor.whole();
        switch (cursor.tag()) {
            case bytesField(7):
                walkGraph(cursor.bytes(), whole, "");
                break;
            case bytesField(25):
                walkFunction(cursor.bytes(), whole);
                break;
            case bytesField(14):
                addEntry("model metadata", cursor.bytes(), whole);
                break;
            case bytesField(20):
                add("training_info", whole.size());
                break;
            case bytesField(6):
                add("doc strings", whole.size());
                break;
            default:
                continue;
        }
        rest -= whole.size();
    }
    add("model head", rest);
}

void ByteWalk::walkGraph(std::string_view message, std::string_view whole, const std::string& in) {
    std::uint64_t rest = whole.size();
    WireCursor cursor(state_, message, path_);
    while (cursor.next()) {
        const std::string_view part = cursor.whole();
        switch (cursor.tag()) {
            case bytesField(1):
                walkNode(cursor.bytes(), part, in);
                break;
            case bytesField(5):
                addTensor(in + "initializers", cursor.bytes(), part);
                break;
            case bytesField(15):
                addTensor(in + "sparse initializers", field(cursor.bytes(), 1), part);
                break;
            case bytesField(10):
                add(in + "doc strings", part.size());
                break;
            case bytesField(11):
            case bytesField(12):
                add(in + "inputs and outputs", part.size());
                break;
            case bytesField(13):
                add(in + "value_info", part.size());
                break;
            case bytesField(14):
                add(in + "quantization_annotation", part.size());
                break;
            case bytesField(16):
                addEntry(in + "graph metadata", cursor.bytes(), part);
                break;
            default:
                continue;
        }
        rest -= part.size();
    }
    add(in + "graph head", rest);
}

void ByteWalk::walkNode(std::string_view message, std::string_view whole, const std::string& in) {
    std::uint64_t rest = whole.size();
    WireCursor cursor(state_, message, path_);
    while (cursor.next()) {
        const std::string_view part = cursor.whole();
        switch (cursor.tag()) {
            case bytesField(5):
                rest -= walkAttribute(cursor.bytes(), part, in);
                continue;
            case bytesField(6):
                add(in + "doc strings", part.size());
                break;
            case bytesField(9):
                addEntry(in + "node metadata", cursor.bytes(), part);
                break;
            default:
                continue;
        }
        rest -= part.size();
    }
    add(in + "nodes", rest);
}

/// Returns what it has given to rows of its own; the remainder is the node's.
std::uint64_t ByteWalk::walkAttribute(std::string_view message, std::string_view whole,
                                      const std::string& in) {
    if (roleOf(message) != nullptr) {
        addTensor(in + "constants", message, whole);
        return whole.size();
    }
    const std::string inner = in == "function " ? "function subgraph " : in.empty() ? "subgraph " : in;
    std::uint64_t given = 0;
    WireCursor cursor(state_, message, path_);
    while (cursor.next()) {
        const std::string_view part = cursor.whole();
        const bool tensor = cursor.tag() == bytesField(5) && roleOf(cursor.bytes()) != nullptr;
        const bool sparse = cursor.tag() == bytesField(22) && roleOf(field(cursor.bytes(), 1)) != nullptr;
        if (tensor || sparse) {
            addTensor(in + "constants", tensor ? cursor.bytes() : field(cursor.bytes(), 1), part);
        } else if (cursor.tag() == bytesField(6) || cursor.tag() == bytesField(11)) {
            walkGraph(cursor.bytes(), part, inner);
        } else {
            continue;
        }
        given += part.size();
    }
    return given;
}

void ByteWalk::walkFunction(std::string_view message, std::string_view whole) {
    std::uint64_t rest = whole.size();
    WireCursor cursor(state_, message, path_);
    while (cursor.next()) {
        const std::string_view part = cursor.whole();
        switch (cursor.tag()) {
            case bytesField(7):
                walkNode(cursor.bytes(), part, "function ");
                break;
            case bytesField(8):
                add("function doc strings", part.size());
                break;
            case bytesField(12):
                add("function value_info", part.size());
                break;
            case bytesField(14):
                addEntry("function metadata", cursor.bytes(), part);
                break;
            default:
                continue;
        }
        rest -= part.size();
    }
    add("function heads", rest);
}

}  // namespace

std::vector<ByteRow> byteRows(const std::shared_ptr<const onnx::Model>& model) {
    RoleAt roles;
    collectRoles(Scope::main(model), roles);
    for (const onnx::Function& function : model->functions) {
        collectRoles(Scope::ofFunction(model, function), roles);
    }
    return ByteWalk(model->input->bytes(), roles).rows();
}

}  // namespace qdqlens
