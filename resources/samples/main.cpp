// qdqlens-make-sample OUTDIR: the sample network as files, for whoever has no model at hand.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "resources/samples/tiny_conv_net.h"

int main(int argc, char** argv) {
    CLI::App app("Writes tinyconvnet_qdq.onnx, tinyconvnet_qdq_static.onnx and tinyconvnet_fp32.onnx",
                 "qdqlens-make-sample");
    std::filesystem::path folder;
    app.add_option("OUTDIR", folder, "Where to write them; made if it does not exist")->required();
    CLI11_PARSE(app, argc, argv);

    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        std::cerr << "qdqlens-make-sample: " << folder.string() << ": cannot be made: " << error.message()
                  << '\n';
        return 3;
    }
    using namespace qdqlens::samples;
    const std::pair<const char*, std::string> files[] = {
        {"tinyconvnet_qdq.onnx", tinyConvNetQdq()},
        {"tinyconvnet_qdq_static.onnx", tinyConvNetQdqStatic()},
        {"tinyconvnet_fp32.onnx", tinyConvNetFloat()}};
    for (const auto& [name, bytes] : files) {
        const std::filesystem::path path = folder / name;
        std::ofstream out(path, std::ios::binary);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        out.close();
        if (!out) {
            std::cerr << "qdqlens-make-sample: " << path.string() << ": cannot be written\n";
            return 3;
        }
        std::cout << path.string() << '\n';
    }
    return 0;
}
