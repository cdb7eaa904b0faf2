// SPDX-License-Identifier: MIT
#include "app/open_save/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/document/session/node.hpp"
#include "app/lessons/progress.hpp"
#include "app/open_save/user_folders.hpp"
#include "core/text/translate.hpp"

namespace normscope::open_save {

using document::SessionNode;

namespace fs = std::filesystem;

namespace {

constexpr const char* kLockExtension = ".lock";

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// Whether the path still leads to the open file: its holder may have removed it before it was
// locked here.
bool is_at(const fs::path& path, int descriptor) {
  struct stat opened {};
  struct stat named {};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// Says in the file who holds it. Without room on the disk the lock still counts.
void write_holder(int descriptor) {
  const auto since = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
  const nlohmann::json holder = {
      {"process", getpid()}, {"host", host_name()}, {"since", since.count()}};
  const std::string text =
      holder.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (ftruncate(descriptor, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), 0);
  }
}

std::optional<LockHolder> read_holder(int descriptor) {
  std::array<char, 1024> bytes{};
  const ssize_t count = ::pread(descriptor, bytes.data(), bytes.size(), 0);
  if (count <= 0) return std::nullopt;
  const auto json =
      document::parse_json(std::string_view(bytes.data(), static_cast<std::size_t>(count)));
  if (!json) return std::nullopt;
  SessionNode::Fault fault;
  const SessionNode root(*json, "", fault);
  LockHolder holder{root.at("process").whole(), root.at("host").text(), root.at("since").whole()};
  return fault ? std::nullopt : std::optional(std::move(holder));
}

}  // namespace

Expected<FileLock> FileLock::take(const fs::path& file) {
  make_private_folder(file.parent_path());
  // More than the times that others can lock and remove the file meanwhile.
  constexpr int kMostTries = 100;
  for (int tried = 0; tried < kMostTries; ++tried) {
    io::Descriptor descriptor = io::open_file(file, O_RDWR | O_CREAT);
    if (!descriptor.open()) return fail(ErrorKind::kUnwritable, io::reason_of(errno));
    if (::flock(descriptor.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      const bool taken = errno == EWOULDBLOCK;
      return fail(taken ? ErrorKind::kUnavailable : ErrorKind::kUnwritable,
                  taken ? tr("another process holds its lock") : io::reason_of(errno));
    }
    if (!is_at(file, descriptor.number())) continue;
    ::fchmod(descriptor.number(), S_IRUSR | S_IWUSR);
    write_holder(descriptor.number());
    FileLock lock;
    lock.file_ = file;
    lock.descriptor_ = std::move(descriptor);
    return lock;
  }
  return fail(ErrorKind::kUnavailable, tr("another process holds its lock"));
}

FileLock::FileLock(FileLock&& other) noexcept
    : file_(std::exchange(other.file_, {})), descriptor_(std::move(other.descriptor_)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

// The file goes before the lock is freed, so that nobody's new lock is removed.
FileLock::~FileLock() {
  if (held()) ::unlink(file_.c_str());
}

std::optional<LockHolder> holder_of(const fs::path& file) {
  const io::Descriptor descriptor = io::open_file(file, O_RDONLY);
  return descriptor.open() ? read_holder(descriptor.number()) : std::nullopt;
}

fs::path lock_file_for(const fs::path& folder, const fs::path& file) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(file, failed);
  const auto hash = lessons::text_hash(failed ? file.native() : whole.native());
  return folder / fmt::format("{:016x}{}", hash, kLockExtension);
}

void remove_free_locks(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code none;
    if (at->path().extension() != kLockExtension || !at->is_regular_file(none)) continue;
    (void)FileLock::take(at->path());  // and frees it again, which removes the file
  }
}

}  // namespace normscope::open_save
