// SPDX-License-Identifier: MIT
#include "app/cells/cell_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace normscope::cells {
namespace {

// The pixels of the picture that one pixel of the resized picture covers, along a row or a column.
struct Covered {
  std::size_t first = 0;
  std::vector<float> parts{};  // the share of each; they add up to 1
};

std::vector<Covered> covered(std::int64_t from, std::int64_t to) {
  std::vector<Covered> all(static_cast<std::size_t>(to));
  const double step = static_cast<double>(from) / static_cast<double>(to);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double begin = static_cast<double>(i) * step;
    const double end = std::min(begin + step, static_cast<double>(from));
    const auto last = std::min(static_cast<std::int64_t>(std::ceil(end)), from);
    all[i].first = static_cast<std::size_t>(begin);
    for (auto at = static_cast<std::int64_t>(begin); at < last; ++at) {
      const double low = std::max(begin, static_cast<double>(at));
      const double high = std::min(end, static_cast<double>(at) + 1);
      all[i].parts.push_back(static_cast<float>(std::max(high - low, 0.0) / (end - begin)));
    }
  }
  return all;
}

using Pixel = std::array<float, 4>;

// The mean of pixels that lie `stride` apart.
Pixel mean_of(const Pixel* from, std::size_t stride, const Covered& of) {
  Pixel sum{};
  for (std::size_t i = 0; i < of.parts.size(); ++i) {
    const Pixel& pixel = from[(of.first + i) * stride];
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += of.parts[i] * pixel[c];
  }
  return sum;
}

}  // namespace

std::uint64_t hash_of(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3U;  // FNV-1a
  return hash;
}

CellPicture resized(const CellPicture& picture, std::int64_t width, std::int64_t height) {
  const auto columns = static_cast<std::size_t>(picture.width);
  const auto rows = static_cast<std::size_t>(picture.height);
  std::vector<Pixel> whole(rows * columns);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const std::uint8_t* const pixel = picture.pixels.data() + 4 * i;
    const float opacity = static_cast<float>(pixel[3]) / 255;
    for (std::size_t c = 0; c < 3; ++c) whole[i][c] = opacity * static_cast<float>(pixel[c]);
    whole[i][3] = opacity;
  }
  const std::vector<Covered> across = covered(picture.width, width);
  const std::vector<Covered> down = covered(picture.height, height);
  std::vector<Pixel> narrow(rows * across.size());
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < across.size(); ++x) {
      narrow[y * across.size() + x] = mean_of(&whole[y * columns], 1, across[x]);
    }
  }
  CellPicture made{picture.text, width, height, picture.scale, {}, picture.hash, picture.number};
  made.pixels.reserve(4 * across.size() * down.size());
  for (const Covered& row : down) {
    for (std::size_t x = 0; x < across.size(); ++x) {
      const Pixel mean = mean_of(&narrow[x], across.size(), row);
      const float opacity = std::max(mean[3], 1e-6F);
      for (std::size_t c = 0; c < 3; ++c) {
        made.pixels.push_back(
            static_cast<std::uint8_t>(std::min(mean[c] / opacity + 0.5F, 255.0F)));
      }
      made.pixels.push_back(static_cast<std::uint8_t>(std::lround(mean[3] * 255)));
    }
  }
  return made;
}

}  // namespace normscope::cells
