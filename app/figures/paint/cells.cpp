// SPDX-License-Identifier: MIT
// Rows are repeated as a whole.
#include "app/figures/paint/cells.hpp"

#include <algorithm>
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

/// Colours multiplied by alpha, of a whole cell 0 to 255 each.
struct Mean {
  float red = 0;
  float green = 0;
  float blue = 0;
  float alpha = 0;

  void add(const Mean& other, float share) {
    red += share * other.red;
    green += share * other.green;
    blue += share * other.blue;
    alpha += share * other.alpha;
  }
};

Mean mean_of(Color color) {
  const float share = static_cast<float>(color.alpha) / 255.0F;
  const auto level = [](std::uint8_t of) { return static_cast<float>(of); };
  return {share * level(color.red), share * level(color.green), share * level(color.blue),
          level(color.alpha)};
}

Color color_of(const Mean& mean) {
  if (mean.alpha < 0.5F) return {0, 0, 0, 0};
  const auto level = [&](float sum) {
    return static_cast<std::uint8_t>(std::clamp(sum * 255.0F / mean.alpha + 0.5F, 0.0F, 255.0F));
  };
  return {level(mean.red), level(mean.green), level(mean.blue),
          static_cast<std::uint8_t>(std::min(mean.alpha + 0.5F, 255.0F))};
}

/// Which cells a pixel covers, and the share of it that each takes.
struct Share {
  std::size_t cell = 0;
  float share = 0;
  bool operator==(const Share&) const = default;
};
std::vector<Share> shares_of(int pixel, double begin, double length, std::int64_t cells) {
  const double cell = length / static_cast<double>(cells);
  const double from = std::max(0.0, pixel - begin);
  const double to = std::min(length, pixel + 1 - begin);
  std::vector<Share> shares;
  const auto last = static_cast<double>(cells - 1);
  for (double at = std::clamp(std::floor(from / cell), 0.0, last); at <= last && at * cell < to;
       at += 1) {
    const double covered = std::min(to, (at + 1) * cell) - std::max(from, at * cell);
    constexpr double kNothing = 1e-6;  // what rounding leaves
    if (covered > kNothing) {
      shares.push_back({static_cast<std::size_t>(at), static_cast<float>(covered)});
    }
  }
  return shares;
}

int first_pixel(double from) {
  return static_cast<int>(std::floor(from));
}
int end_pixel(double from, double to) {
  return std::max(first_pixel(from) + 1, static_cast<int>(std::ceil(to)));
}

}  // namespace

Tile on_pixels(const Rect& rect, const Image& image, int from, int rows) {
  const int left = first_pixel(rect.x);
  const int top = first_pixel(rect.y) + from;
  const int columns = end_pixel(rect.x, rect.right()) - left;
  Tile tile{{1.0 * left, 1.0 * top, 1.0 * columns, 1.0 * rows}, {columns, rows, {}}};
  tile.image.cells.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  std::vector<std::vector<Share>> across;
  across.reserve(static_cast<std::size_t>(columns));
  for (int x = 0; x < columns; ++x) {
    across.push_back(shares_of(left + x, rect.x, rect.width, image.columns));
  }
  const auto cells = static_cast<std::size_t>(image.columns);
  std::vector<Mean> mixed;
  std::vector<Share> before;
  for (int y = 0; y < rows; ++y) {
    const std::vector<Share> down = shares_of(top + y, rect.y, rect.height, image.rows);
    if (y > 0 && down == before) {  // within the same cells
      const std::size_t last = tile.image.cells.size() - static_cast<std::size_t>(columns);
      for (int x = 0; x < columns; ++x) {
        tile.image.cells.push_back(tile.image.cells[last + static_cast<std::size_t>(x)]);
      }
      continue;
    }
    mixed.assign(cells, {});
    for (const auto& [row, share] : down) {
      for (std::size_t c = 0; c < cells; ++c) {
        mixed[c].add(mean_of(image.cells[row * cells + c]), share);
      }
    }
    for (const std::vector<Share>& shares : across) {
      Mean pixel;
      for (const auto& [column, share] : shares) pixel.add(mixed[column], share);
      tile.image.cells.push_back(color_of(pixel));
    }
    before = down;
  }
  return tile;
}

int rows_on_pixels(const Rect& rect) {
  return end_pixel(rect.y, rect.bottom()) - first_pixel(rect.y);
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
