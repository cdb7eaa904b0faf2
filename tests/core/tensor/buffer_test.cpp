// SPDX-License-Identifier: MIT
// Buffer: values, copies that share pages, and writing to one of several copies.
#include "core/tensor/buffer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "core/tensor/file_guard.hpp"
#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

// Numbers of four times the bytes from which pages are shared, and not a whole number of pages.
constexpr std::size_t kLarge = Buffer::kSharedFrom + 13;

Buffer numbered(std::size_t size) {
  Buffer buffer(size);
  std::iota(buffer.values().begin(), buffer.values().end(), 0.0F);
  return buffer;
}

bool is_numbered(const Buffer& buffer) {
  for (std::size_t i = 0; i < buffer.values().size(); ++i) {
    if (buffer.values()[i] != static_cast<float>(i)) return false;
  }
  return true;
}

// Kilobytes of this process's memory that belong to no file and are shared with nobody.
std::int64_t own_kilobytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word != "RssAnon:") continue;
    std::int64_t kilobytes = 0;
    status >> kilobytes;
    return kilobytes;
  }
  return -1;
}

TEST(Buffer, StartsEmptyAndAligned) {
  EXPECT_TRUE(Buffer().values().empty());
  EXPECT_TRUE(Buffer(0).values().empty());
  for (const std::size_t size : {std::size_t{1}, std::size_t{17}, std::size_t{5000}, kLarge}) {
    const Buffer buffer(size);
    ASSERT_EQ(buffer.values().size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.values().data()) % Buffer::kAlignment, 0U);
  }
}

TEST(Buffer, CopiesHaveNumbersOfTheirOwn) {
  for (const std::size_t size : {std::size_t{1000}, kLarge}) {
    Buffer original = numbered(size);
    Buffer copy = original;
    copy.values()[500] = -1;
    copy.values().back() = -2;
    EXPECT_TRUE(is_numbered(original));
    original.values()[501] = -3;
    EXPECT_EQ(copy.values()[500], -1);
    EXPECT_EQ(copy.values()[501], 501);
    EXPECT_EQ(copy.values().back(), -2);
    EXPECT_EQ(original.values()[500], 500);
    EXPECT_EQ(original.values().back(), static_cast<float>(size - 1));
  }
}

