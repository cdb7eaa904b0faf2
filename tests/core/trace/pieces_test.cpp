// SPDX-License-Identifier: MIT
// What a piece of a step's values costs, in values that are read: statistics once for each of their
// groups, not once for each element.
#include "core/trace/pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/trace/operations.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

// Knows the inputs and the statistics, which are all 1, and counts the values that are read.
class Counting {
 public:
  explicit Counting(const Program& program) : program_(program) {}

  bool knows(int step) const {
    return row_of(program_.step(step).primitive).kind != Kind::kElement;
  }
  std::span<const float> read(int step, std::int64_t /*first*/, std::span<float> room) {
    read_[step] += room.size();
    std::ranges::fill(room, 1.0F);
    return room;
  }
  std::size_t read_of(Role role) const {
    const auto found = read_.find(program_.find(role));
    return found == read_.end() ? 0 : found->second;
  }

 private:
  const Program& program_;
  std::map<int, std::size_t> read_{};
};

TEST(Pieces, ReadAStatisticOnceForEachRow) {
  const Program program =
      NORMSCOPE_VALUE_OR_FAIL(norm_program({3, 4096}, nullptr, nullptr, ops::NormOptions{}));
  Counting source(program);
  Pieces<float, Counting> pieces(program, source, program.size() - 1, 1024);
  std::vector<float> places(1024);
  for (std::int64_t first = 0; first < std::int64_t{3} * 4096; first += 1024) {
    (void)pieces.run(first, places);
  }
  EXPECT_EQ(source.read_of(Role::kInput), 3 * 4096);
  EXPECT_EQ(source.read_of(Role::kMean), 3);
  EXPECT_EQ(source.read_of(Role::kVariance), 3);
}

TEST(Pieces, ReadTheStatisticsOfNeighbouringColumnsOnce) {
  const Program program = NORMSCOPE_VALUE_OR_FAIL(norm_program(
      {500, 96}, nullptr, nullptr, ops::NormOptions{.kind = ops::Normalization::kBatchNorm}));
  Counting source(program);
  Pieces<float, Counting> pieces(program, source, program.size() - 1, 32);
  std::vector<float> places(32);
  for (std::int64_t line = 0; line < 500; ++line) (void)pieces.run(line * 96 + 32, places);
  EXPECT_EQ(source.read_of(Role::kMean), 32);
  EXPECT_EQ(source.read_of(Role::kVariance), 32);
}

// A piece that ends in another row than it begins in.
TEST(Pieces, SpreadStatisticsOverSeveralRows) {
  const Program program =
      NORMSCOPE_VALUE_OR_FAIL(norm_program({64, 100}, nullptr, nullptr, ops::NormOptions{}));
  Counting source(program);
  Pieces<float, Counting> pieces(program, source, program.size() - 1, 1024);
  std::vector<float> places(1024, -1.0F);
  const auto values = pieces.run(50, places);
  EXPECT_EQ(std::ranges::count(values, 0.0F), 1024) << "1 minus the mean, 1";
  EXPECT_EQ(source.read_of(Role::kMean), 11);
}

}  // namespace
}  // namespace normscope::trace
