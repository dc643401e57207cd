#include "core/qdq/tables/sizes.h"

#include <charconv>
#include <set>
#include <tuple>

#include "core/onnx/tensor_data.h"

namespace qdqlens {

namespace {

/// Adds up to the largest number, not past it: lengths are what a file says.
void addBytes(std::uint64_t& sum, std::uint64_t more) {
    if (__builtin_add_overflow(sum, more, &sum)) {
        sum = UINT64_MAX;
    }
}

std::string_view externalEntry(const onnx::Tensor& tensor, std::string_view key) {
    for (const onnx::StringEntry& entry : tensor.external) {
        if (entry.key == key) {
            return entry.value;
        }
    }
    return {};
}

/// Sums what tensors refer to in other files; the same place counts once.
class ExternalSum {
  public:
    void add(const onnx::Graph& graph) {
        for (const onnx::Tensor& tensor : graph.initializers) {
            add(tensor);
        }
        for (const onnx::SparseTensor& sparse : graph.sparse_initializers) {
            add(sparse.values);
            add(sparse.indices);
        }
        for (const onnx::Node& node : graph.nodes) {
            for (const onnx::Attribute& attribute : node.attributes) {
                add(attribute);
            }
        }
    }
    void add(const onnx::Attribute& attribute) {
        if (const auto* tensors = std::get_if<std::vector<onnx::Tensor>>(&attribute.value)) {
            for (const onnx::Tensor& tensor : *tensors) {
                add(tensor);
            }
        } else if (const auto* sparse = std::get_if<std::vector<onnx::SparseTensor>>(&attribute.value)) {
            for (const onnx::SparseTensor& one : *sparse) {
                add(one.values);
                add(one.indices);
            }
        } else if (const auto* graphs =
                       std::get_if<std::vector<std::shared_ptr<const onnx::Graph>>>(&attribute.value)) {
            for (const auto& graph : *graphs) {
                add(*graph);
            }
        }
    }
    [[nodiscard]] std::uint64_t sum() const { return sum_; }

  private:
    void add(const onnx::Tensor& tensor) {
        if (tensor.storage != onnx::Tensor::Storage::kExternal) {
            return;
        }
        const std::uint64_t bytes = externalBytes(tensor);
        if (seen_.emplace(externalEntry(tensor, "location"), externalEntry(tensor, "offset"), bytes).second) {
            addBytes(sum_, bytes);
        }
    }

    std::set<std::tuple<std::string_view, std::string_view, std::uint64_t>> seen_;
    std::uint64_t sum_ = 0;
};

}  // namespace

std::uint64_t externalBytes(const onnx::Tensor& tensor) {
    if (tensor.storage != onnx::Tensor::Storage::kExternal) {
        return 0;
    }
    const std::string_view length = externalEntry(tensor, "length");
    std::uint64_t bytes = 0;
    const auto read = std::from_chars(length.data(), length.data() + length.size(), bytes);
    if (!length.empty() && read.ec == std::errc() && read.ptr == length.data() + length.size()) {
        return bytes;
    }
    return onnx::storageBytes(tensor).value_or(0);
}

Sizes sizesOf(const Scope& scope) {
    const onnx::Model& model = scope.model();
    Sizes sizes;
    sizes.total = model.input->bytes().size();
    for (const onnx::Tensor& tensor : scope.graph().initializers) {
        sizes.initializer += tensor.range.size;
    }
    for (const onnx::Node& node : scope.graph().nodes) {
        sizes.node += node.range.size;
        for (const onnx::StringEntry& entry : node.metadata) {
            sizes.metadata_props += entry.size + 2;
        }
    }
    sizes.other = sizes.total - sizes.initializer - sizes.node;
    ExternalSum external;
    external.add(model.graph);
    for (const onnx::Function& function : model.functions) {
        external.add(function.body);
        for (const onnx::Attribute& attribute : function.default_attributes) {
            external.add(attribute);
        }
    }
    sizes.external = external.sum();
    return sizes;
}

}  // namespace qdqlens
