// SPDX-License-Identifier: MIT
// The marks in figures are exactly the provenance of the marked number, for every number.
#include "app/figures/builders/related.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/figures/builders/compared.hpp"
#include "app/figures/layout/layout.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/theme.hpp"
#include "tests/app/figures/support/recorder.hpp"
#include "tests/app/figures/support/shapes_of.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures::related_test {

using document::Document;
using results::Evaluation;
using results::Relation;

Evaluation evaluated(const Document& document) {
  return results::evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
}

Document on_shape(tensor::Shape shape) {
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * i % 7);
  return document::fitted(document::document_of(
      "x", document::Typed{}, testing::make(std::move(shape), std::move(values))));
}

/// A linear layer and a rectifier before the operation; a gamma of 0 leaves out a column.
Document with_layers() {
  Document document = testing::lecture_document();
  document.norm.gamma = {true, document::Array(testing::make({6}, {1, 0, 2, 1, 1, 1}))};
  return document;
}

Related related_at(const HeatMap& map, std::int64_t row, std::int64_t column) {
  Related found = Related::kNot;
  for (const RelatedCells& each : map.related) {
    if (row < each.row || row >= each.row + each.rows) continue;
    if (column < each.column || column >= each.column + each.columns) continue;
    EXPECT_EQ(found, Related::kNot) << "each cell is marked once";
    found = each.related;
  }
  return found;
}

Related expected(Relation relation) {
  if (relation == Relation::kSource) return Related::kSource;
  return relation == Relation::kMadeFrom ? Related::kMade : Related::kNot;
}

std::int64_t size_of(const Evaluation& evaluation, std::size_t card) {
  const results::Card& known = evaluation.cards[card];
  const auto& steps = evaluation.stages[known.stage].trace.steps();
  return tensor::product(steps[static_cast<std::size_t>(known.step)].shape);
}

/// Compares the stage's cards with the provenance of each number; returns the count of marks.
int check_stage(const Evaluation& evaluation) {
  int marks = 0;
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    for (std::int64_t position = 0; position < size_of(evaluation, card); ++position) {
      const auto provenance = results::provenance_of(evaluation, card, position);
      const Figure figure = NORMSCOPE_VALUE_OR_FAIL(
          make_figure("stage", evaluation, {.marked = results::Cell{card, position}}));
      for (std::size_t other = 0; other < evaluation.cards.size(); ++other) {
        const auto* const map = find<HeatMap>(figure.panels[other]);
        for (std::int64_t at = 0; at < size_of(evaluation, other); ++at) {
          if (at >= map->rows * map->columns) break;  // other slices
          const Related related = related_at(*map, at / map->columns, at % map->columns);
          EXPECT_EQ(related, expected(provenance.of_cell(other, at)))
              << evaluation.cards[card].id << " " << position << ", " << evaluation.cards[other].id
              << " " << at;
          marks += related == Related::kNot ? 0 : 1;
          EXPECT_EQ(map->selected == static_cast<std::size_t>(at), other == card && at == position)
              << "only the number itself has a frame";
        }
      }
    }
  }
  return marks;
}

TEST(Related, TheStageMarksExactlyTheProvenance) {
  EXPECT_GT(check_stage(evaluated(with_layers())), 100);
  EXPECT_GT(check_stage(evaluated(on_shape({2, 2, 3}))), 100);
  EXPECT_GT(check_stage(evaluated(on_shape({5}))), 20);
  Document columns = on_shape({3, 4});
  columns.subject = document::Subject::kSoftmax;
  columns.softmax.dim = 0;
  EXPECT_GT(check_stage(evaluated(columns)), 50);
}

TEST(Related, AnotherSliceHasNoMarksOfARowOfThisOne) {
  const Evaluation evaluation = evaluated(on_shape({2, 2, 3}));
  const FigureRequest request{.selection = {3, 0},  // row 1 of slice 1
                              .marked = results::Cell{evaluation.cards.size() - 1, 0}};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(make_figure("stage", evaluation, request));
  for (const Panel& panel : figure.panels) EXPECT_TRUE(find<HeatMap>(panel)->related.empty());
}

TEST(Related, AParameterMarksWhatIsMadeFromIt) {
  const Evaluation evaluation = evaluated(with_layers());
  FigureRequest request;
  request.marked_parameter = {evaluation.stages.back().trace.find(trace::Role::kGamma),
                              evaluation.stages.size() - 1, 2};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(make_figure("heatmap", evaluation, request));
  EXPECT_EQ(find<HeatMap>(figure.panels[0])->related,
            (std::vector<RelatedCells>{{0, 2, 2, 1, Related::kMade}}));
}

