// SPDX-License-Identifier: MIT
// What all operations of one notebook share: the place in the random stream, print options, whether
// gradients are asked for, the memory they may use, and the source line that is being run. It is
// handed to every operation, so that nothing of it is global.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "app/notebook/arrays/dtype.hpp"
#include "app/notebook/arrays/error.hpp"
#include "core/random/generator.hpp"
#include "core/tensor/print_options.hpp"

namespace normscope::notebook::arrays {

/// The memory of arrays. Large blocks are kept for the next array of that size: the system hands
/// out pages one by one and zeroed, which takes several times as long as the arithmetic on them.
class Blocks {
 public:
  Blocks() = default;
  ~Blocks();
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  /// Memory aligned to a cache line. Throws std::bad_alloc, as new does.
  std::byte* take(std::size_t bytes, bool zeros);
  void give_back(std::byte* first, std::size_t bytes);

 private:
  struct Kept {
    std::byte* first;
    std::size_t bytes;
  };
  std::vector<Kept> kept_{};  // the oldest first
  std::size_t kept_bytes_ = 0;
};

/// How many bytes the arrays of one notebook hold together, and how many they may hold.
class Budget {
 public:
  explicit Budget(std::int64_t limit) : limit_(limit) {}
  /// errors  Memory: nothing is taken then
  Expected<void> take(std::int64_t bytes);
  void give_back(std::int64_t bytes) { used_ -= bytes; }
  /// While this is true, loops over elements end early and leave the rest of their result unset. It
  /// outlives the arrays; another thread may set it.
  void watch(const std::atomic<bool>* stop) { stop_ = stop; }
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  Blocks& blocks() { return blocks_; }
  std::int64_t used() const { return used_; }
  std::int64_t limit() const { return limit_; }

 private:
  std::int64_t limit_;
  std::int64_t used_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
  Blocks blocks_{};
};

/// The most that arrays may hold where the caller says nothing: a lecture's arrays are kilobytes,
/// and 1 GB is what a small laptop can spare.
inline constexpr std::int64_t kDefaultMemory = std::int64_t{1} << 30;

struct Context {
  random::Generator generator{};
  tensor::PrintOptions print{};
  Dtype default_dtype = Dtype::kFloat32;
  bool grad_enabled = true;
  bool recording = true;  // false: records say nothing, as within a backward pass
  bool sixteen_bits =
      false;              // numbers of 16 bits are float32 here, and will be rounded to 16 again
  std::int32_t line = 0;  // of the source, from 1; 0 where there is none
  std::int32_t run = 0;   // which run of a cell the line belongs to, from 1
  std::shared_ptr<Budget> budget = std::make_shared<Budget>(kDefaultMemory);
};

/// The same context with gradients disabled, for the inner steps of an operation.
inline Context without_gradients(Context context) {
  context.grad_enabled = false;
  return context;
}

}  // namespace normscope::notebook::arrays
