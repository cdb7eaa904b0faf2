// SPDX-License-Identifier: MIT
// Figures built by name from an evaluation with the lecture's numbers; highlighting; what each
// figure needs.
#include "app/figures/builders/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/figures/builders/stage.hpp"
#include "app/results/errors.hpp"
#include "app/results/jacobian.hpp"
#include "app/results/sheet/sheet.hpp"
#include "tests/app/figures/support/shapes_of.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

using document::Document;
using results::Evaluation;

Evaluation evaluated(const Document& document) {
  return results::evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
}

Document on_values(tensor::Shape shape, std::vector<float> values) {
  return document::fitted(document::document_of(
      "x", document::Typed{}, testing::make(std::move(shape), std::move(values))));
}

Document softmax_document(tensor::Shape shape, std::vector<float> values) {
  Document document = on_values(std::move(shape), std::move(values));
  document.subject = document::Subject::kSoftmax;
  return document;
}

Figure figure_of(std::string_view name, const Evaluation& evaluation,
                 const FigureRequest& request = {}) {
  return NORMSCOPE_VALUE_OR_FAIL(make_figure(name, evaluation, request));
}

std::vector<std::string> names(const Evaluation& evaluation) {
  std::vector<std::string> list;
  for (const FigureInfo& info : figures_of(evaluation)) {
    EXPECT_EQ(info.description.back(), '.') << info.name;
    list.push_back(info.name);
  }
  return list;
}

TEST(Catalogue, ListsWhatAnEvaluationHas) {
  EXPECT_EQ(names(evaluated(testing::lecture_document())),
            (std::vector<std::string>{"distribution", "profile", "statistics", "heatmap", "eps",
                                      "variance-error", "error-landscape", "formats", "difference",
                                      "backend-error", "stage"}));
  const auto softmax = names(evaluated(softmax_document({2}, {1, 2})));
  EXPECT_NE(std::find(softmax.begin(), softmax.end(), "softmax"), softmax.end());
  Document failing = testing::lecture_document();
  failing.norm.options.normalized_shape = {5};
  EXPECT_EQ(names(evaluated(failing)), (std::vector<std::string>{"heatmap", "stage"}));
  EXPECT_TRUE(figures_of(Evaluation{}).empty());
}

TEST(Catalogue, EveryListedFigureIsMadeUnderItsName) {
  const Document lecture = testing::lecture_document();
  const Document batch = softmax_document({2, 3, 4}, std::vector<float>(24, 0.5F));
  for (const Document& document : {lecture, batch}) {
    const Evaluation evaluation = evaluated(document);
    for (const std::string& name : names(evaluation)) {
      const Figure figure = figure_of(name, evaluation, {.document = &document});
      EXPECT_EQ(figure.name, name);
      EXPECT_FALSE(figure.title.empty()) << name;
      EXPECT_FALSE(figure.panels.empty()) << name;
      // Highlighting the same element again changes nothing. Lines interrupted by NaN never compare
      // equal.
      if (name == "statistics" || name == "variance-error" || name == "error-landscape") continue;
      EXPECT_TRUE(with_selection(figure, evaluation, {.document = &document}) == figure) << name;
    }
  }
}

TEST(Catalogue, AnUnknownNameIsAnsweredWithTheKnownOnes) {
  const auto unknown = make_figure("histogram", evaluated(testing::lecture_document()), {});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, base::ErrorKind::kNotFound);
  EXPECT_EQ(unknown.error().sentence, "there is no figure histogram");
  EXPECT_EQ(
      unknown.error().hint,
      "normscope export FILE --list says which there are: distribution, profile, statistics, "
      "heatmap, softmax, temperature, eps, variance-error, error-landscape, formats, jacobian, "
      "gradient-check, difference, backend-error, stage");
  const auto softmax = make_figure("softmax", evaluated(testing::lecture_document()), {});
  ASSERT_FALSE(softmax);
  EXPECT_EQ(softmax.error().sentence, "there is no figure softmax of this, which is for softmax");
  Document failing = testing::lecture_document();
  failing.norm.options.normalized_shape = {5};
  const auto failed = make_figure("profile", evaluated(failing), {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().sentence,
            "there is no figure profile of this: the normalized shape (5) is not what the "
            "input's shape (2, 6) ends with");
}

