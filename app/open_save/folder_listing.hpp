// SPDX-License-Identifier: MIT
// What a folder holds, as the file browser shows it: read once, then filtered, sorted and completed
// in memory. Reading a folder may take long on a slow disk and belongs on a background thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/open_save/file_filter.hpp"
#include "core/base/error.hpp"

namespace normscope::open_save {

struct FolderEntry {
  std::string name{};
  bool is_folder = false;
  std::uint64_t bytes = 0;   // of a file
  std::int64_t changed = 0;  // seconds since 1970
  bool operator==(const FolderEntry&) const = default;
};

/// The entries that a folder may have, and more are left out: a window of names helps nobody then.
inline constexpr std::size_t kMostEntries = 200'000;

struct FolderListing {
  std::filesystem::path folder{};
  std::vector<FolderEntry> entries{};  // folders first, then by name
  bool left_out = false;               // the folder has more than kMostEntries
};

/// The folder's entries. Links count as what they lead to; what leads nowhere and what is neither a
/// file nor a folder is left out.
/// errors  NotFound: no such folder; Unreadable: no permission, not a folder; Cancelled
base::Expected<FolderListing> list_folder(const std::filesystem::path& folder,
                                          const std::stop_token& stop = {});

/// What a list is sorted by. Names rise from a, times begin with the newest and sizes with the
/// largest, unless reversed; folders come first all the same.
enum class SortBy { kName, kTime, kSize };
struct ListingOrder {
  SortBy by = SortBy::kName;
  bool reversed = false;
  bool operator==(const ListingOrder&) const = default;
};

struct ListingView {
  FileFilter filter{};
  bool hidden = false;         // also names that begin with a dot
  std::string_view part = {};  // that the name holds, in upper or lower case
  ListingOrder order = {};
};
/// The entries to show, as indices: all folders and the files that pass, names that begin with the
/// part before those that hold it elsewhere, each in the order of the view.
std::vector<std::size_t> shown_entries(const FolderListing& listing, const ListingView& view);

/// The longest text that all shown names which begin with `part` begin with; a folder that is the
/// only one ends with "/". Empty where no name begins so.
std::string completion(const FolderListing& listing, const ListingView& view);

/// "14:05" of today, "yesterday", else "2026-11-20".
std::string date_words(std::int64_t seconds, std::int64_t now);

/// Seconds since 1970.
std::int64_t seconds_now();

}  // namespace normscope::open_save
