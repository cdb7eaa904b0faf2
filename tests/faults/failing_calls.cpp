// SPDX-License-Identifier: MIT
// The functions of the C library under their own names, which the linker prefers to those of the
// library.
#include "tests/faults/failing_calls.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include "tests/support/failing_memory.hpp"

namespace normscope::faults {
namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): C functions have no object
std::atomic<bool> armed = false;
std::atomic<std::size_t> count = 0;
Fault wanted;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// Whether this call is the one.
bool fails(Call call) {
  if (!armed.load(std::memory_order_acquire) || wanted.call != call) return false;
  const std::size_t number = ++count;
  return wanted.lasting ? number >= wanted.number : number == wanted.number;
}

// The function of the C library.
template <class Function>
Function* real(const char* name) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the C interface has no other form
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

template <class Result>
Result failed(Result result) {
  errno = wanted.error;
  return result;
}

template <class Function, class... Arguments>
int refuse_or(Call call, const char* name, Arguments... arguments) {
  if (fails(call)) return failed(-1);
  return real<Function>(name)(arguments...);
}

// As much as a call is allowed to do without an error.
std::size_t half(std::size_t bytes) {
  return std::max<std::size_t>(bytes / 2, 1);
}

}  // namespace

std::span<const base::Name<Call>> call_names() {
  static constexpr std::array<base::Name<Call>, 12> kNames{{
      {Call::kOpen, "open"},
      {Call::kRead, "read"},
      {Call::kWrite, "write"},
      {Call::kSync, "sync"},
      {Call::kClose, "close"},
      {Call::kTruncate, "truncate"},
      {Call::kRename, "rename"},
      {Call::kLink, "link"},
      {Call::kRemove, "remove"},
      {Call::kMakeFolder, "make a folder"},
      {Call::kMap, "map"},
      {Call::kMemory, "memory"},
  }};
  return kNames;
}

void begin_fault(const Fault& fault) {
  wanted = fault;
  count = 0;
  testing::set_allocation_fails([](std::size_t /*bytes*/) { return fails(Call::kMemory); });
  armed.store(true, std::memory_order_release);
}

bool end_fault() {
  armed = false;
  return count >= wanted.number;
}

}  // namespace normscope::faults

using normscope::faults::Call;
using normscope::faults::failed;
using normscope::faults::fails;
using normscope::faults::half;
using normscope::faults::real;
using normscope::faults::refuse_or;
using normscope::faults::wanted;

