// SPDX-License-Identifier: MIT
// How an array was made, as plain data that any Python can send: each operation with its operands,
// down to arrays that no known operation has made. One table lists the operations and the shapes
// that they give; a graph that was sent is checked against it, and only its numbers are taken as
// they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/notebook/arrays/dtype.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::notebook::protocol {

/// Most records of a graph, the nearest to the array; what is farther is an input. A loop over
/// some hundred rows, each normalized by itself, has about so many.
inline constexpr std::size_t kMostRecords = 4096;
/// Most operands of all records of a graph: rows that are joined are operands of one.
inline constexpr std::size_t kMostOperands = 4 * kMostRecords;
/// Most attributes of a record: a slice has four.
inline constexpr std::size_t kMostAttributes = 8;

/// An argument of an operation that is no array.
struct RecordAttribute {
  using Value = std::variant<bool, std::int64_t, double, std::vector<std::int64_t>>;
  std::string_view name{};  // "dim", "keepdim", "correction", "other", "eps"; of the table
  Value value{};
  bool operator==(const RecordAttribute&) const = default;
};

/// How the .grad of a tensor stands to what a backward pass brought there.
enum class Standing : std::uint8_t {
  kSame,     // the same numbers
  kCleared,  // none, or zeros
  kOther,    // other numbers: of several passes, or changed by a cell
  kInner,    // the tensor keeps none
};
std::span<const base::Name<Standing>> standing_names();

/// What the last backward pass through the last record of a graph brought to a record.
struct Arrived {
  int record = 0;  // that has the gradient's numbers: an input of the same shape
  Standing grad{};
  bool whole = false;  // all of it came through the last record
  bool operator==(const Arrived&) const = default;
};

struct Record {
  std::string_view operation{};  // torch's name, of the table; empty: unknown, an input
  std::vector<int> operands{};   // positions of earlier records; none of an input
  std::vector<RecordAttribute> attributes{};
  arrays::Dtype dtype = arrays::Dtype::kFloat32;
  tensor::Shape shape{};
  std::vector<std::int64_t> strides{};  // in elements; empty: contiguous. They order sums.
  int run = 0;                          // which run made it, from 1; 0: made by no cell
  int line = 0;                         // of the text that ran, from 1; 0: made by no cell
  bool held = true;                     // the elements are still those: they can be taken
  bool parameter = false;               // requires gradients, and no known operation has made it
  std::optional<double> number{};       // the element of an input of one element
  std::optional<Arrived> arrived{};
  const RecordAttribute::Value* attribute(std::string_view name) const;
  /// The attribute of this name, where it is a number.
  std::optional<double> number_of(std::string_view name) const;
  bool operator==(const Record&) const = default;
};

/// The last record is the array that was asked for.
struct RecordGraph {
  std::vector<Record> records{};
  bool operator==(const RecordGraph&) const = default;
};

/// How the shape of a result follows from those of the operands.
enum class Work : std::uint8_t {
  kElementwise,  // of one to three arrays and numbers, broadcast
  kReduction,    // over the dimensions of its attribute dim, or all
  kWhole,        // an array of the first operand's shape: softmax, layer_norm, cumsum
  kProduct,      // of matrices
  kLinear,       // x times the transposed weight, perhaps with a bias
  kSame,         // the elements of the operand in their order: reshape, detach, clone
  kRepeated,     // the elements of the operand, repeated along dimensions: expand
  kPart,         // a part of the operand: select, slice
  kTurned,       // the operand with its dimensions in another order
  kStacked,      // operands side by side in a new dimension
};

/// What an operation of the table does; nothing for one that is not in it.
std::optional<Work> work_of(std::string_view operation);

/// The table's own text of this name; empty for one that is not in it.
std::string_view operation_name(std::string_view text);
std::string_view attribute_name(std::string_view text);

/// The dimensions that a reduction goes over, ascending: those of its attribute dim, or all.
/// errors  none: nothing for dimensions that the operand has not, or has twice
std::optional<std::vector<std::size_t>> dims_of(const Record& record, std::size_t rank);

/// Whether the last record of these is what the table says of its operation: as many operands,
/// and a shape that follows from theirs.
bool follows(const std::vector<Record>& records, const Record& last);

/// A graph that was sent: each operand is earlier than its record, each record follows, and each
/// gradient is an input of its record's shape.
/// errors  Malformed: it is not so, or the graph has more operands than kMostOperands
base::Expected<void> check(const RecordGraph& graph);

/// Bytes of the values of these records, as float32.
/// errors  InvalidArgument: no such record, or one whose values are lost; TooLarge: more than
///         kMostTakenBytes
base::Expected<std::int64_t> taken_elements(const RecordGraph& graph,
                                            const std::vector<int>& records);

}  // namespace normscope::notebook::protocol
