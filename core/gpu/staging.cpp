// SPDX-License-Identifier: MIT
#include "core/gpu/staging.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/text/translate.hpp"

namespace normscope::gpu {

namespace {

void delete_mapped_buffer(unsigned number) {
  glDeleteBuffers(1, &number);
}

bool has_mapped_memory() {
  return epoxy_gl_version() >= 44 || epoxy_has_gl_extension("GL_ARB_buffer_storage");
}

void copy_between(unsigned from, std::size_t at_from, unsigned to, std::size_t at_to,
                  std::size_t bytes) {
  glBindBuffer(GL_COPY_READ_BUFFER, from);
  glBindBuffer(GL_COPY_WRITE_BUFFER, to);
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(at_from),
                      static_cast<GLintptr>(at_to), static_cast<GLsizeiptr>(bytes));
}

}  // namespace

Expected<void> Staging::upload(CallChecks& calls, Buffer& to, std::size_t at,
                               std::span<const std::byte> bytes) {
  if (bytes.size() < kLeast || !has_mapped_memory()) return to.upload(calls, at, bytes);
  if (auto done = open(calls, up_, true); !done) return done;
  for (std::size_t from = 0; from < bytes.size(); from += kHalf) {
    const auto piece = bytes.subspan(from, std::min(kHalf, bytes.size() - from));
    const std::size_t start = next_ * kHalf;
    Half& half = up_.halves.at(next_);
    next_ = 1 - next_;
    if (auto done = wait(calls, half); !done) return done;
    std::memcpy(up_.mapped + start, piece.data(), piece.size());
    copy_between(up_.object.number(), start, to.number(), at + from, piece.size());
    if (auto done = calls.check(Call::kUpload); !done) return done;
    if (auto done = mark(calls, half); !done) return done;
  }
  return {};
}

Expected<void> Staging::download(CallChecks& calls, Buffer& from, std::size_t at,
                                 std::span<std::byte> bytes) {
  if (bytes.size() < kLeast || !has_mapped_memory()) return from.download(calls, at, bytes);
  if (auto done = open(calls, down_, false); !done) return done;
  const auto piece = [&](std::size_t first) {
    return bytes.subspan(first, std::min(kHalf, bytes.size() - first));
  };
  const auto start = [&](std::size_t first) -> Expected<void> {
    const std::size_t place = first / kHalf % 2;
    copy_between(from.number(), at + first, down_.object.number(), place * kHalf,
                 piece(first).size());
    return mark(calls, down_.halves.at(place));
  };
  if (auto done = start(0); !done) return done;
  for (std::size_t first = 0; first < bytes.size(); first += kHalf) {
    if (first + kHalf < bytes.size()) {
      if (auto done = start(first + kHalf); !done) return done;
    }
    const std::size_t place = first / kHalf % 2;
    if (auto done = wait(calls, down_.halves.at(place)); !done) return done;
    const auto to = piece(first);
    std::memcpy(to.data(), down_.mapped + place * kHalf, to.size());
  }
  return calls.check(Call::kDownload);
}

Expected<void> Staging::open(CallChecks& calls, Memory& memory, bool for_upload) {
  if (memory.mapped != nullptr) return {};
  constexpr auto kBytes = static_cast<GLsizeiptr>(2 * kHalf);
  const GLbitfield use = static_cast<GLbitfield>(for_upload ? GL_MAP_WRITE_BIT : GL_MAP_READ_BIT) |
                         GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  unsigned number = 0;
  glGenBuffers(1, &number);
  Object object(number, delete_mapped_buffer);
  glBindBuffer(GL_COPY_READ_BUFFER, number);
  glBufferStorage(GL_COPY_READ_BUFFER, kBytes, nullptr, use | GL_CLIENT_STORAGE_BIT);
  void* const mapped = glMapBufferRange(GL_COPY_READ_BUFFER, 0, kBytes, use);
  if (auto done = calls.check(Call::kAllocate); !done) return done;
  if (mapped == nullptr) {
    return base::fail(base::ErrorKind::kUnavailable, tr("the gpu maps no memory for transfers"));
  }
  memory.object = std::move(object);
  memory.mapped = static_cast<std::byte*>(mapped);
  return {};
}

Expected<void> Staging::wait(CallChecks& calls, Half& half) {
  if (!half.copying) return {};
  half.copying = false;
  return half.fence.wait(calls);
}

Expected<void> Staging::mark(CallChecks& calls, Half& half) {
  auto fence = Fence::insert(calls);
  if (!fence) return tl::unexpected(fence.error());
  half.fence = *std::move(fence);
  half.copying = true;
  return {};
}

void Staging::free() {
  up_ = Memory();
  down_ = Memory();
}

void Staging::forget() {
  for (Memory* const memory : {&up_, &down_}) {
    memory->object.forget();
    memory->mapped = nullptr;
    for (Half& half : memory->halves) {
      half.fence.forget();
      half.copying = false;
    }
  }
}

}  // namespace normscope::gpu
