// SPDX-License-Identifier: MIT
// The memory of a tensor: float32 numbers with value semantics. A copy of a large buffer shares its
// pages with the original; the system copies a page when one of the two writes to it. So the
// versions of a large batch cost what distinguishes them. The numbers of a file can be mapped: the
// system reads a page of them when somebody looks at it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace normscope::tensor {

class Buffer {
 public:
  /// Every buffer begins at a multiple of this: a cache line, and the widest vector register. Only
  /// a mapped one begins where the file has its numbers.
  static constexpr std::size_t kAlignment = 64;
  /// Bytes from which copies share pages. Below, copying takes less time than two system calls.
  static constexpr std::size_t kSharedFrom = std::size_t{4} << 20;

  Buffer() noexcept;
  /// Memory for `size` numbers, whose values are not set.
  /// errors  throws std::bad_alloc
  explicit Buffer(std::size_t size);
  /// The `size` numbers from the byte `offset`, a multiple of 4, of an open file, whose descriptor
  /// may be closed afterwards. Writing to the buffer leaves the file as it is. Where the file
  /// becomes shorter later, pages beyond its end become NaN.
  /// errors  throws std::bad_alloc where the system cannot map the file
  static Buffer mapped(int file, std::uint64_t offset, std::size_t size);
  ~Buffer();
  /// The first copy of a large buffer moves its numbers to memory that can be shared; the span of
  /// numbers stays valid, also for threads that read it meanwhile. No thread may write meanwhile.
  /// errors  throws std::bad_alloc
  Buffer(const Buffer& other);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(const Buffer& other);
  Buffer& operator=(Buffer&& other) noexcept;

  std::span<const float> values() const { return {data_, size_}; }
  std::span<float> values() { return {data_, size_}; }

 private:
  class Pages;

  float* first_number() const;  // in the pages

  float* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t skipped_ = 0;         // bytes of the first page before the first number
  std::unique_ptr<Pages> pages_{};  // of a large buffer; null: `data_` is on the heap
};

}  // namespace normscope::tensor
