// SPDX-License-Identifier: MIT
#include "tests/hands/enclosure.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string_view>

#include "core/io/posix.hpp"

namespace normscope::hands {
namespace {

// The rights of version 1 but for reading, listing and running.
constexpr std::uint64_t kChanges =
    ((std::uint64_t{1} << 13) - 1) &
    ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                   LANDLOCK_ACCESS_FS_READ_DIR};
// Written as numbers, for the headers of Debian 12 lack them.
constexpr std::uint64_t kBetweenFolders = std::uint64_t{1} << 13;  // version 2
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;        // version 3

base::Expected<void> refused(std::string_view what) {
  return base::fail(base::ErrorKind::kUnavailable,
                    fmt::format("{}: {}", what, io::reason_of(errno)));
}

// NOLINTBEGIN(*-vararg): system calls
bool allow(int ruleset, const std::filesystem::path& path, std::uint64_t rights) {
  const io::Descriptor opened(open(path.c_str(), O_PATH | O_CLOEXEC));
  const landlock_path_beneath_attr rule{rights, opened.number()};
  return opened.open() &&
         syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

}  // namespace

base::Expected<void> write_only_in(const std::filesystem::path& folder) {
  const auto version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return refused("this system has no Landlock");
  std::uint64_t rights = kChanges;
  if (version >= 2) rights |= kBetweenFolders;
  if (version >= 3) rights |= kTruncate;
  landlock_ruleset_attr handled{};  // newer headers know more members
  handled.handled_access_fs = rights;
  const io::Descriptor ruleset(static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled.handled_access_fs), 0)));
  if (!ruleset.open()) return refused("Landlock took no rules");
  const std::uint64_t to_nowhere = rights & (LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate);
  if (!allow(ruleset.number(), folder, rights) ||
      !allow(ruleset.number(), "/dev/null", to_nowhere)) {
    return refused("Landlock did not take a path");
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_landlock_restrict_self, ruleset.number(), 0) != 0) {
    return refused("Landlock could not be set");
  }
  return {};
}

// NOLINTEND(*-vararg)

}  // namespace normscope::hands
