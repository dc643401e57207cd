// `qdq report`: the tables of a model.
#include "core/export/report.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/cli/common.h"
#include "app/cli/progress.h"
#include "app/cli/report_figures.h"
#include "core/export/report_html.h"

namespace qdqlens::cli {

namespace {

enum class Format { kText, kMarkdown, kCsv, kJson, kHtml };

const std::map<std::string, Format> kFormats{{"text", Format::kText},
                                             {"md", Format::kMarkdown},
                                             {"csv", Format::kCsv},
                                             {"json", Format::kJson},
                                             {"html", Format::kHtml}};

struct ReportOptions {
    ModelOptions model;
    std::vector<std::string> only;
    std::string format;
    std::string output;
    bool statistics = false;
};

/// --format, else the output's ending, else text.
Result<Format> formatOf(const ReportOptions& options) {
    if (!options.format.empty()) {
        return kFormats.at(options.format);
    }
    if (options.output.empty()) {
        return Format::kText;
    }
    static const std::map<std::string, Format> kEndings{{".txt", Format::kText},
                                                        {".md", Format::kMarkdown},
                                                        {".csv", Format::kCsv},
                                                        {".json", Format::kJson},
                                                        {".html", Format::kHtml}};
    const auto found = kEndings.find(std::filesystem::path(options.output).extension().string());
    if (found == kEndings.end()) {
        return fail(ErrorKind::kUsage, "say the --format, or end the name in .txt, .md, .csv, .json or .html",
                    options.output);
    }
    return found->second;
}

std::vector<ReportPart> partsOf(const std::vector<std::string>& only) {
    std::vector<ReportPart> parts;
    for (const auto& [name, part] : reportParts()) {
        if (only.empty() || std::find(only.begin(), only.end(), name) != only.end()) {
            parts.push_back(part);
        }
    }
    return parts;
}

std::string write(const Report& values, Format format) {
    switch (format) {
        case Format::kMarkdown:
            return reportMarkdown(values);
        case Format::kCsv:
            return reportCsv(values);
        case Format::kJson:
            return reportJson(values);
        case Format::kText:
        case Format::kHtml:
            break;
    }
    return reportText(values);
}

int runReport(const ReportOptions& options) {
    const auto format = formatOf(options);
    if (!format.has_value()) {
        return report(format.error(), {});
    }
    const std::vector<ReportPart> parts = partsOf(options.only);
    if (*format == Format::kCsv && parts.size() != 1) {
        return report({ErrorKind::kUsage, "CSV takes one part: add --only PART", {}}, {});
    }
    const auto scope = options.model.open();
    if (!scope.has_value()) {
        return report(scope.error(), options.model.path);
    }
    Report values = makeReport(*scope, parts);
    if (options.statistics) {
        Progress progress(options.model.quiet);
        const auto read = addStatistics(
            **scope,
            [&](std::uint64_t done, std::uint64_t total) {
                const double share = total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total);
                progress.stage("reading weights: " + std::to_string(static_cast<int>(share * 100)) + " %");
            },
            {}, values);
        if (!read.has_value()) {
            return report(read.error(), options.model.path);
        }
    }
    std::string text;
    if (*format == Format::kHtml) {
        const auto figures = reportFigures(*scope);
        if (!figures.has_value()) {
            return report(figures.error(), options.model.path);
        }
        text = reportHtml(values, *figures);
    } else {
        text = write(values, *format);
    }
    if (const auto done = writeOutput(options.output, text); !done.has_value()) {
        return report(done.error(), {});
    }
    return kDone;
}

}  // namespace

void addReport(CLI::App& app, int& exit_code) {
    const auto options = std::make_shared<ReportOptions>();
    CLI::App& command = *app.add_subcommand("report", "What is in a model, as tables");
    options->model.add(command);
    options->model.addPreview(command);
    std::vector<std::string> names;
    std::string words;
    for (const auto& [name, part] : reportParts()) {
        names.push_back(name);
        words += (words.empty() ? "" : ",") + name;
    }
    command.add_option("--only", options->only, "These parts only, separated by commas: " + words)
        ->delimiter(',')
        ->check(CLI::IsMember(names))
        ->type_name("PART,...")
        ->allow_extra_args(false);
    command
        .add_option("--format", options->format, "How it is written (default: by OUT's ending, else text)")
        ->check(CLI::IsMember(kFormats))
        ->type_name("text|md|csv|json|html");
    command.add_option("-o,--output", options->output, "Output file (default: stdout)")->type_name("OUT");
    command.add_flag("--stats", options->statistics,
                     "Read the stored weights: used codes, saturation, outliers");
    command.callback([options, &exit_code] { exit_code = runReport(*options); });
}

}  // namespace qdqlens::cli