// The lecture's document B: activations 0 0 0.4091 0.6587 0.3914 0, their mean 0.2432.
TEST(Catalogue, TheProfileHoldsTheLecturesNumbers) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  const Figure figure = figure_of("profile", evaluation, {.selection = {0, 3}});
  ASSERT_EQ(figure.panels.size(), 4U);
  EXPECT_EQ(figure.panels[0].title, "ReLU") << "the input of the operation is a layer's output";
  EXPECT_EQ(figure.panels[0].detail, "mean 0.2432");
  EXPECT_EQ(figure.panels[1].title, "Centred");
  EXPECT_EQ(figure.panels[2].title, "Squared");
  EXPECT_EQ(figure.panels[3].title, "Normalized");
  // Half of the last printed digit.
  EXPECT_NEAR(find<Line>(figure.panels[0])->y[3], 0.6587, 5e-5);
  EXPECT_NEAR(find<Line>(figure.panels[1])->y[3], 0.6587 - 0.2432, 1e-4);
  // The standard deviation is listed with the centred values, which it divides; the variance with
  // the squares.
  EXPECT_TRUE(figure.panels[1].detail.starts_with("standard deviation "));
  EXPECT_EQ(figure.panels[2].detail, "variance 0.0666, variance + eps 0.0666") << "as on the cards";
  EXPECT_TRUE(figure.panels[0].formula.empty());
  EXPECT_EQ(figure.panels[1].formula, "x - \\mu");
  EXPECT_EQ(find<Points>(figure.panels[0])->selected, 3U);
  const Figure second = figure_of("profile", evaluation, {.selection = {1, 0}});
  EXPECT_EQ(second.panels[0].detail, "mean 0.1928");
  EXPECT_EQ(find<Points>(second.panels[0])->elements.front(), 6);
}

TEST(Catalogue, TheDistributionIsOfAllOrOfTheGroup) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  EXPECT_EQ(find<Dots>(figure_of("distribution", evaluation).panels[0])->values.size(), 12U);
  const Figure group =
      figure_of("distribution", evaluation, {.selection = {1, 2}, .of_group = true});
  EXPECT_EQ(group.title, "Distribution of group 1");
  EXPECT_EQ(find<Dots>(group.panels[0])->values.size(), 6U);
  EXPECT_EQ(find<Dots>(group.panels[0])->selected, 2U);
  EXPECT_EQ(group.panels[1].title, "After LayerNorm");
}

TEST(Catalogue, TheHeatmapShowsTheStepThatIsAskedFor) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  const Figure output = figure_of("heatmap", evaluation, {.selection = {1, 3}});
  EXPECT_EQ(output.panels[0].title, "Normalized");
  EXPECT_EQ(output.panels[0].detail, "shape (2, 6)");
  EXPECT_EQ(find<HeatMap>(output.panels[0])->selected, 9U);
  EXPECT_EQ(find<HeatMap>(output.panels[0])->elements.at(7), 7);
  const Figure mean = figure_of("heatmap", evaluation, {.selection = {1, 3}, .step = "mean"});
  const auto* map = find<HeatMap>(mean.panels[0]);
  EXPECT_EQ(map->rows, 2);
  EXPECT_EQ(map->columns, 1);
  EXPECT_NEAR(map->values[1], 0.1928F, 5e-5F);
  EXPECT_EQ(map->selected, 1U);
  EXPECT_EQ(map->elements, (std::vector<std::int64_t>{0, 6}));
  const auto unknown = make_figure("heatmap", evaluation, {.step = "median"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().sentence, "there is no step median");
  EXPECT_NE(unknown.error().hint.find("input, layer0.product"), std::string::npos);
}

TEST(Catalogue, TheHeatmapShowsTheSliceOfTheSelection) {
  std::vector<float> values(24);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const Evaluation evaluation = evaluated(on_values({2, 3, 4}, values));
  // Row 4 of the six rows of all slices is row 1 of slice 1.
  const Figure figure = figure_of("heatmap", evaluation, {.selection = {4, 2}, .step = "input"});
  const auto* map = find<HeatMap>(figure.panels[0]);
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->rows, 3);
  EXPECT_EQ(map->values.front(), 12);
  EXPECT_EQ(map->selected, 6U);
  EXPECT_EQ(map->elements.front(), 12);
  EXPECT_EQ(figure.notes.back(), "The slice [1] of the dimensions before the last two.");
}

