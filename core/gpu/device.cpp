// SPDX-License-Identifier: MIT
#include "core/gpu/device.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/gpu/egl_context.hpp"
#include "core/gpu/slices.hpp"
#include "core/text/translate.hpp"

namespace normscope::gpu {

namespace {

// Elements of a dispatch. Hardware: on the slowest (20 GB/s) a fifteenth of a second, far below a
// desktop's watchdog of 2 s. Software: shorter, because a stop takes effect between dispatches.
constexpr std::int64_t kHardwareDispatch = std::int64_t{1} << 26;
constexpr std::int64_t kSoftwareDispatch = std::int64_t{1} << 22;
// Elements of a buffer: 1 GiB, of which a run takes two.
constexpr std::int64_t kMostSliceElements = std::int64_t{1} << 28;
constexpr int kLargestWorkGroup = 1024;  // the least that OpenGL 4.3 allows
constexpr int kSharedBytes = 16 * 1024;  // used by reduce.glsl for the largest work group
constexpr int kProbeInvocations = 256;
constexpr float kThird = 0.333333343F;

std::int64_t integer(GLenum what) {
  GLint64 value = 0;
  glGetInteger64v(what, &value);
  return value;
}

std::int64_t indexed(GLenum what, GLuint index) {
  GLint value = 0;
  glGetIntegeri_v(what, index, &value);
  return value;
}

Expected<std::unique_ptr<Context>> open_context(const Options& options) {
  if (options.open) return options.open();
  std::vector<Attempt> attempts;
  return open_egl_context(attempts, options.debug);
}

}  // namespace

void Memory::free_buffers() {
  for (Buffer* const buffer : buffers()) buffer->free();
  staging.free();
  batch.reset();
}

void Memory::forget() {
  for (Buffer* const buffer : buffers()) buffer->forget();
  staging.forget();
  stopwatch.forget();
}

Device::Device(std::unique_ptr<Context> context, const Options& options)
    : context_(std::move(context)), calls_(options.faults), library_(options.shader_folder) {}

Device::~Device() {
  // Objects can be deleted only while their context is current. When the context cannot be made
  // current, OpenGL is not called: it would delete objects of the same numbers in another context,
  // and without a current context libepoxy ends the program.
  if (!context_->make_current()) {
    for (auto& [key, program] : programs_) program.forget();
    memory_.forget();
    return;
  }
  programs_.clear();
  memory_ = Memory();
  context_->release();
}

Expected<std::unique_ptr<Device>> Device::open(const Options& options) {
  auto context = open_context(options);
  if (!context) return tl::unexpected(context.error());
  std::unique_ptr<Device> device(new Device(*std::move(context), options));
  if (const auto done = device->make_current(); !done) return tl::unexpected(done.error());
  if (const auto done = device->read_limits(options); !done) return tl::unexpected(done.error());
  if (options.debug) device->calls_.collect_debug_messages();
  (void)device->library_.changed();
  if (const auto done = device->probe(); !done) return tl::unexpected(done.error());
  return device;
}

Expected<void> Device::make_current() {
  if (auto current = context_->make_current(); !current) return current;
  return calls_.check(Call::kMakeCurrent);
}

Expected<void> Device::read_limits(const Options& options) {
  if (epoxy_gl_version() < 43) {
    return base::fail(ErrorKind::kUnavailable,
                      tr("the gpu offers OpenGL {gl_get_string}, and 4.3 is needed",
                         arg("gl_get_string", gl_text(glGetString(GL_VERSION)))));
  }
  calls_.learn_context();
  capabilities_.renderer = gl_text(glGetString(GL_RENDERER));
  capabilities_.origin = context_->origin();
  capabilities_.software = is_software(capabilities_.renderer);
  const std::int64_t invocations = integer(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
  const std::int64_t shared = integer(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
  const std::int64_t block = integer(GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
  capabilities_.work_groups = indexed(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0);
  if (invocations < kLargestWorkGroup || shared < kSharedBytes || block < kLongestRow * 8 ||
      capabilities_.work_groups < 1) {
    return base::fail(
        ErrorKind::kUnavailable,
        tr("the gpu allows {invocations} invocations and {shared} bytes of shared memory a "
           "work group, and {largest_work_group} and {shared_bytes} are needed",
           arg("invocations", invocations), arg("shared", shared),
           arg("largest_work_group", kLargestWorkGroup), arg("shared_bytes", kSharedBytes)));
  }
  const auto bytes = static_cast<std::int64_t>(sizeof(float));
  capabilities_.buffer_elements = std::min(block / bytes, kMostSliceElements);
  capabilities_.slice_elements = capabilities_.buffer_elements;
  if (options.slice_elements > 0) {
    capabilities_.slice_elements =
        std::clamp(options.slice_elements, kLeastSliceElements, capabilities_.slice_elements);
  }
  capabilities_.dispatch_elements = options.dispatch_elements > 0 ? options.dispatch_elements
                                    : capabilities_.software      ? kSoftwareDispatch
                                                                  : kHardwareDispatch;
  // probe() tests afterwards whether the driver's subgroups work as needed.
  if (options.subgroups && epoxy_has_gl_extension("GL_KHR_shader_subgroup")) {
    const std::int64_t features = integer(GL_SUBGROUP_SUPPORTED_FEATURES_KHR);
    const std::int64_t stages = integer(GL_SUBGROUP_SUPPORTED_STAGES_KHR);
    capabilities_.subgroups = (features & GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR) != 0 &&
                              (stages & GL_COMPUTE_SHADER_BIT) != 0;
  }
  return {};
}

Expected<void> Device::probe() {
  // The answers of probe.comp: the rounding error of a product; the count of invocations in whole
  // subgroups; the subgroup size; the count of invocations whose shuffles are right; the squares of
  // an infinity and of NaN; then a 1 for each invocation number that occurs.
  constexpr std::size_t kNumbers = 6;
  std::array<std::uint32_t, kNumbers + kProbeInvocations> answers{};
  auto program = this->program("probe.comp", {{"LOCAL", kProbeInvocations}});
  if (!program && capabilities_.subgroups) {
    capabilities_.subgroups = false;
    program = this->program("probe.comp", {{"LOCAL", kProbeInvocations}});
  }
  if (!program) return tl::unexpected(program.error());
  const auto bytes = std::as_writable_bytes(std::span(answers));
  if (auto done = memory_.x.reserve(calls_, bytes.size()); !done) return done;
  if (auto done = memory_.x.upload(calls_, 0, bytes); !done) return done;
  memory_.x.bind(0);
  (*program)->set("u_third", kThird);
  (*program)->set("u_infinity", std::numeric_limits<float>::infinity());
  (*program)->use();
  if (auto done = calls_.check(Call::kUniforms); !done) return done;
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  if (auto done = calls_.check(Call::kDispatch); !done) return done;
  if (auto done = memory_.x.download(calls_, 0, bytes); !done) return done;
  const float error = std::fma(kThird, kThird, -(kThird * kThird));
  capabilities_.fused = std::bit_cast<float>(answers[0]) == error;
  capabilities_.shows_nan =
      std::isinf(std::bit_cast<float>(answers[4])) && std::isnan(std::bit_cast<float>(answers[5]));
  bool whole = answers[1] == kProbeInvocations && answers[3] == kProbeInvocations;
  for (std::size_t i = kNumbers; i < answers.size(); ++i) whole = whole && answers[i] == 1;
  // The summation tree needs a subgroup size that is a power of two and whose square is at least
  // the largest work group.
  const std::uint32_t size = answers[2];
  capabilities_.subgroups = capabilities_.subgroups && whole && std::has_single_bit(size) &&
                            size * size >= static_cast<std::uint32_t>(kLargestWorkGroup);
  programs_.clear();
  return {};
}

void Device::refresh() {
  if (library_.changed()) programs_.clear();
}

Expected<const Program*> Device::program(const std::string& shader,
                                         const std::map<std::string, int>& definitions) {
  std::string head =
      fmt::format("#define SUBGROUPS {:d}\n#define FUSED {:d}\n#define SHOWS_NAN {:d}\n",
                  capabilities_.subgroups, capabilities_.fused, capabilities_.shows_nan);
  for (const auto& [name, value] : definitions) head += fmt::format("#define {} {}\n", name, value);
  const std::string key = shader + "\n" + head;
  if (const auto known = programs_.find(key); known != programs_.end()) return &known->second;
  const auto source = library_.source(shader, head);
  if (!source) return base::fail(ErrorKind::kUnavailable, source.error().sentence);
  std::string log;
  auto built = Program::build(calls_, source->text, shader, log);
  if (!built) {
    if (log.empty()) return tl::unexpected(built.error());
    return base::fail(ErrorKind::kUnavailable,
                      tr("a shader does not compile: {error}",
                         arg("error", first_log_error(log, source->files))));
  }
  return &programs_.emplace(key, *std::move(built)).first->second;
}

}  // namespace normscope::gpu