TEST(Buffer, CopiesOfChangedCopiesKeepTheChanges) {
  Buffer version = numbered(kLarge);
  std::vector<Buffer> versions;
  versions.reserve(20);
  for (std::size_t i = 0; i < 20; ++i) {
    version.values()[i * 50'000] = -1;
    versions.push_back(version);
    const auto changed = std::ranges::count(versions.back().values(), -1.0F);
    ASSERT_EQ(changed, static_cast<std::ptrdiff_t>(i + 1));
  }
  EXPECT_EQ(std::ranges::count(versions.front().values(), -1.0F), 1);
}

TEST(Buffer, ASpanOfTheOriginalWritesAfterACopyToo) {
  Buffer original = numbered(kLarge);
  const auto values = original.values();
  const Buffer first = original;
  values[700'000] = -1;
  const Buffer second = original;
  EXPECT_TRUE(is_numbered(first));
  EXPECT_EQ(second.values()[700'000], -1);
}

TEST(Buffer, ACopyWhoseNumbersWereAllReplacedKeepsThem) {
  const Buffer original = numbered(kLarge);
  Buffer other = original;
  std::ranges::fill(other.values(), 7.0F);
  const Buffer copy = other;
  EXPECT_EQ(std::ranges::count(copy.values(), 7.0F), static_cast<std::ptrdiff_t>(kLarge));
  EXPECT_TRUE(is_numbered(original));
}

TEST(Buffer, CopiesLiveLongerThanTheOriginal) {
  Buffer copy;
  {
    const Buffer original = numbered(kLarge);
    copy = original;
  }
  EXPECT_TRUE(is_numbered(copy));
}

TEST(Buffer, ThreadsReadAndCopyTheSameBuffer) {
  const Buffer original = numbered(kLarge);
  std::vector<int> right(8, 0);
  {
    std::vector<std::jthread> threads;
    threads.reserve(right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      threads.emplace_back([&, i] {
        if (i % 2 == 0) {
          right[i] = is_numbered(original) ? 1 : 0;
        } else {
          Buffer copy = original;
          copy.values()[i] = -1;
          right[i] = copy.values()[i] == -1 && copy.values()[i + 1] == static_cast<float>(i + 1);
        }
      });
    }
  }
  EXPECT_EQ(right, std::vector<int>(8, 1));
  EXPECT_TRUE(is_numbered(original));
}

TEST(Buffer, CopiesShareMemory) {
  if (!std::ifstream("/proc/self/pagemap")) GTEST_SKIP() << "this system does not tell its pages";
  const Buffer original = numbered(kLarge);
  const Buffer first = original;
  const std::int64_t before = own_kilobytes();
  ASSERT_GT(before, 0);
  std::vector<Buffer> copies(10, first);
  for (Buffer& copy : copies) copy.values()[123'456] = -1;
  // Ten copies would be ten times 16 MB; a page each is 40 kB, and reading them adds none.
  for (const Buffer& copy : copies) EXPECT_EQ(std::ranges::count(copy.values(), -1.0F), 1);
  EXPECT_LT(own_kilobytes() - before, 20'000);
}

// A file with 128 bytes in front of the numbers 0, 1, 2 ...
class NumbersFile {
 public:
  static constexpr std::size_t kFront = 128;

  NumbersFile() {
    guard_mapped_files();
    const Buffer numbers = numbered(kLarge);
    std::ofstream file(path_, std::ios::binary);
    file << std::string(kFront, 'x');
    file.write(static_cast<const char*>(static_cast<const void*>(numbers.values().data())),
               static_cast<std::streamsize>(numbers.values().size_bytes()));
    file.close();
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  }
  ~NumbersFile() { ::close(descriptor_); }
  NumbersFile(const NumbersFile&) = delete;
  NumbersFile& operator=(const NumbersFile&) = delete;

  Buffer buffer() const {
    auto buffer = Buffer::of_file(descriptor_, kFront, kLarge);
    EXPECT_TRUE(buffer.has_value());
    return buffer ? *std::move(buffer) : Buffer();
  }
  int descriptor() const { return descriptor_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  testing::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "numbers";
  int descriptor_ = -1;
};

TEST(Buffer, NumbersOfAFileAreThoseOfTheFile) {
  const NumbersFile file;
  Buffer original = file.buffer();
  EXPECT_TRUE(is_numbered(original));
  original.values()[7] = -1;
  EXPECT_TRUE(is_numbered(file.buffer())) << "the file stays as it is";
  original.values()[7] = 7;
  Buffer copy = original;
  copy.values()[1000] = -1;
  EXPECT_TRUE(is_numbered(original));
  EXPECT_EQ(Buffer(copy).values()[1000], -1);
  EXPECT_FALSE(original.damaged());
}

TEST(Buffer, FewNumbersAndCrookedPlacesStayInNoFile) {
  const NumbersFile file;
  EXPECT_FALSE(Buffer::of_file(file.descriptor(), NumbersFile::kFront, 1000).has_value());
  EXPECT_FALSE(Buffer::of_file(file.descriptor(), NumbersFile::kFront + 2, kLarge - 1).has_value());
  EXPECT_FALSE(Buffer::of_file(-1, NumbersFile::kFront, kLarge).has_value());
}

// The kernel answers a read beyond the end with a signal, which would end this test.
TEST(Buffer, AFileCutShortGivesZerosAndIsNoticed) {
  const NumbersFile file;
  const Buffer buffer = file.buffer();
  constexpr std::size_t kKept = 1'000'000;
  std::filesystem::resize_file(file.path(), NumbersFile::kFront + kKept * sizeof(float));
  EXPECT_EQ(buffer.values()[kKept - 1], static_cast<float>(kKept - 1));
  EXPECT_FALSE(buffer.damaged());
  EXPECT_EQ(buffer.values().back(), 0);
  EXPECT_EQ(buffer.values()[kKept + 100'000], 0);
  EXPECT_TRUE(buffer.damaged());
  const Buffer copy = buffer;
  EXPECT_EQ(copy.values()[kKept - 1], static_cast<float>(kKept - 1));
  EXPECT_EQ(copy.values().back(), 0);
  EXPECT_TRUE(buffer.damaged());
}

TEST(Buffer, AFileCutShortBeforeTheFirstCopyIsNoticed) {
  const NumbersFile file;
  const Buffer buffer = file.buffer();
  std::filesystem::resize_file(file.path(), 0);
  const Buffer copy = buffer;
  EXPECT_EQ(copy.values()[500], 0);
  EXPECT_TRUE(buffer.damaged());
}

TEST(Buffer, AFileWrittenToBeforeTheFirstCopyIsNoticed) {
  const NumbersFile file;
  const Buffer buffer = file.buffer();
  std::filesystem::last_write_time(file.path(), std::filesystem::file_time_type::clock::now());
  EXPECT_FALSE(buffer.damaged());
  const Buffer copy = buffer;
  EXPECT_TRUE(buffer.damaged());
  EXPECT_TRUE(is_numbered(buffer));
}

// From the first copy on, the numbers are in memory.
TEST(Buffer, AFileWrittenToAfterwardsIsOfNoConcern) {
  const NumbersFile file;
  const Buffer buffer = file.buffer();
  { const Buffer copy = buffer; }
  std::filesystem::resize_file(file.path(), 0);
  EXPECT_TRUE(is_numbered(buffer));
  EXPECT_TRUE(is_numbered(Buffer(buffer)));
  EXPECT_FALSE(buffer.damaged());
}

TEST(Buffer, MoreFilesThanAreGuardedAreRefused) {
  const NumbersFile file;
  std::vector<Buffer> buffers;
  while (buffers.size() < 1000) {
    auto next = Buffer::of_file(file.descriptor(), NumbersFile::kFront, kLarge);
    if (!next) break;
    buffers.push_back(*std::move(next));
  }
  EXPECT_EQ(buffers.size(), 64U);
  buffers.pop_back();
  EXPECT_TRUE(is_numbered(file.buffer())) << "its place is free again";
}

}  // namespace
}  // namespace normscope::tensor
