#include "core/onnx/reader.h"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "core/onnx/reader_parts.h"

namespace qdqlens::onnx {

namespace {

template <class T>
T& grow(std::vector<T>& list) {
    return list.emplace_back();
}

template <class T>
std::int64_t nextIndex(const std::vector<T>& list) {
    return static_cast<std::int64_t>(list.size());
}

bool holdsNothing(const Model& model) {
    const Graph& graph = model.graph;
    return graph.nodes.empty() && graph.inputs.empty() && graph.outputs.empty() &&
           graph.initializers.empty() && graph.sparse_initializers.empty() && model.functions.empty();
}

}  // namespace

bool ModelReader::read(Model& model) {
    const MessagePath root{nullptr, "ModelProto", nullptr, -1};
    WireCursor cursor(state_, file_, root);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case varintField(1):
                model.ir_version = cursor.int64();
                break;
            case bytesField(2):
                model.producer_name = cursor.bytes();
                break;
            case bytesField(3):
                model.producer_version = cursor.bytes();
                break;
            case bytesField(4):
                model.domain = cursor.bytes();
                break;
            case varintField(5):
                model.model_version = cursor.int64();
                break;
            case bytesField(6):
                model.doc = cursor.bytes();
                break;
            case bytesField(7):
                has_graph_ = true;
                readGraph(cursor.bytes(), model.graph, {&root, "GraphProto", "graph", -1});
                break;
            case bytesField(8): {
                const MessagePath path{&root, "OperatorSetIdProto", "opset_import",
                                       nextIndex(model.opset_import)};
                readOpset(cursor.bytes(), grow(model.opset_import), path);
                break;
            }
            case bytesField(14):
                readEntry(cursor.bytes(), model.metadata, root, "metadata_props");
                break;
            case bytesField(25): {
                const MessagePath path{&root, "FunctionProto", "functions", nextIndex(model.functions)};
                readFunction(cursor.bytes(), grow(model.functions), path);
                break;
            }
            default:
                break;
        }
    }
    return !state_.failed() && !stopped_ && has_graph_;
}

void ModelReader::readOpset(std::string_view message, OpsetImport& opset, const MessagePath& path) {
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                opset.domain = cursor.bytes();
                break;
            case varintField(2):
                opset.version = cursor.int64();
                break;
            default:
                break;
        }
    }
}

void ModelReader::readEntry(std::string_view message, std::vector<StringEntry>& entries,
                            const MessagePath& parent, const char* field) {
    const MessagePath path{&parent, "StringStringEntryProto", field, nextIndex(entries)};
    StringEntry& entry = grow(entries);
    entry.size = static_cast<std::uint32_t>(message.size());
    WireCursor cursor(state_, message, path);
    while (cursor.next()) {
        switch (cursor.tag()) {
            case bytesField(1):
                entry.key = cursor.bytes();
                break;
            case bytesField(2):
                entry.value = cursor.bytes();
                break;
            default:
                break;
        }
    }
}

void appendPacked(WireCursor& cursor, std::vector<std::int64_t>& values) {
    std::string_view rest = cursor.bytes();
    while (!rest.empty()) {
        std::uint64_t value = 0;
        if (!takeVarint(rest, value)) {
            cursor.fail("a list of packed numbers is cut off or holds one longer than ten bytes");
            return;
        }
        values.push_back(static_cast<std::int64_t>(value));
    }
}

Result<std::shared_ptr<const Model>> readModel(std::shared_ptr<const Input> input, const ReadLimits& limits,
                                               std::stop_token stop) {
    const std::string_view bytes = input->bytes();
    const std::string& name = input->name();
    if (bytes.empty()) {
        return fail(ErrorKind::kInput, "the file is empty (0 bytes): download or export the model again",
                    name);
    }
    auto model = std::make_shared<Model>();
    ModelReader reader(*input, limits, std::move(stop));
    bool good = false;
    try {
        good = reader.read(*model);
    } catch (const std::bad_alloc&) {
        return fail(ErrorKind::kInput, "the model does not fit into memory", name);
    }
    if (reader.stopped()) {
        return fail(ErrorKind::kStopped, "reading was stopped", name);
    }
    if (!good || holdsNothing(*model)) {
        if (const std::string guess = looksLike(bytes); !guess.empty()) {
            return fail(ErrorKind::kInput, fmt::format("not an ONNX model but {}", guess), name);
        }
        if (reader.failed()) {
            return fail(ErrorKind::kInput, fmt::format("not a readable ONNX model: {}", reader.problem()),
                        name);
        }
        return fail(
            ErrorKind::kInput,
            fmt::format("no graph in it: all {} bytes decode as a protobuf message, but {}; export the model "
                        "again, or check that it is a model and not a single tensor",
                        bytes.size(),
                        reader.hasGraph() ? "its graph (field 7 of ModelProto) holds nothing"
                                          : "ModelProto's graph (field 7) is not among its fields"),
            name);
    }
    model->input = std::move(input);
    return std::shared_ptr<const Model>(std::move(model));
}

Result<std::shared_ptr<const Model>> openModel(const std::filesystem::path& path) {
    auto input = Input::open(path);
    if (!input) {
        return tl::unexpected<Error>(std::move(input).error());
    }
    return readModel(std::move(*input));
}

}  // namespace qdqlens::onnx