TEST(Related, PointsAndDotsAreMarkedOneByOne) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  const results::Cell output{evaluation.cards.size() - 1, 3};
  const Figure profile =
      NORMSCOPE_VALUE_OR_FAIL(make_figure("profile", evaluation, {.marked = output}));
  const std::vector<Related> all(6, Related::kSource);
  EXPECT_EQ(find<Points>(profile.panels[0])->related, all) << "the input counts by the mean";
  EXPECT_EQ(find<Points>(profile.panels.back())->related, std::vector<Related>{})
      << "the number itself has a frame";
  const Figure spread =
      NORMSCOPE_VALUE_OR_FAIL(make_figure("distribution", evaluation, {.marked = output}));
  const auto& before = find<Dots>(spread.panels[0])->related;
  EXPECT_EQ(std::ranges::count(before, Related::kSource), 6);
  EXPECT_EQ(before[6], Related::kNot) << "the other row";
  const results::Cell input{results::card_of(evaluation, evaluation.stages.size() - 1, 0), 3};
  const Figure made =
      NORMSCOPE_VALUE_OR_FAIL(make_figure("distribution", evaluation, {.marked = input}));
  EXPECT_EQ(std::ranges::count(find<Dots>(made.panels[1])->related, Related::kMade), 6);
}

/// Compares the marks of the softmax figure with the provenance of each number of the selected row.
TEST(Related, SoftmaxMarksTheLogitsAndProbabilities) {
  Document document = on_shape({2, 4});
  document.subject = document::Subject::kSoftmax;
  const Evaluation evaluation = evaluated(document);
  const std::size_t last = evaluation.cards.size() - 1;
  const std::vector<Related> all(4, Related::kSource);
  const auto marks = [&](results::Cell cell, std::int64_t row) {
    const Figure figure = NORMSCOPE_VALUE_OR_FAIL(
        make_figure("softmax", evaluation, {.selection = {row, 1}, .marked = cell}));
    EXPECT_EQ(find<Bars>(figure.panels[0])->selected, 1U);
    return std::pair{find<Bars>(figure.panels[0])->related, find<Bars>(figure.panels[1])->related};
  };
  EXPECT_EQ(marks({last, 1}, 0), std::pair(all, std::vector<Related>{}));
  EXPECT_EQ(marks({last, 1}, 1), std::pair(std::vector<Related>{}, std::vector<Related>{}))
      << "the other row";
  EXPECT_EQ(marks({0, 5}, 1), std::pair(std::vector<Related>{}, std::vector(4, Related::kMade)));
}

TEST(Related, StatisticsMarksWholeGroups) {
  const Evaluation evaluation = evaluated(with_layers());
  const std::size_t last = evaluation.cards.size() - 1;
  const auto marks = [&](results::Cell cell) {
    const Figure figure =
        NORMSCOPE_VALUE_OR_FAIL(make_figure("statistics", evaluation, {.marked = cell}));
    return std::pair{find<Boxes>(figure.panels[0])->related,
                     find<Boxes>(figure.panels[1])->related};
  };
  const std::vector first = {Related::kSource, Related::kNot};
  const std::vector second = {Related::kNot, Related::kMade};
  EXPECT_EQ(marks({last, 3}), std::pair(first, std::vector<Related>{}));
  EXPECT_EQ(marks({0, 7}).second, second) << "an input of row 1, through the layers";
}

TEST(Related, GroupsAreMarkedWhereAnyOfTheirCellsIs) {
  Document document = on_shape({2, 4, 3});
  document.norm.options.kind = ops::Normalization::kGroupNorm;
  document.norm.options.groups = 2;
  document = document::fitted(std::move(document));
  const Evaluation evaluation = evaluated(document);
  const std::size_t last = evaluation.cards.size() - 1;
  std::vector<std::int64_t> groups(static_cast<std::size_t>(evaluation.layout.count));
  for (std::size_t g = 0; g < groups.size(); ++g) groups[g] = static_cast<std::int64_t>(g);
  ASSERT_EQ(groups.size(), 4U);
  for (std::int64_t at = 0; at < 24; ++at) {
    const auto provenance = results::provenance_of(evaluation, last, at);
    std::vector<Related> any(4, Related::kNot);
    for (std::int64_t source = 0; source < 24; ++source) {
      const auto group = static_cast<std::size_t>(evaluation.layout.locate(source).group);
      if (provenance.of_cell(0, source) == Relation::kSource) any[group] = Related::kSource;
    }
    EXPECT_EQ(related_groups(provenance, 0, evaluation.layout, groups), any) << at;
  }
}

