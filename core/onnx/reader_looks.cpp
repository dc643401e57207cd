// What people give a model viewer that is no model, told by its first bytes.
#include <algorithm>
#include <array>
#include <cctype>

#include "core/onnx/reader_parts.h"

namespace qdqlens::onnx {

namespace {

struct Magic {
    std::size_t offset;
    std::string_view bytes;
    const char* clause;
};

using namespace std::string_view_literals;

constexpr std::array kMagics = {
    Magic{0, "\x89PNG\r\n"sv, "a PNG picture: give the .onnx file"},
    Magic{0, "\xff\xd8\xff"sv, "a JPEG picture: give the .onnx file"},
    Magic{0, "%PDF-"sv, "a PDF document: give the .onnx file"},
    Magic{
        0, "PK\x03\x04"sv,
        "a ZIP archive: unpack it (a PyTorch .pt or .pth file is one too: export it with torch.onnx.export)"},
    Magic{0, "\x1f\x8b"sv, "a gzip archive: unpack it first"},
    Magic{0,
          "\xfd"
          "7zXZ\0"sv,
          "an xz archive: unpack it first"},
    Magic{0, "\x28\xb5\x2f\xfd"sv, "a Zstandard archive: unpack it first"},
    Magic{0, "7z\xbc\xaf\x27\x1c"sv, "a 7z archive: unpack it first"},
    Magic{257, "ustar"sv, "a tar archive: unpack it first"},
    Magic{0, "\x89HDF\r\n"sv, "an HDF5 file (Keras weights): convert the model with tf2onnx"},
    Magic{4, "TFL3"sv, "a TensorFlow Lite model: convert it with tf2onnx"},
    Magic{4, "ORTM"sv,
          "a model in ONNX Runtime's own format (.ort), which has no way back: open the .onnx it was made "
          "from"},
    Magic{0, "GGUF"sv, "a GGUF file (llama.cpp weights), which holds no graph: give the .onnx file"},
    Magic{8, "{\""sv, "a safetensors file, which holds weights and no graph: give the .onnx file"},
    Magic{0, "\x93NUMPY"sv, "a NumPy array: give the .onnx file"},
    Magic{0,
          "\x7f"
          "ELF"sv,
          "a program: give the .onnx file"},
    Magic{0, "ptrt"sv, "a TensorRT engine, which is compiled: open the .onnx it was built from"},
    Magic{0, "ftrt"sv, "a TensorRT engine, which is compiled: open the .onnx it was built from"},
};

std::string_view trimmedStart(std::string_view bytes) {
    if (bytes.substr(0, 3) == "\xef\xbb\xbf") {
        bytes.remove_prefix(3);
    }
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : bytes.substr(first, 4096);
}

bool startsWithIgnoringCase(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
               return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
           });
}

bool isText(std::string_view bytes) {
    return std::all_of(bytes.begin(),
                       bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 4096)),
                       [](char c) {
                           const auto byte = static_cast<unsigned char>(c);
                           return byte >= 0x20 ? byte != 0x7f : byte == '\t' || byte == '\n' || byte == '\r';
                       });
}

bool isPickle(std::string_view bytes) {
    return bytes.size() >= 3 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 && bytes.back() == '.';
}

std::string looksLikeText(std::string_view bytes) {
    const std::string_view text = trimmedStart(bytes);
    const auto contains = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (text.substr(0, 23) == "version https://git-lfs") {
        return "a Git LFS pointer that stands for the model: fetch the model itself with `git lfs pull`";
    }
    if (startsWithIgnoringCase(text, "<!doctype html") || startsWithIgnoringCase(text, "<html")) {
        return "an HTML page: the download gave a web page instead of the file; download the raw file";
    }
    if (startsWithIgnoringCase(text, "<?xml") || startsWithIgnoringCase(text, "<net")) {
        return "an XML file (an OpenVINO model, or a download's error page): give the .onnx file";
    }
    if (text.substr(0, 1) == "<" && contains("ir_version")) {
        return "a model in ONNX's text format: convert it with onnx.parser.parse_model and onnx.save";
    }
    if (contains("ir_version:") || contains("graph {")) {
        return "a model in protobuf's text format: convert it with onnx.load(file, format='textproto') and "
               "onnx.save";
    }
    if (text.substr(0, 1) == "{" && (contains("irVersion") || contains("\"graph\""))) {
        return "a model in JSON format: convert it with onnx.load(file, format='json') and onnx.save";
    }
    return text.empty() ? "white space alone: download or export the model again"
                        : "text: give the .onnx file, or download it again";
}

}  // namespace

std::string looksLike(std::string_view bytes) {
    for (const Magic& magic : kMagics) {
        if (bytes.size() > magic.offset && bytes.substr(magic.offset, magic.bytes.size()) == magic.bytes) {
            return magic.clause;
        }
    }
    if (isPickle(bytes)) {
        return "a Python pickle (a PyTorch or scikit-learn model): export it with torch.onnx.export or "
               "skl2onnx";
    }
    if (isText(bytes)) {
        return looksLikeText(bytes);
    }
    if (std::all_of(bytes.begin(),
                    bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 4096)),
                    [](char c) { return c == '\0'; })) {
        return "zero bytes: the download or copy did not finish";
    }
    return {};
}

}  // namespace qdqlens::onnx
