// SPDX-License-Identifier: MIT
// What a function returns when it cannot do what was asked: a kind for the program, a sentence for
// the person, and a hint when there is something to try. Exceptions never cross a module.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace normscope::base {

enum class ErrorKind {
  kInvalidArgument,  // the request contradicts itself or its inputs
  kNotFound,         // no such file or name
  kUnreadable,       // a file or stream that cannot be read
  kMalformed,        // contents that break their own format
  kUnsupported,      // well formed, but outside of what this program does
  kTooLarge,         // past a bound of limits.hpp or this machine's memory
  kUnwritable,       // output that could not be written whole
  kUnavailable,      // a device that this machine or build does not have, or that failed
  kCancelled,        // the caller asked to stop
};

struct Error {
  ErrorKind kind;
  std::string sentence;  // one clear sentence without a trailing full stop
  std::string hint{};    // what to try instead; may be empty

  bool operator==(const Error&) const = default;
};

template <class T>
using Expected = tl::expected<T, Error>;

/// Makes the failing side of any Expected.
[[nodiscard]] tl::unexpected<Error> fail(ErrorKind kind, std::string sentence,
                                         std::string hint = {});

}  // namespace normscope::base
