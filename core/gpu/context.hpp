// SPDX-License-Identifier: MIT
// Where the gpu's OpenGL context comes from. The command line and the tests open one without a
// window (egl_context.hpp); an application with a window hands over one that it made itself. Either
// is made current on the thread that computes, and when the work is done the thread has the context
// again that it had before.
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

  /// Makes it the calling thread's, in place of the one that was. Once more is no harm.
  /// errors  Unavailable: it is lost, or current elsewhere; the thread's context is what it was
  virtual base::Expected<void> make_current() = 0;
  /// Gives the calling thread, whose context it is, the one back that it had before; or none.
  virtual void release() = 0;
  /// How it was opened: "EGL surfaceless".
  virtual std::string_view origin() const = 0;
};

/// Opens a context, or says why there is none. Called again when an earlier one was lost.
using OpenContext = std::function<base::Expected<std::unique_ptr<Context>>()>;

/// Whether the renderer of this name (GL_RENDERER) computes on the processor: llvmpipe and its
/// like.
bool is_software(std::string_view renderer);

/// What OpenGL answers as bytes (glGetString), as text; "unknown" where it answers nothing.
std::string gl_text(const unsigned char* bytes);

}  // namespace normscope::gpu
