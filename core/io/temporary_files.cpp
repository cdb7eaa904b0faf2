// SPDX-License-Identifier: MIT
#include "core/io/temporary_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/text/numbers.hpp"

namespace normscope::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTemporaryStart = ".normscope-";
constexpr std::string_view kTemporaryEnd = ".tmp";

// The process that a temporary file's name tells; nothing for a name of another form.
std::optional<pid_t> process_in(std::string_view name) {
  if (!name.starts_with(kTemporaryStart) || !name.ends_with(kTemporaryEnd)) return std::nullopt;
  name.remove_prefix(kTemporaryStart.size());
  name.remove_suffix(kTemporaryEnd.size());
  const std::size_t dash = name.find('-');
  if (dash == std::string_view::npos || !text::parse_int(name.substr(dash + 1))) {
    return std::nullopt;
  }
  const auto process = text::parse_int(name.substr(0, dash));
  if (!process || *process <= 0 || *process > std::numeric_limits<pid_t>::max()) {
    return std::nullopt;
  }
  return static_cast<pid_t>(*process);
}

bool is_stale(const fs::path& path) {
  const auto process = process_in(path.filename().native());
  if (!process || ::kill(*process, 0) == 0 || errno != ESRCH) return false;
  struct stat about {};
  if (lstat(path.c_str(), &about) != 0) return false;
  const auto age =
      std::chrono::system_clock::now() - std::chrono::system_clock::from_time_t(about.st_mtime);
  return S_ISREG(about.st_mode) && about.st_uid == geteuid() && age > kStaleAfter;
}

}  // namespace

fs::path temporary_beside(const fs::path& target, int count) {
  return target.parent_path() /
         fmt::format("{}{}-{}{}", kTemporaryStart, getpid(), count, kTemporaryEnd);
}

void remove_stale_temporaries(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (is_stale(at->path())) ::unlink(at->path().c_str());
  }
}

}  // namespace normscope::io
