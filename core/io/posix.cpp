// SPDX-License-Identifier: MIT
#include "core/io/posix.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace fs = std::filesystem;

Descriptor::~Descriptor() {
  close();
}

int Descriptor::close() {
  if (number_ < 0) return 0;
  // Linux closes the descriptor even when close reports EINTR.
  const bool failed = ::close(std::exchange(number_, -1)) != 0 && errno != EINTR;
  return failed ? errno : 0;
}

Descriptor open_file(const fs::path& path, int flags) {
  constexpr mode_t kPermissionsBeforeMask = 0666;
  int number = -1;
  do {
    // The C interface has no other form.  NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg)
    number = ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, kPermissionsBeforeMask);
  } while (number < 0 && errno == EINTR);  // opening a pipe blocks, and a signal may interrupt it
  return Descriptor(number);
}

Descriptor duplicate(int number) {
  // The C interface has no other form.  NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg)
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 0));
}

std::string reason_of(int error_number) {
  static constexpr std::array<std::pair<int, std::string_view>, 14> kReasons{{
      {EACCES, tr_later("permission denied")},
      {EPERM, tr_later("permission denied")},
      {ENOENT, tr_later("its folder does not exist")},
      {ENOTDIR, tr_later("a part of its path is not a folder")},
      {EISDIR, tr_later("it is a folder")},
      {ELOOP, tr_later("its symbolic links lead in a circle")},
      {ENAMETOOLONG, tr_later("its name is too long")},
      {ENOSPC, tr_later("the disk is full")},
      {EDQUOT, tr_later("the disk quota is used up")},
      {EFBIG, tr_later("the file would exceed the largest size allowed")},
      {EROFS, tr_later("the file system is read-only")},
      {ENXIO,
       tr_later("it is a socket or a pipe that nobody serves, or a device that is not there")},
      {EPIPE, tr_later("the reader at the other end has gone")},
      {EIO, tr_later("the device reports an input or output error")},
  }};
  for (const auto& [number, reason] : kReasons) {
    if (number == error_number) return tr(reason);
  }
  // Unlike strerror, strerrordesc_np does not translate into the language of the locale.
  const char* const text = strerrordesc_np(error_number);
  return text != nullptr ? text : tr("unknown system error");
}

std::optional<fs::path> follow_links(fs::path path) {
  // The limit of Linux itself.
  for (int links = 0; links < 40; ++links) {
    if (named_descriptor(path)) return path;
    std::error_code none;
    const fs::path next = fs::read_symlink(path, none);
    if (none) return path;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return std::nullopt;
}

std::optional<int> named_descriptor(const fs::path& path) {
  const auto number = text::parse_int(path.filename().native());
  if (!number || *number < 0) return std::nullopt;
  std::error_code none;
  const fs::path folder = fs::canonical(path.parent_path(), none);
  if (none || folder != fs::canonical("/proc/self/fd", none) || none) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace normscope::io
