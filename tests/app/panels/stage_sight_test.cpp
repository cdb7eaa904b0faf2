// SPDX-License-Identifier: MIT
// What is in sight on the sheet: an edit with its statistics and its output, whatever operation and
// step; statistics where they belong for batches of many dimensions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/ops/presets.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

using ops::Normalization;

struct StageSightTest : public StageTest {
  // The cells of the statistics that an edit of this element is judged by: where its group lies,
  // and how far it spreads.
  std::vector<std::string> statistics_at(document::Selection at) const {
    std::vector<std::string> cells;
    const auto add_last = [&](const std::vector<std::string_view>& ids) {
      std::optional<std::string> cell;
      for (std::size_t card = 0; card < cards().size(); ++card) {
        if (!results::is_statistic(shown(), card)) continue;
        if (std::ranges::find(ids, cards()[card].id) == ids.end()) continue;
        const tensor::Shape& shape = step_of(card).shape;
        const auto own = results::selection_of(
            shape, results::position_of(shown().activations->shape(), shape, at));
        cell = fmt::format("stage/{}/cell/{}/{}", cards()[card].id, own.row, own.column);
      }
      if (cell) cells.push_back(*cell);
    };
    add_last({"mean", "maximum"});
    add_last({"standard-deviation", "standard-deviation-plus-eps", "root-mean-square",
              "root-mean-square-plus-eps", "sum", "log-of-the-sum"});
    return cells;
  }

  // Presses and releases within one frame, because this is done often.
  void step_back() const {
    driver->shell().input().key(ui::Key::kLeft, true, kAlt);
    driver->shell().input().key(ui::Key::kLeft, false, {});
    draw();
  }

  // Walks through all steps from the last to the first.
  void expect_all_in_sight(const std::string& name, const Document& document) {
    show(document);
    edit(0, 3, "9.5");
    EXPECT_EQ(text("stage/input/cell/0/3"), "9.5000") << name;
    for (std::size_t step = cards().size(); step-- > 0;) {
      SCOPED_TRACE(name + " at " + cards()[step].title);
      ASSERT_EQ(text("stage/step"), fmt::format("step {} of {}", step + 1, cards().size()));
      EXPECT_TRUE(visible("stage/input/cell/0/3"));
      EXPECT_TRUE(visible(output() + "/cell/0/3"));
      for (const std::string& cell : statistics_at({0, 3})) EXPECT_TRUE(visible(cell)) << cell;
      EXPECT_TRUE(visible("stage/" + cards()[step].id)) << "the step itself";
      for (const results::Card& card : cards()) EXPECT_TRUE(visible("stage/strip/" + card.id));
      step_back();
    }
  }
};

TEST_F(StageSightTest, AnEditItsStatisticsAndItsOutputForEveryKindOfNorm) {
  reduce_motion();
  expect_all_in_sight("layer norm", batch({2, 6}));
  expect_all_in_sight("rms norm", of_kind({2, 6}, Normalization::kRmsNorm));
  expect_all_in_sight("batch norm", of_kind({2, 6}, Normalization::kBatchNorm));
  expect_all_in_sight("instance norm", of_kind({2, 6}, Normalization::kInstanceNorm));
  expect_all_in_sight("group norm of 2", of_kind({2, 6}, Normalization::kGroupNorm, 2));
  expect_all_in_sight("group norm of 3", of_kind({2, 6}, Normalization::kGroupNorm, 3));
  Document both = batch({2, 6});
  const auto six = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({6}, 1.5F));
  both.norm.gamma = {true, document::Array(six)};
  both.norm.beta = {true, document::Array(six)};
  expect_all_in_sight("layer norm with gamma and beta", both);
}

TEST_F(StageSightTest, AnEditItsStatisticsAndItsOutputForEveryPreset) {
  reduce_motion();
  for (const ops::Preset& preset : ops::presets()) {
    Document document = batch({2, 6});
    document.norm.options = preset.options;
    expect_all_in_sight(std::string(preset.id), document);
  }
}

