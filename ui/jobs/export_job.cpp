#include "ui/jobs/export_job.h"

#include <algorithm>
#include <string>

#include "core/base/output_file.h"
#include "core/export/raster.h"
#include "core/export/scene_json.h"
#include "core/export/svg.h"

namespace qdqlens {

namespace {

std::string lowerEnding(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

Result<std::string> render(const Figure& figure, ThemeKind theme, const std::filesystem::path& path) {
    const std::string ending = lowerEnding(path);
    if (ending == ".json") {
        return writeSceneJson(figure.scene, figure.placement);
    }
    if (ending == ".dot" || ending == ".gv") {
        return writeDot(figure.scene);
    }
    SvgOptions options;
    options.theme = theme == ThemeKind::kDark ? SvgTheme::kDark : SvgTheme::kLight;
    if (ending == ".svg") {
        return writeSvg(figure.scene, figure.placement, options);
    }
    if (ending == ".png") {
        return renderPng(writeSvg(figure.scene, figure.placement, options));
    }
    if (ending == ".pdf") {
        return renderPdf(writeSvg(figure.scene, figure.placement, options));
    }
    return fail(ErrorKind::kUsage,
                "cannot tell the format: use a name that ends in .svg, .png, .pdf, .dot or .json",
                path.string());
}

}  // namespace

Result<std::filesystem::path> exportFigure(const Figure& figure, ThemeKind theme,
                                           const std::filesystem::path& path) {
    const auto bytes = render(figure, theme, path);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    if (const auto written = writeFile(path, *bytes); !written) {
        return tl::unexpected<Error>(written.error());
    }
    return path;
}

}  // namespace qdqlens
