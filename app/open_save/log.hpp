// SPDX-License-Identifier: MIT
// The log of the window for reports of faults: what was started, opened and saved, by name, and
// what went wrong. It never holds what documents hold, and never grows beyond two bounded files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace normscope::open_save {

/// log.txt below the state directory; none without a home directory.
std::optional<std::filesystem::path> log_path();

class Log {
 public:
  /// Bytes from which a log is put aside as log.1.txt, in place of the one before.
  static constexpr std::uintmax_t kMostBytes = 256 << 10;

  /// Without a path nothing is written.
  explicit Log(std::optional<std::filesystem::path> path);

  const std::optional<std::filesystem::path>& path() const { return path_; }

  /// Adds a line with the time. A log that cannot be written stops no work: nothing happens then.
  void note(std::string_view line);

 private:
  std::optional<std::filesystem::path> path_;
};

}  // namespace normscope::open_save
