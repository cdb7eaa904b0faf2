// SPDX-License-Identifier: MIT
// Measured against aligned memory of the heap (kSharedFrom = SIZE_MAX, and nothing left in files),
// two busy cores, 28 November 2026, medians of three, heap and this, with the most memory:
//   10000 x 10000, until the numbers of a file are shown   598 ms  911 MB   212 ms  937 MB
//   10000 x 10000, until their result is                   908 ms  943 MB   403 ms  938 MB
//   10000 x 10000, from an edit to its picture            1505 ms 2197 MB    22 ms  951 MB
//   4096 x 2441,   from an edit to its picture              96 ms  390 MB    19 ms  223 MB
//   100 x 1000,    from an edit to its picture              26 ms  149 MB    28 ms  150 MB
// by `xvfb-run build/release/bench/window edits-10000x10000` (numbers-, opening-; the second number
// is in seconds, the last in bytes). Versions in the history are document::Array's, and small in
// either case; the copies are those of the numbers that are computed on and of the outputs.
#include "core/tensor/buffer.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/memory.hpp"
#include "core/tensor/file_guard.hpp"

namespace normscope::tensor {
namespace {

// Memory on the heap is aligned here: the aligned form of `operator new` takes several times as
// long for a small block. The address that `operator delete` needs lies directly before the
// numbers.

float* new_block(std::size_t bytes) {
  std::size_t room = bytes + Buffer::kAlignment;
  void* const block = ::operator new(room + sizeof(void*));
  void* start = static_cast<std::byte*>(block) + sizeof(void*);
  start = std::align(Buffer::kAlignment, bytes, start, room);
  std::memcpy(static_cast<std::byte*>(start) - sizeof(void*), &block, sizeof(void*));
  return static_cast<float*>(start);
}

void delete_block(float* start) {
  if (start == nullptr) return;
  void* block = nullptr;
  std::memcpy(&block, static_cast<std::byte*>(static_cast<void*>(start)) - sizeof(void*),
              sizeof(void*));
  ::operator delete(block);
}

float* floats_at(std::byte* start) {
  return static_cast<float*>(static_cast<void*>(start));
}

std::size_t page_size() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

}  // namespace

// The pages of a large buffer: first of its own or of a file on the disk, then, once copied, a
// private mapping of a file in memory, so that each page stays that of the file until someone
// writes to it.
class Buffer::Pages {
 public:
  // Pages of their own.
  explicit Pages(std::size_t size)
      : start_(map(nullptr, size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)), size_(size) {
    base::prefer_large_pages(start_, size_);
  }
  // The first `size` bytes of a file on the disk; null where the system refuses.
  static std::unique_ptr<Pages> of_disk(int descriptor, std::size_t size) {
    auto file = std::make_unique<File>(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    if (!file->open()) return nullptr;
    void* const start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file->number(), 0);
    if (start == MAP_FAILED) return nullptr;
    std::unique_ptr<Pages> pages(new Pages(static_cast<std::byte*>(start), size));
    pages->disk_ = std::move(file);
    pages->disk_state_ = state_of(*pages->disk_);
    pages->guard_ = FileGuard::create(start, size, pages->disk_->number());
    return pages->guard_ ? std::move(pages) : nullptr;
  }
  ~Pages() {
    guard_.reset();
    munmap(start_, size_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::byte* start() const { return start_; }

  // Needs no lock: a frame asks while another thread copies.
  bool damaged() const { return damaged_ || (guard_ && guard_->damaged()); }

  // Pages with the same bytes: shared where the system allows it.
  std::unique_ptr<Pages> copy() {
    if (auto shared = shared_copy()) return shared;
    auto pages = std::make_unique<Pages>(size_);
    std::memcpy(pages->start_, start_, size_);
    return pages;
  }

 private:
  // Of a move: small beside a large batch, and a whole number of pages on every system.
  static constexpr std::size_t kPiece = std::size_t{16} << 20;

  // Owns a descriptor of the system.
  class File {
   public:
    explicit File(int number) : number_(number) {}
    ~File() {
      if (number_ >= 0) close(number_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    bool open() const { return number_ >= 0; }
    int number() const { return number_; }

   private:
    int number_;
  };

  // Tells a file that was written to from one that was not.
  struct State {
    off_t size = -1;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    bool operator==(const State&) const = default;
  };

  static State state_of(const File& file) {
    struct stat about {};
    if (fstat(file.number(), &about) != 0) return {};
    return {about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
  }

  Pages(std::byte* start, std::size_t size) : start_(start), size_(size) {}

  static bool append(const File& file, const std::byte* bytes, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
      const ssize_t written = write(file.number(), bytes + done, size - done);
      if (written <= 0) return false;
      done += static_cast<std::size_t>(written);
    }
    return true;
  }

  // Moves the numbers to a file in memory, without a name, piece by piece: no more than a piece is
  // in memory twice. The file takes the place of the pages in one step: a thread that reads them
  // meanwhile finds the same numbers before and after. Null where the system refuses; pieces that
  // were moved before stay valid.
  std::shared_ptr<const File> move_to_file() {
    auto file = std::make_shared<const File>(memfd_create("numbers", MFD_CLOEXEC));
    if (!file->open()) return nullptr;
    for (std::size_t done = 0; done < size_; done += kPiece) {
      const std::size_t count = std::min(kPiece, size_ - done);
      if (!append(*file, start_ + done, count)) return nullptr;
      map(start_ + done, count, MAP_PRIVATE | MAP_FIXED, file->number(), done);
    }
    leave_disk();
    return file;
  }

  // The numbers are in memory: what happens to the file on the disk from now on is of no concern.
  void leave_disk() {
    if (!disk_) return;
    if (state_of(*disk_) != disk_state_) damaged_ = true;
    guard_->end();
    disk_.reset();
  }

  // The numbers of the pages of the mapping that were written to and so are no longer those of
  // the file; null where the system does not tell.
  std::optional<std::vector<std::size_t>> written_pages() const {
    // Bits of an entry, by Linux's Documentation/admin-guide/mm/pagemap.rst.
    constexpr std::uint64_t kHasMemory = (std::uint64_t{1} << 63) | (std::uint64_t{1} << 62);
    constexpr std::uint64_t kOfFile = std::uint64_t{1} << 61;
    std::vector<std::uint64_t> entries((size_ + page_size() - 1) / page_size());
    const std::size_t bytes = entries.size() * sizeof(std::uint64_t);
    std::uintptr_t address = 0;
    std::memcpy(&address, &start_, sizeof(address));
    const std::uintptr_t place = address / page_size() * sizeof(std::uint64_t);
    std::ifstream table;
    table.rdbuf()->pubsetbuf(nullptr, 0);  // the system refuses to read parts of entries
    table.open("/proc/self/pagemap", std::ios::binary);
    table.seekg(static_cast<std::streamoff>(place));
    table.read(static_cast<char*>(static_cast<void*>(entries.data())),
               static_cast<std::streamsize>(bytes));
    if (!table) return std::nullopt;
    std::vector<std::size_t> pages;
    for (std::size_t page = 0; page < entries.size(); ++page) {
      const bool written = (entries[page] & kHasMemory) != 0 && (entries[page] & kOfFile) == 0;
      if (written) pages.push_back(page);
    }
    return pages;
  }

  // A private mapping of a file.
  Pages(std::size_t size, std::shared_ptr<const File> file)
      : start_(map(nullptr, size, MAP_PRIVATE, file->number(), 0)),
        size_(size),
        file_(std::move(file)) {}

  static std::byte* map(void* place, std::size_t size, int flags, int file, std::size_t from) {
    void* const start =
        mmap(place, size, PROT_READ | PROT_WRITE, flags, file, static_cast<off_t>(from));
    if (start == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(start);
  }

  std::unique_ptr<Pages> shared_copy() {
    const std::lock_guard lock(mutex_);
    if (!file_) {
      file_ = move_to_file();
      if (!file_) return nullptr;
      return std::unique_ptr<Pages>(new Pages(size_, file_));
    }
    const auto written = written_pages();
    if (!written || written->size() > size_ / page_size() / 8) return nullptr;
    std::unique_ptr<Pages> pages(new Pages(size_, file_));
    for (const std::size_t page : *written) {
      const std::size_t first = page * page_size();
      std::memcpy(pages->start_ + first, start_ + first, std::min(page_size(), size_ - first));
    }
    return pages;
  }

  std::byte* start_;
  std::size_t size_;
  std::mutex mutex_{};                  // of copying, which several threads may do
  std::shared_ptr<const File> file_{};  // null before the first copy
  std::unique_ptr<const File> disk_{};  // on the disk; null where the numbers are in memory
  State disk_state_{};                  // of `disk_` when it was mapped
  std::unique_ptr<FileGuard> guard_{};  // of `disk_`
  std::atomic<bool> damaged_ = false;   // `disk_` was written to
};

Buffer::Buffer() noexcept = default;

Buffer::Buffer(std::size_t size) : size_(size) {
  if (size == 0) return;
  const std::size_t bytes = size * sizeof(float);
  if (bytes < kSharedFrom) {
    data_ = new_block(bytes);
  } else {
    pages_ = std::make_unique<Pages>(bytes);
    data_ = floats_at(pages_->start());
  }
}

std::optional<Buffer> Buffer::of_file(int descriptor, std::size_t offset, std::size_t size) {
  const std::size_t bytes = size * sizeof(float);
  if (bytes < kSharedFrom || offset % sizeof(float) != 0) return std::nullopt;
  Buffer buffer;
  buffer.pages_ = Pages::of_disk(descriptor, offset + bytes);
  if (!buffer.pages_) return std::nullopt;
  buffer.data_ = floats_at(buffer.pages_->start() + offset);
  buffer.size_ = size;
  return buffer;
}

bool Buffer::damaged() const {
  return pages_ && pages_->damaged();
}

Buffer::~Buffer() {
  if (!pages_) delete_block(data_);
}

Buffer::Buffer(const Buffer& other) {
  if (other.pages_) {
    const auto offset =
        static_cast<std::byte*>(static_cast<void*>(other.data_)) - other.pages_->start();
    pages_ = other.pages_->copy();
    data_ = floats_at(pages_->start() + offset);
    size_ = other.size_;
  } else {
    *this = Buffer(other.size_);
    std::ranges::copy(other.values(), data_);
  }
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      pages_(std::move(other.pages_)) {}

Buffer& Buffer::operator=(const Buffer& other) {
  if (this != &other) *this = Buffer(other);
  return *this;
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(pages_, other.pages_);
  return *this;
}

}  // namespace normscope::tensor