TEST(Related, TheDifferenceMarksTheCellsOfAllSlices) {
  Document document = on_shape({2, 2, 3});
  document.norm.options.kind = ops::Normalization::kBatchNorm;
  document = document::fitted(std::move(document));
  const Evaluation evaluation = evaluated(document);
  const std::size_t last = evaluation.cards.size() - 1;
  for (std::int64_t at = 0; at < 12; ++at) {
    const FigureRequest request{
        .selection = {at / 3, at % 3}, .marked = results::Cell{0, at}, .document = &document};
    const Figure figure = NORMSCOPE_VALUE_OR_FAIL(make_figure("difference", evaluation, request));
    const auto* const map = find<HeatMap>(figure.panels[0]);
    EXPECT_EQ(map->selected, static_cast<std::size_t>(at));
    const auto provenance = results::provenance_of(evaluation, 0, at);
    for (std::int64_t other = 0; other < 12; ++other) {
      EXPECT_EQ(related_at(*map, other / 3, other % 3), expected(provenance.of_cell(last, other)))
          << at << " " << other;
    }
  }
}

TEST(Related, ManySlicesAreOneRectangle) {
  Document columns = on_shape({kMostRelated + 1, 1, 2});
  columns.subject = document::Subject::kSoftmax;
  columns.softmax.dim = 0;
  const Evaluation down = evaluated(columns);
  const auto provenance = results::provenance_of(down, down.cards.size() - 1, 1);
  EXPECT_EQ(related_in_whole(provenance, 0),
            (std::vector<RelatedCells>{{0, 1, kMostRelated + 1, 1, Related::kSource}}));
}

TEST(Related, AComparisonMarksEachSideByItsOwnSteps) {
  Document document = on_shape({2, 3});
  document::Operation identity = document::operation_of(document);
  identity.norm.options.returned = ops::Returned::kInput;
  document.comparison = document::Comparison{.b = identity};
  const Evaluation evaluation = evaluated(document);
  ASSERT_NE(comparison_of(evaluation), nullptr);
  const results::Cell input{0, 1};
  const FigureRequest request{.selection = {0, 1}, .marked = input, .document = &document};
  const Figure maps = NORMSCOPE_VALUE_OR_FAIL(make_figure("heatmap", evaluation, request));
  EXPECT_EQ(find<HeatMap>(maps.panels[0])->related,
            (std::vector<RelatedCells>{{0, 0, 1, 3, Related::kMade}}));
  EXPECT_EQ(find<HeatMap>(maps.panels[1])->related,
            (std::vector<RelatedCells>{{0, 1, 1, 1, Related::kMade}}))
      << "B returns its input";
  EXPECT_EQ(find<HeatMap>(maps.panels[2])->related.size(), 2U)
      << "the difference is made from both";
  const Figure spread = NORMSCOPE_VALUE_OR_FAIL(make_figure("distribution", evaluation, request));
  EXPECT_EQ(std::ranges::count(find<Dots>(spread.panels[0])->related, Related::kMade), 3);
  EXPECT_EQ(std::ranges::count(find<Dots>(spread.panels[1])->related, Related::kMade), 1);
}

TEST(Related, APlainFigureHasNoMarks) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  const results::Cell output{evaluation.cards.size() - 1, 3};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(
      make_figure("heatmap", evaluation, {.marked = output, .plain = true}));
  EXPECT_FALSE(find<HeatMap>(figure.panels[0])->selected.has_value());
}

TEST(Related, WithSelectionMovesAndClearsTheMarks) {
  const Document document = testing::lecture_document();
  const Evaluation evaluation = evaluated(document);
  const results::Cell output{evaluation.cards.size() - 1, 3};
  const results::Cell input{0, 3};
  for (const char* name : {"heatmap", "stage", "profile", "distribution", "difference"}) {
    const Figure plain = NORMSCOPE_VALUE_OR_FAIL(
        make_figure(name, evaluation, {.step = "input", .document = &document}));
    const bool difference = std::string_view(name) == "difference";
    const results::Cell number =
        difference ? input : output;  // the output is the difference itself
    const FigureRequest request{.step = "input", .marked = number, .document = &document};
    const Figure marked = with_selection(plain, evaluation, request);
    EXPECT_FALSE(marked == plain) << name;
    EXPECT_TRUE(marked == NORMSCOPE_VALUE_OR_FAIL(make_figure(name, evaluation, request))) << name;
    EXPECT_TRUE(with_selection(marked, evaluation, {.step = "input"}) == plain) << name;
  }
  // Statistics hold NaN between the deviations of groups: no figure of them equals another.
  const Figure marked =
      NORMSCOPE_VALUE_OR_FAIL(make_figure("statistics", evaluation, {.marked = output}));
  EXPECT_FALSE(find<Boxes>(marked.panels[0])->related.empty());
  EXPECT_TRUE(find<Boxes>(with_selection(marked, evaluation, {}).panels[0])->related.empty());
}

