// SPDX-License-Identifier: MIT
#include "core/io/read_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include "core/base/memory.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

// The capacity of a pipe on Linux, and little memory for a stream of three numbers.
constexpr std::size_t kStreamPiece = std::size_t{1} << 16;

tl::unexpected<base::Error> read_failure(int error_number) {
  if (error_number == ENOENT) return fail(ErrorKind::kNotFound, tr("there is no such file"));
  return fail(ErrorKind::kUnreadable,
              tr("it cannot be read: {reason}", arg("reason", reason_of(error_number))));
}

constexpr std::string_view kFolder = tr_later("it is a folder, expected a file");
constexpr std::string_view kDevice = tr_later("it is a device, expected a file");

// What is said of what is no file: a folder, or a device, which may give bytes for ever. The null
// device ends at once; a terminal that the program was started with is a person who types. Empty
// for a file.
std::string_view no_file(const struct stat& about, int descriptor, bool inherited) {
  if (S_ISDIR(about.st_mode)) return kFolder;
  if (S_ISBLK(about.st_mode)) return kDevice;
  const bool ends = about.st_rdev == makedev(1, 3) || (inherited && isatty(descriptor) != 0);
  return S_ISCHR(about.st_mode) && !ends ? kDevice : "";
}

Expected<void> check_regular(const struct stat& about) {
  std::string_view wrong = S_ISREG(about.st_mode) ? "" : kDevice;
  if (S_ISDIR(about.st_mode)) wrong = kFolder;
  if (S_ISFIFO(about.st_mode)) wrong = tr_later("it is a pipe, expected a file");
  if (S_ISSOCK(about.st_mode)) wrong = tr_later("it is a socket, expected a file");
  // Files of /proc, too, which may keep their reader waiting.
  if (wrong.empty() && about.st_size == 0) wrong = tr_later("it is empty, expected a file");
  if (wrong.empty()) return {};
  return fail(ErrorKind::kInvalidArgument, std::string(tr(wrong)));
}

// None of what is no regular file.
std::optional<FileStamp> stamp_of(const struct stat& about) {
  if (!S_ISREG(about.st_mode)) return std::nullopt;
  const auto since =
      std::chrono::seconds(about.st_mtim.tv_sec) + std::chrono::nanoseconds(about.st_mtim.tv_nsec);
  const auto time =
      std::chrono::file_clock::from_sys(std::chrono::sys_time<std::chrono::nanoseconds>(since));
  return FileStamp{time, static_cast<std::uintmax_t>(about.st_size)};
}

struct OpenedFile {
  Descriptor file;
  bool inherited = false;  // the program was started with it
  struct stat about {};
};

Expected<OpenedFile> open_for_reading(const std::filesystem::path& path, bool regular) {
  if (path.empty()) return fail(ErrorKind::kInvalidArgument, tr("the file name is empty"));
  if (regular) {  // opening a device can do something by itself
    struct stat about {};
    if (stat(path.c_str(), &about) != 0) return read_failure(errno);
    if (const auto is = check_regular(about); !is) return tl::unexpected(is.error());
  }
  const auto target = follow_links(path);
  if (!target) return read_failure(ELOOP);
  const auto named = named_descriptor(*target);
  // Without O_NONBLOCK opening a pipe waits for its writer.
  OpenedFile opened{named ? duplicate(*named) : open_file(path, O_RDONLY | O_NONBLOCK),
                    named.has_value()};
  if (!opened.file.open()) return read_failure(errno);
  if (fstat(opened.file.number(), &opened.about) != 0) return read_failure(errno);
  if (regular) {
    if (const auto is = check_regular(opened.about); !is) return tl::unexpected(is.error());
  }
  const auto wrong = no_file(opened.about, opened.file.number(), opened.inherited);
  if (wrong.empty()) return opened;
  return fail(ErrorKind::kInvalidArgument, std::string(tr(wrong)));
}

