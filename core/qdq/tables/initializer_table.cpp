#include "core/qdq/tables/initializer_table.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/graph/constants.h"
#include "core/qdq/tables/sizes.h"

namespace qdqlens {

namespace {

std::string dtypeName(onnx::DataType type) {
    const std::string_view name = onnx::dataTypeName(type);
    return name.empty() ? "dtype " + std::to_string(static_cast<std::int32_t>(type)) : std::string(name);
}

std::size_t rankOf(const std::string& role) {
    static constexpr auto kOrder =
        std::to_array<std::string_view>({"weight", "weight scale", "weight zero point", "bias", "bias scale",
                                         "bias zero point", "activation scale", "activation zero point"});
    const auto found = std::find(kOrder.begin(), kOrder.end(), role);
    if (found != kOrder.end()) {
        return static_cast<std::size_t>(found - kOrder.begin());
    }
    const bool mixed = role.find(" + ") != std::string::npos;
    return kOrder.size() + (role == "unused" ? 3 : role == "output" ? 2 : mixed ? 1 : 0);
}

struct Described {
    std::string dtype;
    std::vector<std::int64_t> dims;
    std::uint64_t bytes = 0;
    std::uint64_t external = 0;
};

Described describe(const Scope& scope, const StoredTensor& stored) {
    Described out;
    if (stored.tensor != nullptr) {
        out.dtype = dtypeName(stored.tensor->type);
        out.dims = stored.tensor->dims;
        out.bytes = stored.tensor->range.size;
        if (stored.tensor->storage == onnx::Tensor::Storage::kExternal) {
            out.external = externalBytes(*stored.tensor);
        }
    } else if (stored.sparse != nullptr) {
        out.dtype = "sparse(" + dtypeName(stored.sparse->values.type) + ")";
        out.dims = stored.sparse->dims;
        out.bytes = stored.sparse->values.range.size + stored.sparse->indices.range.size;
    } else if (const auto constant = constantOf(scope, stored.value)) {
        out.dtype = dtypeName(constant->type);
        out.dims = constant->dims;
        out.bytes = stored.attribute->range.size;
    }
    return out;
}

std::vector<InitializerRow> rowsOf(const Scope& scope, std::vector<const StoredTensor*> tensors) {
    std::stable_sort(tensors.begin(), tensors.end(), [](const StoredTensor* a, const StoredTensor* b) {
        return a->first_use < b->first_use;
    });
    std::vector<InitializerRow> rows;
    std::map<std::pair<std::string, std::string>, std::size_t> row_of;
    for (const StoredTensor* stored : tensors) {
        const Described is = describe(scope, *stored);
        const auto [found, is_new] = row_of.emplace(std::pair(stored->role, is.dtype), rows.size());
        if (is_new) {
            rows.emplace_back();
            rows.back().role = stored->role;
            rows.back().dtype = is.dtype;
        }
        InitializerRow& row = rows[found->second];
        ++row.count;
        row.bytes += is.bytes;
        row.external += is.external;
        if (std::find(row.shapes.begin(), row.shapes.end(), is.dims) == row.shapes.end()) {
            row.shapes.push_back(is.dims);
        }
        row.nodes.insert(row.nodes.end(), stored->consumers.begin(), stored->consumers.end());
    }
    for (InitializerRow& row : rows) {
        std::sort(row.nodes.begin(), row.nodes.end());
        row.nodes.erase(std::unique(row.nodes.begin(), row.nodes.end()), row.nodes.end());
    }
    std::stable_sort(rows.begin(), rows.end(), [](const InitializerRow& a, const InitializerRow& b) {
        return rankOf(a.role) < rankOf(b.role);
    });
    return rows;
}

}  // namespace

InitializerTable initializerTable(const std::shared_ptr<const Scope>& scope,
                                  const std::vector<StoredTensor>& stored) {
    std::vector<const StoredTensor*> initializers, constants;
    for (const StoredTensor& one : stored) {
        (one.constant_node == kNoNode ? initializers : constants).push_back(&one);
    }
    return {rowsOf(*scope, std::move(initializers)), rowsOf(*scope, std::move(constants))};
}

}  // namespace qdqlens
