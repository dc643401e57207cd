#include "tests/support/paths.h"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace qdqlens::test {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> folderFrom(const char* variable, const fs::path& otherwise) {
    const char* set = std::getenv(variable);
    const fs::path path = set != nullptr && *set != '\0' ? fs::path(set) : otherwise;
    if (!fs::is_directory(path)) {
        return std::nullopt;
    }
    return path;
}

}  // namespace

std::optional<fs::path> sharedFolder() {
    return folderFrom("QDQLENS_SHARED", sourceFolder().parent_path() / "shared");
}

std::optional<fs::path> corpusFolder() {
    return folderFrom("QDQLENS_CORPUS", sourceFolder().parent_path() / "shared" / "models");
}

fs::path sourceFolder() {
    return QDQLENS_SOURCE_DIR;
}

fs::path programFolder() {
    return QDQLENS_BIN_DIR;
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "qdqlens-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error("cannot make a temporary folder");
    }
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::file(std::string_view name, std::string_view content) const {
    const fs::path path = path_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

std::string readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

ProgramRun runCommand(const std::string& command) {
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "out";
    const fs::path err = folder.path() / "err";
    const std::string line = "( " + command + " ) >" + out.string() + " 2>" + err.string() + " </dev/null";
    const int status = std::system(line.c_str());
    ProgramRun run;
    run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    run.out = readFile(out);
    run.err = readFile(err);
    return run;
}

}  // namespace qdqlens::test