// The next bytes of a stream, 0 at its end. The shell that made a pipe has a writer for it, and the
// pipe may be silent as long as that computes; one that is opened by its name may have none.
Expected<std::size_t> read_some(const OpenedFile& stream, std::span<char> out) {
  constexpr int kPatience = 5;  // seconds
  while (true) {
    pollfd ready{.fd = stream.file.number(), .events = POLLIN, .revents = 0};
    const int count = stream.inherited ? 1 : poll(&ready, 1, kPatience * 1000);
    if (count == 0) {
      return fail(ErrorKind::kUnreadable,
                  tr("nothing came out of it for {patience} seconds", arg("patience", kPatience)));
    }
    const ssize_t got = count < 0 ? -1 : ::read(stream.file.number(), out.data(), out.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR && errno != EAGAIN) return read_failure(errno);
  }
}

Expected<std::string> read_stream(const OpenedFile& stream) {
  std::string bytes;
  std::size_t used = 0;
  while (true) {
    if (bytes.size() - used < kStreamPiece) {
      const std::size_t larger = std::max(2 * bytes.size(), 2 * kStreamPiece);
      // While the string grows, its old and its new block exist at the same time.
      const auto fits = base::check_memory(bytes.size() + larger,
                                           text::tr_later("reading a stream of this length"));
      if (!fits) return tl::unexpected(fits.error());
      bytes.resize(larger);
    }
    const auto got = read_some(stream, std::span(bytes).subspan(used));
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) break;
    used += *got;
  }
  bytes.resize(used);
  return bytes;
}

// A repository that was cloned without Git LFS has a few lines of text in place of a large file.
Expected<void> check_no_pointer(const ByteSource& source) {
  constexpr std::string_view kFirstWords = "version https://git-lfs.github.com/spec/";
  constexpr std::uint64_t kMostBytes = 1024;
  if (source.remaining() >= kMostBytes) return {};
  const auto front = source.again().peek(kFirstWords.size());
  if (!front || *front != kFirstWords) return {};
  return fail(ErrorKind::kUnreadable,
              tr("it is a Git LFS pointer, which stands for the file itself, not that file"),
              tr("git lfs pull in its folder fetches it"));
}

}  // namespace

ByteSource ByteSource::of(std::string_view bytes) {
  ByteSource source;
  source.memory_ = bytes;
  source.remaining_ = bytes.size();
  return source;
}

ByteSource ByteSource::of(std::unique_ptr<ByteStream> stream, std::uint64_t size) {
  ByteSource source;
  source.reader_ = std::move(stream);
  source.remaining_ = size;
  return source;
}

Expected<ByteSource> ByteSource::open(const std::filesystem::path& path) {
  return open_known(path, false);
}

Expected<ByteSource> ByteSource::open_regular(const std::filesystem::path& path) {
  return open_known(path, true);
}

Expected<ByteSource> ByteSource::open_known(const std::filesystem::path& path, bool regular) {
  auto opened = open_for_reading(path, regular);
  if (!opened) return tl::unexpected(opened.error());
  const struct stat& about = opened->about;
  ByteSource source;
  source.stamp_ = stamp_of(about);
  // Files of /proc are regular and report the size 0, whatever they hold.
  if (S_ISREG(about.st_mode) && about.st_size > 0) {
    const off_t start = lseek(opened->file.number(), 0, SEEK_CUR);
    if (start < 0) return read_failure(errno);
    source.file_ = std::make_shared<const Descriptor>(std::move(opened->file));
    source.position_ = static_cast<std::uint64_t>(start);
    source.remaining_ = static_cast<std::uint64_t>(std::max<off_t>(0, about.st_size - start));
    if (const auto whole = check_no_pointer(source); !whole) return tl::unexpected(whole.error());
    return source;
  }
  try {
    auto bytes = read_stream(*opened);
    if (!bytes) return tl::unexpected(bytes.error());
    source.stream_ = std::make_shared<std::string>(*std::move(bytes));
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kTooLarge, tr("there is no memory left for a stream of this length"));
  }
  source.remaining_ = source.stream_->size();
  return source;
}

