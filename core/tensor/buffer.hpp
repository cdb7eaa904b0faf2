// SPDX-License-Identifier: MIT
// The memory of a tensor: float32 numbers with value semantics. A copy of a large buffer shares its
// pages with the original; the system copies a page when one of the two writes to it. So the
// versions of a large batch cost what distinguishes them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace normscope::tensor {

class Buffer {
 public:
  /// Every buffer in memory begins at a multiple of this: a cache line, and the widest vector
  /// register.
  static constexpr std::size_t kAlignment = 64;
  /// Bytes from which copies share pages. Below, copying takes less time than two system calls.
  static constexpr std::size_t kSharedFrom = std::size_t{4} << 20;

  Buffer() noexcept;
  /// Memory for `size` numbers, whose values are not set.
  /// errors  throws std::bad_alloc
  explicit Buffer(std::size_t size);
  /// The `size` numbers of a file from byte `offset` on, as the file has them: their memory is that
  /// of the system's copy of the file until the buffer is copied for the first time. Writing to the
  /// buffer leaves the file as it is. They begin where they lie in the file. Null for few numbers,
  /// an offset that is no multiple of 4, where the program did not call guard_mapped_files(), and
  /// where the system cannot do that.
  static std::optional<Buffer> of_file(int descriptor, std::size_t offset, std::size_t size);
  /// Whether another program cut the file short, or wrote to it, before the numbers had been copied
  /// to memory: then they are not all those that the file had.
  bool damaged() const;
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

  float* data_ = nullptr;
  std::size_t size_ = 0;
  std::unique_ptr<Pages> pages_{};  // of a large buffer; null: `data_` is on the heap
};

}  // namespace normscope::tensor
