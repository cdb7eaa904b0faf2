// SPDX-License-Identifier: MIT
// Pages from blocks of known heights. A page is 100 points high.
#include "app/handout/paginate.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace normscope::handout {
namespace {

constexpr double kPage = 100;

// Lines of 10 points each.
std::vector<Line> lines(std::size_t count) {
  return std::vector<Line>(count, Line{.height = 10});
}

// The lines of each page, over all blocks.
std::vector<std::size_t> counts(const std::vector<Page>& pages) {
  std::vector<std::size_t> all;
  for (const Page& page : pages) {
    std::size_t count = 0;
    for (const Piece& piece : page.pieces) count += piece.count;
    all.push_back(count);
  }
  return all;
}

using Counts = std::vector<std::size_t>;

TEST(Paginate, FillsPagesFromTheTop) {
  EXPECT_TRUE(paginate({}, kPage).empty());
  const std::vector<Block> blocks = {{.lines = lines(25)}};
  const std::vector<Page> pages = paginate(blocks, kPage);
  EXPECT_EQ(counts(pages), (Counts{10, 10, 5}));
  EXPECT_EQ(pages[0].pieces, (std::vector<Piece>{{0, 0, 10, 0, 100}}));
  EXPECT_EQ(pages[2].pieces, (std::vector<Piece>{{0, 20, 5, 0, 50}}));
}

TEST(Paginate, TheSpaceAboveABlockIsOmittedAtTheTop) {
  const std::vector<Block> blocks = {{.lines = lines(4), .before = 5},
                                     {.lines = lines(5), .before = 5},
                                     {.lines = lines(1), .before = 5}};
  const std::vector<Page> pages = paginate(blocks, kPage);
  ASSERT_EQ(pages.size(), 2U);
  EXPECT_EQ(pages[0].pieces, (std::vector<Piece>{{0, 0, 4, 0, 40}, {1, 0, 5, 45, 50}}));
  EXPECT_EQ(pages[1].pieces, (std::vector<Piece>{{2, 0, 1, 0, 10}})) << "95 + 5 + 10 is too much";
}

TEST(Paginate, NoLineOfAParagraphStandsAlone) {
  std::vector<Block> blocks = {{.lines = lines(9)}, {.lines = lines(3)}};
  keep_ends(blocks[1].lines);
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{9, 3})) << "not its first line";
  blocks = {{.lines = lines(7)}, {.lines = lines(4)}};
  keep_ends(blocks[1].lines);
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{9, 2})) << "nor its last one";
  blocks = {{.lines = lines(9)}, {.lines = lines(1)}};
  keep_ends(blocks[1].lines);
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{10}));
}

TEST(Paginate, LinesAreKeptWithTheNextBlock) {
  std::vector<Block> blocks = {{.lines = lines(8)}, {.lines = lines(1)}, {.lines = lines(4)}};
  keep_whole(blocks[2].lines);
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{9, 4}));
  blocks[1].lines[0].keeps_next = true;
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{8, 5}));
}

TEST(Paginate, ABlockThatPrefersTheNextOneWaitsForItOnAPageThatIsFullEnough) {
  std::vector<Block> blocks = {{.lines = lines(7)}, {.lines = lines(1)}, {.lines = lines(4)}};
  keep_whole(blocks[2].lines);
  blocks[1].lines[0].prefers_next = true;
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{7, 5}));
  blocks[0].lines = lines(6);
  blocks[2].lines = lines(5);
  keep_whole(blocks[2].lines);
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{7, 5})) << "six lines of ten are too few";
  blocks[2].lines = lines(1);
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{8})) << "there is room for both";
}

TEST(Paginate, ABlockBeginsOnlyWhereItHasRoom) {
  std::vector<Block> blocks = {
      {.lines = lines(6)}, {.lines = lines(1), .room = 40}, {.lines = lines(1)}};
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{8}));
  blocks[1].room = 41;
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{6, 2}));
  blocks[1].room = 500;
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{6, 2})) << "more than a page has none";
}

TEST(Paginate, PaddingBelongsToEachPage) {
  const std::vector<Block> blocks = {{.lines = lines(12), .padding = 6},
                                     {.lines = lines(1), .before = 3}};
  const std::vector<Page> pages = paginate(blocks, kPage);
  ASSERT_EQ(counts(pages), (Counts{8, 5}));
  EXPECT_EQ(pages[0].pieces[0], (Piece{0, 0, 8, 0, 92}));
  EXPECT_EQ(pages[1].pieces[0], (Piece{0, 8, 4, 0, 52}));
  EXPECT_EQ(pages[1].pieces[1], (Piece{1, 0, 1, 55, 10}));
}

TEST(Paginate, WhatIsHigherThanAPageIsPartedAnyway) {
  std::vector<Block> blocks = {{.lines = lines(3)}, {.lines = lines(23), .padding = 1}};
  keep_whole(blocks[1].lines);
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{3, 9, 9, 5}));
  blocks = {{.lines = {{.height = 10}, {.height = 300}, {.height = 10}}}};
  EXPECT_EQ(counts(paginate(blocks, kPage)), (Counts{1, 1, 1}));
}

TEST(Paginate, EveryLineStandsOnceAndWithinItsPage) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < 200; ++i) {
    Block& block = blocks.emplace_back();
    block.lines = lines(1 + i * 7 % 9);
    block.before = static_cast<double>(i % 4);
    block.padding = static_cast<double>(i % 3);
    block.room = i % 11 == 0 ? 45 : 0;
    if (i % 2 == 0) keep_ends(block.lines);
    if (i % 5 == 0) keep_whole(block.lines);
    if (i % 11 == 0) block.lines.back().keeps_next = true;
  }
  std::size_t block = 0;
  std::size_t line = 0;
  for (const Page& page : paginate(blocks, kPage)) {
    ASSERT_FALSE(page.pieces.empty());
    EXPECT_EQ(page.pieces.front().top, 0);
    double bottom = 0;
    for (const Piece& piece : page.pieces) {
      EXPECT_GE(piece.top, bottom);
      bottom = piece.top + piece.height;
      EXPECT_EQ(piece.height,
                10 * static_cast<double>(piece.count) + 2 * blocks[piece.block].padding);
      if (line == blocks[block].lines.size()) {
        ++block;
        line = 0;
      }
      EXPECT_EQ(piece.block, block);
      EXPECT_EQ(piece.first, line);
      line += piece.count;
    }
    EXPECT_LE(bottom, kPage);
  }
  EXPECT_EQ(block, blocks.size() - 1);
  EXPECT_EQ(line, blocks.back().lines.size());
}

}  // namespace
}  // namespace normscope::handout
