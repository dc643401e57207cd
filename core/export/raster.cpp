#include "core/export/raster.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <fmt/format.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>

namespace qdqlens {

namespace {

struct Unref {
    void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
using Handle = std::unique_ptr<RsvgHandle, Unref>;
using Surface = std::unique_ptr<cairo_surface_t, Unref>;
using Cairo = std::unique_ptr<cairo_t, Unref>;

tl::unexpected<Error> rasterError(std::string what) {
    return fail(ErrorKind::kOutput, "the figure cannot be drawn: " + std::move(what));
}

/// The message of a GError, which is freed.
std::string messageOf(GError* error) {
    std::string message = error != nullptr ? error->message : "unknown error";
    g_clear_error(&error);
    return message;
}

struct Picture {
    Handle handle;
    double width = 0;
    double height = 0;
};

Result<Picture> parse(const std::string& svg) {
    GError* error = nullptr;
    // Whole models make large files, of which libxml2 refuses some without this flag.
    GInputStream* stream =
        g_memory_input_stream_new_from_data(svg.data(), static_cast<gssize>(svg.size()), nullptr);
    Picture picture;
    picture.handle.reset(
        rsvg_handle_new_from_stream_sync(stream, nullptr, RSVG_HANDLE_FLAG_UNLIMITED, nullptr, &error));
    g_object_unref(stream);
    if (picture.handle == nullptr) {
        return rasterError(messageOf(error));
    }
    if (rsvg_handle_get_intrinsic_size_in_pixels(picture.handle.get(), &picture.width, &picture.height) ==
            0 ||
        picture.width < 1 || picture.height < 1) {
        return rasterError("it has no size in pixels");
    }
    return picture;
}

/// Draws onto a surface whose unit is the SVG's px.
Result<void> render(const Picture& picture, cairo_t* cairo) {
    const RsvgRectangle all{0, 0, picture.width, picture.height};
    GError* error = nullptr;
    if (rsvg_handle_render_document(picture.handle.get(), cairo, &all, &error) == 0) {
        return rasterError(messageOf(error));
    }
    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) {
        return rasterError(cairo_status_to_string(cairo_status(cairo)));
    }
    return {};
}

cairo_status_t append(void* out, const unsigned char* data, unsigned int length) {
    try {
        static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), length);
    } catch (const std::bad_alloc&) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

Result<std::string> renderPng(const std::string& svg, double scale) {
    constexpr double kLargestSide = 32767;  // Of a cairo image.
    Result<Picture> picture = parse(svg);
    if (!picture) {
        return tl::unexpected<Error>(picture.error());
    }
    const double width = std::ceil(picture->width * scale);
    const double height = std::ceil(picture->height * scale);
    if (!(width >= 1 && height >= 1 && width <= kLargestSide && height <= kLargestSide)) {
        return rasterError(
            fmt::format("a PNG of {:.0f}×{:.0f} px is not possible, {:.0f} px is the most a side "
                        "can have; write SVG or PDF, or draw less",
                        width, height, kLargestSide));
    }
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)));
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) {
        return rasterError(fmt::format(
            "no memory for a PNG of {:.0f}×{:.0f} px; write SVG or PDF, or draw less", width, height));
    }
    const Cairo cairo(cairo_create(surface.get()));
    cairo_scale(cairo.get(), scale, scale);
    if (Result<void> drawn = render(*picture, cairo.get()); !drawn) {
        return tl::unexpected<Error>(drawn.error());
    }
    std::string png;
    const cairo_status_t written = cairo_surface_write_to_png_stream(surface.get(), append, &png);
    if (written != CAIRO_STATUS_SUCCESS) {
        return rasterError(cairo_status_to_string(written));
    }
    return png;
}

Result<std::string> renderPdf(const std::string& svg) {
    constexpr double kPointsPerPixel = 0.75;
    Result<Picture> picture = parse(svg);
    if (!picture) {
        return tl::unexpected<Error>(picture.error());
    }
    std::string pdf;
    const Surface surface(cairo_pdf_surface_create_for_stream(append, &pdf, picture->width * kPointsPerPixel,
                                                              picture->height * kPointsPerPixel));
    // The same figure gives the same bytes: no date of today in them.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
    const Cairo cairo(cairo_create(surface.get()));
    cairo_scale(cairo.get(), kPointsPerPixel, kPointsPerPixel);
    if (Result<void> drawn = render(*picture, cairo.get()); !drawn) {
        return tl::unexpected<Error>(drawn.error());
    }
    cairo_show_page(cairo.get());
    cairo_surface_finish(surface.get());
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) {
        return rasterError(cairo_status_to_string(cairo_surface_status(surface.get())));
    }
    return pdf;
}

}  // namespace qdqlens
