// SPDX-License-Identifier: MIT
// What a person has said yes to on this computer, as SHA-256 digests in a file of the state folder:
// whose cells may run, which files a session may read, each with a word where more than yes was
// said: by which Python cells run. It tells nothing of what the digests are of.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson.hpp"

namespace normscope::open_save {

inline constexpr std::size_t kMostDigests = 2000;
/// Most bytes of a word.
inline constexpr std::size_t kMostWordBytes = 4096;

/// The digest of a lesson's, notebook's or script's cells, in their order. Its text is not in it:
/// only cells run.
std::string cells_digest(const lessons::Lesson& lesson);
/// One for the exercises of all lessons.
std::string exercises_digest();
/// The digest of an absolute path.
std::string path_digest(const std::filesystem::path& path);

class DigestList {
 public:
  /// Without a file the list lasts until the program ends, as it does where the file cannot be
  /// written. A file that cannot be understood counts as empty.
  explicit DigestList(std::optional<std::filesystem::path> file);

  bool has(const std::string& digest) const { return known_.contains(digest); }
  /// The word that was added with it; empty: none.
  std::string word_of(const std::string& digest) const;
  /// Reads the file first, which another window may have changed; the oldest of more than
  /// kMostDigests are forgotten. A word of more than kMostWordBytes or of several lines is not
  /// written.
  void add(const std::string& digest, const std::string& word = {});
  /// The same for this program alone.
  void add_here(const std::string& digest) { known_.emplace(digest, ""); }

 private:
  using Entry = std::pair<std::string, std::string>;
  std::vector<Entry> read() const;

  std::optional<std::filesystem::path> file_;
  std::map<std::string, std::string> known_{};
};

}  // namespace normscope::open_save
