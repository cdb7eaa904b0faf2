// SPDX-License-Identifier: MIT
// What holds of every archive of arrays: each array that is listed without a problem is read with
// its shape, or refused with a sentence.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/io/archive.hpp"

namespace normscope::fuzz {

/// The arrays that could be read, with their names; of a file that is no archive none.
inline std::vector<std::pair<std::string, tensor::Tensor>> read_arrays(
    const base::Expected<io::Arrays>& opened) {
  std::vector<std::pair<std::string, tensor::Tensor>> arrays;
  if (!opened) {
    if (opened.error().sentence.empty()) std::abort();
    return arrays;
  }
  for (const io::ArrayEntry& entry : opened->entries) {
    auto tensor = io::read_array(*opened, entry.name);
    if (!tensor && tensor.error().sentence.empty()) std::abort();
    if (!tensor) continue;
    if (!entry.problem.empty() || tensor->shape() != entry.shape) std::abort();
    arrays.emplace_back(entry.name, *std::move(tensor));
  }
  return arrays;
}

}  // namespace normscope::fuzz
