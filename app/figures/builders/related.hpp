// SPDX-License-Identifier: MIT
// The marks of a figure at the values that a number was made from, and at those made from it: from
// the provenance of an evaluation to the shapes of a figure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/results/provenance.hpp"
#include "app/results/slice.hpp"

namespace normscope::figures {

/// Most rectangles of one relation. Where a set has more gaps, its whole box is marked.
inline constexpr std::int64_t kMostRelated = 1024;

/// The cells of a card's slice that are related to the selected number.
/// shape   rectangles in cells of the slice
std::vector<RelatedCells> related_cells(const results::Provenance& provenance, std::size_t card,
                                        const results::Slice& slice);

/// The same rectangles in blocks of so many rows and columns.
std::vector<RelatedCells> in_blocks(std::vector<RelatedCells> cells, std::int64_t block_rows,
                                    std::int64_t block_columns);

/// How single positions of a card are related; empty where none is.
std::vector<Related> related_values(const results::Provenance& provenance, std::size_t card,
                                    std::span<const std::int64_t> positions);

}  // namespace normscope::figures
