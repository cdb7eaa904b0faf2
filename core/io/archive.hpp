// SPDX-License-Identifier: MIT
// Files that hold arrays: NumPy's .npy and .npz, .safetensors, and PyTorch's checkpoints. What
// their arrays are is read once, when a file is opened; their numbers are read one array at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/npy.hpp"
#include "core/io/read_watch.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

/// A packed array that is so much larger than what holds it that a person is asked first: a few
/// megabytes can hold the zeros of all memory.
struct Swelling {
  std::uint64_t packed = 0;  // bytes
  std::uint64_t whole = 0;
};

/// One array of a file.
struct ArrayEntry {
  std::string name;  // empty: the file is this one array, which needs none
  std::string type;  // "float32", "bfloat16"; one unknown here as the file writes it
  tensor::Shape shape{};
  std::string problem{};             // why its numbers cannot be read; empty: they can
  std::optional<Swelling> swells{};  // read only where ReadWatch::may_swell
};

/// The numbers of an array where they lie in a file, one after the other.
struct StoredNumbers {
  std::shared_ptr<const ByteSource> source{};  // goes on with the first of them
  NpyHeader header;
};

/// The arrays of an open file, in its own order.
struct Arrays {
  std::vector<ArrayEntry> entries{};
  /// The numbers of an entry. Errors are those of the file's format.
  std::function<base::Expected<tensor::Tensor>(std::size_t entry, const ReadWatch& watch)> read{};
  /// Where the numbers of an entry lie that can be read; null for files of which no part can be
  /// read without what is before it.
  std::function<StoredNumbers(std::size_t entry)> stored{};
};

/// The entry that a name means; with an empty name the only one that can be read.
/// errors  NotFound: no such name; InvalidArgument: no name, and several arrays (the hint lists
///         them); Malformed: no arrays; Unsupported: none that can be read
base::Expected<std::size_t> find_array(const std::vector<ArrayEntry>& entries,
                                       std::string_view name);

/// "its array "x" has 2.9 MB in the file, and 3.0 GB when it is unpacked"
std::string sentence_of(const Swelling& swelling, std::string_view name);

/// Reads the array that a name means; a single one says itself why it cannot be read.
/// errors  as find_array and Arrays::read
base::Expected<tensor::Tensor> read_array(const Arrays& arrays, std::string_view name,
                                          const ReadWatch& watch = {});

}  // namespace normscope::io
