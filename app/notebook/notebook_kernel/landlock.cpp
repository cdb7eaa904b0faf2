// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/landlock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "core/io/posix.hpp"

namespace normscope::notebook::kernel {
namespace {

// Rights by the version that brought them. Those after version 1 are written as numbers: the
// headers of Debian 12 lack some of them.
constexpr std::uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr std::uint64_t kOfFiles =
    kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t kReadFolder = LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;
constexpr std::array<std::uint64_t, 5> kFileRights{{
    (std::uint64_t{1} << 13) - 1,  // 1: execute, write, read, list, remove, make of every kind
    std::uint64_t{1} << 13,        // 2: rename and link from one folder into another
    kTruncate,                     // 3
    0,                             // 4: ports, below
    std::uint64_t{1} << 15,        // 5: ioctl on devices
}};
constexpr std::uint64_t kWork = kReadFile | kReadFolder | kTruncate |
                                LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                LANDLOCK_ACCESS_FS_MAKE_DIR;

// The attributes of a ruleset as version 6 has them; an older system is told of fewer bytes.
struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t ports = 0;   // version 4: bind and connect of TCP
  std::uint64_t scoped = 0;  // version 6: abstract sockets and signals to others
};

std::size_t ruleset_bytes(int version) {
  return version < 4 ? 8 : version < 6 ? 16 : 24;
}

Ruleset everything_handled(int version) {
  Ruleset rules;
  const auto known = std::min<std::size_t>(static_cast<std::size_t>(version), kFileRights.size());
  for (std::size_t i = 0; i < known; ++i) rules.files |= kFileRights[i];
  if (version >= 4) rules.ports = 3;
  if (version >= 6) rules.scoped = 3;
  return rules;
}

base::Expected<int> no_landlock(const std::string& what) {
  return base::fail(base::ErrorKind::kUnavailable,
                    fmt::format("{}: {}", what, io::reason_of(errno)));
}

bool allow(int ruleset, const std::filesystem::path& path, std::uint64_t rights) {
  const io::Descriptor opened(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!opened.open()) return errno == ENOENT || errno == ENOTDIR;
  struct stat about {};
  if (fstat(opened.number(), &about) != 0) return false;
  if (!S_ISDIR(about.st_mode)) rights &= kOfFiles;
  const landlock_path_beneath_attr rule{rights, opened.number()};
  return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

}  // namespace

base::Expected<int> guard_files(const std::filesystem::path& folder,
                                const std::vector<std::filesystem::path>& readable,
                                const std::vector<std::filesystem::path>& executable) {
  const auto version = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
  if (version < 1) return no_landlock("this system has no Landlock");
  const Ruleset rules = everything_handled(version);
  const io::Descriptor ruleset(
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, ruleset_bytes(version), 0)));
  if (!ruleset.open()) return no_landlock("Landlock took no rules");
  if (!allow(ruleset.number(), folder, kWork & rules.files)) {
    return no_landlock("Landlock did not take the private folder");
  }
  // Programs write there what nobody is to read.
  if (!allow(ruleset.number(), "/dev/null", kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE)) {
    return no_landlock("Landlock did not take /dev/null");
  }
  for (const std::filesystem::path& path : readable) {
    if (!allow(ruleset.number(), path, kReadFile | kReadFolder)) {
      return no_landlock("Landlock did not take " + path.string());
    }
  }
  for (const std::filesystem::path& path : executable) {
    if (!allow(ruleset.number(), path, kReadFile | LANDLOCK_ACCESS_FS_EXECUTE)) {
      return no_landlock("Landlock did not take " + path.string());
    }
  }
  if (syscall(SYS_landlock_restrict_self, ruleset.number(), 0) != 0) {
    return no_landlock("Landlock could not be set");
  }
  return version;
}

}  // namespace normscope::notebook::kernel
