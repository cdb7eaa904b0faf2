// SPDX-License-Identifier: MIT
#include "core/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "core/io/temporary_files.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace fs = std::filesystem;

namespace {

tl::unexpected<base::Error> write_failure(int error_number) {
  return fail(ErrorKind::kUnwritable,
              tr("it cannot be written: {reason}", arg("reason", reason_of(error_number))));
}

// More temporary files than a killed process with the same id would have left behind.
constexpr int kMostAttempts = 1000;

// Calls make(name) with new names until one does not exist yet. Returns 0, or the errno of any
// failure but EEXIST.
template <class Make>
int with_fresh_name(const fs::path& target, const Make& make) {
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    if (make(temporary_beside(target, attempt))) return 0;
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

// Whether an errno of fsync means that the file system cannot sync at all.
bool sync_unsupported(int error_number) {
  return error_number == EINVAL || error_number == ENOSYS || error_number == ENOTSUP;
}

// Syncs again where a signal came between.
int sync_file(int number) {
  int result = 0;
  do {
    result = fsync(number);
  } while (result != 0 && errno == EINTR);
  return result;
}

// Syncs a folder, so that a renamed file keeps its new name when the power fails. Returns an errno,
// or 0 also where the folder may not be read and where its file system cannot sync folders.
int sync_folder(const fs::path& folder) {
  const Descriptor opened = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (!opened.open() || sync_file(opened.number()) == 0 || sync_unsupported(errno)) return 0;
  return errno;
}

// Bytes of one call. Of 4 MiB at once Linux 6.18 made ext4's pages two to four times as slowly as
// of up to 1 MiB (tests/bench/README.md).
constexpr std::size_t kCallBytes = std::size_t{1} << 18;

// Calls put(piece, bytes before it), which says how many bytes it wrote, until all are written.
template <class Put>
Expected<void> write_pieces(std::string_view bytes, const Put& put) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = put(bytes.substr(done, kCallBytes), done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return write_failure(errno);
    done += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace

void turn_write_signals_into_errors() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

TemporaryName::~TemporaryName() {
  // A destructor cannot return an error: a failure leaves the file behind.
  if (!path_.empty()) ::unlink(path_.c_str());
}

Expected<AtomicFile> AtomicFile::create(const fs::path& path) {
  if (path.empty()) return fail(ErrorKind::kInvalidArgument, tr("the file name is empty"));
  const auto followed = follow_links(path);
  if (!followed) return write_failure(ELOOP);
  AtomicFile result;
  result.target_ = *followed;
  if (const auto named = named_descriptor(result.target_)) {
    result.file_ = duplicate(*named);
    if (!result.file_.open()) return write_failure(errno);
    result.target_ = fmt::format("/proc/self/fd/{}", *named);  // the same for all its aliases
    result.direct_ = true;
    return result;
  }
  struct stat about {};
  result.existed_ = stat(result.target_.c_str(), &about) == 0;
  if (!result.existed_ && errno != ENOENT) return write_failure(errno);
  if (result.existed_ && S_ISDIR(about.st_mode)) return write_failure(EISDIR);
  if (!result.target_.has_filename()) return write_failure(EISDIR);
  std::error_code none;
  const fs::path named_folder = result.target_.parent_path();
  const fs::path folder = fs::canonical(named_folder.empty() ? "." : named_folder, none);
  if (none) return write_failure(none.value());
  result.target_ = folder / result.target_.filename();
  if (result.existed_ && !S_ISREG(about.st_mode)) {
    result.file_ = open_file(result.target_, O_WRONLY);
    if (!result.file_.open()) return write_failure(errno);
    result.direct_ = true;
    return result;
  }
  // A rename would replace a write-protected file without an error.
  if (result.existed_ && faccessat(AT_FDCWD, result.target_.c_str(), W_OK, AT_EACCESS) != 0) {
    return write_failure(errno);
  }
  remove_stale_temporaries(folder);
  const int failed = with_fresh_name(result.target_, [&](const fs::path& name) {
    result.file_ = open_file(name, O_WRONLY | O_CREAT | O_EXCL);
    if (result.file_.open()) result.temporary_ = TemporaryName(name);
    return result.file_.open();
  });
  if (failed != 0) return write_failure(failed);
  constexpr mode_t kPermissionBits = 07777;
  if (result.existed_ && fchmod(result.file_.number(), about.st_mode & kPermissionBits) != 0) {
    return write_failure(errno);
  }
  return result;
}

Expected<void> AtomicFile::write(std::string_view bytes) {
  return write_pieces(bytes, [this](std::string_view piece, std::size_t) {
    return ::write(file_.number(), piece.data(), piece.size());
  });
}

Expected<void> AtomicFile::write_at(std::uint64_t offset, std::string_view bytes) {
  return write_pieces(bytes, [this, offset](std::string_view piece, std::size_t done) {
    return ::pwrite(file_.number(), piece.data(), piece.size(), static_cast<off_t>(offset + done));
  });
}

Expected<void> AtomicFile::finish() {
  if (!direct() && sync_file(file_.number()) != 0 && !sync_unsupported(errno)) {
    return write_failure(errno);
  }
  if (const int failed = file_.close(); failed != 0) return write_failure(failed);
  return {};
}

Expected<void> AtomicFile::publish(bool keep_old) {
  if (direct()) return {};
  if (existed_ && keep_old) {
    // On a file system without hard links, undo_publish cannot restore the old file.
    with_fresh_name(target_, [&](const fs::path& name) {
      const bool linked = ::link(target_.c_str(), name.c_str()) == 0;
      if (linked) old_ = TemporaryName(name);
      return linked;
    });
  }
  if (std::rename(temporary_.path().c_str(), target_.c_str()) != 0) return write_failure(errno);
  temporary_.release();
  if (const int failed = sync_folder(target_.parent_path()); failed != 0) {
    return write_failure(failed);
  }
  return {};
}

void AtomicFile::undo_publish() {
  if (direct()) return;
  if (!old_.path().empty()) {
    if (std::rename(old_.path().c_str(), target_.c_str()) == 0) old_.release();
  } else if (!existed_) {
    ::unlink(target_.c_str());
  }
}

}  // namespace normscope::io