TEST(Catalogue, SoftmaxIsOfTheSelectedGroup) {
  Document document = softmax_document({2, 2}, {0, 0, 5, 5});
  document.softmax.dim = 0;
  const Figure columns = figure_of("softmax", evaluated(document), {.selection = {1, 1}});
  EXPECT_EQ(find<Bars>(columns.panels[0])->heights, (std::vector<double>{0, 5}));
  EXPECT_EQ(find<Bars>(columns.panels[0])->selected, 1U);
  // exp(5) / (1 + exp(5)), within an ULP of float32 or two.
  EXPECT_NEAR(find<Bars>(columns.panels[1])->heights[1], 0.9933071490757153, 1.2e-7);
  document.softmax.log = true;
  const Figure log = figure_of("softmax", evaluated(document), {.selection = {1, 1}});
  EXPECT_NEAR(find<Bars>(log.panels[1])->heights[1], 0.9933071490757153, 1.2e-7);
  EXPECT_EQ(log.panels[1].title, "Probabilities, exp of the output");
}

// eps 1e-5 inside against none: 1 - sqrt(v / (v + eps)) is 5e-6 of a value for v = 1.
TEST(Catalogue, TheDifferenceIsFromPyTorchsDefault) {
  Document document = on_values({2, 2}, {-1, 1, 1, 3});
  const Evaluation same = evaluated(document);
  EXPECT_EQ(figure_of("difference", same, {.document = &document}).notes.at(0),
            "Both are the same: all 4 values.");
  document.norm.epsilon_on = false;
  const Evaluation without = evaluated(document);
  const Figure figure = figure_of("difference", without, {.document = &document});
  EXPECT_EQ(figure.title, "LayerNorm and PyTorch's default");
  const auto* map = find<HeatMap>(figure.panels[0]);
  ASSERT_NE(map, nullptr);
  // Both outputs are rounded to float32 near 1: half an ULP each.
  EXPECT_NEAR(map->values[1], 5e-6F, 1.2e-7F);
  EXPECT_NEAR(map->values[0], -5e-6F, 1.2e-7F);

  const auto alone = make_figure("difference", same, {});
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().sentence, "a difference needs a second variant to compare with");
}

TEST(Catalogue, AComparisonShowsAAndBInPlaceOfBeforeAndAfter) {
  const Document alone = on_values({2, 4}, {1, 0, 0, 0, 4, 1, 2, 3});
  const Document document = document::compare_with_preset(alone, "V6")->after;
  const Evaluation both = evaluated(document);
  ASSERT_TRUE(both.compared && !both.compared->failure);
  // [1, 0, 0, 0]: sqrt(3) by the biased deviation, 1.5 by the unbiased one. Their eps takes off
  // 2.7e-5 (eps / (2 var)) and 2e-5 (eps / deviation) of that.
  constexpr double kEpsilon = 5e-5;
  EXPECT_NEAR(both.compared->outputs[0]->values()[0], std::sqrt(3.0), kEpsilon);
  EXPECT_NEAR(both.compared->outputs[1]->values()[0], 1.5, kEpsilon);

  const Figure difference = figure_of("difference", both, {.document = &document});
  EXPECT_NEAR(find<HeatMap>(difference.panels[0])->values[0], std::sqrt(3.0) - 1.5, kEpsilon);

  const Figure maps = figure_of("heatmap", both, {.document = &document});
  ASSERT_EQ(maps.panels.size(), 3U);
  EXPECT_EQ(maps.panels[2].title, "A − B");
  const auto* const a = find<HeatMap>(maps.panels[0]);
  const auto* const b = find<HeatMap>(maps.panels[1]);
  EXPECT_EQ(a->high, b->high);
  EXPECT_EQ(a->low, b->low);
  EXPECT_LT(find<HeatMap>(maps.panels[2])->high, a->high);
  for (std::size_t i = 0; i < a->values.size(); ++i) {
    EXPECT_FLOAT_EQ(find<HeatMap>(maps.panels[2])->values[i], a->values[i] - b->values[i]);
  }
  const Figure deviations =
      figure_of("heatmap", both, {.step = "standard-deviation", .document = &document});
  EXPECT_EQ(deviations.panels.size(), 3U);
  EXPECT_FALSE(make_figure("heatmap", both, {.step = "variance-plus-eps"}));

  const Figure spread = figure_of("distribution", both, {.document = &document});
  EXPECT_TRUE(spread.panels[0].title.starts_with("A: V3")) << spread.panels[0].title;
  const Figure statistics = figure_of("statistics", both, {.document = &document});
  EXPECT_EQ(statistics.title, "Mean and deviation of every group of the output");
}

