// SPDX-License-Identifier: MIT
// What holds of every archive of arrays: each array that is listed without a problem is read with
// its shape, or refused with a sentence.
#pragma once

#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/archive.hpp"

namespace normscope::fuzz {

/// The arrays that could be read, with their names; of a file that is no archive none.
template <class List, class Read>
std::vector<std::pair<std::string, tensor::Tensor>> read_arrays(std::string_view bytes, List list,
                                                                Read read) {
  std::vector<std::pair<std::string, tensor::Tensor>> arrays;
  const auto entries = list(io::ByteSource::of(bytes));
  if (!entries) {
    if (entries.error().sentence.empty()) std::abort();
    return arrays;
  }
  for (const io::ArrayEntry& entry : *entries) {
    auto tensor = read(io::ByteSource::of(bytes), entry.name, io::ReadWatch{});
    if (!tensor && tensor.error().sentence.empty()) std::abort();
    if (!tensor) continue;
    if (!entry.problem.empty() || tensor->shape() != entry.shape) std::abort();
    arrays.emplace_back(entry.name, *std::move(tensor));
  }
  return arrays;
}

}  // namespace normscope::fuzz
