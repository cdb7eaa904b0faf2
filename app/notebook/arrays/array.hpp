// SPDX-License-Identifier: MIT
// An array of a notebook: elements of one type in storage that views share, seen through strides,
// and the record of how it was made. Copying an Array copies the view, never the elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/arrays/context.hpp"
#include "app/notebook/arrays/dtype.hpp"
#include "app/notebook/arrays/error.hpp"
#include "core/tensor/shape.hpp"
#include "core/torch_arithmetic/view.hpp"

namespace normscope::notebook::arrays {

using Shape = tensor::Shape;

struct Record;

/// What all arrays share that are one leaf: the object that collects its gradient, null once that
/// is gone.
struct Leaf {
  void* collector = nullptr;
};

/// What fresh memory holds.
enum class Fresh : std::uint8_t { kZeros, kAnything };

/// A larger number at each call, from any thread.
std::int64_t next_serial();

/// The bytes of an array, which views share. They count against the notebook's budget while they
/// live. NumPy may share them, too, and write into them without an operation of ours: such writes
/// are found by comparing hashes of the bytes.
class Storage {
 public:
  Storage(std::shared_ptr<Budget> budget, std::int64_t bytes, Fresh fresh = Fresh::kZeros);
  /// Memory that NumPy has allocated; `owner` keeps it alive. It does not count against the budget.
  Storage(std::shared_ptr<Budget> budget, std::byte* bytes, std::int64_t size,
          std::shared_ptr<void> owner);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  /// Another number for each.
  std::int64_t serial() const { return serial_; }
  std::byte* bytes() { return bytes_; }
  std::int64_t size() const { return size_; }
  const Budget& budget() const { return *budget_; }
  /// How often operations changed the elements in place.
  std::uint64_t version() const { return version_; }
  /// The gradient's name of the last change in place that gradients go through.
  void changed_by(std::string_view gradient) { changed_by_ = gradient; }
  std::string_view changed_by() const { return changed_by_; }
  void changed() {
    ++version_;
    if (lent_ > 0) note_change();
  }

  /// From lend() to take_back() others may write into the memory.
  void lend();
  void take_back();
  /// A number that changes whenever the elements change, whoever changes them.
  std::uint64_t state();
  /// The same without hashing large memory: a write by NumPy into it changes the number only at the
  /// next state().
  std::uint64_t state_in_passing();

 private:
  void note_change();
  void look();

  std::int64_t serial_ = next_serial();
  std::shared_ptr<Budget> budget_;
  std::int64_t size_;
  std::uint64_t version_ = 0;
  std::string_view changed_by_{};
  std::byte* bytes_;               // owned by the budget's blocks, or by owner_
  std::shared_ptr<void> owner_{};  // of NumPy's memory; null: the memory is ours
  int lent_ = 0;
  std::uint64_t seen_ = 0;  // a hash of the bytes when they were last looked at
  std::uint64_t foreign_changes_ = 0;
};

struct Array {
  Dtype dtype = Dtype::kFloat32;
  Shape shape{};
  Shape strides{};  // in elements, none negative
  std::int64_t offset = 0;
  std::shared_ptr<Storage> storage{};
  std::shared_ptr<const Record> record{};
  std::uint64_t record_state = 0;  // of the storage, when the record was made
  std::string_view grad_fn{};      // "AddBackward0"; empty for a leaf
  bool requires_grad = false;
  bool views_leaf = false;       // a view of a leaf that requires gradients
  std::shared_ptr<Leaf> leaf{};  // of a leaf that requires gradients, once an object of it was made

  std::size_t rank() const { return shape.size(); }
  std::int64_t size() const;
  bool is_contiguous() const;
  /// Whether the elements fill their memory without gaps, by dimensions in this order, the fastest
  /// first; those of less than two places do not count.
  bool lies_in(std::span<const std::size_t> order) const;
  bool is_leaf() const { return grad_fn.empty(); }

  /// The element at index 0 of all dimensions. T is the type that `dtype` stands for.
  template <class T>
  T* data() const {
    return reinterpret_cast<T*>(storage->bytes()) + offset;  // NOLINT(*-reinterpret-cast)
  }
};

/// The most dimensions of an array, as in PyTorch's loops over elements.
inline constexpr std::size_t kMostDimensions = 64;

/// Before an array or view of so many dimensions is made.
/// errors  Memory: more than kMostDimensions
Expected<void> check_rank(std::size_t rank);

/// Before a view that repeats elements is made: whether work on all of them could end.
/// errors  Memory: more elements than the notebook may hold bytes; more than kMostDimensions
Expected<void> check_repeated(const Context& context, const Shape& shape);

/// Strides of a contiguous array of this shape; a dimension of size 0 counts as 1, as in PyTorch.
using torch_arithmetic::contiguous_strides;
/// A contiguous array in another shape.
Array in_rows(Array x, Shape shape);

/// "[2, 3]", as messages write sizes.
std::string sizes_text(const Shape& shape);

/// An array of this type and shape whose elements are 0; contiguous, or with these strides, which
/// are then those of a permuted contiguous array. Where every element is written next, kAnything
/// saves the time of writing zeros.
/// errors  Memory; Runtime: a negative size, or more elements than memory could hold
Expected<Array> allocate(const Context& context, Dtype dtype, Shape shape,
                         Fresh fresh = Fresh::kZeros);
Expected<Array> allocate(const Context& context, Dtype dtype, Shape shape, Shape strides,
                         Fresh fresh = Fresh::kZeros);

/// An array without dimensions that holds this number as `dtype`.
/// errors  Memory
Expected<Array> point(const Context& context, const Scalar& value, Dtype dtype);

/// Before a number is written into elements of this type.
/// errors  Runtime: the type does not hold it, as PyTorch sees it: -1 may become a uint8
Expected<void> check_held(const Scalar& value, Dtype dtype);

/// Before an operation on elements of this type that PyTorch's loop of this name may lack.
/// errors  Runtime: it does
Expected<void> check_loop(bool exists, std::string_view loop, Dtype dtype);

/// A contiguous array of these values.
/// errors  as allocate
template <class T>
Expected<Array> from_values(const Context& context, Dtype dtype, Shape shape,
                            const std::vector<T>& values) {
  NORMSCOPE_TAKE(array, allocate(context, dtype, std::move(shape)));
  visit_dtype(dtype, [&]<class To>(Type<To>) {
    To* const to = array.template data<To>();
    for (std::size_t i = 0; i < values.size(); ++i) to[i] = convert<To>(static_cast<T>(values[i]));
  });
  return array;
}

/// A dimension that may count from the end, as an index.
/// errors  Index, as PyTorch words it; a scalar takes 0 and -1
Expected<std::size_t> resolve_dim(std::int64_t dim, std::size_t rank);

/// The one element of an array of any shape.
/// errors  Value: not exactly one element
Expected<Scalar> item(const Array& x);

/// repr(x), with the context's print options: all element types, with what follows the elements
/// (dtype, size, grad_fn, requires_grad).
/// source  behaviour of PyTorch 2.6 (torch/_tensor_str.py)
std::string to_text(const Context& context, const Array& x);

/// All elements in row-major order, as T.
template <class T>
std::vector<T> values_of(const Array& x);

}  // namespace normscope::notebook::arrays