TEST(Catalogue, PyTorchsDefaultsKeepWhatBelongsTogether) {
  Document document = on_values({2, 4, 3}, std::vector<float>(24, 1));
  document.norm.options = {.kind = ops::Normalization::kGroupNorm,
                           .groups = 2,
                           .epsilon = 1,
                           .epsilon_placement = ops::EpsilonPlacement::kOutside,
                           .estimator = ops::VarianceEstimator::kUnbiased,
                           .algorithm = ops::VarianceAlgorithm::kOnePass,
                           .centring = false,
                           .returned = ops::Returned::kMean};
  document.norm.epsilon_on = false;
  document.softmax = {
      .dim = 1, .temperature = 3, .algorithm = ops::SoftmaxAlgorithm::kNaive, .log = true};
  const Document defaults = with_torch_defaults(document);
  EXPECT_EQ(defaults.norm.options,
            (ops::NormOptions{.kind = ops::Normalization::kGroupNorm, .groups = 2}));
  EXPECT_TRUE(defaults.norm.epsilon_on);
  EXPECT_EQ(defaults.softmax, (ops::SoftmaxOptions{.dim = 1, .log = true}));
  document.norm.options.kind = ops::Normalization::kRmsNorm;
  // torch.finfo(torch.float32).eps
  EXPECT_EQ(with_torch_defaults(document).norm.options.epsilon,
            static_cast<double>(std::numeric_limits<float>::epsilon()));
}

TEST(Catalogue, TheStageHoldsTheCardsOfTheWindow) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  const Figure figure = figure_of("stage", evaluation, {.selection = {1, 5}});
  ASSERT_EQ(figure.panels.size(), evaluation.cards.size());
  for (std::size_t c = 0; c < evaluation.cards.size(); ++c) {
    EXPECT_EQ(figure.panels[c].title, evaluation.cards[c].title);
    const results::Scale scale = results::scale_for(results::scales_of(evaluation), evaluation, c);
    const HeatMap& map = *find<HeatMap>(figure.panels[c]);
    EXPECT_EQ((results::Scale{map.low, map.high, map.diverging}), scale);
  }
  EXPECT_TRUE(figure.panels.front().formula.empty());
  EXPECT_FALSE(figure.panels.back().formula.empty());
  // The input has five columns: there is no column 5, so nothing is highlighted.
  EXPECT_FALSE(find<HeatMap>(figure.panels.front())->selected.has_value());
  EXPECT_EQ(find<HeatMap>(figure.panels.back())->selected, 11U);
  EXPECT_TRUE(figure.notes.empty());

  const Evaluation large = evaluated(on_values({30, 20}, std::vector<float>(600, 2)));
  const Figure corner = figure_of("stage", large, {.selection = {13, 3}});
  EXPECT_EQ(find<HeatMap>(corner.panels[0])->rows, kMostCardSide);
  EXPECT_FALSE(find<HeatMap>(corner.panels[0])->selected.has_value());
  EXPECT_EQ(corner.notes.at(0), "Shown: 8 of 30 rows and 8 of 20 columns; 8 of 30 rows.");
}

TEST(Catalogue, TheErrorOfADeviceIsWhatTheStatusBarSays) {
  Document document =
      on_values({3, 4}, {1, 2, 3, 5, 4000.1F, 4001.3F, 4002.7F, 4003.2F, 0, 0, 0, 1e-3F});
  document.norm.options.algorithm = ops::VarianceAlgorithm::kOnePass;
  const Evaluation evaluation = evaluated(document);
  const auto ulps = NORMSCOPE_VALUE_OR_FAIL(results::errors_of(document, evaluation));
  const auto largest = std::max_element(ulps.begin(), ulps.end());
  EXPECT_GT(evaluation.error.ulps, 1) << "one pass fails on the second row";
  EXPECT_FLOAT_EQ(*largest, static_cast<float>(evaluation.error.ulps));
  EXPECT_EQ(largest - ulps.begin(), evaluation.error.at);
  const Figure figure = figure_of("backend-error", evaluation, {.document = &document});
  EXPECT_NE(figure.notes.at(0).find("ULP at [1, "), std::string::npos) << figure.notes.at(0);
  EXPECT_EQ(figure.panels.at(0).annotations.at(0).y, 1);
  EXPECT_FALSE(make_figure("backend-error", evaluation, {}));

  // The reference against itself.
  const Evaluation exact =
      results::evaluate(document, 1, compute::make_backends(), compute::Device::kReference);
  EXPECT_LE(exact.error.ulps, 0.5);
}