ByteSource ByteSource::again() const {
  ByteSource other;
  other.file_ = file_;
  other.stream_ = stream_;
  other.memory_ = memory_;
  other.ahead_ = ahead_;
  other.position_ = position_;
  other.remaining_ = remaining_;
  return other;
}

// The bytes that follow those of `ahead_`, which are at least as many.
Expected<void> ByteSource::fetch(std::span<char> out) const {
  if (reader_) return reader_->read(out);
  const std::uint64_t start = position_ + ahead_.size();
  if (!file_) {
    std::copy_n(bytes().data() + ahead_.size(), out.size(), out.data());
    return {};
  }
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = pread(file_->number(), out.data() + done, out.size() - done,
                              static_cast<off_t>(start + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return read_failure(errno);
    if (got == 0) return fail(ErrorKind::kUnreadable, tr("it became shorter while it was read"));
    done += static_cast<std::size_t>(got);
  }
  return {};
}

Expected<std::string> ByteSource::peek(std::size_t count) const {
  const auto shown = static_cast<std::size_t>(std::min<std::uint64_t>(count, remaining_));
  if (const std::size_t before = ahead_.size(); before < shown) {
    std::string more(shown - before, '\0');
    if (const auto done = fetch(more); !done) return tl::unexpected(done.error());
    ahead_ += more;
  }
  return ahead_.substr(0, shown);
}

Expected<void> ByteSource::read(std::span<char> out) {
  if (out.size() > remaining_) {
    return fail(ErrorKind::kMalformed,
                tr("it ends too early: expected {out} more bytes, found {remaining}",
                   arg("out", out.size()), arg("remaining", remaining_)));
  }
  const std::size_t shown = std::min(ahead_.size(), out.size());
  std::copy_n(ahead_.data(), shown, out.data());
  if (shown < out.size()) {
    if (auto done = fetch(out.subspan(shown)); !done) return done;
  }
  skip(out.size());
  return {};
}

std::string_view ByteSource::bytes() const {
  const std::string_view all = stream_ ? std::string_view(*stream_) : memory_;
  return all.substr(std::min<std::size_t>(position_, all.size()));
}

void ByteSource::skip(std::uint64_t count) {
  ahead_.erase(0, static_cast<std::size_t>(std::min<std::uint64_t>(count, ahead_.size())));
  position_ += count;
  remaining_ -= count;
}

Expected<std::string> ByteSource::read_rest(const std::stop_token& stop) {
  constexpr std::size_t kPiece = std::size_t{16} << 20;
  if (stream_.use_count() == 1 && position_ == 0) {
    remaining_ = 0;
    ahead_.clear();
    return std::move(*std::exchange(stream_, nullptr));
  }
  const auto fits = base::check_memory(remaining_, text::tr_later("a file of this size"));
  if (!fits) return tl::unexpected(fits.error());
  const std::string its_bytes = tr("its {bytes}", arg("bytes", base::bytes_to_text(remaining_)));
  return base::within_memory(its_bytes, [&]() -> Expected<std::string> {
    std::string bytes(static_cast<std::size_t>(remaining_), '\0');
    for (std::span<char> rest = bytes; !rest.empty();) {
      if (stop.stop_requested()) return fail(ErrorKind::kCancelled, tr("reading was stopped"));
      const auto piece = rest.first(std::min(rest.size(), kPiece));
      if (const auto done = read(piece); !done) return tl::unexpected(done.error());
      rest = rest.subspan(piece.size());
    }
    return bytes;
  });
}

Expected<std::string> read_file(const std::filesystem::path& path) {
  return ByteSource::open(path).and_then([](ByteSource&& source) { return source.read_rest(); });
}

}  // namespace normscope::io
