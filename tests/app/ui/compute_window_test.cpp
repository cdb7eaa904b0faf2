// SPDX-License-Identifier: MIT
// The hidden window of the GPU backend beside a window that draws: after every call of the backend,
// the drawing context is current again and has its state unchanged.

// epoxy first: it takes the place of GL's own headers.
#include <epoxy/gl.h>
//
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>

#include "app/ui/platform/compute_window.hpp"
#include "core/compute/compute.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "tests/support/support.hpp"

namespace normscope::ui {
namespace {

class ComputeWindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(glfwInit(), GLFW_TRUE) << "this test runs under tests/e2e/with_display.sh";
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_ = glfwCreateWindow(64, 64, "", nullptr, nullptr);
    ASSERT_NE(window_, nullptr);
    glfwMakeContextCurrent(window_);
    glGenBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
    for (const GLuint buffer : buffers_) glBindBuffer(GL_ARRAY_BUFFER, buffer);
  }
  void TearDown() override {
    if (window_ != nullptr) glfwDestroyWindow(window_);
    glfwTerminate();
  }

  // The current context according to GLFW, and according to OpenGL itself.
  void expect_untouched() const {
    ASSERT_EQ(glfwGetCurrentContext(), window_);
    for (const GLuint buffer : buffers_) EXPECT_EQ(glIsBuffer(buffer), GL_TRUE) << buffer;
  }

  static std::unique_ptr<compute::Backends> backends_in(ComputeWindow& compute_window) {
    gpu::Options options;
    options.open = compute_window.open();
    return std::make_unique<compute::Backends>(gpu::make_backends(options));
  }

  static void run_on_gpu(const compute::Backends& backends) {
    const compute::Request request{
        ops::NormOptions{},
        std::make_shared<const tensor::Tensor>(testing::make({2, 3}, {1, 2, 4, 8, 16, 32}))};
    compute::Settings settings;
    settings.device = compute::Device::kGpu;
    const auto result = compute::compute(backends, request, settings);
    EXPECT_TRUE(result) << result.error().sentence;
  }

  static void run_on_a_thread(const compute::Backends& backends) {
    std::thread([&backends] { run_on_gpu(backends); }).join();
  }

 private:
  GLFWwindow* window_ = nullptr;
  std::array<GLuint, 64> buffers_{};
};

TEST_F(ComputeWindowTest, GivesTheDrawingContextBack) {
  ComputeWindow compute_window;
  compute_window.prepare();
  auto backends = backends_in(compute_window);
  run_on_a_thread(*backends);
  run_on_gpu(*backends);
  expect_untouched();
  // As at the end of the program: the worker's backends are destroyed on the main thread.
  backends.reset();
  expect_untouched();
}

// The hidden window is lent once; the next context has no window, and is opened through EGL.
TEST_F(ComputeWindowTest, ADeviceWithoutAWindowLeavesTheDrawingContextAlone) {
  ComputeWindow compute_window;
  auto backends = backends_in(compute_window);
  run_on_a_thread(*backends);
  backends.reset();
  expect_untouched();
}

}  // namespace
}  // namespace normscope::ui
