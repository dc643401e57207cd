#include <csignal>
#include <cstdio>
#include <exception>

#include "app/cli/common.h"

namespace {

using namespace qdqlens;

/// CLI11's message in the contract's form: one line, "qdq: …".
int reportUsage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    std::string what = error.what();
    const bool command_missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && argc > 1 &&
                                 app.get_subcommands().empty() && argv[1][0] != '-';
    if (command_missing) {
        what = std::string("no such command '") + argv[1] + "'";
    }
    return cli::report({ErrorKind::kUsage, what + "; qdq --help tells more", {}}, {});
}

}  // namespace

int main(int argc, char** argv) {
    // A full disk or a limit on file sizes is an error of that output, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
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
    cli::addShapes(app, exit_code);
    cli::addDiff(app, exit_code);
    cli::addLint(app, exit_code);
    cli::addPlot(app, exit_code);
    for (CLI::App* command : app.get_subcommands(nullptr)) {
        command->set_version_flag("--version", "qdq " QDQLENS_VERSION);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return reportUsage(app, error, argc, argv);
    } catch (const std::exception& error) {
        return cli::report({ErrorKind::kInput, error.what(), {}}, {});
    }
    return exit_code;
}
