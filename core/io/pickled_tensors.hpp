// SPDX-License-Identifier: MIT
// The tensors that a checkpoint's pickle describes: what they are, and their numbers out of the
// storages beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/io/archive.hpp"
#include "core/io/npy.hpp"
#include "core/io/pickle.hpp"
#include "core/io/read_file.hpp"

namespace normscope::io {

/// Numbers that lie one after the other, part of which a tensor shows.
struct Storage {
  std::string key;
  std::string type;  // as PyTorch names it
  std::optional<NpyElement> element{};
  std::int64_t count = 0;
};

/// A tensor as a pickle describes it.
struct PickledTensor {
  ArrayEntry entry;
  Storage storage;
  std::int64_t offset = 0;  // elements
  tensor::Shape strides{};
};

/// Opens a storage, of at least this many bytes.
using OpenStorage = std::function<base::Expected<ByteSource>(const Storage&, std::uint64_t bytes)>;

/// The tensors of a pickle, named by the keys that lead to them.
/// errors  as checkpoint_arrays
base::Expected<std::vector<PickledTensor>> pickled_tensors(const Pickle& pickle,
                                                           const std::stop_token& stop);

/// The same as a list whose numbers can be read.
/// errors  none; of Arrays::read: as checkpoint_arrays
Arrays arrays_of_storages(std::vector<PickledTensor> tensors, OpenStorage open);

}  // namespace normscope::io