TEST_F(StageSightTest, AnEditItsStatisticsAndItsOutputForEverySoftmax) {
  reduce_motion();
  Document document = batch({2, 6});
  document.subject = document::Subject::kSoftmax;
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const bool log : {false, true}) {
      document.softmax = {.dim = log ? -1 : -2,
                          .temperature = log ? 0.5 : 1.0,
                          .algorithm = algorithm.value,
                          .log = log};
      expect_all_in_sight(fmt::format("{} log {}", algorithm.name, log), document);
    }
  }
}

// In a window that has room for all rows.
TEST_F(StageSightTest, FourRowsAreInSightInEveryStepAndTheSplitStays) {
  reduce_motion();
  for (const std::int64_t rows : {std::int64_t{2}, std::int64_t{3}, std::int64_t{4}}) {
    show(batch({rows, 8}));
    const auto split = [&] { return driver->widget("split/figure").rect.y; };
    const float first = split();
    for (std::size_t step = cards().size(); step-- > 0;) {
      SCOPED_TRACE(fmt::format("{} rows at {}", rows, cards()[step].title));
      for (const std::string& id : {std::string("stage/input"), output()}) {
        EXPECT_TRUE(visible(fmt::format("{}/cell/{}/7", id, rows - 1)));
      }
      const bool statistic = results::is_statistic(shown(), step);
      EXPECT_TRUE(visible(
          fmt::format("stage/{}/cell/{}/{}", cards()[step].id, rows - 1, statistic ? 0 : 7)));
      EXPECT_EQ(split(), first);
      step_back();
    }
  }
}

TEST_F(StageSightTest, StatisticsOfRowsStandAtTheRightOfTheirRows) {
  reduce_motion();
  driver->resize({1280, 1300});
  const auto expect_right = [&](const Document& document, std::int64_t rows, std::int64_t spans) {
    show(document);
    const std::int64_t columns = results::columns_of(shown().activations->shape());
    for (std::int64_t row = 0; row < rows; ++row) {
      const ui::Rect first =
          driver->widget(fmt::format("stage/input/cell/{}/{}", row * spans, columns - 1)).rect;
      const std::string id = fmt::format("stage/mean/cell/{}/0", row);
      ASSERT_TRUE(visible(id)) << id;
      const ui::Rect mean = driver->widget(id).rect;
      EXPECT_GT(mean.x, first.x + first.w - 1);
      EXPECT_NEAR(mean.y, first.y, 1);
      EXPECT_NEAR(mean.h, first.h * static_cast<float>(spans), 1) << "as high as its rows";
    }
    EXPECT_FALSE(driver->has(fmt::format("stage/mean/cell/{}/0", rows)));
  };
  expect_right(batch({4, 3, 8}), 3, 1);
  expect_right(of_kind({4, 3, 8}, Normalization::kBatchNorm), 3, 1);
  expect_right(of_kind({4, 3, 8}, Normalization::kInstanceNorm), 3, 1);
  expect_right(of_kind({4, 4, 8}, Normalization::kGroupNorm, 2), 2, 2);
  Document both = batch({4, 3, 8});
  both.norm.options.normalized_shape = {3, 8};
  expect_right(document::fitted(std::move(both)), 1, 3);
}

