// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/picture.hpp"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace normscope::figures {

Picture read_picture(std::string_view png) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) return {};
  image.format = PNG_FORMAT_RGBA;
  std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr) == 0) return {};
  Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    picture.pixels.push_back({bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]});
  }
  return picture;
}

std::vector<Rect> text_boxes(const Recorder& recorder, const formula::Measure& measure) {
  std::vector<Rect> boxes;
  for (const auto& [run] : recorder.all<DrawnText>()) {
    const formula::Extent extent = measure.measure(run.text, run.face, run.size);
    boxes.push_back({run.origin.x - 1, run.origin.y - extent.ascent - 1, advance_of(run) + 2,
                     extent.ascent + extent.descent + 2});
  }
  return boxes;
}

double share_off(const Picture& a, const Picture& b, Size page, const std::vector<Rect>& masked,
                 int levels) {
  if (a.width != b.width || a.height != b.height || a.pixels.empty()) return 1;
  std::vector<bool> hidden(a.pixels.size());
  const double across = a.width / page.width;
  const double down = a.height / page.height;
  for (const Rect& box : masked) {
    const int left = std::max(0, static_cast<int>(std::floor(box.x * across)));
    const int right = std::min(a.width, static_cast<int>(std::ceil(box.right() * across)));
    const int bottom = std::min(a.height, static_cast<int>(std::ceil(box.bottom() * down)));
    for (int y = std::max(0, static_cast<int>(std::floor(box.y * down))); y < bottom; ++y) {
      for (int x = left; x < right; ++x) {
        hidden[static_cast<std::size_t>(y) * static_cast<std::size_t>(a.width) +
               static_cast<std::size_t>(x)] = true;
      }
    }
  }
  std::size_t seen = 0;
  std::size_t off = 0;
  const auto apart = [&](std::uint8_t one, std::uint8_t other) {
    return std::abs(one - other) > levels;
  };
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    if (hidden[i]) continue;
    const Color& one = a.pixels[i];
    const Color& other = b.pixels[i];
    ++seen;
    off += apart(one.red, other.red) || apart(one.green, other.green) ||
                   apart(one.blue, other.blue) || apart(one.alpha, other.alpha)
               ? 1
               : 0;
  }
  return seen == 0 ? 1 : static_cast<double>(off) / static_cast<double>(seen);
}

}  // namespace normscope::figures
