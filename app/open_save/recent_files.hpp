// SPDX-License-Identifier: MIT
// The files opened and saved last, in a file of the state directory. It is checked when it is read:
// a list that cannot be understood counts as empty, and the next file replaces it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::open_save {

struct RecentFile {
  std::filesystem::path path{};  // absolute
  std::int64_t used = 0;         // seconds since 1970
  bool operator==(const RecentFile&) const = default;
};

inline constexpr std::size_t kMostRecent = 10;

/// recent.json below the state directory; none without a home directory.
std::optional<std::filesystem::path> recent_path();

std::string to_json(const std::vector<RecentFile>& files);
/// errors  Malformed: not JSON, an unknown key, a wrong type, a path that is relative or occurs
///         twice, more than kMostRecent files
base::Expected<std::vector<RecentFile>> recent_from_json(std::string_view text);

class RecentFiles {
 public:
  /// Reads the file. Without a path the list lasts until the program ends.
  explicit RecentFiles(std::optional<std::filesystem::path> path);

  /// Newest first.
  const std::vector<RecentFile>& files() const { return files_; }
  /// The folders of these files, newest first, each once.
  std::vector<std::filesystem::path> folders() const;

  /// Puts a file in front. Reads the list first, which another window may have changed.
  /// errors  as io::write_file
  base::Expected<void> add(const std::filesystem::path& file, std::int64_t now);
  /// Empties the list.
  /// errors  as io::write_file
  base::Expected<void> clear();

 private:
  void read();
  // errors  as io::write_file
  base::Expected<void> write() const;

  std::optional<std::filesystem::path> path_;
  std::vector<RecentFile> files_{};
};

}  // namespace normscope::open_save
