// SPDX-License-Identifier: MIT
// Every call to OpenGL belongs to a class, and each class is checked in one place, where the
// driver's report becomes an error. Tests inject faults there, one for each class.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"

namespace normscope::gpu {

enum class Call {
  kMakeCurrent,
  kCompile,
  kLink,
  kAllocate,
  kUpload,
  kUniforms,
  kDispatch,
  kWait,
  kTime,
  kDownload
};

/// The activity of each class of calls, for error sentences: "allocating a buffer".
std::span<const base::Name<Call>> call_names();

enum class Fault { kNone, kOutOfMemory, kContextLost, kRefused };

/// Called at every check; the fault it returns replaces the driver's report. Empty: no faults.
using FaultInjector = std::function<Fault(Call)>;

/// Checks the calls made in the current context.
class CallChecks {
 public:
  CallChecks() = default;
  explicit CallChecks(FaultInjector faults) : faults_(std::move(faults)) {}
  CallChecks(const CallChecks&) = delete;
  CallChecks& operator=(const CallChecks&) = delete;
  ~CallChecks() = default;

  /// Reads what the current context can report: whether it was reset.
  void learn_context();

  /// From now on the context's debug messages count as errors.
  void collect_debug_messages();

  /// Checks the driver's reports since the last check.
  /// errors  TooLarge: out of memory; Unavailable: anything else
  base::Expected<void> check(Call call);

  /// Whether the driver ran out of memory since the last call of this function.
  bool take_out_of_memory() { return std::exchange(out_of_memory_, false); }

 private:
  FaultInjector faults_{};
  bool out_of_memory_ = false;
  bool reports_resets_ = false;
  // The messages of KHR_debug. Mutable, because the driver's callback receives a pointer to const.
  struct Messages {
    mutable std::vector<std::string> texts{};
  };
  static void on_debug_message(unsigned source, unsigned type, unsigned number, unsigned severity,
                               int length, const char* text, const void* messages);
  Messages messages_{};
};

}  // namespace normscope::gpu
