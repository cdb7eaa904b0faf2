// SPDX-License-Identifier: MIT
// A driver whose functions give the answers of one that fails: it has no number, memory or fence to
// give, waits for ever, or loses its context in the middle of a dispatch, with its display.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/gpu/egl_context.hpp"
#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

using compute::Request;

// Puts a function in the place of one of libepoxy's, for as long as this lives.
template <class Function>
class Replaced {
 public:
  Replaced(Function& place, Function other) : place_(place), former_(std::exchange(place, other)) {}
  ~Replaced() { place_ = former_; }
  Replaced(const Replaced&) = delete;
  Replaced& operator=(const Replaced&) = delete;
  Function former() const { return former_; }

 private:
  Function& place_;
  Function former_;
};

// Calls `use` while the function is another one.
template <auto* kPlace>
void with(std::remove_pointer_t<decltype(kPlace)> other, const std::function<void()>& use) {
  const Replaced replaced(*kPlace, other);
  use();
}

void give_no_numbers(GLsizei /*count*/, GLuint* /*numbers*/) {}
void know_nothing(GLuint /*object*/, GLenum /*what*/, GLint* /*value*/) {}
void have_no_limits(GLenum /*what*/, GLint64* /*value*/) {}
GLuint create_no_shader(GLenum /*kind*/) {
  return 0;
}
GLuint create_no_program() {
  return 0;
}
void* map_nothing(GLenum /*target*/, GLintptr /*at*/, GLsizeiptr /*bytes*/, GLbitfield /*use*/) {
  return nullptr;
}
GLsync set_no_fence(GLenum /*condition*/, GLbitfield /*flags*/) {
  return nullptr;
}
GLenum wait_in_vain(GLsync /*fence*/, GLbitfield /*flags*/, GLuint64 /*most*/) {
  return GL_TIMEOUT_EXPIRED;
}
GLenum fail_to_wait(GLsync /*fence*/, GLbitfield /*flags*/, GLuint64 /*most*/) {
  return GL_WAIT_FAILED;
}
GLenum report_a_reset() {
  return GL_GUILTY_CONTEXT_RESET;
}
GLenum report_no_memory() {
  return GL_OUT_OF_MEMORY;
}

struct Answer {
  std::string_view sentence;  // the part of it that names what failed
  void (*give)(const std::function<void()>& use);
};

const std::vector<Answer>& answers() {
  using Use = const std::function<void()>&;
  static const std::vector<Answer> kAnswers{
      {"allocating a buffer", [](Use use) { with<&epoxy_glGenBuffers>(give_no_numbers, use); }},
      {"maps no memory", [](Use use) { with<&epoxy_glMapBufferRange>(map_nothing, use); }},
      {"compiling a shader", [](Use use) { with<&epoxy_glCreateShader>(create_no_shader, use); }},
      {"shader does not compile", [](Use use) { with<&epoxy_glGetShaderiv>(know_nothing, use); }},
      {"linking a program", [](Use use) { with<&epoxy_glCreateProgram>(create_no_program, use); }},
      {"program does not link", [](Use use) { with<&epoxy_glGetProgramiv>(know_nothing, use); }},
      {"waiting for a computation", [](Use use) { with<&epoxy_glFenceSync>(set_no_fence, use); }},
      {"does not answer", [](Use use) { with<&epoxy_glClientWaitSync>(wait_in_vain, use); }},
      {"does not answer", [](Use use) { with<&epoxy_glClientWaitSync>(fail_to_wait, use); }},
      {"reset", [](Use use) { with<&epoxy_glGetGraphicsResetStatus>(report_a_reset, use); }},
      {"out of memory", [](Use use) { with<&epoxy_glGetError>(report_no_memory, use); }},
      {"the gpu allows", [](Use use) { with<&epoxy_glGetInteger64v>(have_no_limits, use); }},
  };
  return kAnswers;
}

// A context that is lost at a dispatch: from then on every call reports it, and answers nothing.
class LostContext {
 public:
  explicit LostContext(int dispatches) {
    left_ = dispatches;
    real_ = {dispatch_.former(), error_.former(), shader_.former(), program_.former(),
             download_.former()};
  }
  ~LostContext() { left_ = -1; }
  LostContext(const LostContext&) = delete;
  LostContext& operator=(const LostContext&) = delete;

  static bool lost() { return left_ == 0; }
  static int left() { return left_; }

 private:
  struct Real {
    decltype(epoxy_glDispatchCompute) dispatch;
    decltype(epoxy_glGetError) error;
    decltype(epoxy_glGetShaderiv) shader;
    decltype(epoxy_glGetProgramiv) program;
    decltype(epoxy_glGetBufferSubData) download;
  };
  // What stands in for a GL function is a plain function: it has no other place to look.
  static inline int left_ = -1;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
  static inline Real real_{};    // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

