// SPDX-License-Identifier: MIT
// The functions of the C library under their own names, which the linker prefers to those of the
// library.
#include "tests/support/watched_opens.hpp"

#include <dlfcn.h>
#include <fcntl.h>

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <mutex>
#include <utility>

namespace normscope::testing {
namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): C functions have no object
std::mutex guard;
std::shared_ptr<const std::function<void(std::string_view)>> told;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void tell(const char* path) {
  const auto opened = [] {
    const std::lock_guard lock(guard);
    return told;
  }();
  if (opened) (*opened)(path);
}

// The function of the C library.
template <class Function>
Function* real(const char* name) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the C interface has no other form
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

WatchedOpens::WatchedOpens(std::function<void(std::string_view path)> opened) {
  const std::lock_guard lock(guard);
  told = std::make_shared<const std::function<void(std::string_view)>>(std::move(opened));
}

WatchedOpens::~WatchedOpens() {
  const std::lock_guard lock(guard);
  told.reset();
}

}  // namespace normscope::testing

// The C library's names and forms.
// NOLINTBEGIN(cppcoreguidelines-pro-*,readability-inconsistent-declaration-parameter-name)
extern "C" {

#define NORMSCOPE_WATCHED_OPEN(name)                                               \
  int name(const char* path, int flags, ...) {                                     \
    mode_t mode = 0;                                                               \
    if ((flags & (O_CREAT | O_TMPFILE)) != 0) {                                    \
      va_list rest;                                                                \
      va_start(rest, flags);                                                       \
      mode = va_arg(rest, mode_t);                                                 \
      va_end(rest);                                                                \
    }                                                                              \
    normscope::testing::tell(path);                                                \
    const auto open = normscope::testing::real<int(const char*, int, ...)>(#name); \
    return open(path, flags, mode);                                                \
  }
NORMSCOPE_WATCHED_OPEN(open)
NORMSCOPE_WATCHED_OPEN(open64)

#define NORMSCOPE_WATCHED_FOPEN(name)                                                         \
  std::FILE* name(const char* path, const char* mode) {                                       \
    normscope::testing::tell(path);                                                           \
    return normscope::testing::real<std::FILE*(const char*, const char*)>(#name)(path, mode); \
  }
NORMSCOPE_WATCHED_FOPEN(fopen)
NORMSCOPE_WATCHED_FOPEN(fopen64)

}  // extern "C"
// NOLINTEND(cppcoreguidelines-pro-*,readability-inconsistent-declaration-parameter-name)
