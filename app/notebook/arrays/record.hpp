// SPDX-License-Identifier: MIT
// How an array was made: the operation, what went in, and the line of source. It is kept whether or
// not gradients are asked for, so that a normalization written by hand can be read back as steps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/notebook/arrays/array.hpp"

namespace normscope::notebook::arrays {

/// An argument of an operation that is no array: a number, a list of dimensions, a word.
using Attribute = std::variant<bool, std::int64_t, double, std::vector<std::int64_t>, std::string>;

struct NamedAttribute {
  std::string_view name;  // "dim", "keepdim", "correction", "other", "eps"
  Attribute value;
};

using Attributes = std::vector<NamedAttribute>;

void add(Attributes& attributes, std::string_view name, Attribute value);

/// Whether the elements are what the array's record made: nobody has changed them since, through
/// another view of the storage or from NumPy.
bool holds(const Array& array);

/// Gives an array the record of how its elements came about.
void take_record(Array& array, std::shared_ptr<const Record> record);

/// An input of the operation. Its storage may have been changed in place since, by an operation or
/// by NumPy: then the storage's state differs from this one, and the elements that were used are
/// gone.
struct RecordInput {
  Array array;
  std::uint64_t state = 0;

  bool unchanged() const { return array.storage && array.storage->state() == state; }
};

/// What gradients need of an operation beyond its inputs and attributes, where they are wanted.
struct Backward {
  std::vector<std::int64_t> places{};  // in the storage, of the elements that an index names
  std::shared_ptr<const void> rule{};  // Python's function that gives the gradients of the inputs
};

struct Record {
  Record();
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;
  /// Long chains are freed one after the other, not each within the last.
  ~Record();

  std::int64_t serial = 0;     // records that were made later have a larger one
  std::string_view operation;  // torch's name of the function: "add", "mean", "layer_norm"
  std::vector<RecordInput> inputs;
  Attributes attributes;
  Backward backward;
  mutable bool spent = false;  // a backward pass went through, and may not again
  std::int32_t line = 0;
  std::int32_t run = 0;    // which run of a cell the line belongs to
  std::int32_t depth = 0;  // length of the longest chain of records that led here
  std::int64_t bytes = 0;  // roughly, that this chain keeps alive

  const Attribute* attribute(std::string_view name) const;
};

/// A longer chain of records is cut: a long loop must not keep all that it ever made. What
/// gradients go through stays.
inline constexpr std::int32_t kMaxRecordDepth = 2000;
inline constexpr std::int64_t kMaxRecordBytes = std::int64_t{1} << 27;

/// What an operation says of itself. `gradient` is the name that PyTorch prints as grad_fn; an
/// empty one means that the result never has one.
struct Making {
  std::string_view operation;
  std::string_view gradient{};
  std::vector<Array> inputs{};
  Attributes attributes{};
  Backward backward{};
};

/// The result with its record, and with grad_fn where an input requires gradients, gradients are
/// enabled and the result is of a floating type.
Array made(const Context& context, Array result, Making making);

/// The same for a view. A view of a leaf that requires gradients is marked as one (views_leaf), and
/// requires them even while gradients are disabled.
Array made_view(const Context& context, Array result, Making making);

/// Before a change in place.
/// errors  Runtime: a leaf that requires gradients, or a view of one, while they are enabled;
///         elements that share memory, as after expand
Expected<void> check_in_place(const Context& context, const Array& x);
/// Its two parts; filling does no harm to elements that share memory.
/// errors  Runtime: as check_in_place
Expected<void> check_leaf_in_place(const Context& context, const Array& x);
Expected<void> check_apart(const Array& x);

/// The gradient's name of the same function in place; of some it has another number.
std::string_view gradient_in_place(std::string_view gradient);

/// After a change in place: counts it, and takes over record and grad_fn.
void changed_in_place(const Context& context, Array& x, Making making);

/// The array without its history of gradients; same elements, shared.
Array detach(const Context& context, const Array& x);

}  // namespace normscope::notebook::arrays
