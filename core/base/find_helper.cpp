#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/child_process.h"

namespace qdqlens {

namespace fs = std::filesystem;

Result<fs::path> findHelper(std::string_view name) {
    std::vector<fs::path> folders;
    if (const char* set = std::getenv("QDQLENS_LIBEXEC"); set != nullptr && *set != '\0') {
        folders.emplace_back(set);
    }
    std::error_code none;
    if (const fs::path self = fs::read_symlink("/proc/self/exe", none); !self.empty()) {
        folders.push_back(self.parent_path());
        folders.push_back(self.parent_path().parent_path() / "libexec" / "qdqlens");
    }
    folders.emplace_back(QDQLENS_LIBEXECDIR);
    std::string looked;
    for (const fs::path& folder : folders) {
        fs::path candidate = folder / name;
        if (fs::is_regular_file(candidate, none) && ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
        looked += (looked.empty() ? "" : ", ") + folder.string();
    }
    return fail(ErrorKind::kEngine,
                "the helper program is not in " + looked +
                    "; install QDQ Lens whole, or name its folder in QDQLENS_LIBEXEC",
                std::string(name));
}

std::optional<fs::path> findOnPath(std::string_view name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? std::string_view(path) : std::string_view();
    while (!rest.empty()) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        fs::path candidate = fs::path(rest.substr(0, colon)) / name;
        std::error_code none;
        if (fs::is_regular_file(candidate, none) && ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
        rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    return std::nullopt;
}

}  // namespace qdqlens
