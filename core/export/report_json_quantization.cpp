#include <cmath>

#include "core/export/report_json.h"

namespace qdqlens {

namespace {

/// Integers as such: 14, not 14.0.
Json numberJson(double value) {
    const bool integral = std::trunc(value) == value && std::abs(value) < 1e15;
    return integral ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

/// One value per tensor, else min, median, max; [] where it is not constant or has no finite value.
Json rangeJson(const std::optional<NumberRange>& range, Granularity granularity) {
    Json out = Json::array();
    if (range.has_value() && range->count > 0) {
        out.push_back(numberJson(range->min));
        if (granularity != Granularity::kTensor) {
            out.push_back(numberJson(range->median));
            out.push_back(numberJson(range->max));
        }
    }
    return out;
}

template <class T>
Json orNull(const std::optional<T>& value) {
    return value.has_value() ? Json(*value) : Json(nullptr);
}

Json statisticsJson(const CodeStatistics& s) {
    return {{"elements", s.elements},
            {"min", s.min},
            {"max", s.max},
            {"saturated", s.saturated},
            {"unused_codes", orNull(s.unused_codes)},
            {"codes", orNull(s.codes)},
            {"channels", s.channels},
            {"zero_channels", s.zero_channels},
            {"zero_channel_count", s.zero_channel_count},
            {"outlier_ratio", orNull(s.outlier_ratio)},
            {"histogram", s.histogram}};
}

Json tensorJson(const QuantTensorRow& row) {
    const bool per_tensor = row.granularity == Granularity::kTensor;
    Json json = {{"value", row.value},
                 {"node", row.ref},
                 {"kind", kindName(row.kind)},
                 {"dtype", row.dtype},
                 {"shape", shapeJson(row.shape)},
                 {"granularity", granularityName(row.granularity)},
                 {"axis", per_tensor ? Json(nullptr) : Json(row.axis)},
                 {"block_size", row.block_size > 0 ? Json(row.block_size) : Json(nullptr)},
                 {"scale", rangeJson(row.scale, row.granularity)},
                 {"zero_point", row.zero_point_input ? rangeJson(row.zero_point, row.granularity)
                                : per_tensor         ? Json::array({0})
                                                     : Json::array({0, 0, 0})},
                 {"zero_point_input", row.zero_point_input},
                 {"symmetric", orNull(row.symmetric)}};
    if (row.scale.has_value() && row.scale->nan + row.scale->infinite > 0) {
        json["scale_nan"] = row.scale->nan;
        json["scale_infinite"] = row.scale->infinite;
    }
    if (row.statistics.has_value()) {
        json["statistics"] = statisticsJson(*row.statistics);
    }
    return json;
}

}  // namespace

Json quantizationJson(const QuantizationTable& table) {
    Json json = {{"quantize", table.quantize},
                 {"dequantize", table.dequantize},
                 {"weight_dequantize", table.weight_dequantize},
                 {"bias_dequantize", table.bias_dequantize}};
    json["shared_dequantize"] = Json::array();
    for (const SharedDequantize& shared : table.shared) {
        json["shared_dequantize"].push_back({{"node", shared.ref}, {"consumers", shared.consumer_refs}});
    }
    json["tensors"] = Json::array();
    for (const QuantTensorRow& row : table.tensors) {
        json["tensors"].push_back(tensorJson(row));
    }
    json["kinds"] = Json::array();
    for (const QuantScheme& scheme : table.schemes) {
        Json ops = Json::array();
        for (const OpCount& op : scheme.ops) {
            ops.push_back({{"domain", op.domain}, {"op", op.op}, {"count", op.nodes.size()}});
        }
        json["kinds"].push_back(
            {{"kind", scheme.name}, {"count", scheme.count}, {"ops", std::move(ops)}, {"note", scheme.note}});
    }
    return json;
}

}  // namespace qdqlens
