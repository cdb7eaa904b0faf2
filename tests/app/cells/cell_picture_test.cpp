// SPDX-License-Identifier: MIT
// Pictures of cells in the size in which they are drawn.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "app/cells/cell_picture.hpp"

namespace normscope::cells {
namespace {

using Bytes = std::vector<std::uint8_t>;

CellPicture picture(std::int64_t width, std::int64_t height, Bytes pixels) {
  return {"<Figure>", width, height, 2, std::move(pixels), 1};
}

TEST(CellPicture, IsTheMeanOfThePixelsThatItCovers) {
  const CellPicture two_rows =
      picture(2, 2, {0, 10, 20, 255, 100, 30, 20, 255, 40, 10, 20, 255, 60, 10, 20, 255});
  const CellPicture one = resized(two_rows, 1, 1);
  EXPECT_EQ(one.pixels, (Bytes{50, 15, 20, 255}));
  EXPECT_EQ(one.text, "<Figure>");
  EXPECT_EQ(resized(two_rows, 2, 2).pixels, two_rows.pixels);
  EXPECT_EQ(resized(two_rows, 1, 2).pixels, (Bytes{50, 20, 20, 255, 50, 10, 20, 255}));
}

// Of three pixels, one of two has the first and half of the second.
TEST(CellPicture, DividesAPixelByItsArea) {
  const CellPicture three = picture(3, 1, {90, 0, 0, 255, 30, 0, 0, 255, 0, 0, 0, 255});
  EXPECT_EQ(resized(three, 2, 1).pixels, (Bytes{70, 0, 0, 255, 10, 0, 0, 255}));
}

TEST(CellPicture, WhatIsNotOpaqueCountsLess) {
  const CellPicture half = picture(2, 1, {200, 0, 0, 255, 0, 100, 0, 0});
  EXPECT_EQ(resized(half, 1, 1).pixels, (Bytes{200, 0, 0, 128}));
  EXPECT_EQ(resized(picture(2, 1, Bytes(8, 0)), 1, 1).pixels, (Bytes{0, 0, 0, 0}));
}

TEST(CellPicture, IsLargerWhereItIsAskedFor) {
  EXPECT_EQ(resized(picture(1, 1, {1, 2, 3, 255}), 2, 1).pixels,
            (Bytes{1, 2, 3, 255, 1, 2, 3, 255}));
}

TEST(CellPicture, HasAHashOfItsPixels) {
  EXPECT_EQ(hash_of(Bytes{1, 2}), hash_of(Bytes{1, 2}));
  EXPECT_NE(hash_of(Bytes{1, 2}), hash_of(Bytes{2, 1}));
}

}  // namespace
}  // namespace normscope::cells