TEST(Catalogue, EmptyAndOddBatchesHaveEveryFigure) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::vector<std::pair<tensor::Shape, std::vector<float>>> batches = {
      {{0, 3}, {}},
      {{3, 0}, {}},
      {{1}, {4}},
      {{2, 2}, {3, 3, 3, 3}},
      {{2, 2}, {kNan, 1, 2, 3}},
      {{2, 2}, {kInf, 1, -kInf, 3}},
      {{2, 2}, {kNan, kNan, kNan, kNan}},
      {{2, 3}, {1e-30F, -1e-30F, 1e30F, 0, 1, -1e30F}}};
  for (const auto& [shape, values] : batches) {
    for (const bool softmax : {false, true}) {
      const Document document =
          softmax ? softmax_document(shape, values) : on_values(shape, values);
      const Evaluation evaluation = evaluated(document);
      for (const std::string& name : names(evaluation)) {
        const Figure figure = figure_of(name, evaluation, {.document = &document});
        for (const Panel& panel : figure.panels) {
          EXPECT_LT(panel.x.low, panel.x.high) << name << " " << tensor::shape_to_text(shape);
          EXPECT_LT(panel.y.low, panel.y.high) << name << " " << tensor::shape_to_text(shape);
          EXPECT_TRUE(std::isfinite(panel.y.low) && std::isfinite(panel.y.high)) << name;
          EXPECT_TRUE(!panel.series.empty() || !panel.message.empty()) << name;
        }
      }
    }
  }
}

TEST(Jacobian, ShowsTheMatrixItsPartsAndItsSingularValues) {
  const Document forward = on_values({2, 3}, {1, 2, 4, 0, 0, 1});
  EXPECT_EQ(make_figure("jacobian", evaluated(forward), {}).error().sentence,
            "there is no figure jacobian of this, which is for a backward pass");
  Document document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(forward, true)).after;
  const Evaluation evaluation = evaluated(document);
  FigureRequest request{.selection = {1, 2}, .document = &document};
  const Figure figure = figure_of("jacobian", evaluation, request);
  ASSERT_EQ(figure.panels.size(), 5U);
  const auto map_at = [](const Figure& of, std::size_t panel) {
    return std::get<HeatMap>(of.panels[panel].series.front().shape);
  };
  const HeatMap whole = map_at(figure, 0);
  for (std::size_t at = 0; at < 9; ++at) {
    EXPECT_NEAR(
        whole.values[at],
        map_at(figure, 1).values[at] + map_at(figure, 2).values[at] + map_at(figure, 3).values[at],
        1e-6);
  }
  EXPECT_EQ(map_at(figure, 2).high, whole.high) << "one scale, so that colours add up as well";
  EXPECT_EQ(std::get<Bars>(figure.panels[4].series.front().shape).heights.size(), 3U);
  // dx is made from a column; dy moves a row.
  EXPECT_EQ(whole.related, (std::vector<RelatedCells>{{0, 2, 3, 1, Related::kSource}}));
  request.marked = results::Cell{results::backward_cards(evaluation)->upstream, 3};
  request.selection = {1, 0};
  EXPECT_EQ(map_at(with_selection(figure, evaluation, request), 0).related,
            (std::vector<RelatedCells>{{0, 0, 1, 3, Related::kMade}}));
  document = on_values({1, 300}, std::vector<float>(300, 1));
  document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, true)).after;
  EXPECT_EQ(figure_of("jacobian", evaluated(document)).panels.front().message,
            "the Jacobian is shown of groups of at most 256 numbers, and this one has 300");
}

