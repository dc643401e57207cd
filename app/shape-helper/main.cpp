// qdqlens-shapes: reads models on stdin and writes what libonnx infers of their values' types on stdout,
// until stdin ends. Both as ModelProtos in frames of a 64-bit size and that many bytes; an answer holds
// graph outputs alone, one for each value, and one of no bytes says that it failed. The client is
// core/qdq/tables/shape_library.
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "core/base/helper_pipe.h"

namespace qdqlens {
namespace {

constexpr std::uint64_t kMaxRequest = std::uint64_t{256} << 20;
constexpr rlim_t kMaxMemory = rlim_t{2} << 30;

/// Empty where libonnx gives up as a whole. A single node that it cannot infer costs only that node's shapes.
std::string infer(const std::string& bytes) {
    try {
        ::onnx::ModelProto model;
        if (!model.ParseFromString(bytes)) {
            return {};
        }
        // Data propagation stays off: it crashes on some models.
        ::onnx::ShapeInferenceOptions options{false, 0, false};
        ::onnx::shape_inference::InferShapes(model, ::onnx::OpSchemaRegistry::Instance(), options);
        ::onnx::ModelProto answer;
        answer.mutable_graph()->mutable_output()->Swap(model.mutable_graph()->mutable_value_info());
        return answer.SerializeAsString();
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return {};
    }
}

int serve() {
    const auto [in, out] = takeStandardStreams();
    if (in < 0) {
        return 1;
    }
    if (::isatty(in) != 0) {
        std::fputs("qdqlens-shapes is started by qdq and qdqlens; it does nothing by itself\n", stderr);
        return 2;
    }
#ifndef __SANITIZE_ADDRESS__  // Which reserves more address space than that for itself.
    const rlimit memory{kMaxMemory, kMaxMemory};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    bool watched = false;
    std::string bytes;
    for (;;) {
        std::uint64_t size = 0;
        if (!readAll(in, bytes, sizeof(size))) {
            return 0;
        }
        std::memcpy(&size, bytes.data(), sizeof(size));
        if (size > kMaxRequest) {
            return 1;
        }
        if (!watched) {
            endWithClient(in);
            watched = true;
        }
        if (!readAll(in, bytes, static_cast<std::size_t>(size))) {
            return 1;
        }
        const std::string answer = infer(bytes);
        size = answer.size();
        const std::string head(reinterpret_cast<const char*>(&size), sizeof(size));
        if (!writeAll(out, head + answer)) {
            return 1;
        }
    }
}

}  // namespace
}  // namespace qdqlens

int main() {
    const int code = qdqlens::serve();
    std::fflush(nullptr);
    ::_exit(code);
}
