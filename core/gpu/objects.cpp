// SPDX-License-Identifier: MIT
#include "core/gpu/objects.hpp"

#include <algorithm>

#include <epoxy/gl.h>

#include "core/text/translate.hpp"

namespace normscope::gpu {

namespace {

void delete_buffer(unsigned number) {
  glDeleteBuffers(1, &number);
}
void delete_shader(unsigned number) {
  glDeleteShader(number);
}
void delete_program(unsigned number) {
  glDeleteProgram(number);
}
void delete_query(unsigned number) {
  glDeleteQueries(1, &number);
}
void delete_sync(void* sync) {
  glDeleteSync(static_cast<GLsync>(sync));
}

void label_object(GLenum kind, unsigned number, const std::string& label) {
  glObjectLabel(kind, number, static_cast<GLsizei>(label.size()), label.data());
}

GLint location(unsigned program, const char* name) {
  return glGetUniformLocation(program, name);
}

// The compiler's log of a shader or program.
template <class GetNumber, class GetLog>
std::string read_log(unsigned number, GetNumber get_number, GetLog get_log) {
  GLint length = 0;
  get_number(number, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  GLsizei written = 0;
  get_log(number, static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return log;
}

}  // namespace

Expected<void> Buffer::reserve(CallChecks& calls, std::size_t bytes) {
  bytes = std::max<std::size_t>(bytes, sizeof(std::uint32_t));
  if (object_.number() != 0 && bytes_ >= bytes) return {};
  free();
  unsigned number = 0;
  glGenBuffers(1, &number);
  object_ = Object(number, delete_buffer);
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, number);
  glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
  label_object(GL_BUFFER, number, label_);
  auto done = calls.check(Call::kAllocate);
  if (!done) {
    free();
    return done;
  }
  bytes_ = bytes;
  return {};
}

Expected<void> Buffer::upload(CallChecks& calls, std::size_t at, std::span<const std::byte> bytes) {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, object_.number());
  glBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(at),
                  static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  return calls.check(Call::kUpload);
}

Expected<void> Buffer::download(CallChecks& calls, std::size_t at, std::span<std::byte> bytes) {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, object_.number());
  glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(at),
                     static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  return calls.check(Call::kDownload);
}

Expected<void> Buffer::clear(CallChecks& calls, std::size_t bytes) {
  const std::uint32_t zero = 0;
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, object_.number());
  glClearBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, 0, static_cast<GLsizeiptr>(bytes),
                       GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
  return calls.check(Call::kUpload);
}

void Buffer::bind(unsigned point) const {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, point, object_.number());
}

void Buffer::free() {
  object_ = Object();
  bytes_ = 0;
}

Expected<Program> Program::build(CallChecks& calls, const std::string& source,
                                 const std::string& label, std::string& log) {
  const Object shader(glCreateShader(GL_COMPUTE_SHADER), delete_shader);
  const char* const text = source.data();
  const auto length = static_cast<GLint>(source.size());
  glShaderSource(shader.number(), 1, &text, &length);
  glCompileShader(shader.number());
  label_object(GL_SHADER, shader.number(), label);
  // A lost context answers nothing, and has no log.
  GLint fine = GL_FALSE;
  glGetShaderiv(shader.number(), GL_COMPILE_STATUS, &fine);
  if (fine != GL_TRUE) log = read_log(shader.number(), glGetShaderiv, glGetShaderInfoLog);
  if (const auto done = calls.check(Call::kCompile); !done && log.empty()) {
    return tl::unexpected(done.error());
  }
  if (fine != GL_TRUE) {
    return base::fail(base::ErrorKind::kUnavailable, tr("a shader does not compile"));
  }
  Program program;
  program.object_ = Object(glCreateProgram(), delete_program);
  const unsigned number = program.object_.number();
  glAttachShader(number, shader.number());
  glLinkProgram(number);
  label_object(GL_PROGRAM, number, label);
  fine = GL_FALSE;
  glGetProgramiv(number, GL_LINK_STATUS, &fine);
  if (fine != GL_TRUE) log = read_log(number, glGetProgramiv, glGetProgramInfoLog);
  if (const auto done = calls.check(Call::kLink); !done && log.empty()) {
    return tl::unexpected(done.error());
  }
  if (fine != GL_TRUE) {
    return base::fail(base::ErrorKind::kUnavailable, tr("a program does not link"));
  }
  return program;
}

void Program::set(const char* name, std::uint32_t value) const {
  glProgramUniform1ui(object_.number(), location(object_.number(), name), value);
}
void Program::set(const char* name, std::int32_t value) const {
  glProgramUniform1i(object_.number(), location(object_.number(), name), value);
}
void Program::set(const char* name, float value) const {
  glProgramUniform1f(object_.number(), location(object_.number(), name), value);
}
void Program::set(const char* name, const std::array<float, 2>& value) const {
  glProgramUniform2f(object_.number(), location(object_.number(), name), value[0], value[1]);
}
void Program::use() const {
  glUseProgram(object_.number());
}

Expected<void> Stopwatch::begin(CallChecks& calls) {
  if (object_.number() == 0) {
    unsigned number = 0;
    glGenQueries(1, &number);
    object_ = Object(number, delete_query);
  }
  // A failed run may have left the query running.
  if (running_) glEndQuery(GL_TIME_ELAPSED);
  glBeginQuery(GL_TIME_ELAPSED, object_.number());
  running_ = true;
  return calls.check(Call::kTime);
}

Expected<void> Stopwatch::end(CallChecks& calls) {
  glEndQuery(GL_TIME_ELAPSED);
  running_ = false;
  return calls.check(Call::kTime);
}

Expected<double> Stopwatch::seconds(CallChecks& calls) {
  GLuint64 nanoseconds = 0;
  glGetQueryObjectui64v(object_.number(), GL_QUERY_RESULT, &nanoseconds);
  if (const auto done = calls.check(Call::kTime); !done) return tl::unexpected(done.error());
  return static_cast<double>(nanoseconds) * 1e-9;
}

Expected<Fence> Fence::insert(CallChecks& calls) {
  Fence fence;
  fence.sync_ = {glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0), delete_sync};
  glFlush();
  if (const auto done = calls.check(Call::kDispatch); !done) return tl::unexpected(done.error());
  return fence;
}

Expected<void> Fence::wait(CallChecks& calls) const {
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum state = GL_TIMEOUT_EXPIRED;
  // No dispatch takes a minute; after that the device counts as hung.
  for (int i = 0; i < 60 && state == GL_TIMEOUT_EXPIRED; ++i) {
    state = glClientWaitSync(static_cast<GLsync>(sync_.get()), GL_SYNC_FLUSH_COMMANDS_BIT, kSecond);
  }
  if (auto done = calls.check(Call::kWait); !done) return done;
  if (state == GL_TIMEOUT_EXPIRED || state == GL_WAIT_FAILED) {
    return base::fail(base::ErrorKind::kUnavailable, tr("the gpu does not answer"));
  }
  return {};
}

}  // namespace normscope::gpu
