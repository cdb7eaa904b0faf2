// SPDX-License-Identifier: MIT
// Lines that no page end may part are a group. Groups are placed one after the other; only a group
// that is higher than a page is placed line by line.
#include "app/handout/paginate.hpp"

#include <algorithm>
#include <cstddef>

namespace normscope::handout {
namespace {

// A line of the text: its block, and its index there.
struct Place {
  std::size_t block = 0;
  std::size_t line = 0;
};

std::vector<Place> places_of(std::span<const Block> blocks) {
  std::vector<Place> places;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (std::size_t line = 0; line < blocks[block].lines.size(); ++line) {
      places.push_back({block, line});
    }
  }
  return places;
}

// The share of a page that must be filled before it may end early for a wish.
constexpr double kFullEnough = 2.0 / 3;

class Paginator {
 public:
  Paginator(std::span<const Block> blocks, double height) : blocks_(blocks), height_(height) {}

  // `wished` is the group with the one that should stand on the same page.
  void place(std::span<const Place> group, std::span<const Place> wished) {
    // A line that needs no more than is left also fits after rounding.
    constexpr double kRounding = 1e-6;
    const Block& first = blocks_[group.front().block];
    const double wanted =
        std::max(height_of(group, false), group.front().line == 0 ? first.room : 0);
    const double together = wished.size() == group.size() ? 0 : height_of(wished, false);
    const bool parts_well = used_ < kFullEnough * height_;
    const double needed = parts_well ? wanted : std::max(wanted, together);
    if (used_ > 0 && gap(group.front()) + needed > height_ - used_ + kRounding) next_page();
    const bool fits = height_of(group, true) <= height_ - used_ + kRounding;
    for (const Place& place : group) {
      if (!fits && used_ > 0 && height_of({&place, 1}, true) > height_ - used_ + kRounding) {
        next_page();
      }
      add(place);
    }
  }

  std::vector<Page> take() { return std::move(pages_); }

 private:
  const Block& block(const Place& place) const { return blocks_[place.block]; }
  const Line& line(const Place& place) const { return block(place).lines[place.line]; }

  bool continues(const Place& place) const {
    return used_ > 0 && place.line > 0 && pages_.back().pieces.back().block == place.block;
  }
  double gap(const Place& place) const {
    return used_ > 0 && !continues(place) ? block(place).before : 0;
  }

  // The height of neighbouring lines, with the padding of their blocks; `here` with the gap above.
  double height_of(std::span<const Place> group, bool here) const {
    double total = here ? gap(group.front()) : 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Place& place = group[i];
      const bool begins = i == 0 || place.line == 0;
      if (i > 0 && begins) total += block(place).before;
      if (begins) total += 2 * block(place).padding;
      total += line(place).height;
    }
    // The padding of a piece that is already on the page is counted there.
    if (continues(group.front())) total -= 2 * block(group.front()).padding;
    return total;
  }

  void next_page() {
    pages_.emplace_back();
    used_ = 0;
  }

  void add(const Place& place) {
    if (pages_.empty()) next_page();
    const double height = line(place).height;
    std::vector<Piece>& pieces = pages_.back().pieces;
    if (continues(place)) {
      ++pieces.back().count;
      pieces.back().height += height;
      used_ += height;
      return;
    }
    const double top = used_ + gap(place);
    pieces.push_back({place.block, place.line, 1, top, height + 2 * block(place).padding});
    used_ = top + pieces.back().height;
  }

  std::span<const Block> blocks_;
  double height_;
  std::vector<Page> pages_{};
  double used_ = 0;  // of the last page
};

}  // namespace

void keep_ends(std::vector<Line>& lines) {
  if (lines.size() < 2) return;
  lines.front().keeps_next = true;
  lines[lines.size() - 2].keeps_next = true;
}

void keep_whole(std::vector<Line>& lines) {
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) lines[i].keeps_next = true;
}

std::vector<Page> paginate(std::span<const Block> blocks, double height) {
  Paginator pages(blocks, height);
  const std::vector<Place> places = places_of(blocks);
  const auto line_at = [&](std::size_t at) -> const Line& {
    return blocks[places[at].block].lines[places[at].line];
  };
  const auto end_of_group = [&](std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < places.size() && line_at(end - 1).keeps_next) ++end;
    return end;
  };
  const std::span<const Place> all(places);
  for (std::size_t begin = 0; begin < places.size();) {
    const std::size_t end = end_of_group(begin);
    const bool wishes = end < places.size() && line_at(end - 1).prefers_next;
    const std::size_t wished = wishes ? end_of_group(end) : end;
    pages.place(all.subspan(begin, end - begin), all.subspan(begin, wished - begin));
    begin = end;
  }
  return pages.take();
}

}  // namespace normscope::handout
