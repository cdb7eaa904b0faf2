// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/array.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <tuple>

#include "app/notebook/arrays/walk.hpp"
#include "core/base/memory.hpp"
#include "core/text/numbers.hpp"

namespace normscope::notebook::arrays {
namespace {

Expected<std::int64_t> checked_bytes(Dtype dtype, const Shape& shape) {
  NORMSCOPE_CHECK(check_rank(shape.size()));
  for (const std::int64_t size : shape) {
    if (size < 0) {
      return runtime_error("Trying to create tensor with negative dimension {}: {}", size,
                           sizes_text(shape));
    }
  }
  const auto count = tensor::element_count(shape);
  if (!count) {
    return fail(ErrorKind::kMemory, "a tensor of shape {} is larger than a notebook may hold",
                sizes_text(shape));
  }
  return *count * item_size(dtype);
}

// Memory up to this many bytes is hashed at once: that takes less time than an operation.
constexpr std::int64_t kSoonHashed = std::int64_t{1} << 16;

// Four independent sums, so that hashing is as fast as reading the memory.
std::uint64_t hash_of(const std::byte* bytes, std::int64_t size) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15U;
  constexpr std::int64_t kStep = 32;
  std::array<std::uint64_t, 4> sums{1, 2, 3, 4};
  std::array<std::uint64_t, 4> words{};
  std::int64_t at = 0;
  const auto add = [&] {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] = std::rotl((sums[i] ^ words[i]) * kFactor, 29);
    }
  };
  for (; at + kStep <= size; at += kStep) {
    std::memcpy(words.data(), bytes + at, kStep);
    add();
  }
  words.fill(0);
  if (size > at) std::memcpy(words.data(), bytes + at, static_cast<std::size_t>(size - at));
  add();
  return sums[0] + 3 * sums[1] + 5 * sums[2] + 7 * sums[3];
}

constexpr std::align_val_t kLine{64};
// Smaller blocks are left to malloc, which keeps freed memory itself.
constexpr std::size_t kLeastKept = std::size_t{1} << 20U;
// Two results of 10^7 float64.
constexpr std::size_t kMostKept = std::size_t{160} << 20U;

}  // namespace

Blocks::~Blocks() {
  for (const Kept& block : kept_) operator delete(block.first, kLine);
}

std::byte* Blocks::take(std::size_t bytes, bool zeros) {
  const auto found = std::ranges::find(kept_, bytes, &Kept::bytes);
  std::byte* first = nullptr;
  if (found == kept_.end()) {
    first = static_cast<std::byte*>(operator new(bytes, kLine));
    base::prefer_large_pages(first, bytes);
  } else {
    first = found->first;
    kept_bytes_ -= bytes;
    kept_.erase(found);
  }
  if (zeros) std::memset(first, 0, bytes);
  return first;
}

void Blocks::give_back(std::byte* first, std::size_t bytes) {
  if (bytes < kLeastKept || bytes > kMostKept) {
    operator delete(first, kLine);
    return;
  }
  kept_.push_back({first, bytes});
  kept_bytes_ += bytes;
  while (kept_bytes_ > kMostKept) {
    kept_bytes_ -= kept_.front().bytes;
    operator delete(kept_.front().first, kLine);
    kept_.erase(kept_.begin());
  }
}

Expected<void> Budget::take(std::int64_t bytes) {
  if (bytes > limit_ - used_) {
    return fail(ErrorKind::kMemory,
                "the arrays of this notebook hold {} bytes, and {} more would pass the {} that "
                "they may",
                used_, bytes, limit_);
  }
  used_ += bytes;
  return {};
}

std::int64_t next_serial() {
  static std::atomic<std::int64_t> last{0};
  return ++last;
}

Storage::Storage(std::shared_ptr<Budget> budget, std::int64_t bytes, Fresh fresh)
    : budget_(std::move(budget)),
      size_(bytes),
      bytes_(budget_->blocks().take(static_cast<std::size_t>(bytes), fresh == Fresh::kZeros)) {}

Storage::Storage(std::shared_ptr<Budget> budget, std::byte* bytes, std::int64_t size,
                 std::shared_ptr<void> owner)
    : budget_(std::move(budget)), size_(size), bytes_(bytes), owner_(std::move(owner)) {
  lend();
}

Storage::~Storage() {
  if (owner_ != nullptr) return;
  budget_->blocks().give_back(bytes_, static_cast<std::size_t>(size_));
  budget_->give_back(size_);
}

void Storage::lend() {
  if (lent_++ == 0) seen_ = hash_of(bytes_, size_);
}

void Storage::take_back() {
  look();
  --lent_;
}

std::uint64_t Storage::state() {
  if (lent_ > 0) look();
  return version_ + foreign_changes_;
}

std::uint64_t Storage::state_in_passing() {
  if (lent_ > 0 && size_ <= kSoonHashed) look();
  return version_ + foreign_changes_;
}

// After an operation of ours, so that its change is not taken for one by NumPy. Large memory is not
// hashed again: there the change counts as one by NumPy at the next look.
void Storage::note_change() {
  if (size_ <= kSoonHashed) seen_ = hash_of(bytes_, size_);
}

void Storage::look() {
  const std::uint64_t now = hash_of(bytes_, size_);
  if (now != seen_) ++foreign_changes_;
  seen_ = now;
}

