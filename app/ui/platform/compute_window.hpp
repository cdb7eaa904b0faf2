// SPDX-License-Identifier: MIT
// The OpenGL context that the worker computes with. A context needs a window, and windows are made
// on the main thread: so a hidden one is made there when it is first needed, and lent to the
// worker.
#pragma once

#include <functional>
#include <memory>

#include "core/compute/backend.hpp"
#include "core/gpu/context.hpp"

struct GLFWwindow;

namespace normscope::ui {

class ComputeWindow {
 public:
  ComputeWindow();
  /// On the main thread, after the worker's thread has ended and before GLFW does.
  ~ComputeWindow();
  ComputeWindow(const ComputeWindow&) = delete;
  ComputeWindow& operator=(const ComputeWindow&) = delete;

  /// Makes the hidden window, once; on the main thread, whose own context says what the device is:
  /// for one that is software only where that is asked for by name. Where there is no OpenGL 4.3,
  /// `open` says so.
  void prepare(compute::Device device);

  /// What the gpu's backend opens its context with, on any thread; this object must outlive it. A
  /// context that was lost is replaced by one without a window.
  gpu::OpenContext open();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace normscope::ui
