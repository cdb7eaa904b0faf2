// SPDX-License-Identifier: MIT
#include "app/figures/builders/related.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace normscope::figures {
namespace {

using trace::Cells;

/// The part of a set's box that lies in a slice.
std::optional<RelatedCells> box_in(const Cells& cells, const results::Slice& slice) {
  if (cells.none) return std::nullopt;
  const std::size_t rank = cells.shape.size();
  std::int64_t number = slice.number;
  for (std::size_t outer = rank < 2 ? 0 : rank - 2; outer-- > 0;) {
    const std::int64_t index = number % cells.shape[outer];
    number /= cells.shape[outer];
    if (index < cells.box.first[outer] || index >= cells.box.last[outer]) return std::nullopt;
  }
  RelatedCells box;
  if (rank >= 2) {
    box.row = cells.box.first[rank - 2];
    box.rows = cells.box.last[rank - 2] - box.row;
  }
  if (rank >= 1) {
    box.column = cells.box.first[rank - 1];
    box.columns = cells.box.last[rank - 1] - box.column;
  }
  return box;
}

/// Adds the runs of a row's cells that are in the set.
void add_runs(const Cells& cells, const results::Slice& slice, const RelatedCells& box,
              std::int64_t row, std::vector<RelatedCells>& runs) {
  bool open = false;
  for (std::int64_t column = box.column; column < box.column + box.columns; ++column) {
    const bool inside = cells.contains(slice.position(row, column));
    if (inside && open) ++runs.back().columns;
    if (inside && !open) runs.push_back({row, column, 1, 1, box.related});
    open = inside;
  }
}

void add(const Cells& cells, const results::Slice& slice, Related related,
         std::vector<RelatedCells>& all) {
  auto box = box_in(cells, slice);
  if (!box) return;
  box->related = related;
  if (cells.fills_box() || box->rows * box->columns > kMostRelated) {
    all.push_back(*box);
    return;
  }
  for (std::int64_t row = box->row; row < box->row + box->rows; ++row) {
    add_runs(cells, slice, *box, row, all);
  }
}

/// Only the card of the marked number has both sets: the number itself, which has a frame.
bool is_of_marked(const results::Provenance& provenance, std::size_t card) {
  return !provenance.sources(card).none && !provenance.made(card).none;
}

/// The slices, counted over the dimensions before the last two, from the first to the last one that
/// a set reaches.
struct Slices {
  std::int64_t first = 0;
  std::int64_t last = 0;
};
Slices slices_of(const Cells& cells) {
  Slices slices;
  const std::size_t rank = cells.shape.size();
  for (std::size_t outer = 0; outer + 2 < rank; ++outer) {
    slices.first = slices.first * cells.shape[outer] + cells.box.first[outer];
    slices.last = slices.last * cells.shape[outer] + cells.box.last[outer] - 1;
  }
  return slices;
}

void add_whole(const Cells& cells, Related related, std::vector<RelatedCells>& all) {
  if (cells.none) return;
  const results::Slice first = results::slice_at(cells.shape, {});
  const Slices slices = slices_of(cells);
  if (slices.last - slices.first >= kMostRelated) {
    const std::size_t last = cells.shape.size() - 1;
    all.push_back({slices.first * first.rows, cells.box.first[last],
                   (slices.last - slices.first + 1) * first.rows,
                   cells.box.last[last] - cells.box.first[last], related});
    return;
  }
  for (std::int64_t number = slices.first; number <= slices.last; ++number) {
    const results::Slice slice{number, first.rows, first.columns};
    const std::size_t before = all.size();
    add(cells, slice, related, all);
    for (std::size_t i = before; i < all.size(); ++i) all[i].row += slice.first_row();
  }
}

/// The cells of one group: a box, as all groups are.
Cells cells_of_group(const tensor::Shape& shape, const tensor::GroupLayout& layout,
                     std::int64_t group) {
  Cells cells = trace::one_cell(shape, layout.base(group));
  const Cells end = trace::one_cell(shape, layout.base(group) + layout.offset(layout.size - 1));
  if (!cells.none && !end.none) cells.box.last = end.box.last;
  return cells;
}

}  // namespace

std::vector<RelatedCells> related_cells(const results::Provenance& provenance, std::size_t card,
                                        const results::Slice& slice) {
  std::vector<RelatedCells> all;
  if (is_of_marked(provenance, card)) return all;
  add(provenance.sources(card), slice, Related::kSource, all);
  add(provenance.made(card), slice, Related::kMade, all);
  return all;
}

std::vector<RelatedCells> related_in_whole(const results::Provenance& provenance,
                                           std::size_t card) {
  std::vector<RelatedCells> all;
  if (is_of_marked(provenance, card)) return all;
  add_whole(provenance.sources(card), Related::kSource, all);
  add_whole(provenance.made(card), Related::kMade, all);
  return all;
}

std::vector<RelatedCells> in_blocks(std::vector<RelatedCells> cells, std::int64_t block_rows,
                                    std::int64_t block_columns) {
  for (RelatedCells& each : cells) {
    const std::int64_t bottom = (each.row + each.rows - 1) / block_rows;
    const std::int64_t right = (each.column + each.columns - 1) / block_columns;
    each.row /= block_rows;
    each.column /= block_columns;
    each.rows = bottom - each.row + 1;
    each.columns = right - each.column + 1;
  }
  return cells;
}

std::vector<Related> related_values(const results::Provenance& provenance, std::size_t card,
                                    std::span<const std::int64_t> positions) {
  std::vector<Related> all;
  for (const std::int64_t position : positions) {
    switch (provenance.of_cell(card, position)) {
      case results::Relation::kNone:
      case results::Relation::kSelf:
        all.push_back(Related::kNot);
        break;
      case results::Relation::kSource:
        all.push_back(Related::kSource);
        break;
      case results::Relation::kMadeFrom:
        all.push_back(Related::kMade);
        break;
    }
  }
  const bool any = std::ranges::any_of(all, [](Related one) { return one != Related::kNot; });
  if (!any) all.clear();
  return all;
}

std::vector<Related> related_groups(const results::Provenance& provenance, std::size_t card,
                                    const tensor::GroupLayout& layout,
                                    std::span<const std::int64_t> groups) {
  const Cells& sources = provenance.sources(card);
  const Cells& made = provenance.made(card);
  if (is_of_marked(provenance, card) || (sources.none && made.none)) return {};
  std::vector<Related> all;
  all.reserve(groups.size());
  for (const std::int64_t group : groups) {
    const Cells cells = cells_of_group((sources.none ? made : sources).shape, layout, group);
    Related related = Related::kNot;
    if (trace::intersect(sources, cells)) related = Related::kSource;
    if (trace::intersect(made, cells)) related = Related::kMade;
    all.push_back(related);
  }
  return all;
}

}  // namespace normscope::figures
