#include "core/qdq/tables/weight_profile.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/qdq/nearest_names.h"

namespace qdqlens {

namespace {

/// The names that a row may be called by, as the file says them.
std::vector<std::string_view> namesOf(const Topology& topology, const QuantTensorRow& row) {
    const onnx::Node& node = topology.node(row.node);
    std::vector<std::string_view> names{row.stored->name, node.name};
    names.insert(names.end(), node.outputs.begin(), node.outputs.end());
    if (!node.inputs.empty()) {
        names.push_back(node.inputs.front());
    }
    names.erase(std::remove(names.begin(), names.end(), std::string_view()), names.end());
    return names;
}

tl::unexpected<Error> noSuchWeight(const Topology& topology, const std::vector<QuantTensorRow>& rows,
                                   std::string_view name) {
    std::vector<std::string> known;
    for (const QuantTensorRow& row : rows) {
        if (row.stored != nullptr) {
            known.emplace_back(topology.node(row.node).inputs.front());
        }
    }
    std::string what = "no quantized weight is called '" + showName(name).text + "'";
    if (known.empty()) {
        return fail(ErrorKind::kQuery, what + "; none is stored in this graph");
    }
    std::string near;
    for (const std::string& candidate : nearestNames(known, name)) {
        near += (near.empty() ? "; nearest: " : ", ") + candidate;
    }
    if (near.empty()) {
        near = "; the first is " + showName(known.front()).text;
    }
    return fail(ErrorKind::kQuery, what + near);
}

}  // namespace

Result<WeightProfile> weightProfile(const std::shared_ptr<const Scope>& scope, std::string_view name,
                                    const CodeProgress& progress, const std::stop_token& stop) {
    const QuantizationTable table = quantizationTable(scope, Folding(*scope, FoldMode::kOn));
    for (const QuantTensorRow& row : table.tensors) {
        if (row.stored == nullptr) {
            continue;
        }
        const std::vector<std::string_view> names = namesOf(scope->topology(), row);
        if (row.ref == name || std::any_of(names.begin(), names.end(), [&](std::string_view known) {
                return known == name || showName(known).text == name;
            })) {
            return weightProfile(*scope, row, progress, stop);
        }
    }
    return noSuchWeight(scope->topology(), table.tensors, name);
}

Result<WeightProfile> weightProfile(const Scope& scope, QuantTensorRow row, const CodeProgress& progress,
                                    const std::stop_token& stop) {
    const auto codes = row.stored == nullptr ? std::nullopt : onnx::codeRange(row.stored->type);
    if (!codes.has_value()) {
        return fail(ErrorKind::kInput, "its codes are no stored integers of at most 32 bits", row.value);
    }
    const QuantParameters parameters = quantParameters(scope, row.node);
    if (!parameters.scale.has_value() || parameters.scale->empty()) {
        return fail(ErrorKind::kInput, "its scale is not constant, or cannot be read", row.value);
    }
    WeightProfile profile;
    profile.codes = *codes;
    profile.scale_dims = parameters.scale_dims;
    for (const onnx::Element& element : *parameters.scale) {
        profile.scales.push_back(element.f());
    }
    if (parameters.zero_point.has_value()) {
        for (const onnx::Element& element : *parameters.zero_point) {
            profile.zero_points.push_back(element.i());
        }
    }
    if (profile.zero_points.empty()) {
        profile.zero_points.push_back(0);
    }
    const std::uint64_t total = onnx::storageBytes(*row.stored).value_or(0);
    auto statistics = rowStatistics(
        scope, row,
        [&](std::uint64_t bytes) {
            if (progress) {
                progress(bytes, total);
            }
        },
        stop);
    if (!statistics.has_value()) {
        return tl::unexpected(statistics.error());
    }
    row.statistics = std::move(*statistics);
    profile.row = std::move(row);
    return profile;
}

}  // namespace qdqlens
