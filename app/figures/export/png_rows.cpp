// SPDX-License-Identifier: MIT
// A pixel is one byte, so the pixel to the left is the previous byte.
#include "app/figures/export/png_rows.hpp"

#include <cstdlib>
#include <utility>

namespace normscope::figures {
namespace {

// Whichever of the three is nearest to left + above - corner.
int paeth(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int to_left = std::abs(guess - left);
  const int to_above = std::abs(guess - above);
  const int to_corner = std::abs(guess - corner);
  if (to_left <= to_above && to_left <= to_corner) return left;
  return to_above <= to_corner ? above : corner;
}

}  // namespace

bool PngRows::add(std::uint8_t byte) {
  if (!begun_) {
    begun_ = true;
    filter_ = byte;
    return false;
  }
  const int left = at_ > 0 ? row_[at_ - 1] : 0;
  const int above = above_[at_];
  const int corner = at_ > 0 ? above_[at_ - 1] : 0;
  int guess = 0;  // filter 0, and unknown ones
  if (filter_ == 1) guess = left;
  if (filter_ == 2) guess = above;
  if (filter_ == 3) guess = (left + above) / 2;
  if (filter_ == 4) guess = paeth(left, above, corner);
  row_[at_] = static_cast<std::uint8_t>(byte + guess);
  if (++at_ < row_.size()) return false;
  std::swap(row_, above_);
  at_ = 0;
  begun_ = false;
  return true;
}

}  // namespace normscope::figures
