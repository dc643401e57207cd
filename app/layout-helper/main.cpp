// qdqlens-layout: reads layout requests on stdin, answers on stdout (core/layout/protocol.h), until stdin
// ends.
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <string>

#include "app/layout-helper/dot_layout.h"
#include "core/base/helper_pipe.h"
#include "core/layout/protocol.h"

namespace qdqlens {
namespace {

using namespace layout_protocol;

double cpuSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string answer(DotLayout& dot, std::string_view payload) {
    const double start = cpuSeconds();
    const Result<LayoutRequest> request = decodeRequest(payload);
    if (!request) {
        return frame(FrameKind::kFailure, request.error().message());
    }
    Result<Placement> placement = dot.layout(*request);
    if (!placement) {
        return frame(FrameKind::kFailure, placement.error().message());
    }
    Answer done{std::move(*placement), 0};
    done.cpu_seconds = cpuSeconds() - start;
    return frame(FrameKind::kAnswer, encodeAnswer(done));
}

int serve() {
    const auto [in, out] = takeStandardStreams();
    if (in < 0) {
        return 1;
    }
    if (::isatty(in) != 0) {
        std::fputs("qdqlens-layout is started by qdq and qdqlens; it does nothing by itself\n", stderr);
        return 2;
    }
    DotLayout dot;
    bool watched = false;
    std::string bytes;
    for (;;) {
        if (!readAll(in, bytes, kHeaderSize)) {
            return 0;
        }
        const Result<FrameHeader> header = decodeHeader(bytes);
        if (!header || header->kind != FrameKind::kRequest) {
            std::fputs(header ? "not a request\n" : (header.error().message() + "\n").c_str(), stderr);
            return 1;
        }
        if (!watched) {
            endWithClient(in);
            watched = true;
        }
        if (!readAll(in, bytes, static_cast<std::size_t>(header->size)) ||
            !writeAll(out, answer(dot, bytes))) {
            return 1;
        }
    }
}

}  // namespace
}  // namespace qdqlens

int main() {
    const int code = qdqlens::serve();
    std::fflush(nullptr);
    ::_exit(code);  // Past Graphviz's and the fonts' own clean-up, which crashes at times.
}
