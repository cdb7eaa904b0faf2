// SPDX-License-Identifier: MIT
// How a large file is read: who stops the reading, and who hears of its progress.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/error.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

/// The numbers of a file in double precision.
struct Doubles {
  std::vector<double> values{};  // in row-major order; empty: float32 has each number as it is
  std::optional<std::int64_t> inexact{};  // the first number that double has not either
};

struct ReadWatch {
  std::stop_token stop{};
  std::function<void(double)> progress{};  // called on the reading thread with the share read
  /// Whether numbers that need no conversion may stay in the file, as tensor::Buffer::of_file: they
  /// are there at once, and the caller looks at Tensor::damaged() later. They are read as the
  /// others where the program did not call tensor::guard_mapped_files().
  bool may_stay = false;
  /// Whether an array may be unpacked that ArrayEntry::swells.
  bool may_swell = false;
  /// Where the numbers go in double precision as well.
  Doubles* doubles = nullptr;
  /// Set to whether the file's type has numbers that float32 rounds.
  bool* rounds = nullptr;

  /// To be called before each piece.
  /// errors  Cancelled: the reading was stopped
  base::Expected<void> report(double share) const {
    if (stop.stop_requested())
      return base::fail(base::ErrorKind::kCancelled, text::tr("reading was stopped"));
    if (progress) progress(share);
    return {};
  }
};

}  // namespace normscope::io
