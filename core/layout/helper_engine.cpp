#include "core/layout/helper_engine.h"

#include "core/layout/protocol.h"

namespace qdqlens {

namespace {

using namespace layout_protocol;
using Clock = std::chrono::steady_clock;

std::string counted(std::size_t n, const char* one, const char* many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string describe(const LayoutRequest& request) {
    return "layout of " + counted(request.boxes.size(), "box", "boxes") + " and " +
           counted(request.edges.size(), "edge", "edges");
}

// A timeout that is too long to be added to now is none.
Clock::time_point deadlineIn(std::chrono::milliseconds timeout) {
    const Clock::time_point now = Clock::now();
    return timeout >= Clock::time_point::max() - now ? Clock::time_point::max() : now + timeout;
}

}  // namespace

Result<void> HelperEngine::ensureHelper() {
    if (helper_ && served_ < kRequestsPerHelper && helper_->alive()) {
        return {};
    }
    helper_.reset();
    const Result<std::filesystem::path> program = findHelper("qdqlens-layout");
    if (!program) {
        return tl::unexpected(program.error());
    }
    auto started = ChildProcess::start(*program, {});
    if (!started) {
        return tl::unexpected(started.error());
    }
    helper_ = std::move(*started);
    served_ = 0;
    ++stats_.starts;
    return {};
}

void HelperEngine::warmUp() {
    (void)ensureHelper();
}

Result<Placement> HelperEngine::ask(const LayoutRequest& request, Clock::time_point deadline,
                                    const std::stop_token& stop) {
    if (auto ready = ensureHelper(); !ready) {
        return tl::unexpected(ready.error());
    }
    ++served_;
    const std::string message = frame(FrameKind::kRequest, encodeRequest(request));
    if (auto written = helper_->write(message, deadline, stop); !written) {
        return tl::unexpected(written.error());
    }
    const Result<std::string> head = helper_->read(kHeaderSize, deadline, stop);
    if (!head) {
        return tl::unexpected(head.error());
    }
    const Result<FrameHeader> header = decodeHeader(*head);
    if (!header) {
        return tl::unexpected(header.error());
    }
    const Result<std::string> payload = helper_->read(static_cast<std::size_t>(header->size), deadline, stop);
    if (!payload) {
        return tl::unexpected(payload.error());
    }
    if (header->kind == FrameKind::kFailure) {
        return fail(ErrorKind::kEngine, *payload);
    }
    if (header->kind != FrameKind::kAnswer) {
        return fail(ErrorKind::kEngine, "garbled layout message: not an answer");
    }
    Result<Answer> answer = decodeAnswer(*payload, request);
    if (!answer) {
        return tl::unexpected(answer.error());
    }
    stats_.cpu_seconds = answer->cpu_seconds;
    return std::move(answer->placement);
}

Result<Placement> HelperEngine::layout(const LayoutRequest& request, const LayoutLimits& limits,
                                       std::stop_token stop) {
    if (auto checked = checkRequest(request); !checked) {
        return tl::unexpected(checked.error());
    }
    if (request.boxes.empty()) {
        return Placement{};
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::kStopped, "stopped");
    }
    Result<Placement> placement = ask(request, deadlineIn(limits.timeout), stop);
    if (!placement) {
        helper_.reset();  // Whatever it still has to say belongs to this request.
        Error error = placement.error();
        if (error.kind == ErrorKind::kEngine) {
            error.where = describe(request) + (error.where.empty() ? "" : ": " + error.where);
        }
        return tl::unexpected(std::move(error));
    }
    return placement;
}

std::unique_ptr<LayoutEngine> makeHelperEngine() {
    return std::make_unique<HelperEngine>();
}

}  // namespace qdqlens