// The C library's names and forms.
// NOLINTBEGIN(cppcoreguidelines-pro-*,readability-inconsistent-declaration-parameter-name)
extern "C" {

#define NORMSCOPE_OPEN(name)                                           \
  int name(const char* path, int flags, ...) {                         \
    mode_t mode = 0;                                                   \
    if ((flags & (O_CREAT | O_TMPFILE)) != 0) {                        \
      va_list rest;                                                    \
      va_start(rest, flags);                                           \
      mode = va_arg(rest, mode_t);                                     \
      va_end(rest);                                                    \
    }                                                                  \
    if (fails(Call::kOpen)) return failed(-1);                         \
    return real<int(const char*, int, ...)>(#name)(path, flags, mode); \
  }
NORMSCOPE_OPEN(open)
NORMSCOPE_OPEN(open64)

#define NORMSCOPE_OPENAT(name)                                                      \
  int name(int folder, const char* path, int flags, ...) {                          \
    mode_t mode = 0;                                                                \
    if ((flags & (O_CREAT | O_TMPFILE)) != 0) {                                     \
      va_list rest;                                                                 \
      va_start(rest, flags);                                                        \
      mode = va_arg(rest, mode_t);                                                  \
      va_end(rest);                                                                 \
    }                                                                               \
    if (fails(Call::kOpen)) return failed(-1);                                      \
    return real<int(int, const char*, int, ...)>(#name)(folder, path, flags, mode); \
  }
NORMSCOPE_OPENAT(openat)
NORMSCOPE_OPENAT(openat64)

std::FILE* fopen(const char* path, const char* mode) {
  if (fails(Call::kOpen)) return failed<std::FILE*>(nullptr);
  return real<std::FILE*(const char*, const char*)>("fopen")(path, mode);
}
std::FILE* fopen64(const char* path, const char* mode) {
  if (fails(Call::kOpen)) return failed<std::FILE*>(nullptr);
  return real<std::FILE*(const char*, const char*)>("fopen64")(path, mode);
}

ssize_t read(int file, void* bytes, std::size_t most) {
  const auto call = real<ssize_t(int, void*, std::size_t)>("read");
  if (!fails(Call::kRead)) return call(file, bytes, most);
  return wanted.error == 0 ? call(file, bytes, half(most)) : failed<ssize_t>(-1);
}
ssize_t pread(int file, void* bytes, std::size_t most, off_t at) {
  const auto call = real<ssize_t(int, void*, std::size_t, off_t)>("pread");
  if (!fails(Call::kRead)) return call(file, bytes, most, at);
  return wanted.error == 0 ? call(file, bytes, half(most), at) : failed<ssize_t>(-1);
}
ssize_t write(int file, const void* bytes, std::size_t most) {
  const auto call = real<ssize_t(int, const void*, std::size_t)>("write");
  if (!fails(Call::kWrite)) return call(file, bytes, most);
  return wanted.error == 0 ? call(file, bytes, half(most)) : failed<ssize_t>(-1);
}
ssize_t pwrite(int file, const void* bytes, std::size_t most, off_t at) {
  const auto call = real<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
  if (!fails(Call::kWrite)) return call(file, bytes, most, at);
  return wanted.error == 0 ? call(file, bytes, half(most), at) : failed<ssize_t>(-1);
}
ssize_t writev(int file, const iovec* pieces, int number) {
  if (fails(Call::kWrite) && wanted.error != 0) return failed<ssize_t>(-1);
  return real<ssize_t(int, const iovec*, int)>("writev")(file, pieces, number);
}

int fsync(int file) {
  return refuse_or<int(int)>(Call::kSync, "fsync", file);
}
int fdatasync(int file) {
  return refuse_or<int(int)>(Call::kSync, "fdatasync", file);
}
// The file is closed all the same, as Linux does it.
int close(int file) {
  const bool refused = fails(Call::kClose);
  const int result = real<int(int)>("close")(file);
  return refused ? failed(-1) : result;
}
int ftruncate(int file, off_t bytes) {
  return refuse_or<int(int, off_t)>(Call::kTruncate, "ftruncate", file, bytes);
}
int truncate(const char* path, off_t bytes) {
  return refuse_or<int(const char*, off_t)>(Call::kTruncate, "truncate", path, bytes);
}
int rename(const char* from, const char* to) {
  return refuse_or<int(const char*, const char*)>(Call::kRename, "rename", from, to);
}
int link(const char* from, const char* to) {
  return refuse_or<int(const char*, const char*)>(Call::kLink, "link", from, to);
}
int unlink(const char* path) {
  return refuse_or<int(const char*)>(Call::kRemove, "unlink", path);
}
int unlinkat(int folder, const char* path, int flags) {
  return refuse_or<int(int, const char*, int)>(Call::kRemove, "unlinkat", folder, path, flags);
}
int remove(const char* path) {
  return refuse_or<int(const char*)>(Call::kRemove, "remove", path);
}
int mkdir(const char* path, mode_t mode) {
  return refuse_or<int(const char*, mode_t)>(Call::kMakeFolder, "mkdir", path, mode);
}
// Of files: what the allocator maps is counted as memory.
void* mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  if (file >= 0 && fails(Call::kMap)) return failed(MAP_FAILED);
  return real<void*(void*, std::size_t, int, int, int, off_t)>("mmap")(at, bytes, protection, flags,
                                                                       file, offset);
}

}  // extern "C"
// NOLINTEND(cppcoreguidelines-pro-*,readability-inconsistent-declaration-parameter-name)
