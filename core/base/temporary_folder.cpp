#include "core/base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace qdqlens {

namespace fs = std::filesystem;

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code none;
    const fs::path place = fs::temp_directory_path(none);
    std::string name = (place / "qdqlens-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        return fail(ErrorKind::kOutput,
                    std::string("no temporary folder can be made: ") + std::strerror(errno), place.string());
    }
    return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code none;
    if (!path_.empty()) {
        fs::remove_all(path_, none);
    }
}

}  // namespace qdqlens