TEST_F(StageSightTest, StatisticsOfColumnsStandBelowTheirColumns) {
  reduce_motion();
  driver->resize({1280, 1300});
  const auto expect_below = [&](const Document& document, const std::string& id,
                                std::int64_t rows) {
    show(document);
    const tensor::Shape& shape = shown().activations->shape();
    const std::int64_t last = shape[shape.size() - 2] - 1;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = 0; column < shape.back(); ++column) {
        const ui::Rect above =
            driver->widget(fmt::format("stage/input/cell/{}/{}", last, column)).rect;
        const std::string cell = fmt::format("{}/cell/{}/{}", id, row, column);
        ASSERT_TRUE(visible(cell)) << cell;
        const ui::Rect below = driver->widget(cell).rect;
        EXPECT_NEAR(below.x, above.x, 1);
        EXPECT_GT(below.y, above.y + above.h - 1);
      }
    }
  };
  expect_below(of_kind({4, 6}, Normalization::kBatchNorm), "stage/mean", 1);
  Document softmax = batch({2, 6});
  softmax.subject = document::Subject::kSoftmax;
  softmax.softmax.dim = 0;
  expect_below(softmax, "stage/maximum", 1);
  softmax = batch({4, 3, 8});
  softmax.subject = document::Subject::kSoftmax;
  softmax.softmax.dim = 0;
  expect_below(softmax, "stage/maximum", 3);
  softmax.softmax.dim = 1;
  expect_below(softmax, "stage/maximum", 1);
}

TEST_F(StageSightTest, AGroupNormOfAMatrixHasAStatisticForEachGroupOfColumns) {
  reduce_motion();
  show(of_kind({2, 6}, Normalization::kGroupNorm, 2));
  const ui::Rect left = driver->widget("stage/mean/cell/1/0").rect;
  const ui::Rect right = driver->widget("stage/mean/cell/1/1").rect;
  EXPECT_NEAR(right.x, left.x + left.w, 1);
  EXPECT_NEAR(left.y, driver->widget("stage/input/cell/1/5").rect.y, 1);
  driver->hover("stage/mean/cell/1/1");
  EXPECT_EQ(mark("stage/input/cell/1/2"), "");
  EXPECT_EQ(mark("stage/input/cell/1/3"), "source");
  EXPECT_EQ(mark(output() + "/cell/1/5"), "made");
}

// Channels 0 and 1 share a mean, which is not the first channel's own, nor the second group's.
TEST_F(StageSightTest, TheSliceOfASharedChannelShowsItsGroupsStatistic) {
  reduce_motion();
  Document document = of_kind({2, 4, 2, 3}, Normalization::kGroupNorm, 2);
  for (const auto& [channel, group] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 0}, {1, 0}, {2, 1}, {3, 1}}) {
    document.view.outer = {1, channel};
    document.selection = {(4 + channel) * 2, 1};
    show(document);
    const std::size_t mean = results::card_of(shown(), "mean");
    const float expected = shown().stages.back().trace.value(cards()[mean].step, 2 + group);
    EXPECT_EQ(driver->widget("stage/mean/cell/0/0").value, text::float_to_text(expected))
        << channel;
    driver->hover("stage/mean/cell/0/0");
    EXPECT_EQ(mark("stage/mean/cell/0/0"), "self");
    EXPECT_EQ(mark("stage/input/cell/1/2"), "source");
  }
}

TEST_F(StageSightTest, LayersStandBetweenTheInputAndTheOperation) {
  reduce_motion();
  show(lecture_document());
  const std::string activations = "stage/layer1.output";
  for (std::size_t step = cards().size(); step-- > 0;) {
    SCOPED_TRACE(cards()[step].title);
    EXPECT_TRUE(visible("stage/input/cell/0/3"));
    EXPECT_TRUE(visible(activations + "/cell/0/3"));
    EXPECT_TRUE(visible("stage/mean/cell/0/0"));
    EXPECT_TRUE(visible(output() + "/cell/0/3"));
    EXPECT_TRUE(visible("stage/" + cards()[step].id)) << "the step itself";
    step_back();
  }
  driver->click("stage/strip/layer0.product");
  // Its operands are above it, where there is no room for all.
  driver->scroll("stage/layer0.product", 10);
  driver->hover("stage/weight/cell/1/3");
  EXPECT_EQ(mark("stage/weight/cell/1/3"), "self");
  EXPECT_EQ(mark("stage/layer0.product/cell/1/3"), "made");
  EXPECT_EQ(mark("stage/layer0.product/cell/1/2"), "");
}

}  // namespace
}  // namespace normscope::testing
