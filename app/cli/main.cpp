#include <cstdio>
#include <exception>

#include "app/cli/common.h"

int main(int argc, char** argv) {
    using namespace qdqlens;
    CLI::App app("Pictures and tables of quantized (QDQ) ONNX models.", "qdq");
    app.set_version_flag("--version", "qdq " QDQLENS_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done; 1 it found what it was asked to look for; 2 wrong use; 3 it could not be done.");
    int exit_code = cli::kDone;
    cli::addDraw(app, exit_code);
    cli::addReport(app, exit_code);
    cli::addUnits(app, exit_code);
    cli::addRuntime(app, exit_code);
    cli::addLint(app, exit_code);
    cli::addDiff(app, exit_code);
    cli::addShapes(app, exit_code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? cli::kDone : cli::kUsage;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "qdq: %s\n", error.what());
        return cli::kFailed;
    }
    return exit_code;
}
