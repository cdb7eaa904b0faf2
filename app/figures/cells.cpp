// SPDX-License-Identifier: MIT
// Rows are repeated as a whole.
#include "app/figures/cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace normscope::figures {
namespace {

constexpr std::int64_t kMostCellsASide = 8192;
constexpr double kMostPixels = 1 << 22;  // 16 MiB

std::uint32_t premultiplied(Color color) {
  const auto part = [&](std::uint8_t level) {
    return (static_cast<std::uint32_t>(level) * color.alpha + 127U) / 255U;
  };
  return static_cast<std::uint32_t>(color.alpha) << 24U | part(color.red) << 16U |
         part(color.green) << 8U | part(color.blue);
}

Image part_of(const Image& image, std::int64_t column, std::int64_t row) {
  Image part{std::min(kMostCellsASide, image.columns - column),
             std::min(kMostCellsASide, image.rows - row),
             {},
             0};
  for (std::int64_t r = row; r < row + part.rows; ++r) {
    const auto from = image.cells.begin() + (r * image.columns + column);
    part.cells.insert(part.cells.end(), from, from + part.columns);
  }
  return part;
}

/// How often a cell of this length is repeated, with so many of them in all.
int repeats(double length, double finest, std::int64_t cells) {
  const double possible =
      std::floor(static_cast<double>(kMostPixelsASide) / static_cast<double>(cells));
  return static_cast<int>(std::clamp(std::ceil(length / finest), 1.0, std::max(1.0, possible)));
}

}  // namespace

std::uint64_t hash_of(const Image& image) {
  // FNV-1a, a colour at a time.
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3U; };
  add(static_cast<std::uint64_t>(image.columns));
  for (const Color& cell : image.cells) add(std::bit_cast<std::uint32_t>(cell));
  return hash;
}

std::vector<Tile> tiles_of(const Rect& rect, const Image& image) {
  std::vector<Tile> tiles;
  const double width = rect.width / static_cast<double>(image.columns);
  const double height = rect.height / static_cast<double>(image.rows);
  for (std::int64_t row = 0; row < image.rows; row += kMostCellsASide) {
    for (std::int64_t column = 0; column < image.columns; column += kMostCellsASide) {
      Tile tile{{}, part_of(image, column, row)};
      tile.rect = {rect.x + width * static_cast<double>(column),
                   rect.y + height * static_cast<double>(row),
                   width * static_cast<double>(tile.image.columns),
                   height * static_cast<double>(tile.image.rows)};
      tiles.push_back(std::move(tile));
    }
  }
  return tiles;
}

Pixels pixels_of(const Tile& tile, double finest) {
  const Image& image = tile.image;
  const double width = tile.rect.width / static_cast<double>(image.columns);
  const double height = tile.rect.height / static_cast<double>(image.rows);
  int across = repeats(width, finest, image.columns);
  int down = repeats(height, finest, image.rows);
  const double pixels =
      static_cast<double>(image.columns) * across * static_cast<double>(image.rows) * down;
  if (pixels > kMostPixels) {
    const double less = std::sqrt(kMostPixels / pixels);
    across = std::max(1, static_cast<int>(across * less));
    down = std::max(1, static_cast<int>(down * less));
  }
  Pixels made{static_cast<int>(image.columns) * across, static_cast<int>(image.rows) * down, {}};
  const auto row = static_cast<std::size_t>(made.width);
  made.argb.reserve(row * static_cast<std::size_t>(made.height));
  for (std::size_t at = 0; at < image.cells.size(); ++at) {
    made.argb.insert(made.argb.end(), static_cast<std::size_t>(across),
                     premultiplied(image.cells[at]));
    if ((at + 1) % static_cast<std::size_t>(image.columns) != 0) continue;
    const std::size_t from = made.argb.size() - row;
    for (int more = 1; more < down; ++more) {
      for (std::size_t x = 0; x < row; ++x) made.argb.push_back(made.argb[from + x]);
    }
  }
  return made;
}

}  // namespace normscope::figures
