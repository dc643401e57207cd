// The window's small icons, drawn in the palette's text colour: sharp at any size, right in light and dark.
#pragma once

#include <QIcon>

namespace qdqlens {

enum class LineIcon {
    kBack,
    kForward,
    kFit,
    kExport,
    kOpen,
    kClose,
    kStop,
    kWarning,
    kInfo,
    kBoth,
    kUp,
    kDown,
    kSearch,
    kCopy,
    kLink
};

[[nodiscard]] QIcon lineIcon(LineIcon icon);

}  // namespace qdqlens