TEST(Related, BlocksThatHoldACellAreMarked) {
  EXPECT_EQ(in_blocks({{3, 4, 3, 1, Related::kSource}}, 2, 3),
            (std::vector<RelatedCells>{{1, 1, 2, 1, Related::kSource}}));
  EXPECT_EQ(in_blocks({{5, 5, 1, 2, Related::kMade}}, 1, 1),
            (std::vector<RelatedCells>{{5, 5, 1, 2, Related::kMade}}));
}

/// The lines in a colour of the marks when a panel is drawn on a page of this size; all of them lie
/// in the panel's map or plot.
std::vector<DrawnLine> marks_in(Panel panel, Size size, Color color) {
  Figure figure{.name = "marks"};
  figure.panels.push_back(std::move(panel));
  const EvenMeasure measure;
  const Theme light = theme(ThemeName::kLight);
  const Layout layout = lay_out(figure, size, light, measure);
  Recorder recorder;
  paint(figure, layout, light, recorder);
  std::vector<DrawnLine> lines = recorder.all<DrawnLine>();
  std::erase_if(lines, [&](const DrawnLine& line) { return line.stroke.color != color; });
  const auto& placed = layout.panels[0];
  const auto& area = placed.heat_maps.empty() ? placed.plot : placed.heat_maps[0].area;
  for (const DrawnLine& line : lines) {
    for (const Point& point : line.points) EXPECT_TRUE(area.contains(point));
  }
  return lines;
}

std::vector<DrawnLine> marks_of(const HeatMap& map, Size size, Color color) {
  Panel panel;
  panel.x = {.low = -0.5, .high = static_cast<double>(map.columns) - 0.5};
  panel.y = {.low = -0.5, .high = static_cast<double>(map.rows) - 0.5};
  panel.series.push_back({{}, 0, map});
  return marks_in(std::move(panel), size, color);
}

std::vector<DrawnLine> marks_of(const Bars& bars, Size size, Color color) {
  Panel panel;
  panel.x = {.low = bars.edges.front(), .high = bars.edges.back()};
  panel.series.push_back({{}, 0, bars});
  return marks_in(std::move(panel), size, color);
}

TEST(Related, SourcesHaveSolidLinesAndResultsDashedOnes) {
  const Theme light = theme(ThemeName::kLight);
  HeatMap map{.rows = 2, .columns = 3, .values = {1, 2, 3, 4, 5, 6}, .low = -6, .high = 6};
  map.related = {{0, 0, 1, 3, Related::kSource}, {1, 1, 1, 1, Related::kMade}};
  const auto sources = marks_of(map, {400, 300}, light.source);
  ASSERT_EQ(sources.size(), 3U) << "a line in each cell";
  EXPECT_EQ(sources[0].stroke.on, 0);
  const auto made = marks_of(map, {400, 300}, light.made);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_GT(made[0].stroke.on, 0);
  EXPECT_LT(made[0].stroke.on + made[0].stroke.off,
            made[0].points.back().x - made[0].points.front().x)
      << "more than one dash";
}

TEST(Related, BarsHaveALineEachOrWhereTheyAreThinOneTogether) {
  const Theme light = theme(ThemeName::kLight);
  Bars few{.edges = {0, 1, 2, 3}, .heights = {0.5, 0.2, 0.3}};
  few.related = {Related::kSource, Related::kNot, Related::kSource};
  EXPECT_EQ(marks_of(few, {400, 300}, light.source).size(), 2U);
  EXPECT_TRUE(marks_of(few, {400, 300}, light.made).empty());
  Bars many;
  for (int i = 0; i <= 200; ++i) many.edges.push_back(i);
  many.heights.assign(200, 0.5);
  many.related.assign(200, Related::kMade);
  many.related[100] = Related::kNot;
  EXPECT_EQ(marks_of(many, {400, 300}, light.made).size(), 2U) << "left and right of one bar";
}

TEST(Related, SmallCellsAreFramedTogether) {
  const Theme light = theme(ThemeName::kLight);
  HeatMap map{.rows = 40, .columns = 90, .low = -1, .high = 1};
  map.values.assign(std::size_t{40} * 90, 0.5F);
  map.related = {{7, 0, 1, 90, Related::kSource}, {20, 3, 10, 10, Related::kMade}};
  EXPECT_EQ(marks_of(map, {400, 300}, light.source).size(), 1U);
  const auto made = marks_of(map, {400, 300}, light.made);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].points.size(), 6U) << "a frame";
}

}  // namespace normscope::figures::related_test
