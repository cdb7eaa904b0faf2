// SPDX-License-Identifier: MIT
// Tells of each file that is opened, whoever opens it: a program that links this library opens
// through its functions.
#pragma once

#include <functional>
#include <string_view>

namespace normscope::testing {

/// While it lives, `opened` is called with the path of each file before it is opened, on the thread
/// that opens it. One at a time.
class WatchedOpens {
 public:
  explicit WatchedOpens(std::function<void(std::string_view path)> opened);
  ~WatchedOpens();
  WatchedOpens(const WatchedOpens&) = delete;
  WatchedOpens& operator=(const WatchedOpens&) = delete;
};

}  // namespace normscope::testing
