// SPDX-License-Identifier: MIT
// Other contexts on the thread: the former context is current again after the gpu was used, and a
// device whose context is lost does not touch the objects of another context.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/gpu/egl_context.hpp"
#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

base::Expected<std::unique_ptr<Context>> open_any() {
  std::vector<Attempt> attempts;
  return open_egl_context(attempts);
}

// A context that cannot be made current once `gone` is true.
class Losable final : public Context {
 public:
  Losable(std::unique_ptr<Context> context, std::shared_ptr<const bool> gone)
      : context_(std::move(context)), gone_(std::move(gone)) {}
  base::Expected<void> make_current() override {
    if (*gone_) return base::fail(base::ErrorKind::kUnavailable, "the context is gone");
    return context_->make_current();
  }
  void release() override { context_->release(); }
  std::string_view origin() const override { return context_->origin(); }

 private:
  std::unique_ptr<Context> context_;
  std::shared_ptr<const bool> gone_;
};

class GpuContexts : public testing::GpuTest {
 protected:
  static base::Expected<compute::Result> run(const compute::Backends& backends) {
    random::Generator generator(1);
    const compute::Request request{
        ops::NormOptions{}, std::make_shared<const tensor::Tensor>(
                                NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {3, 400})))};
    return compute::compute(backends, request, on_gpu());
  }

  static Options losable(const std::shared_ptr<const bool>& gone) {
    Options options = GpuTest::options();
    options.open = [gone]() -> base::Expected<std::unique_ptr<Context>> {
      auto context = open_any();
      if (!context) return context;
      return std::make_unique<Losable>(*std::move(context), gone);
    };
    return options;
  }
};

TEST_F(GpuContexts, TheOneThatWasCurrentIsCurrentAgain) {
  const auto own = NORMSCOPE_VALUE_OR_FAIL(open_any());
  ASSERT_TRUE(own->make_current());
  void* const current = eglGetCurrentContext();
  ASSERT_NE(current, EGL_NO_CONTEXT);
  int failures = 0;
  {
    Options options = GpuTest::options();
    options.faults = [&failures](Call call) {
      return call == Call::kWait && failures-- == 1 ? Fault::kContextLost : Fault::kNone;
    };
    const compute::Backends backends = make_backends(options);
    EXPECT_TRUE(run(backends));
    EXPECT_EQ(eglGetCurrentContext(), current) << "after a run";
    failures = 1;
    EXPECT_FALSE(run(backends));
    EXPECT_EQ(eglGetCurrentContext(), current) << "after a run that failed";
    EXPECT_TRUE(run(backends));
  }
  EXPECT_EQ(eglGetCurrentContext(), current) << "after the device was closed";
  own->release();
  EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
}

TEST_F(GpuContexts, ADeviceWhoseContextIsGoneDeletesNothingOfAnother) {
  const auto gone = std::make_shared<bool>(false);
  const auto backends = std::make_unique<compute::Backends>(make_backends(losable(gone)));
  ASSERT_TRUE(run(*backends));

  const auto own = NORMSCOPE_VALUE_OR_FAIL(open_any());
  ASSERT_TRUE(own->make_current());
  // Each context numbers its buffers from 1 on: the device's have some of these numbers.
  std::array<GLuint, 64> buffers{};
  glGenBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
  for (const GLuint buffer : buffers) glBindBuffer(GL_ARRAY_BUFFER, buffer);

  *gone = true;
  const auto refused = run(*backends);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence, "the context is gone");
  for (const GLuint buffer : buffers) EXPECT_EQ(glIsBuffer(buffer), GL_TRUE) << buffer;
  glDeleteBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
  own->release();
}

// In a separate process, where libepoxy has not resolved all functions yet.
TEST_F(GpuContexts, ADeviceWhoseContextIsGoneCallsOpenGlNoMore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto use_and_lose = [] {
    const auto gone = std::make_shared<bool>(false);
    {
      const compute::Backends backends = make_backends(losable(gone));
      if (!run(backends)) std::_Exit(2);
      *gone = true;
      if (run(backends)) std::_Exit(3);
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(use_and_lose(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace normscope::gpu
