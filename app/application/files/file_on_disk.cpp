// SPDX-License-Identifier: MIT
#include "app/application/files/file_on_disk.hpp"

#include <string>
#include <system_error>
#include <utility>

#include "app/application/time_words.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace fs = std::filesystem;

using open_save::FileLock;

namespace {

std::string open_elsewhere(const fs::path& session, const fs::path& lock_file) {
  const std::string name = session.filename().string();
  const auto holder = open_save::holder_of(lock_file);
  if (!holder) return tr("{file} is open in another window of Normscope", arg("file", name));
  return tr("{file} is open in another window of Normscope (process {process} of {host}, {when})",
            arg("file", name), arg("process", holder->process), arg("host", holder->host),
            arg("when", time_words(holder->since, seconds_now())));
}

}  // namespace

Expected<void> FileOnDisk::lock(const fs::path& session) {
  if (!locks_) return {};
  fs::path lock_file = open_save::lock_file_for(*locks_, session);
  if (lock_.held() && lock_file == lock_file_) return {};
  auto taken = FileLock::take(lock_file);
  if (!taken && taken.error().kind == base::ErrorKind::kUnavailable) {
    return base::fail(base::ErrorKind::kUnavailable, open_elsewhere(session, lock_file));
  }
  lock_ = taken ? *std::move(taken) : FileLock();
  lock_file_ = std::move(lock_file);
  return {};
}

void FileOnDisk::watch(const fs::path& file, std::optional<open_save::FileStamp> stamp) {
  std::error_code failed;
  file_ = fs::absolute(file, failed);
  stamp_ = stamp;
  changed_ = false;
  (void)watch_.take_changed();
  watch_.watch({.known = {{file_, stamp_}}});
}

void FileOnDisk::forget() {
  lock_ = FileLock();
  lock_file_.clear();
  if (!file_.empty()) watch_.watch({});
  file_.clear();
  stamp_.reset();
  changed_ = false;
}

bool FileOnDisk::is_changed(const fs::path& file) const {
  std::error_code failed;
  if (file_.empty() || !fs::equivalent(file, file_, failed)) return false;
  return open_save::stamp_of(file_) != stamp_;
}

FileOnDisk::Change FileOnDisk::take_change() {
  if (!watch_.take_changed() || file_.empty()) return Change::kNone;
  const auto now = open_save::stamp_of(file_);
  if (now == stamp_) return Change::kNone;
  changed_ = now.has_value();
  if (changed_) return Change::kChanged;
  // Gone is told once. Whatever comes in its place is another change.
  watch(file_, std::nullopt);
  return Change::kGone;
}

void FileOnDisk::accept_as_it_is() {
  if (!file_.empty()) watch(file_, open_save::stamp_of(file_));
}

}  // namespace normscope::application
