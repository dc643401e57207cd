#include <fmt/format.h>

#include <algorithm>

#include "core/base/number.h"
#include "core/export/report_tables.h"

namespace qdqlens {

namespace {

/// "0.02", "0.002…0.004…0.013 (16)"; "not constant".
std::string rangeText(const std::optional<NumberRange>& range, Granularity granularity) {
    if (!range.has_value()) {
        return "not constant";
    }
    std::string out;
    if (range->count == 0) {
        out = range->nan > 0 ? "NaN" : range->infinite > 0 ? "inf" : "none";
    } else if (granularity == Granularity::kTensor || range->min_text == range->max_text) {
        out = range->min_text;
    } else {
        out = fmt::format("{} … {} … {}", range->min_text, range->median_text, range->max_text);
    }
    if (range->count > 0 && range->nan > 0) {
        out += fmt::format(" +{} NaN", range->nan);
    }
    if (range->count > 0 && range->infinite > 0) {
        out += fmt::format(" +{} inf", range->infinite);
    }
    return out;
}

std::string granularityText(const QuantTensorRow& row) {
    switch (row.granularity) {
        case Granularity::kTensor:
            return "tensor";
        case Granularity::kChannel:
            return fmt::format("channel, axis {}", row.axis);
        case Granularity::kBlock:
            break;
    }
    return fmt::format("block of {}, axis {}", row.block_size, row.axis);
}

std::string zeroPointText(const QuantTensorRow& row) {
    return row.zero_point_input ? rangeText(row.zero_point, row.granularity) : "0 (none)";
}

std::string share(double value) {
    return fmt::format("{:.2f} %", 100 * value);
}

void addStatisticsCells(const QuantTensorRow& row, std::vector<std::string>& cells) {
    if (!row.statistics.has_value()) {
        cells.resize(cells.size() + 5);
        return;
    }
    const CodeStatistics& s = *row.statistics;
    cells.push_back(s.elements == 0 ? "" : fmt::format("{} … {}", s.min, s.max));
    cells.push_back(share(s.saturated));
    cells.push_back(s.unused_codes.has_value() ? fmt::format("{} of {}", *s.unused_codes, *s.codes) : "");
    cells.push_back(s.channels > 0 ? fmt::format("{} of {}", s.zero_channel_count, s.channels) : "");
    cells.push_back(s.outlier_ratio.has_value() ? formatFloat32(static_cast<float>(*s.outlier_ratio)) : "");
}

Table sharedTable(const QuantizationTable& table) {
    Table out{"shared-dq", "Shared DequantizeLinears", {{"node"}, {"consumers", true}, {"they are"}}, {}, {}};
    for (const SharedDequantize& shared : table.shared) {
        out.rows.push_back({{shared.ref, std::to_string(shared.consumers.size()),
                             fmt::format("{}", fmt::join(shared.consumer_refs, ", "))},
                            {shared.node}});
    }
    return out;
}

Table schemeTable(const QuantizationTable& table) {
    Table out{
        "schemes", "Kinds of quantization", {{"kind"}, {"count", true}, {"ops"}, {"what it is"}}, {}, {}};
    for (const QuantScheme& scheme : table.schemes) {
        std::string ops;
        for (const OpCount& op : scheme.ops) {
            ops += fmt::format("{}{} {}", ops.empty() ? "" : ", ", opName(op), op.nodes.size());
        }
        out.rows.push_back({{scheme.name, std::to_string(scheme.count), ops, scheme.note}, scheme.nodes});
    }
    if (table.schemes.empty()) {
        out.notes.emplace_back("Nothing in this graph is quantized in a way that is known here.");
    }
    return out;
}

}  // namespace

Table quantizedTensorTable(const QuantizationTable& table) {
    Table out{"quantized",
              "Quantized tensors",
              {{"value"},
               {"kind"},
               {"dtype"},
               {"shape"},
               {"per"},
               {"scale"},
               {"zero point"},
               {"symmetric"},
               {"node"}},
              {},
              {}};
    const bool statistics = std::any_of(table.tensors.begin(), table.tensors.end(),
                                        [](const QuantTensorRow& row) { return row.statistics.has_value(); });
    if (statistics) {
        for (const char* title :
             {"codes used", "at the limits", "unused codes", "zero channels", "outliers"}) {
            out.columns.push_back({title, true});
        }
        out.notes.emplace_back(
            "Outliers: the largest distance from the zero point over the 99th percentile.");
    }
    for (const QuantTensorRow& row : table.tensors) {
        const char* symmetric = !row.symmetric.has_value() ? "" : *row.symmetric ? "yes" : "no";
        TableRow line{{row.value, kindName(row.kind), row.dtype, shapeText(row.shape), granularityText(row),
                       rangeText(row.scale, row.granularity), zeroPointText(row), symmetric, row.ref},
                      row.nodes};
        if (statistics) {
            addStatisticsCells(row, line.cells);
        }
        out.rows.push_back(std::move(line));
    }
    return out;
}

std::vector<Table> quantizationTables(const QuantizationTable& table,
                                      const std::vector<std::string>& problems) {
    Table counts{"quantization", "Quantization", {{"what"}, {"count", true}}, {}, {}};
    const std::pair<const char*, std::uint64_t> rows[] = {{"QuantizeLinear", table.quantize},
                                                          {"DequantizeLinear", table.dequantize},
                                                          {"of which on weights", table.weight_dequantize},
                                                          {"of which on biases", table.bias_dequantize},
                                                          {"of which shared", table.shared.size()}};
    for (const auto& [name, count] : rows) {
        counts.rows.push_back({{name, std::to_string(count)}, {}});
    }
    std::vector<Table> tables{schemeTable(table), std::move(counts)};
    if (!table.shared.empty()) {
        tables.push_back(sharedTable(table));
    }
    if (!table.tensors.empty()) {
        tables.push_back(quantizedTensorTable(table));
        for (const std::string& problem : problems) {
            tables.back().notes.push_back("Not read: " + problem + ".");
        }
    }
    return tables;
}

}  // namespace qdqlens
