// SPDX-License-Identifier: MIT
#include "core/base/memory.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <array>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <thread>

namespace normscope::base {
namespace {

TEST(Memory, IsMoreThanNothing) {
  EXPECT_GT(physical_memory(), std::uint64_t{1} << 20);
}

TEST(Memory, HoldsWhatFitsAndRefusesTheRest) {
  EXPECT_TRUE(check_memory(0, "nothing"));
  EXPECT_TRUE(check_memory(available_memory() / 2, "much"));
  const auto refused = check_memory(UINT64_MAX, "a tensor of shape (9)");
  if (physical_memory() == UINT64_MAX) GTEST_SKIP() << "this machine does not tell its memory";
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kTooLarge);
  EXPECT_EQ(refused.error().sentence, "a tensor of shape (9) needs 18.4 EB, and this machine has " +
                                          bytes_to_text(physical_memory()) + " of memory");
}

// The test's own numbers are a part of what is not free.
TEST(Memory, RefusesWhatOtherProgramsHave) {
  const std::uint64_t available = available_memory();
  EXPECT_GT(available, std::uint64_t{1} << 20);
  if (available >= physical_memory()) GTEST_SKIP() << "this machine does not tell what is free";
  const auto refused = check_memory(physical_memory(), "everything");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kTooLarge);
  EXPECT_TRUE(refused.error().sentence.starts_with("everything needs "))
      << refused.error().sentence;
  EXPECT_TRUE(refused.error().sentence.ends_with(" of this machine's memory are free"))
      << refused.error().sentence;
}

TEST(Memory, WritesSizesForSentences) {
  EXPECT_EQ(bytes_to_text(0), "0 bytes");
  EXPECT_EQ(bytes_to_text(1), "1 byte");
  EXPECT_EQ(bytes_to_text(999), "999 bytes");
  EXPECT_EQ(bytes_to_text(1000), "1.0 kB");
  EXPECT_EQ(bytes_to_text(1500000000), "1.5 GB");
  EXPECT_EQ(bytes_to_text(999949), "999.9 kB");
  EXPECT_EQ(bytes_to_text(999950), "1.0 MB");  // not "1000.0 kB"
  EXPECT_EQ(bytes_to_text(UINT64_MAX), "18.4 EB");
}

// How many heaps the C library has.
std::size_t heaps() {
  char* text = nullptr;
  std::size_t size = 0;
  {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(open_memstream(&text, &size),
                                                              &std::fclose);
    malloc_info(0, out.get());
  }
  const std::unique_ptr<char, void (*)(void*)> owned(text, &std::free);
  const std::string_view said(text, size);
  std::size_t count = 0;
  for (auto at = said.find("<heap "); at != std::string_view::npos;
       at = said.find("<heap ", at + 1)) {
    ++count;
  }
  return count;
}

// Returns how many heaps there are when some threads have taken memory at the same time.
std::size_t heaps_of_threads() {
  constexpr int kThreads = 4;
  std::barrier all(kThreads + 1);
  std::array<std::jthread, kThreads> threads;
  for (std::jthread& thread : threads) {
    thread = std::jthread([&all] {
      const std::string taken(5000, 'x');
      all.arrive_and_wait();
      all.arrive_and_wait();
    });
  }
  all.arrive_and_wait();
  const std::size_t count = heaps();
  all.arrive_and_wait();
  return count;
}

TEST(MemoryDeathTest, ThreadsShareOneHeapOnceToldTo) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizers have a heap of their own";
#endif
  // In processes that have no other threads.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(heaps_of_threads() > 1 ? 0 : 1), ::testing::ExitedWithCode(0), "");
  const auto together = [] {
    share_one_heap();
    std::exit(static_cast<int>(heaps_of_threads()));
  };
  EXPECT_EXIT(together(), ::testing::ExitedWithCode(1), "");
}

TEST(WithinMemory, GivesWhatTheWorkGivesOrSaysWhatThereWasNoMemoryFor) {
  EXPECT_EQ(within_memory("a row", []() -> Expected<int> { return 7; }), 7);
  const auto own = within_memory(
      "a row", []() -> Expected<int> { return fail(ErrorKind::kNotFound, "there is none"); });
  EXPECT_EQ(own.error(), (Error{ErrorKind::kNotFound, "there is none"}));
  const auto out = within_memory("a row", []() -> Expected<int> { throw std::bad_alloc(); });
  EXPECT_EQ(out.error(), (Error{ErrorKind::kTooLarge, "there is no memory left for a row"}));
}

}  // namespace
}  // namespace normscope::base
