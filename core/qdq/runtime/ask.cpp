#include "core/qdq/runtime/ask.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace qdqlens::runtime {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::chrono::seconds kHello{30};  ///< Python's import of the runtime takes seconds on a cold disk.
constexpr std::uint32_t kLongest = 64U << 20;  ///< No honest answer is longer.

std::string frame(const std::string& body) {
    std::string bytes;
    const auto size = static_cast<std::uint32_t>(body.size());
    for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>((size >> shift) & 0xff);
    return bytes + body;
}

struct Place {
    fs::path program;
    std::string_view script;
};

/// Interpreters to try, most wanted first.
std::vector<Place> places() {
    constexpr std::string_view kPython = "ort_python.py";
    constexpr std::string_view kNode = "ort_node.js";
    std::vector<Place> found;
    std::error_code none;
    const auto node = findOnPath("node");
    if (const char* asked = std::getenv("QDQLENS_ORT"); asked != nullptr && *asked != '\0') {
        const fs::path place(asked);
        if (!fs::is_directory(place, none))
            return {{place, kPython}};
        if (fs::exists(place / "bin" / "python3", none))
            return {{place / "bin" / "python3", kPython}};
        if (node)
            return {{*node, kNode}};
        return {};
    }
    if (const char* venv = std::getenv("VIRTUAL_ENV"); venv != nullptr && *venv != '\0') {
        found.push_back({fs::path(venv) / "bin" / "python3", kPython});
    }
    if (const auto python = findOnPath("python3"))
        found.push_back({*python, kPython});
    if (node)
        found.push_back({*node, kNode});
    return found;
}

json toJson(const RuntimeRequest& request) {
    json dims = json::object();
    for (const auto& [name, shape] : request.dims)
        dims[name] = shape;
    const char* int8 = request.int8 == Int8::kOn ? "on" : request.int8 == Int8::kOff ? "off" : "auto";
    json body = {
        {"op", "run"},        {"model", request.model.string()}, {"level", request.level}, {"int8", int8},
        {"run", request.run}, {"dims", std::move(dims)},         {"seed", request.seed}};
    body["optimized"] = request.optimized ? json(request.optimized->string()) : json(nullptr);
    return body;
}

RuntimeAnswer fromJson(const json& body) {
    RuntimeAnswer answer;
    answer.loads = body.value("loads", false);
    answer.runs = body.value("runs", false);
    answer.error = body.value("error", std::string());
    if (const auto outputs = body.find("outputs"); outputs != body.end() && outputs->is_array()) {
        for (const json& output : *outputs) {
            answer.outputs.push_back({output.value("name", std::string()),
                                      output.value("dtype", std::string()),
                                      output.value("shape", std::vector<std::int64_t>())});
        }
    }
    return answer;
}

}  // namespace

Result<std::string> RuntimeProcess::exchange(const std::string& body,
                                             std::chrono::steady_clock::time_point deadline,
                                             const std::stop_token& stop) {
    if (auto written = process_->write(frame(body), deadline, stop); !written) {
        return tl::unexpected<Error>(written.error());
    }
    auto head = process_->read(4, deadline, stop);
    if (!head)
        return head;
    std::uint32_t size = 0;
    for (std::size_t k = 0; k < 4; ++k)
        size |= static_cast<std::uint32_t>(static_cast<unsigned char>((*head)[k])) << (8 * k);
    if (size > kLongest) {
        process_->kill();
        return fail(ErrorKind::kEngine, "the runtime's script gave no proper answer", name_);
    }
    return process_->read(size, deadline, stop);
}

Result<std::unique_ptr<RuntimeProcess>> RuntimeProcess::start(const fs::path& program,
                                                              std::string_view script,
                                                              const std::stop_token& stop) {
    const auto file = findHelper(script);
    if (!file)
        return tl::unexpected<Error>(file.error());
    auto process = ChildProcess::start(program, {file->string()});
    if (!process)
        return tl::unexpected<Error>(process.error());
    std::unique_ptr<RuntimeProcess> runtime(new RuntimeProcess);
    runtime->process_ = std::move(*process);
    runtime->name_ = program.string();
    const auto answer =
        runtime->exchange(R"({"op": "hello"})", std::chrono::steady_clock::now() + kHello, stop);
    if (!answer)
        return tl::unexpected<Error>(answer.error());
    const json body = json::parse(*answer, nullptr, false);
    if (!body.is_object() || !body.contains("version")) {
        const std::string why = body.is_object() ? body.value("error", std::string()) : std::string();
        return fail(ErrorKind::kEngine, why.empty() ? "its script gave no proper answer" : why,
                    program.string());
    }
    runtime->name_ = body.value("name", std::string("onnxruntime"));
    runtime->version_ = body.value("version", std::string());
    return runtime;
}

Result<std::unique_ptr<RuntimeProcess>> RuntimeProcess::find(const std::stop_token& stop) {
    std::string tried;
    for (const Place& place : places()) {
        auto runtime = start(place.program, place.script, stop);
        if (runtime || runtime.error().kind == ErrorKind::kStopped)
            return runtime;
        tried += (tried.empty() ? "" : "; ") + runtime.error().message();
    }
    std::string what =
        "no ONNX Runtime found; install one with 'pip install onnxruntime' or 'npm install "
        "onnxruntime-node', "
        "or name a Python or the npm folder in QDQLENS_ORT";
    if (!tried.empty())
        what += " (tried: " + tried + ")";
    return fail(ErrorKind::kEngine, std::move(what));
}

Result<RuntimeAnswer> RuntimeProcess::ask(const RuntimeRequest& request, std::chrono::milliseconds limit,
                                          const std::stop_token& stop) {
    // Paths and names are bytes; JSON is UTF-8. What is not is refused here, by name, before the runtime sees
    // it.
    if (!isValidUtf8(request.model.string())) {
        return fail(ErrorKind::kInput, "its path is not valid UTF-8; the runtime cannot be asked about it",
                    showName(request.model.string()).text);
    }
    const auto deadline = std::chrono::steady_clock::now() + limit;
    const auto answer =
        exchange(toJson(request).dump(-1, ' ', false, json::error_handler_t::replace), deadline, stop);
    if (!answer)
        return tl::unexpected<Error>(answer.error());
    const json body = json::parse(*answer, nullptr, false);
    if (!body.is_object())
        return fail(ErrorKind::kEngine, "the runtime's script gave no proper answer", name_);
    return fromJson(body);
}

}  // namespace qdqlens::runtime
