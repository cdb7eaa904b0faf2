// SPDX-License-Identifier: MIT
#include "app/open_save/readable_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>

#include "app/open_save/user_folders.hpp"
#include "core/io/posix.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

namespace fs = std::filesystem;

namespace {

// Theirs is all that lies below. What is mounted is no reason: a stick and a container's folder of
// work are, too, and the number of files says how much it is.
constexpr std::array<std::string_view, 14> kOfTheSystem = {
    "/bin",  "/boot", "/dev", "/etc",  "/lib", "/lib32", "/lib64",
    "/proc", "/root", "/run", "/sbin", "/sys", "/usr",   "/var"};
// Below these are folders of people.
constexpr std::array<std::string_view, 4> kNotOfTheSystem = {"/run/media", "/var/tmp", "/var/home",
                                                             "/usr/home"};
// These themselves hold what is not one person's, or not one purpose's.
constexpr std::array<std::string_view, 10> kShared = {
    "/home", "/media",   "/mnt",      "/opt",      "/srv",
    "/tmp",  "/var/tmp", "/var/home", "/usr/home", "/run/media"};

template <class Folders>
bool is_in_any(const fs::path& path, const Folders& folders) {
  return std::ranges::any_of(folders, [&](std::string_view each) { return is_in(path, each); });
}

// What a folder is, where cells are not to read it; empty for any other.
std::string_view what_it_is(const fs::path& folder) {
  if (folder == folder.root_path()) return tr("the root of all files");
  std::error_code failed;
  auto home = home_folder();
  if (home) *home = fs::canonical(*home, failed);
  if (failed) home.reset();
  if (home && folder == *home) return tr("your home folder");
  if (home && is_in(*home, folder)) return tr("a folder that holds your home folder");
  if (home && *home != home->root_path() && is_in(folder, *home)) return "";
  if (std::ranges::find(kShared, folder.native()) != kShared.end()) {
    return tr("a folder in which everybody has files");
  }
  if (is_in_any(folder, kOfTheSystem) && !is_in_any(folder, kNotOfTheSystem)) {
    return tr("a folder of the system");
  }
  const bool of_homes = folder.parent_path() == "/home" || folder.parent_path() == "/var/home";
  return of_homes ? tr("a home folder") : "";
}

}  // namespace

bool is_in(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

base::Expected<fs::path> readable_folder(const fs::path& file) {
  std::error_code failed;
  const fs::path folder = fs::canonical(fs::absolute(file, failed).parent_path(), failed);
  if (failed) return base::fail(base::ErrorKind::kUnreadable, io::reason_of(failed.value()));
  const std::string_view what = what_it_is(folder);
  if (what.empty()) return folder;
  return base::fail(base::ErrorKind::kInvalidArgument,
                    tr("its folder is {folder}, {what}: cells are not let read all of that",
                       arg("folder", folder.string()), arg("what", what)),
                    tr("move it, with the files that it reads, into a folder of its own"));
}

std::string files_in(const fs::path& folder, const std::stop_token& stop) {
  std::size_t files = 0;
  std::size_t entries = 0;
  std::error_code failed;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                      failed);
  for (; !failed && at != fs::recursive_directory_iterator() && entries < kMostCounted &&
         !stop.stop_requested();
       at.increment(failed)) {
    ++entries;
    std::error_code unknown;
    if (at->symlink_status(unknown).type() == fs::file_type::regular) ++files;
  }
  const bool more = failed || at != fs::recursive_directory_iterator();
  const auto count = static_cast<std::int64_t>(files);
  const std::string digits = text::grouped_digits(count);
  return more ? tr("more than {n} files", arg("n", digits))
              : tr_n("{n} file", "{n} files", count, arg("n", digits));
}

}  // namespace normscope::open_save
