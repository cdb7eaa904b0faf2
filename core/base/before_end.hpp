// SPDX-License-Identifier: MIT
// What a process does before a signal ends it. Such an end destroys no objects, so that what lives
// outside of the process (another process, a folder) would stay behind.
#pragma once

#include <functional>

namespace normscope::base {

/// While it lives, `action` is called when SIGTERM, SIGHUP or SIGINT asks this process to end; not
/// for a signal that the process was started to ignore, as behind nohup. Actions are called on a
/// thread of their own, the oldest first. One that returns true keeps the process going, and is the
/// last; else the signal then ends it as if it had not been caught.
class BeforeEnd {
 public:
  using Action = std::function<bool(int signal)>;

  explicit BeforeEnd(Action action);
  BeforeEnd(const BeforeEnd&) = delete;
  BeforeEnd& operator=(const BeforeEnd&) = delete;
  /// Waits for an action that is being called.
  ~BeforeEnd();

 private:
  Action action_;
};

/// Calls all actions with 0 in place of a signal: this process ends by itself without destroying
/// its objects, and none keeps it going.
void do_before_end();

}  // namespace normscope::base
