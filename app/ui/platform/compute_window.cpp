// SPDX-License-Identifier: MIT
#include "app/ui/platform/compute_window.hpp"

// epoxy first: it takes the place of GL's own headers.
#include <epoxy/gl.h>
//
#include <GLFW/glfw3.h>

#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "core/gpu/egl_context.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

struct ComputeWindow::State {
  std::mutex mutex;
  GLFWwindow* window = nullptr;  // created and destroyed on the main thread
  bool prepared = false;
  bool lent = false;
};

namespace {

class WindowContext final : public gpu::Context {
 public:
  explicit WindowContext(GLFWwindow* window) : window_(window) {}

  base::Expected<void> make_current() override {
    GLFWwindow* const before = glfwGetCurrentContext();
    glfwMakeContextCurrent(window_);
    if (glfwGetCurrentContext() != window_) {
      return base::fail(base::ErrorKind::kUnavailable,
                        tr("the hidden window's context cannot be made current"));
    }
    if (before != window_) before_ = before;
    return {};
  }
  void release() override { glfwMakeContextCurrent(std::exchange(before_, nullptr)); }
  std::string_view origin() const override { return tr("a hidden window"); }

 private:
  GLFWwindow* window_;
  GLFWwindow* before_ = nullptr;  // whose context was current before
};

}  // namespace

ComputeWindow::ComputeWindow() : state_(std::make_shared<State>()) {}

ComputeWindow::~ComputeWindow() {
  if (state_->window != nullptr) glfwDestroyWindow(state_->window);
}

void ComputeWindow::prepare() {
  const std::lock_guard lock(state_->mutex);
  if (state_->prepared) return;
  state_->prepared = true;
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  // Where the window cannot be created, `open` tries a context without a window and reports the
  // error of that attempt.
  state_->window = glfwCreateWindow(1, 1, "", nullptr, nullptr);
}

gpu::OpenContext ComputeWindow::open() {
  return [state = state_]() -> base::Expected<std::unique_ptr<gpu::Context>> {
    {
      const std::lock_guard lock(state->mutex);
      if (state->window != nullptr && !std::exchange(state->lent, true)) {
        return std::make_unique<WindowContext>(state->window);
      }
    }
    std::vector<gpu::Attempt> attempts;
    return gpu::open_egl_context(attempts);
  };
}

}  // namespace normscope::ui
