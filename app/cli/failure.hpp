// SPDX-License-Identifier: MIT
// The failure of a command, in the form in which it is reported.
#pragma once

#include <string>

#include "app/cli/cli.hpp"
#include "core/base/error.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

/// An error, the file that it concerns (empty: none), and the exit status.
struct Failure {
  std::string subject;
  base::Error error;
  Exit exit = Exit::kFailed;
};

template <class T>
using OrFailure = tl::expected<T, Failure>;

/// An output that would take the place of an input.
inline Failure output_is_input(const std::string& path) {
  return {path,
          {base::ErrorKind::kInvalidArgument, text::tr("the output is an input of this command"),
           text::tr("--force overwrites it")},
          Exit::kUsage};
}

/// Reports a failure to standard error; returns its exit status.
inline Exit report(const Console& console, const Failure& failure) {
  report(console, failure.subject.c_str(), failure.error);
  return failure.exit;
}

/// The exit status of a command, whose failure is reported.
inline Exit report(const Console& console, const OrFailure<void>& done) {
  return done ? Exit::kDone : report(console, done.error());
}

}  // namespace normscope::cli
