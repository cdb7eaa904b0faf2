// SPDX-License-Identifier: MIT
// The OpenGL context of the worker's computations. A context needs a window, and windows can only
// be created on the main thread: so the main thread creates a hidden window at the first need and
// lends it to the worker.
#pragma once

#include <functional>
#include <memory>

#include "core/gpu/context.hpp"

struct GLFWwindow;

namespace normscope::ui {

class ComputeWindow {
 public:
  ComputeWindow();
  /// To be called on the main thread, after the worker's thread has ended and before GLFW is
  /// terminated.
  ~ComputeWindow();
  ComputeWindow(const ComputeWindow&) = delete;
  ComputeWindow& operator=(const ComputeWindow&) = delete;

  /// Creates the hidden window, once; on the main thread. Without OpenGL 4.3, `open` reports the
  /// error.
  void prepare();

  /// The function with which the GPU backend opens its context, on any thread; this object must
  /// outlive that context. A lost context is replaced by one without a window.
  gpu::OpenContext open();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace normscope::ui
