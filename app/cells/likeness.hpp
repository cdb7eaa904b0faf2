// SPDX-License-Identifier: MIT
// What arrays of NumPy look like: no record says what made them, but their numbers may.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "app/cells/cell_results.hpp"

namespace normscope::cells {

/// The largest array that is looked at, in elements, and with how many others: a search of so many
/// numbers takes about half a second.
inline constexpr std::int64_t kMostLikenessElements = 4096;
inline constexpr int kMostLikenessOthers = 6;

/// Adds what an array looks like, in words, too: a normalization or a softmax of the first of the
/// arrays before it, of its shape, that explains all of its numbers (variants::explain). Nothing of
/// arrays that are too large, or of whole numbers. `goes_on` is asked before each search: others
/// may wait for it.
void add_likeness(CellVariable& array, std::span<const std::shared_ptr<const CellVariable>> before,
                  const std::function<bool()>& goes_on);

}  // namespace normscope::cells