TEST(Jacobian, OfAComparisonShowsBothSides) {
  Document document = on_values({2, 3}, {1, 2, 4, 0, 0, 1});
  document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, true)).after;
  document::Operation other = document::operation_of(document);
  other.norm.options.kind = ops::Normalization::kRmsNorm;
  document.comparison = document::Comparison{.b = other};
  const Figure figure = figure_of("jacobian", evaluated(document), {.selection = {0, 2}});
  ASSERT_EQ(figure.panels.size(), 4U);
  const auto values_at = [&](std::size_t panel) {
    return std::get<HeatMap>(figure.panels[panel].series.front().shape).values;
  };
  document.comparison.reset();
  const auto alone = results::group_jacobian(evaluated(document), 0).values;
  for (std::size_t at = 0; at < alone.size(); ++at) {
    EXPECT_FLOAT_EQ(values_at(0)[at], static_cast<float>(alone[at]));
    EXPECT_NEAR(values_at(2)[at], values_at(0)[at] - values_at(1)[at], 1e-6);
  }
  // Layer norm forgets a shift and a scale, RMS norm a scale alone.
  EXPECT_NE(figure.notes.at(2).find("Singular values of A: "), std::string::npos);
  EXPECT_NE(figure.notes.at(2).find(". On paper: 0, the shift; "), std::string::npos);
  EXPECT_EQ(std::get<Bars>(figure.panels[3].series[1].shape).edges,
            (std::vector<double>{0, .5, 1, 1.5, 2, 2.5}));
  other.subject = document::Subject::kSoftmax;
  other.softmax.dim = 0;
  document.comparison = document::Comparison{.b = other};
  EXPECT_EQ(figure_of("jacobian", evaluated(document)).panels.front().message,
            "B has other groups");
}

TEST(GradientCheck, ShowsTheValleyAndSaysWhetherItPasses) {
  const Document forward = on_values({2, 4}, {1, 2, 3, 4, 0, 0, 1, 5});
  EXPECT_EQ(make_figure("gradient-check", evaluated(forward), {}).error().sentence,
            "there is no figure gradient-check of this, which is for a backward pass");
  Document document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(forward, true)).after;
  const Evaluation evaluation = evaluated(document);
  EXPECT_TRUE(is_slow("gradient-check", evaluation)) << "it is made off the frame";
  const Figure figure = figure_of("gradient-check", evaluation, {.document = &document});
  ASSERT_EQ(figure.panels.size(), 1U);
  const Panel& panel = figure.panels.front();
  EXPECT_EQ(panel.x.scale, Scale::kLogarithmic);
  EXPECT_EQ(panel.y.scale, Scale::kLogarithmic);
  ASSERT_EQ(panel.series.size(), 3U);
  const auto& worst = std::get<Line>(panel.series[0].shape);
  const auto& median = std::get<Line>(panel.series[1].shape);
  EXPECT_DOUBLE_EQ(worst.x.front(), 1e-12);
  EXPECT_DOUBLE_EQ(worst.x.back(), 1e-1);
  for (std::size_t at = 0; at < worst.y.size(); ++at) EXPECT_GE(worst.y[at], median.y[at]);
  // The smallest dx of dy = [1, 0, 0, 0] is -0.0894.
  EXPECT_NEAR(std::get<Line>(panel.series[2].shape).y.front(), 1e-5 + 1e-3 * 0.0894, 1e-7);
  EXPECT_EQ(panel.marks.at(0).at, 1e-6);
  EXPECT_EQ(panel.marks.at(1).label, "valley");
  EXPECT_NE(figure.notes.at(0).find("it passes, within 10⁻⁵ + 10⁻³ |dx|; the valley is near h = "),
            std::string::npos)
      << figure.notes.at(0);
  EXPECT_NE(figure.notes.at(1).find("every number of the group, 4 in all"), std::string::npos);
  // dy is a one in the first group.
  EXPECT_EQ(figure_of("gradient-check", evaluation, {.selection = {1, 0}}).panels.at(0).message,
            "dy is 0 in this whole group: there is nothing to compare");
  document = on_values({1, 300}, std::vector<float>(300, 1));
  document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, true)).after;
  EXPECT_EQ(figure_of("gradient-check", evaluated(document)).panels.front().message,
            "the gradient is checked of groups of at most 256 numbers, and this one has 300");
}

}  // namespace
}  // namespace normscope::figures
