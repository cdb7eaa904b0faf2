// SPDX-License-Identifier: MIT
#include "core/gpu/calls.hpp"

#include <epoxy/gl.h>

#include <array>

#include "core/text/translate.hpp"

namespace normscope::gpu {

namespace {

constexpr std::array<base::Name<Call>, 10> kCalls{{
    {Call::kMakeCurrent, tr_later("making its context current")},
    {Call::kCompile, tr_later("compiling a shader")},
    {Call::kLink, tr_later("linking a program")},
    {Call::kAllocate, tr_later("allocating a buffer")},
    {Call::kUpload, tr_later("uploading values")},
    {Call::kUniforms, tr_later("setting up a program")},
    {Call::kDispatch, tr_later("starting a computation")},
    {Call::kWait, tr_later("waiting for a computation")},
    {Call::kTime, tr_later("timing a computation")},
    {Call::kDownload, tr_later("downloading values")},
}};

GLenum reported(Fault fault) {
  switch (fault) {
    case Fault::kOutOfMemory:
      return GL_OUT_OF_MEMORY;
    case Fault::kContextLost:
      return GL_CONTEXT_LOST;
    case Fault::kRefused:
      return GL_INVALID_OPERATION;
    case Fault::kNone:
      break;
  }
  return GL_NO_ERROR;
}

GLenum first_error() {
  GLenum first = GL_NO_ERROR;
  // Bounded: a lost context may report errors for ever; a driver keeps only a few error flags.
  for (int i = 0; i < 16; ++i) {
    const GLenum next = glGetError();
    if (next == GL_NO_ERROR) break;
    if (first == GL_NO_ERROR) first = next;
    if (next == GL_CONTEXT_LOST) break;
  }
  return first;
}

}  // namespace

std::span<const base::Name<Call>> call_names() {
  return kCalls;
}

void CallChecks::on_debug_message(unsigned source, unsigned type, unsigned /*number*/,
                                  unsigned severity, int length, const char* text,
                                  const void* messages) {
  // Low-severity messages of the driver about itself are no errors; warnings about our calls are.
  const bool ours = type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR ||
                    type == GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR || type == GL_DEBUG_TYPE_PORTABILITY;
  const bool severe = severity == GL_DEBUG_SEVERITY_HIGH || severity == GL_DEBUG_SEVERITY_MEDIUM;
  if (source == GL_DEBUG_SOURCE_APPLICATION || (!ours && !severe)) return;
  // NVIDIA reports recompiled shaders as performance messages; they are not errors.
  if (type == GL_DEBUG_TYPE_PERFORMANCE) return;
  static_cast<const Messages*>(messages)->texts.emplace_back(
      text, length < 0 ? std::char_traits<char>::length(text) : static_cast<std::size_t>(length));
}

// OpenGL 4.5 has the reset status; a driver that gives the 4.3 that was asked for, as NVIDIA's
// does, has it as an extension. libepoxy ends the program on a call that does not exist.
void CallChecks::learn_context() {
  reports_resets_ = epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness");
}

void CallChecks::collect_debug_messages() {
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
  glDebugMessageCallback(&CallChecks::on_debug_message, &messages_);
}

base::Expected<void> CallChecks::check(Call call) {
  const std::string_view doing = base::name_of(call_names(), call);
  // glGetError runs even where a fault is injected, so that it clears the driver's error flags.
  GLenum error = first_error();
  if (error == GL_NO_ERROR && call == Call::kWait && reports_resets_ &&
      glGetGraphicsResetStatus() != GL_NO_ERROR) {
    error = GL_CONTEXT_LOST;
  }
  if (faults_) {
    if (const GLenum fault = reported(faults_(call)); fault != GL_NO_ERROR) error = fault;
  }
  // Only without an error flag is a debug message an error of its own.
  std::string message;
  if (!messages_.texts.empty()) message = messages_.texts.front();
  messages_.texts.clear();
  if (error == GL_OUT_OF_MEMORY) {
    out_of_memory_ = true;
    return base::fail(base::ErrorKind::kTooLarge,
                      tr("the gpu ran out of memory {doing}", arg("doing", doing)));
  }
  if (error == GL_CONTEXT_LOST) {
    return base::fail(base::ErrorKind::kUnavailable,
                      tr("the gpu was reset while {doing}", arg("doing", doing)));
  }
  if (error != GL_NO_ERROR) {
    return base::fail(base::ErrorKind::kUnavailable,
                      tr("the gpu refused {doing} (OpenGL error 0x{error:04x})",
                         arg("doing", doing), arg("error", error)));
  }
  if (!message.empty()) {
    return base::fail(base::ErrorKind::kUnavailable,
                      tr("the gpu's driver complains {doing}: {message}", arg("doing", doing),
                         arg("message", message)));
  }
  return {};
}

}  // namespace normscope::gpu
