// SPDX-License-Identifier: MIT
// Every call to OpenGL belongs to a class, and each class is checked in one place: what the driver
// reports becomes a sentence. Tests put faults there, one for each class.
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
  kCopy,
  kDownload
};

/// What is done at a call of a class, for sentences: "allocating a buffer".
std::span<const base::Name<Call>> call_names();

enum class Fault { kNone, kOutOfMemory, kContextLost, kRefused };

/// Asked at every call; what it answers is taken for the driver's report. Empty: no faults.
using FaultPoint = std::function<Fault(Call)>;

/// Watches the calls made in the current context.
class CallChecks {
 public:
  CallChecks() = default;
  explicit CallChecks(FaultPoint faults) : faults_(std::move(faults)) {}
  CallChecks(const CallChecks&) = delete;
  CallChecks& operator=(const CallChecks&) = delete;
  ~CallChecks() = default;

  /// From now on the context's debug messages count as errors.
  void collect_debug_messages();

  /// What the driver reports since the last check.
  /// errors  TooLarge: out of memory; Unavailable: anything else
  base::Expected<void> check(Call call);

  /// Whether the driver ran out of memory since this was last asked.
  bool take_out_of_memory() { return std::exchange(out_of_memory_, false); }

 private:
  FaultPoint faults_{};
  bool out_of_memory_ = false;
  // What KHR_debug says; the driver keeps a pointer to it, to const.
  struct Messages {
    mutable std::vector<std::string> texts{};
  };
  static void on_debug_message(unsigned source, unsigned type, unsigned number, unsigned severity,
                               int length, const char* text, const void* messages);
  Messages messages_{};
};

}  // namespace normscope::gpu
