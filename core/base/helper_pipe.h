// A helper program's end of the channel that ChildProcess (child_process.h) gives it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qdqlens {

/// Exactly `size` bytes; false where the other end is gone before.
[[nodiscard]] bool readAll(int file, std::string& bytes, std::size_t size);
[[nodiscard]] bool writeAll(int file, std::string_view bytes);

/// Ends this process as soon as the other end is closed: whoever asked may be killed in the middle of work
/// that takes an hour, and then nobody waits for it.
void endWithClient(int file);

/// Takes stdin and stdout for the channel, so that what a library prints cannot get into it (it goes to
/// stderr), and has no core dumped after a crash, which is an answer here.
struct HelperPipe {
    int in = -1;
    int out = -1;
};
/// Both -1 where that fails.
[[nodiscard]] HelperPipe takeStandardStreams();

}  // namespace qdqlens
