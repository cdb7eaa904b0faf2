// SPDX-License-Identifier: MIT
// Stops the reading of a large file, and receives its progress.
#pragma once

#include <functional>
#include <stop_token>

namespace normscope::io {

struct ReadWatch {
  std::stop_token stop{};
  std::function<void(double)> progress{};  // called on the reading thread with the share read

  void report(double share) const {
    if (progress) progress(share);
  }
};

}  // namespace normscope::io
