// SPDX-License-Identifier: MIT
// The error that a function returns: a kind for the program, a sentence for the user, and a hint
// when there is something to try. Exceptions never cross a module.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace normscope::base {

enum class ErrorKind {
  kInvalidArgument,  // the request contradicts itself or its inputs
  kNotFound,         // no such file or name
  kUnreadable,       // a file or stream that cannot be read
  kMalformed,        // contents that break the rules of their format
  kUnsupported,      // well formed, but nothing that this program handles
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

/// Creates the error side of any Expected.
[[nodiscard]] tl::unexpected<Error> fail(ErrorKind kind, std::string sentence,
                                         std::string hint = {});

}  // namespace normscope::base

namespace normscope {

// What can fail stands in every folder: its names are the whole program's.
using base::ErrorKind;
using base::Expected;
using base::fail;

}  // namespace normscope
