// What went wrong, as a value. Errors cross module edges in a Result; exceptions do not.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace qdqlens {

/// The kind decides what a caller does next: the command line's exit code, the viewer's wording.
enum class ErrorKind {
    kUsage,    ///< An option, part, format or target that does not exist.
    kInput,    ///< A file that cannot be read, or is not a usable model.
    kQuery,    ///< A query, graph, input or dim name that matches nothing.
    kLimit,    ///< More boxes than allowed.
    kEngine,   ///< The layout engine or another helper process failed or timed out.
    kOutput,   ///< An output that cannot be written.
    kStopped,  ///< The caller asked to stop.
};

/// `what` says what is wrong in one clause without a full stop; `where` says where (a file, a byte offset, a
/// node) and may be empty.
struct Error {
    ErrorKind kind = ErrorKind::kInput;
    std::string what;
    std::string where;

    /// "where: what", or "what" alone.
    [[nodiscard]] std::string message() const { return where.empty() ? what : where + ": " + what; }
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorKind kind, std::string what, std::string where = {}) {
    return tl::unexpected<Error>(Error{kind, std::move(what), std::move(where)});
}

}  // namespace qdqlens
