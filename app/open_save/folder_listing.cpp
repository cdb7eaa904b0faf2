// SPDX-License-Identifier: MIT
#include "app/open_save/folder_listing.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <system_error>
#include <utility>

#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

namespace fs = std::filesystem;

namespace {

char lower_at(std::string_view text, std::size_t at) {
  return text::to_lowercase(text[at]);
}

// By letters without regard to their case; names that differ in it alone by their bytes.
bool comes_before(const FolderEntry& a, const FolderEntry& b) {
  if (a.is_folder != b.is_folder) return a.is_folder;
  const std::size_t both = std::min(a.name.size(), b.name.size());
  for (std::size_t i = 0; i < both; ++i) {
    const auto x = static_cast<unsigned char>(lower_at(a.name, i));
    const auto y = static_cast<unsigned char>(lower_at(b.name, i));
    if (x != y) return x < y;
  }
  return a.name.size() != b.name.size() ? a.name.size() < b.name.size() : a.name < b.name;
}

// Folders have no size.
bool comes_before_by(const FolderEntry& a, const FolderEntry& b, const ListingOrder& order) {
  if (a.is_folder != b.is_folder) return a.is_folder;
  const FolderEntry& first = order.reversed ? b : a;
  const FolderEntry& second = order.reversed ? a : b;
  switch (order.by) {
    case SortBy::kName:
      return comes_before(first, second);
    case SortBy::kTime:
      return first.changed > second.changed;
    case SortBy::kSize:
      return first.bytes > second.bytes;
  }
  return false;
}

std::string in_lowercase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), text::to_lowercase);
  return lower;
}

bool is_shown(const FolderEntry& entry, const ListingView& view) {
  const bool hidden = entry.name.starts_with('.');
  if (hidden && !view.hidden && !view.part.starts_with('.')) return false;
  return entry.is_folder || passes(view.filter, entry.name);
}

base::Error folder_error(const std::error_code& failed) {
  if (failed == std::errc::no_such_file_or_directory) {
    return {base::ErrorKind::kNotFound, tr("there is no such folder")};
  }
  if (failed == std::errc::permission_denied) {
    return {base::ErrorKind::kUnreadable, tr("you have no permission to read this folder")};
  }
  if (failed == std::errc::not_a_directory) {
    return {base::ErrorKind::kUnreadable, tr("this is not a folder")};
  }
  return {base::ErrorKind::kUnreadable,
          tr("this folder cannot be read: {reason}", arg("reason", failed.message()))};
}

// One entry; nothing for what cannot be opened by a name.
std::optional<FolderEntry> read_entry(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  FolderEntry entry{.name = path.filename().string(), .is_folder = S_ISDIR(status.st_mode)};
  if (!entry.is_folder && !S_ISREG(status.st_mode)) return std::nullopt;
  if (!entry.is_folder) entry.bytes = static_cast<std::uint64_t>(status.st_size);
  entry.changed = static_cast<std::int64_t>(status.st_mtime);
  return entry;
}

std::optional<std::tm> local_time(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (::localtime_r(&time, &parts) == nullptr) return std::nullopt;
  return parts;
}

bool same_day(const std::tm& a, const std::tm& b) {
  return a.tm_year == b.tm_year && a.tm_yday == b.tm_yday;
}

}  // namespace

base::Expected<FolderListing> list_folder(const fs::path& folder, const std::stop_token& stop) {
  std::error_code failed;
  fs::directory_iterator next(folder, failed);
  if (failed) return tl::unexpected(folder_error(failed));
  FolderListing listing{.folder = folder};
  for (; next != fs::directory_iterator(); next.increment(failed)) {
    if (stop.stop_requested()) return base::fail(base::ErrorKind::kCancelled, tr("stopped"));
    if (listing.entries.size() == kMostEntries) {
      listing.left_out = true;
      break;
    }
    if (auto entry = read_entry(next->path())) listing.entries.push_back(*std::move(entry));
    if (failed) return tl::unexpected(folder_error(failed));
  }
  if (failed) return tl::unexpected(folder_error(failed));
  std::ranges::sort(listing.entries, comes_before);
  return listing;
}

std::vector<std::size_t> shown_entries(const FolderListing& listing, const ListingView& view) {
  const std::string part = in_lowercase(view.part);
  std::vector<std::size_t> shown;
  std::vector<std::size_t> elsewhere;
  for (std::size_t i = 0; i < listing.entries.size(); ++i) {
    const FolderEntry& entry = listing.entries[i];
    if (!is_shown(entry, view)) continue;
    const std::size_t at = part.empty() ? 0 : in_lowercase(entry.name).find(part);
    if (at == std::string::npos) continue;
    (at == 0 ? shown : elsewhere).push_back(i);
  }
  // The listing is sorted by names.
  if (view.order != ListingOrder{}) {
    const auto before = [&](std::size_t a, std::size_t b) {
      return comes_before_by(listing.entries[a], listing.entries[b], view.order);
    };
    std::ranges::stable_sort(shown, before);
    std::ranges::stable_sort(elsewhere, before);
  }
  shown.insert(shown.end(), elsewhere.begin(), elsewhere.end());
  return shown;
}

std::string completion(const FolderListing& listing, const ListingView& view) {
  const std::string part = in_lowercase(view.part);
  std::optional<std::string> common;
  bool one_folder = false;
  for (const FolderEntry& entry : listing.entries) {
    if (!is_shown(entry, view) || !in_lowercase(entry.name).starts_with(part)) continue;
    one_folder = !common && entry.is_folder;
    if (!common) {
      common = entry.name;
      continue;
    }
    std::size_t same = 0;
    const std::size_t both = std::min(common->size(), entry.name.size());
    while (same < both && lower_at(*common, same) == lower_at(entry.name, same)) ++same;
    common->resize(same);
  }
  if (!common) return {};
  return one_folder ? *common + "/" : *common;
}

std::string date_words(std::int64_t seconds, std::int64_t now) {
  constexpr std::int64_t kDay = 86'400;
  constexpr int kFirstYear = 1900;
  const auto then = local_time(seconds);
  const auto today = local_time(now);
  const auto yesterday = local_time(now - kDay);
  if (!then || !today || !yesterday) return {};
  if (same_day(*then, *today)) return fmt::format("{:02}:{:02}", then->tm_hour, then->tm_min);
  if (same_day(*then, *yesterday)) return tr("yesterday");
  return fmt::format("{:04}-{:02}-{:02}", then->tm_year + kFirstYear, then->tm_mon + 1,
                     then->tm_mday);
}

std::int64_t seconds_now() {
  return static_cast<std::int64_t>(std::time(nullptr));
}

}  // namespace normscope::open_save
