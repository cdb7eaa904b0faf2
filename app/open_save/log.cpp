// SPDX-License-Identifier: MIT
#include "app/open_save/log.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <ios>
#include <string>
#include <system_error>
#include <utility>

#include "app/open_save/user_folders.hpp"

namespace normscope::open_save {
namespace {

// "2026-11-23T20:30:05Z", the same in every time zone.
std::string utc_now() {
  constexpr int kFirstYear = 1900;
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  if (::gmtime_r(&now, &parts) == nullptr) return "?";
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + kFirstYear,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

}  // namespace

std::optional<std::filesystem::path> log_path() {
  auto folder = user_folder(UserFolder::kState);
  if (folder) *folder /= "log.txt";
  return folder;
}

Log::Log(std::optional<std::filesystem::path> path) : path_(std::move(path)) {
  if (!path_) return;
  make_private_folder(path_->parent_path());
  // An earlier version may have made it for everybody.
  ::chmod(path_->parent_path().c_str(), S_IRWXU);
}

void Log::note(std::string_view line) {
  if (!path_) return;
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(*path_, failed);
  if (!failed && size >= kMostBytes) {
    std::filesystem::path aside = *path_;
    aside.replace_filename(path_->stem().string() + ".1" + path_->extension().string());
    std::filesystem::rename(*path_, aside, failed);
  }
  while (line.ends_with('\n')) line.remove_suffix(1);
  std::string text = fmt::format("{} {}", utc_now(), line);
  std::ranges::replace(text, '\n', ' ');
  // Whole lines are appended at once: two windows may share the log.
  std::ofstream file(*path_, std::ios::binary | std::ios::app);
  ::chmod(path_->c_str(), S_IRUSR | S_IWUSR);
  file << text + "\n" << std::flush;
}

}  // namespace normscope::open_save
