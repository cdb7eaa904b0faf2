// SPDX-License-Identifier: MIT
// The marks of a figure at the values that a number was made from, and at those made from it: from
// the provenance of an evaluation to the shapes of a figure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/tensor/groups.hpp"

namespace normscope::figures {

/// Most rectangles of one relation. Where a set has more gaps, its whole box is marked.
inline constexpr std::int64_t kMostRelated = 1024;

/// The cells of a card's slice that are related to the selected number.
/// shape   rectangles in cells of the slice
std::vector<RelatedCells> related_cells(const results::Provenance& provenance, std::size_t card,
                                        const results::Slice& slice);

/// The cells of a card that are related to the selected number, in the whole tensor as one matrix.
/// shape   rectangles in cells of results::whole_matrix; of a tensor with more than kMostRelated
///         slices between the first and the last related one, one rectangle over all of them
std::vector<RelatedCells> related_in_whole(const results::Provenance& provenance, std::size_t card);

/// The same rectangles in blocks of so many rows and columns.
std::vector<RelatedCells> in_blocks(std::vector<RelatedCells> cells, std::int64_t block_rows,
                                    std::int64_t block_columns);

/// How single positions of a card are related; empty where none is.
std::vector<Related> related_values(const results::Provenance& provenance, std::size_t card,
                                    std::span<const std::int64_t> positions);

/// How groups of the values of a card are related: as any of their values, but for the marked
/// number. Empty where none is.
/// shape   the layout is that of the card's step
std::vector<Related> related_groups(const results::Provenance& provenance, std::size_t card,
                                    const tensor::GroupLayout& layout,
                                    std::span<const std::int64_t> groups);

}  // namespace normscope::figures
