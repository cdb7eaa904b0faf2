// SPDX-License-Identifier: MIT
// An open device: its context, what it can do, its programs and buffers. Made on first use, and
// thrown away after a failure.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/gpu/calls.hpp"
#include "core/gpu/context.hpp"
#include "core/gpu/objects.hpp"
#include "core/gpu/shaders.hpp"

namespace normscope::gpu {

/// How the gpu is used; the defaults are what a user gets, the rest is for tests and benchmarks.
struct Options {
  OpenContext open{};                  // empty: EGL without a window
  bool debug = false;                  // the driver's messages are errors
  bool accept_software = false;        // `auto` takes a software renderer, too
  bool subgroups = true;               // use them where the driver has them
  std::int64_t slice_elements = 0;     // most elements of a buffer; 0: as the device allows
  std::int64_t dispatch_elements = 0;  // most elements of a dispatch; 0: by the kind of device
  std::int64_t worth_elements = std::int64_t{1} << 20;  // from here on `auto` takes the gpu
  FaultPoint faults{};
  std::filesystem::path shader_folder = gpu::shader_folder();
};

/// What was read from the device.
struct Capabilities {
  std::string renderer{};
  std::string origin{};
  bool software = false;
  bool fused = false;      // fma rounds once
  bool subgroups = false;  // they can be used for sums
  std::int64_t slice_elements = 0;
  std::int64_t dispatch_elements = 0;
  std::int64_t work_groups = 0;  // of one dispatch
};

/// What a device keeps between runs, by what the shaders call it.
struct Memory {
  Buffer x{"input"};
  Buffer y{"output"};
  Buffer gamma{"gamma"};
  Buffer beta{"beta"};
  Buffer statistics{"statistics"};
  Buffer parts{"parts"};
  Buffer groups{"groups"};
  Stopwatch stopwatch{};

  /// Deletes the buffers; those that are needed are made again.
  void free_buffers();
  /// Forgets all objects without deleting them: their context is gone.
  void forget();

 private:
  std::array<Buffer*, 7> buffers() { return {&x, &y, &gamma, &beta, &statistics, &parts, &groups}; }
};

class Device {
 public:
  /// Opens a device. Its context is current when this returns.
  /// errors  Unavailable: no context, or one that lacks what OpenGL 4.3 promises
  static base::Expected<std::unique_ptr<Device>> open(const Options& options);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();

  base::Expected<void> make_current();
  void release() { context_->release(); }

  const Capabilities& capabilities() const { return capabilities_; }
  CallChecks& calls() { return calls_; }

  /// The program of a shader with these definitions, built when it is first asked for, and again
  /// after a file of the shader folder changed.
  /// errors  Unavailable: it does not compile; the sentence names file and line
  base::Expected<const Program*> program(const std::string& shader,
                                         const std::map<std::string, int>& definitions);
  /// Whether programs that are asked for from now on sum by subgroups.
  void use_subgroups(bool use) { capabilities_.subgroups = use; }

  /// Looks for changed shader files.
  void refresh();

  Memory& memory() { return memory_; }

 private:
  Device(std::unique_ptr<Context> context, const Options& options);
  base::Expected<void> read_limits(const Options& options);
  base::Expected<void> probe();

  std::unique_ptr<Context> context_;
  CallChecks calls_;
  ShaderLibrary library_;
  std::map<std::string, Program> programs_{};
  Memory memory_{};
  Capabilities capabilities_{};
};

}  // namespace normscope::gpu
