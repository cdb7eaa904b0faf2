// SPDX-License-Identifier: MIT
#include "app/figures/paint/pixels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace normscope::figures {
namespace {

constexpr std::int64_t kMostColorsASide = 8192;
constexpr double kMostPixels = 1 << 22;  // 16 MiB

std::uint32_t premultiplied(Color color) {
  const auto part = [&](std::uint8_t level) {
    return (static_cast<std::uint32_t>(level) * color.alpha + 127U) / 255U;
  };
  return static_cast<std::uint32_t>(color.alpha) << 24U | part(color.red) << 16U |
         part(color.green) << 8U | part(color.blue);
}

Image part_of(const Image& image, std::int64_t column, std::int64_t row) {
  Image part{std::min(kMostColorsASide, image.columns - column),
             std::min(kMostColorsASide, image.rows - row),
             {},
             0};
  for (std::int64_t r = row; r < row + part.rows; ++r) {
    const auto from = image.colors.begin() + (r * image.columns + column);
    part.colors.insert(part.colors.end(), from, from + part.columns);
  }
  return part;
}

/// How often each of `count` colours along a side, each of this length, is repeated.
int repeats(double length, double finest, std::int64_t count) {
  const double possible =
      std::floor(static_cast<double>(kMostPixelsASide) / static_cast<double>(count));
  return static_cast<int>(std::clamp(std::ceil(length / finest), 1.0, std::max(1.0, possible)));
}

/// A weighted sum of colours with premultiplied alpha, 0 to 255 each for a total weight of 1.
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

/// The part of a pixel, along one axis, that one column or row of the image covers.
struct Share {
  std::size_t index = 0;
  float share = 0;
  bool operator==(const Share&) const = default;
};
std::vector<Share> shares_of(int pixel, double begin, double length, std::int64_t count) {
  const double step = length / static_cast<double>(count);
  const double from = std::max(0.0, pixel - begin);
  const double to = std::min(length, pixel + 1 - begin);
  std::vector<Share> shares;
  const auto last = static_cast<double>(count - 1);
  for (double at = std::clamp(std::floor(from / step), 0.0, last); at <= last && at * step < to;
       at += 1) {
    const double covered = std::min(to, (at + 1) * step) - std::max(from, at * step);
    constexpr double kNothing = 1e-6;  // above rounding errors
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
  tile.image.colors.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  std::vector<std::vector<Share>> across;
  across.reserve(static_cast<std::size_t>(columns));
  for (int x = 0; x < columns; ++x) {
    across.push_back(shares_of(left + x, rect.x, rect.width, image.columns));
  }
  const auto image_columns = static_cast<std::size_t>(image.columns);
  std::vector<Mean> mixed;
  std::vector<Share> before;
  for (int y = 0; y < rows; ++y) {
    const std::vector<Share> down = shares_of(top + y, rect.y, rect.height, image.rows);
    if (y > 0 && down == before) {  // the same image rows: the same pixels as above
      const std::size_t last = tile.image.colors.size() - static_cast<std::size_t>(columns);
      for (int x = 0; x < columns; ++x) {
        tile.image.colors.push_back(tile.image.colors[last + static_cast<std::size_t>(x)]);
      }
      continue;
    }
    mixed.assign(image_columns, {});
    for (const auto& [row, share] : down) {
      for (std::size_t c = 0; c < image_columns; ++c) {
        mixed[c].add(mean_of(image.colors[row * image_columns + c]), share);
      }
    }
    for (const std::vector<Share>& shares : across) {
      Mean pixel;
      for (const auto& [column, share] : shares) pixel.add(mixed[column], share);
      tile.image.colors.push_back(color_of(pixel));
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
  for (std::int64_t row = 0; row < image.rows; row += kMostColorsASide) {
    for (std::int64_t column = 0; column < image.columns; column += kMostColorsASide) {
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
  Pixels picture{static_cast<int>(image.columns) * across, static_cast<int>(image.rows) * down, {}};
  const auto row = static_cast<std::size_t>(picture.width);
  picture.argb.reserve(row * static_cast<std::size_t>(picture.height));
  for (std::size_t at = 0; at < image.colors.size(); ++at) {
    picture.argb.insert(picture.argb.end(), static_cast<std::size_t>(across),
                        premultiplied(image.colors[at]));
    if ((at + 1) % static_cast<std::size_t>(image.columns) != 0) continue;
    const std::size_t from = picture.argb.size() - row;
    for (int more = 1; more < down; ++more) {
      for (std::size_t x = 0; x < row; ++x) picture.argb.push_back(picture.argb[from + x]);
    }
  }
  return picture;
}

}  // namespace normscope::figures