  const Replaced<decltype(epoxy_glDispatchCompute)> dispatch_{epoxy_glDispatchCompute,
                                                              [](GLuint x, GLuint y, GLuint z) {
                                                                if (left_ > 0) --left_;
                                                                if (!lost())
                                                                  real_.dispatch(x, y, z);
                                                              }};
  const Replaced<decltype(epoxy_glGetError)> error_{
      epoxy_glGetError, [] { return lost() ? GLenum{GL_CONTEXT_LOST} : real_.error(); }};
  const Replaced<decltype(epoxy_glGetShaderiv)> shader_{
      epoxy_glGetShaderiv, [](GLuint shader, GLenum what, GLint* value) {
        if (!lost()) real_.shader(shader, what, value);
      }};
  const Replaced<decltype(epoxy_glGetProgramiv)> program_{
      epoxy_glGetProgramiv, [](GLuint program, GLenum what, GLint* value) {
        if (!lost()) real_.program(program, what, value);
      }};
  const Replaced<decltype(epoxy_glGetBufferSubData)> download_{
      epoxy_glGetBufferSubData, [](GLenum target, GLintptr at, GLsizeiptr bytes, void* values) {
        if (!lost()) real_.download(target, at, bytes, values);
      }};
};

class GpuDriver : public testing::GpuTest {
 protected:
  static Request request(const tensor::Shape& shape) {
    random::Generator generator(1);
    return {ops::NormOptions{}, std::make_shared<const tensor::Tensor>(
                                    NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape)))};
  }
  static base::Expected<compute::Result> run(const compute::Backends& backends,
                                             const Request& request, compute::Device device) {
    compute::Settings settings;
    settings.device = device;
    return compute::compute(backends, request, settings);
  }
  static tensor::Tensor by_cpu(const Request& request) {
    return NORMSCOPE_VALUE_OR_FAIL(run(compute::make_backends(), request, compute::Device::kCpu)).y;
  }
  // The cpu answered, and one sentence says why.
  static void expect_cpu(const base::Expected<compute::Result>& result,
                         const tensor::Tensor& expected, std::string_view why) {
    ASSERT_TRUE(result) << why << ": " << result.error().sentence;
    EXPECT_EQ(result->y, expected) << why;
    EXPECT_TRUE(result->device.starts_with("cpu")) << why;
    EXPECT_TRUE(result->note.starts_with("the cpu computed this: ")) << result->note;
    EXPECT_NE(result->note.find(why), std::string::npos) << why << ": " << result->note;
    EXPECT_EQ(result->note.find('\n'), std::string::npos) << result->note;
  }
};

TEST_F(GpuDriver, WhateverItCannotGiveTheCpuAnswers) {
  const Request asked = request({64, 1024});  // large enough to pass through mapped memory
  const auto expected = by_cpu(asked);
  // Each function is known to libepoxy before another one takes its place.
  ASSERT_TRUE(run(make_backends(options()), asked, compute::Device::kGpu));
  for (const Answer& answer : answers()) {
    answer.give([&] {
      expect_cpu(run(make_backends(options()), asked, compute::Device::kAuto), expected,
                 answer.sentence);
      const auto refused = run(make_backends(options()), asked, compute::Device::kGpu);
      ASSERT_FALSE(refused) << answer.sentence;
      EXPECT_NE(refused.error().sentence.find(answer.sentence), std::string::npos)
          << answer.sentence << ": " << refused.error().sentence;
    });
  }
  EXPECT_TRUE(run(make_backends(options()), asked, compute::Device::kGpu));
}

TEST_F(GpuDriver, AContextLostInMidDispatchWithItsDisplayLeavesTheCpu) {
  const Request asked = request({2, 10000});
  const auto expected = by_cpu(asked);
  bool display = true;
  Options user = options();
  user.slice_elements = 4096;
  user.open = [&]() -> base::Expected<std::unique_ptr<Context>> {
    if (!display) return base::fail(base::ErrorKind::kUnavailable, "the display is gone");
    std::vector<Attempt> attempts;
    return open_egl_context(attempts);
  };
  const compute::Backends backends = make_backends(user);
  ASSERT_TRUE(run(backends, asked, compute::Device::kGpu));
  constexpr int kMany = 1000;
  int dispatches = 0;
  {
    const LostContext never(kMany);
    ASSERT_TRUE(run(backends, asked, compute::Device::kGpu));
    dispatches = kMany - LostContext::left();
  }
  ASSERT_GT(dispatches, 2);
  for (int at = 1; at <= dispatches; ++at) {
    {
      const LostContext context(at);
      expect_cpu(run(backends, asked, compute::Device::kAuto), expected, "the gpu was reset while");
      ASSERT_TRUE(LostContext::lost());
    }
    display = false;
    expect_cpu(run(backends, asked, compute::Device::kAuto), expected, "the display is gone");
    display = true;
    const auto again = NORMSCOPE_VALUE_OR_FAIL(run(backends, asked, compute::Device::kAuto));
    EXPECT_TRUE(again.device.starts_with("gpu")) << again.note;
  }
}

// A compiler that is lost while it works has no log: what is said is that it was lost.
TEST_F(GpuDriver, AContextLostWhileCompilingIsNoMistakeOfTheShader) {
  const auto device = NORMSCOPE_VALUE_OR_FAIL(gpu::Device::open(options()));
  const LostContext lost(0);
  std::string log;
  const auto built = Program::build(device->calls(), "#version 430\n", "lost", log);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().sentence, "the gpu was reset while compiling a shader");
}

}  // namespace
}  // namespace normscope::gpu