std::int64_t Array::size() const {
  return tensor::product(shape);
}

bool Array::is_contiguous() const {
  if (size() == 0) return true;
  std::int64_t expected = 1;
  for (std::size_t d = rank(); d-- > 0;) {
    if (shape[d] == 1) continue;
    if (strides[d] != expected) return false;
    expected *= shape[d];
  }
  return true;
}

bool Array::lies_in(std::span<const std::size_t> order) const {
  std::int64_t expected = 1;
  return std::ranges::all_of(order, [&](std::size_t d) {
    const bool next = shape[d] < 2 || strides[d] == expected;
    expected *= std::max<std::int64_t>(shape[d], 1);
    return next;
  });
}

Expected<void> check_rank(std::size_t rank) {
  if (rank <= kMostDimensions) return {};
  return fail(ErrorKind::kMemory, "a tensor may have {} dimensions, not {}", kMostDimensions, rank);
}

Expected<void> check_repeated(const Context& context, const Shape& shape) {
  NORMSCOPE_CHECK(check_rank(shape.size()));
  double count = 1.0;
  for (const std::int64_t size : shape) count *= static_cast<double>(size);
  if (count <= static_cast<double>(context.budget->limit())) return {};
  return fail(ErrorKind::kMemory, "a tensor of shape {} has more elements than a notebook works on",
              sizes_text(shape));
}

Array in_rows(Array x, Shape shape) {
  x.strides = contiguous_strides(shape);
  x.shape = std::move(shape);
  return x;
}

std::string sizes_text(const Shape& shape) {
  return fmt::format("[{}]", text::joined(shape));
}

Expected<Array> allocate(const Context& context, Dtype dtype, Shape shape, Fresh fresh) {
  NORMSCOPE_CHECK(checked_bytes(dtype, shape));
  Shape strides = contiguous_strides(shape);
  return allocate(context, dtype, std::move(shape), std::move(strides), fresh);
}

Expected<Array> allocate(const Context& context, Dtype dtype, Shape shape, Shape strides,
                         Fresh fresh) {
  NORMSCOPE_TAKE(bytes, checked_bytes(dtype, shape));
  NORMSCOPE_CHECK(context.budget->take(bytes));
  Array array;
  array.dtype = dtype;
  array.shape = std::move(shape);
  array.strides = std::move(strides);
  array.storage = std::make_shared<Storage>(context.budget, bytes, fresh);
  return array;
}

Expected<Array> point(const Context& context, const Scalar& value, Dtype dtype) {
  NORMSCOPE_TAKE(array, allocate(context, dtype, {}));
  visit_dtype(dtype, [&]<class T>(Type<T>) { *array.template data<T>() = scalar_as<T>(value); });
  return array;
}

Expected<void> check_held(const Scalar& value, Dtype dtype) {
  const auto& [number_type, most] = std::tie(words_of(dtype).of_number, words_of(dtype).most);
  if (number_type.empty() || std::holds_alternative<bool>(value)) return {};
  const double number = to_double(value);
  bool held = number <= most && number >= -most;
  if (is_floating(dtype)) {
    held = held || !std::isfinite(number);
  } else if (dtype != Dtype::kUint8) {
    held = held || number == -most - 1.0;
  } else if (is_floating(value)) {
    held = held && number >= 0.0;
  }
  if (held) return {};
  return runtime_error("value cannot be converted to type {} without overflow", number_type);
}

Expected<void> check_loop(bool exists, std::string_view loop, Dtype dtype) {
  if (exists) return {};
  return runtime_error("\"{}\" not implemented for '{}'", loop, word_of(dtype));
}

Expected<std::size_t> resolve_dim(std::int64_t dim, std::size_t rank) {
  const auto bound = static_cast<std::int64_t>(std::max<std::size_t>(rank, 1));
  if (dim < -bound || dim >= bound) {
    return index_error("Dimension out of range (expected to be in range of [{}, {}], but got {})",
                       -bound, bound - 1, dim);
  }
  return static_cast<std::size_t>(dim < 0 ? dim + bound : dim);
}

Expected<Scalar> item(const Array& x) {
  if (x.size() != 1) {
    return runtime_error("a Tensor with {} elements cannot be converted to Scalar", x.size());
  }
  return visit_dtype(x.dtype, [&]<class T>(Type<T>) -> Scalar {
    using Floating = std::conditional_t<kIsFloating<T>, double, std::int64_t>;
    return convert<std::conditional_t<std::is_same_v<T, bool>, bool, Floating>>(
        *x.template data<T>());
  });
}

template <class T>
std::vector<T> values_of(const Array& x) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(x.size()));
  visit_dtype(x.dtype, [&]<class From>(Type<From>) {
    const From* const from = x.template data<From>();
    for_each_in_order(x, [&](std::int64_t at) { values.push_back(convert<T>(from[at])); });
  });
  values.resize(static_cast<std::size_t>(x.size()));  // when stopped
  return values;
}

template std::vector<bool> values_of(const Array&);
template std::vector<std::int64_t> values_of(const Array&);
template std::vector<float> values_of(const Array&);
template std::vector<double> values_of(const Array&);

}  // namespace normscope::notebook::arrays
