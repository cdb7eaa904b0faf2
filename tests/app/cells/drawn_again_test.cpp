// SPDX-License-Identifier: MIT
// Pictures of cells on a screen whose scale changes. The figures are the test's own, so that it
// needs no matplotlib: squares of 10 points a side.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "app/cells/cell_runner.hpp"
#include "tests/app/kernel_options.hpp"

namespace normscope::cells {
namespace {

// `draw_again` is what the kernel asks for a picture; this one refuses the second of them.
constexpr const char* kSquares = R"(
from normscope_kernel import cells
from normscope_kernel.running import cell
def square(number, scale):
    side = int(10 * scale)
    cell.picture("<Figure>", False, side, side, bytes(4 * side * side), number, scale)
cells.draw_again = lambda number, scale: square(number, scale) if number != 2 else None
square(1, cell.picture_scale)
square(2, cell.picture_scale)
)";

class DrawnAgainTest : public ::testing::Test {
 protected:
  DrawnAgainTest() {
    lesson_.id = "squares";
    lesson_.steps.resize(2);
    lessons::Block cell{lessons::BlockKind::kCode};
    cell.language = "python";
    cell.text = kSquares;
    lesson_.steps[0].blocks = {cell};
    cell.text = "square(3, cell.picture_scale)";
    lesson_.steps[1].blocks = {cell};
  }

  // The results once they hold what is wanted; null: they never did.
  template <class Holds>
  std::shared_ptr<const CellResults> wait_for(int step, const Holds& holds) {
    std::unique_lock lock(mutex_);
    for (int changes = 0; changes < 1000; ++changes) {
      auto results = runner_.update(&lesson_, step, 1, 0);
      if (holds(*results)) return results;
      if (!changed_.wait_for(lock, std::chrono::minutes(2), [this] { return woken_; })) break;
      woken_ = false;
    }
    return nullptr;
  }
  // Whether the picture of a cell has this many pixels a side.
  static auto has(int step, std::size_t at, std::int64_t side) {
    return [=](const CellResults& results) {
      const auto cell = results.cells.find({step, 0});
      if (cell == results.cells.end() || cell->second->state != CellState::kDone) return false;
      return cell->second->pictures.at(at)->width == side;
    };
  }

  // Tests are its derived classes.  NOLINTBEGIN(misc-non-private-member-variables-in-classes)
  lessons::Lesson lesson_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  CellRunner runner_{[this] {
                       const std::lock_guard lock(mutex_);
                       woken_ = true;
                       changed_.notify_one();
                     },
                     testing::kernel_options()};
  // NOLINTEND(misc-non-private-member-variables-in-classes)
};

TEST_F(DrawnAgainTest, PicturesOfTheShownStepAreDrawnAgainWhereTheScaleGrows) {
  if (!testing::has_kernel()) GTEST_SKIP() << "this build has no kernel";
  const auto first = wait_for(0, [](const CellResults& results) {
    return results.cells.at({0, 0})->state != CellState::kWaiting &&
           results.cells.at({0, 0})->state != CellState::kRunning;
  });
  ASSERT_NE(first, nullptr);
  ASSERT_TRUE(has(0, 0, 20)(*first)) << first->cells.at({0, 0})->error;
  ASSERT_NE(wait_for(1, has(1, 0, 20)), nullptr);

  runner_.set_scale(3);
  const auto grown = wait_for(1, has(1, 0, 40));
  ASSERT_NE(grown, nullptr);
  EXPECT_TRUE(has(0, 0, 20)(*grown)) << "the step before is not shown";
  const auto before = wait_for(0, has(0, 0, 40));
  ASSERT_NE(before, nullptr);
  const CellPicture& picture = *before->cells.at({0, 0})->pictures[0];
  EXPECT_EQ(picture.scale, 4);
  EXPECT_EQ(picture.text, "<Figure>");
  EXPECT_TRUE(has(0, 1, 20)(*before)) << "the kernel did not draw this one";

  // At a smaller scale the pixels are enough. A larger one that is asked for at once is drawn.
  runner_.set_scale(1);
  runner_.set_scale(6);
  const auto largest = wait_for(0, has(0, 0, 60));
  ASSERT_NE(largest, nullptr);
  EXPECT_TRUE(has(0, 1, 20)(*largest));
}

}  // namespace
}  // namespace normscope::cells
