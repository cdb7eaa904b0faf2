// SPDX-License-Identifier: MIT
// The OpenGL context that the gpu backend computes in. The command line and the tests open one
// without a window (egl_context.hpp); the application passes the context of a hidden window. The
// context is made current on the computing thread; afterwards the thread gets its former context
// back.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::gpu {

/// A context of OpenGL 4.3 core or later. One thread at a time has it current.
class Context {
 public:
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  virtual ~Context() = default;

  /// Makes this context current on the calling thread, in place of the thread's former context. No
  /// effect when it is current already.
  /// errors  Unavailable: the context is lost, or current on another thread; the thread keeps its
  ///         former context
  virtual base::Expected<void> make_current() = 0;
  /// Makes the calling thread's former context current again, or none if it had none.
  virtual void release() = 0;
  /// The way the context was opened: "EGL surfaceless".
  virtual std::string_view origin() const = 0;
};

/// Opens a context, or returns the error why none can be opened. Called again when the last context
/// was lost.
using OpenContext = std::function<base::Expected<std::unique_ptr<Context>>()>;

/// Whether the renderer of this name (GL_RENDERER) computes on the processor, such as llvmpipe.
bool is_software(std::string_view renderer);

/// The text of a string of OpenGL (glGetString); "unknown" for a null pointer.
std::string gl_text(const unsigned char* bytes);

}  // namespace normscope::gpu
