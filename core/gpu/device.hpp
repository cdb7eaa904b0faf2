// SPDX-License-Identifier: MIT
// An open device: its context, capabilities, programs and buffers. The backend opens a device on
// first use and destroys it after a failure.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <string>

#include "core/gpu/calls.hpp"
#include "core/gpu/context.hpp"
#include "core/gpu/objects.hpp"
#include "core/gpu/shaders.hpp"
#include "core/gpu/staging.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::gpu {

/// Fewest elements for `auto` to choose the gpu: no batch is worth sending. n elements would be
/// where
///   L + 8 n (1 / T + 1 / G) < 8 n / C
/// in bytes a second: T of the transfers to the device and back, G of its memory, C of the cpu's
/// kernels; L seconds are those of starting and waiting. Of a batch that the device holds, the
/// result alone comes back: 4 n / T. Both operations move as many bytes as they read and write, so
/// T decides. Measured on an NVIDIA H100 (tests/bench/README.md): T is 5 GB/s each way, G 300 to
/// 480, C 15 to 30 of one and two threads and 120 of sixteen.
inline constexpr std::int64_t kWorthElements = std::numeric_limits<std::int64_t>::max();

/// Settings of the gpu. The program uses the defaults; other values are for tests and benchmarks.
struct Options {
  OpenContext open{};                  // empty: EGL without a window
  bool debug = false;                  // the driver's debug messages are errors
  bool subgroups = true;               // subgroups are used where the driver has them
  std::int64_t slice_elements = 0;     // most elements of a buffer; 0: as the device allows
  std::int64_t dispatch_elements = 0;  // most elements of a dispatch; 0: by the kind of device
  std::int64_t worth_elements = kWorthElements;  // from which on `auto` chooses the gpu
  FaultInjector faults{};
  std::filesystem::path shader_folder = gpu::shader_folder();
};

/// The properties of the device, as queried and probed.
struct Capabilities {
  std::string renderer{};
  std::string origin{};
  bool software = false;
  bool fused = false;      // fma rounds once
  bool shows_nan = false;  // infinities and NaN show in sums, so that floats may be tried first
  bool subgroups = false;  // subgroups can be used for sums
  std::int64_t buffer_elements = 0;  // the most that a buffer holds
  std::int64_t slice_elements = 0;   // up to buffer_elements
  std::int64_t dispatch_elements = 0;
  std::int64_t work_groups = 0;  // of one dispatch
};

/// The objects that a device keeps between runs, named as in the shaders.
struct Memory {
  Buffer x{"input"};
  Buffer y{"output"};
  Buffer dy{"upstream gradient"};
  Buffer gamma{"gamma"};
  Buffer beta{"beta"};
  Buffer statistics{"statistics"};
  Buffer parts{"parts"};
  Buffer groups{"groups"};
  Staging staging{};
  Stopwatch stopwatch{};
  /// The batch whose values x holds between runs, all of them; empty: none.
  std::weak_ptr<const tensor::Tensor> batch{};

  /// Deletes the buffers; reserve() creates them again.
  void free_buffers();
  /// Drops all objects without deleting them, after their context was lost.
  void forget();

 private:
  std::array<Buffer*, 8> buffers() {
    return {&x, &y, &dy, &gamma, &beta, &statistics, &parts, &groups};
  }
};

/// What a device was asked to do since it was opened; bytes are those of x, y and the statistics.
struct Counts {
  std::int64_t dispatches = 0;
  std::int64_t barriers = 0;  // between dispatches
  std::int64_t waits = 0;     // of the processor, for computations
  std::int64_t uploaded = 0;
  std::int64_t downloaded = 0;
};

class Device {
 public:
  /// Opens a device, and leaves its context current.
  /// errors  Unavailable: no context, or one that lacks what OpenGL 4.3 requires
  static base::Expected<std::unique_ptr<Device>> open(const Options& options);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();

  /// errors  as Context::make_current and CallChecks::check
  base::Expected<void> make_current();
  void release() { context_->release(); }

  const Capabilities& capabilities() const { return capabilities_; }
  CallChecks& calls() { return calls_; }
  Counts& counts() { return counts_; }

  /// The program of a shader with these definitions, built on first use and again after a file of
  /// the shader folder changed.
  /// errors  Unavailable: it does not compile; the sentence names file and line
  base::Expected<const Program*> program(const std::string& shader,
                                         const std::map<std::string, int>& definitions);
  /// Sets whether programs requested from now on sum by subgroups.
  void use_subgroups(bool use) { capabilities_.subgroups = use; }

  /// Checks for changed shader files.
  void refresh();

  Memory& memory() { return memory_; }

 private:
  Device(std::unique_ptr<Context> context, const Options& options);
  // errors  Unavailable: less than OpenGL 4.3 requires; as CallChecks::check
  base::Expected<void> read_limits(const Options& options);
  base::Expected<void> probe();

  std::unique_ptr<Context> context_;
  CallChecks calls_;
  ShaderLibrary library_;
  std::map<std::string, Program> programs_{};
  Memory memory_{};
  Capabilities capabilities_{};
  Counts counts_{};
};

}  // namespace normscope::gpu
