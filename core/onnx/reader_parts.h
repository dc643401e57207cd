// The reader's own header: one function a message. Repeated calls for one message merge, as proto2 rules.
#pragma once

#include <stop_token>
#include <string_view>
#include <vector>

#include "core/onnx/reader.h"
#include "core/onnx/wire.h"

namespace qdqlens::onnx {

class ModelReader {
  public:
    ModelReader(const Input& input, const ReadLimits& limits, std::stop_token stop)
        : file_(input.bytes()), limits_(limits), stop_(std::move(stop)), state_(file_, limits.messages) {}

    /// False where the file has no graph or is broken.
    [[nodiscard]] bool read(Model& model);
    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] bool hasGraph() const { return has_graph_; }
    [[nodiscard]] bool failed() const { return state_.failed(); }
    [[nodiscard]] const std::string& problem() const { return state_.problem(); }

  private:
    void readOpset(std::string_view message, OpsetImport& opset, const MessagePath& path);
    void readEntry(std::string_view message, std::vector<StringEntry>& entries, const MessagePath& parent,
                   const char* field);

    void readGraph(std::string_view message, Graph& graph, const MessagePath& path);
    void reserveGraph(std::string_view message, Graph& graph, const MessagePath& path);
    void readNode(std::string_view message, Node& node, const MessagePath& path);
    void readFunction(std::string_view message, Function& function, const MessagePath& path);
    void readAnnotation(std::string_view message, TensorAnnotation& annotation, const MessagePath& path);

    struct AttributeParts;
    void readAttribute(std::string_view message, Attribute& attribute, const MessagePath& path);
    bool readScalarPart(WireCursor& cursor, AttributeParts& parts);
    void readMessagePart(WireCursor& cursor, AttributeParts& parts, const MessagePath& path);
    void readGraphPart(std::string_view message, Graph& graph, const MessagePath& path);

    void readTensor(std::string_view message, Tensor& tensor, const MessagePath& path);
    bool readTensorData(WireCursor& cursor, Tensor& tensor, const MessagePath& path);
    void readSparseTensor(std::string_view message, SparseTensor& tensor, const MessagePath& path);

    void readType(std::string_view message, Type& type, const MessagePath& path, int depth);
    void readTensorType(std::string_view message, Type& type, const MessagePath& path);
    void readElementType(std::string_view message, std::uint32_t field, Type& type, const MessagePath& path,
                         int depth);
    void readShape(std::string_view message, Type& type, const MessagePath& path);
    void readDim(std::string_view message, Dim& dim, const MessagePath& path);
    void readValueInfo(std::string_view message, ValueInfo& value, const MessagePath& path);

    [[nodiscard]] ByteRange range(std::string_view bytes) const {
        return {state_.offset(bytes.data()), bytes.size()};
    }

    std::string_view file_;
    ReadLimits limits_;
    std::stop_token stop_;
    WireState state_;
    int graph_depth_ = 0;
    bool has_graph_ = false;
    bool stopped_ = false;
};

/// Packed varints appended to a list; the cursor stands on the field.
void appendPacked(WireCursor& cursor, std::vector<std::int64_t>& values);

/// What storage a tensor's data has, once all its fields are known: keeps the runs that count. A tensor that
/// says it is external already is.
void settleTensor(Tensor& tensor);

/// The typed field that holds a type's elements; 0 for types that have none.
[[nodiscard]] std::int32_t typedField(DataType type);

/// What bytes that are no model look like and what to do, as one clause; empty where they look like nothing
/// known.
[[nodiscard]] std::string looksLike(std::string_view bytes);

}  // namespace qdqlens::onnx
