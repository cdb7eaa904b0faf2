// SPDX-License-Identifier: MIT
// A figure is built, laid out and prepared for a file again only when its inputs change; none of it
// needs a window.
#include "app/workspace/figure_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "app/document/edits.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "core/compute/compute.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::workspace {
namespace {

using document::Document;
using figures::Figure;

struct FigureCacheTest : ::testing::Test {
  Document document = testing::lecture_document();
  EvaluationRef shown = evaluated(document);
  ViewState view{};
  std::atomic<int> woken = 0;
  FigureCache cache{[this] { ++woken; }};
  std::unique_ptr<figures::FontMeasure> measure =
      NORMSCOPE_VALUE_OR_FAIL(figures::FontMeasure::load());

  static EvaluationRef evaluated(const Document& document) {
    return std::make_shared<const results::Evaluation>(
        results::evaluate(document, 1, compute::make_backends(), compute::Device::kCpu));
  }
  void choose(const std::string& name) { document.view.figure = name; }
  const PlacedFigure* place(FigurePage page = {{400, 300}, figures::ThemeName::kLight, 1}) {
    return cache.place(document, view, page, *measure);
  }
  std::shared_ptr<const Figure> paper() { return cache.paper(shown, document, view); }
};

bool shows(const Figure& figure, const std::string& name) {
  return std::ranges::any_of(figure.panels, [&](const figures::Panel& panel) {
    return std::ranges::find(panel.series, name, &figures::Series::name) != panel.series.end();
  });
}

TEST_F(FigureCacheTest, NothingIsThereBeforeItIsAskedFor) {
  EXPECT_FALSE(has_figures(nullptr));
  EXPECT_EQ(place(), nullptr);
  EXPECT_EQ(cache.placed(), nullptr);
  EXPECT_FALSE(cache.current());
  EXPECT_FALSE(cache.failure());
  EXPECT_EQ(cache.paper(nullptr, document, view), nullptr);
}

TEST_F(FigureCacheTest, TheDocumentChoosesOrElseTheFirstFigureIsTaken) {
  ASSERT_TRUE(has_figures(shown));
  choose("statistics");
  EXPECT_EQ(chosen_figure(*shown, document), "statistics");
  choose("of another operation");
  EXPECT_EQ(chosen_figure(*shown, document), "distribution");
}

// Of many values a figure from a sample comes first, and says so; a file gets the exact one.
TEST_F(FigureCacheTest, OfManyValuesACoarseFigureComesFirst) {
  auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({4200, 2000}, 1.0F));
  for (std::size_t i = 0; i < values.values().size(); ++i) {
    values.values()[i] = static_cast<float>(i % 4093);
  }
  document = document::fitted(document::document_of("x", document::Constant{1}, std::move(values)));
  shown = evaluated(document);
  ASSERT_TRUE(shown->before.sampled);
  const auto sampled = [](const Figure& figure) {
    return std::ranges::all_of(figure.panels, [](const figures::Panel& panel) {
      return panel.detail.find("from 262\u2009144 of 8\u2009400\u2009000 values") !=
             std::string::npos;
    });
  };
  cache.ask(shown, document, document.view.figure_choice);
  ASSERT_TRUE(testing::eventually([&] { return !cache.busy(); }));
  ASSERT_NE(place(), nullptr);
  EXPECT_TRUE(sampled(place()->figure));
  EXPECT_EQ(paper(), nullptr);

  const auto exact = results::refine(*shown, {});
  ASSERT_TRUE(exact);
  shown = std::make_shared<const results::Evaluation>(*exact);
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_FALSE(cache.busy()) << "made from the counts at once";
  ASSERT_NE(place(), nullptr);
  EXPECT_FALSE(sampled(place()->figure));
  EXPECT_NE(paper(), nullptr);

  // A map does not wait for statistics: both come from this evaluation.
  choose("heatmap");
  cache.ask(shown, document, document.view.figure_choice);
  ASSERT_TRUE(testing::eventually([&] { return paper() != nullptr; }));
}

TEST_F(FigureCacheTest, ASmallFigureIsThereAtOnceAndMadeOnce) {
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_FALSE(cache.busy());
  const PlacedFigure* const placed = place();
  ASSERT_NE(placed, nullptr);
  EXPECT_EQ(placed->figure.name, "distribution");
  EXPECT_TRUE(cache.current());
  const auto source = placed->source;
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_EQ(place()->source, source);
  EXPECT_EQ(woken, 0);
}

TEST_F(FigureCacheTest, WhatTheFigureIsMadeOfMakesItAnew) {
  cache.ask(shown, document, document.view.figure_choice);
  auto source = place()->source;
  const auto expect_another = [&](const char* what) {
    cache.ask(shown, document, document.view.figure_choice);
    EXPECT_FALSE(cache.current()) << what;
    EXPECT_NE(place()->source, source) << what;
    EXPECT_TRUE(cache.current()) << what;
    source = cache.placed()->source;
  };
  document.view.figure_choice.of_group = true;
  expect_another("the choice");
  document.selection = {1, 0};
  expect_another("another group");
  choose("heatmap");
  expect_another("the name");
  shown = evaluated(document);
  expect_another("another evaluation");
}

TEST_F(FigureCacheTest, ASelectionWithinTheGroupIsLitWithoutMakingTheFigureAnew) {
  choose("heatmap");
  cache.ask(shown, document, document.view.figure_choice);
  const auto selected = [&] {
    const auto& shape = place()->figure.panels.front().series.front().shape;
    return std::get<figures::HeatMap>(shape).selected;
  };
  const auto source = place()->source;
  EXPECT_EQ(selected(), 0U);
  document.selection = {0, 3};
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_EQ(selected(), 3U);
  EXPECT_EQ(place()->source, source);
}

TEST_F(FigureCacheTest, SourcesAreMarkedWithoutMakingTheFigureAnew) {
  choose("heatmap");
  document.view.figure_choice.step = "input";
  cache.ask(shown, document, document.view.figure_choice);
  const auto related = [](const Figure& figure) {
    return std::get<figures::HeatMap>(figure.panels.front().series.front().shape).related;
  };
  using figures::Related;
  const auto source = place()->source;
  // The output [0, 0] is made from the whole first row.
  const std::vector<figures::RelatedCells> row = {{0, 0, 1, 5, Related::kSource}};
  EXPECT_EQ(related(place()->figure), row);
  EXPECT_EQ(related(*paper()), row);
  view.pointed.cell = PointedCell{"input", {1, 2}};
  EXPECT_TRUE(related(place()->figure).empty()) << "the pointed number has a frame on the stage";
  view.pointed.cell = PointedCell{"mean", {1, 0}};
  EXPECT_EQ(related(place()->figure),
            (std::vector<figures::RelatedCells>{{1, 0, 1, 5, Related::kSource}}));
  EXPECT_EQ(related(*paper()), row) << "nothing is pointed at on paper";
  view.pointed.cell.reset();
  view.selected_card = "input";
  EXPECT_TRUE(related(place()->figure).empty());
  EXPECT_EQ(place()->source, source);
}

TEST_F(FigureCacheTest, APlacedFigureStaysWhereNothingChanged) {
  cache.ask(shown, document, document.view.figure_choice);
  const figures::Series* const series = place()->figure.panels.front().series.data();
  EXPECT_EQ(place()->figure.panels.front().series.data(), series) << "nothing was laid out anew";
  const FigurePage wide{{600, 300}, figures::ThemeName::kDark, 2};
  EXPECT_EQ(place(wide)->page, wide);
  EXPECT_EQ(place(wide)->layout.grid, 2);
  EXPECT_EQ(place(wide)->figure.panels.front().series.data(), series) << "the same series";
  view.figure_views["distribution"].hidden.insert("density");
  EXPECT_EQ(place(wide)->view.hidden.count("density"), 1U);
}

TEST_F(FigureCacheTest, APageTooLowForItsTextIsHigher) {
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_GT(place({{400, 20}, figures::ThemeName::kLight, 1})->page.size.height, 60);
}

TEST_F(FigureCacheTest, OnPaperIsWhatIsSeen) {
  const auto whole = paper();
  ASSERT_NE(whole, nullptr);
  EXPECT_TRUE(shows(*whole, "density"));
  EXPECT_EQ(paper(), whole) << "nothing changed";
  view.figure_views["distribution"].hidden.insert("density");
  const auto seen = paper();
  ASSERT_NE(seen, nullptr);
  EXPECT_FALSE(shows(*seen, "density"));
  EXPECT_EQ(*seen,
            NORMSCOPE_VALUE_OR_FAIL(make_paper_figure("distribution", *shown, document, view)));
}

TEST_F(FigureCacheTest, TheDigitsOfTheCardsMakeItAnew) {
  choose("profile");
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_EQ(place()->figure.panels[0].detail, "mean 0.2432");
  document.view.digits = document::Digits::kSix;
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_EQ(place()->figure.decimals, 6);
  EXPECT_EQ(place()->figure.panels[0].detail.size(), std::string("mean 0.243200").size());
}

TEST_F(FigureCacheTest, AxesHoldWhileNumbersChangeUntilTheFigureIsFitted) {
  choose("profile");
  const auto first_axis = [&] { return place()->figure.panels[0].y; };
  const auto scaled = [&](float factor) {
    std::vector<float> values(12);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = factor * static_cast<float>(i % 5) - 1;
    }
    Document next =
        document::document_of("x", document::Typed{}, testing::make({2, 6}, std::move(values)));
    next.view = document.view;
    return next;
  };
  const auto show = [&](float factor) {
    document = scaled(factor);
    shown = evaluated(document);
    cache.ask(shown, document, document.view.figure_choice);
    ASSERT_NE(place(), nullptr);
  };
  show(1);
  const figures::Axis first = first_axis();
  show(0.25F);
  EXPECT_EQ(first_axis(), first);
  const std::shared_ptr<const Figure> seen = paper();
  EXPECT_EQ(seen->panels[0].y, first) << "on paper as on the screen";
  EXPECT_EQ(*seen, NORMSCOPE_VALUE_OR_FAIL(make_paper_figure("profile", *shown, document, view)));
  show(4);
  EXPECT_GT(first_axis().high, 15) << "no value is lost";
  show(0.25F);
  view.fit_figure("profile");
  EXPECT_LT(first_axis().high, first.high);
  EXPECT_EQ(paper()->panels[0].y, first_axis());
  // Another operation begins anew.
  show(4);
  show(0.25F);
  const figures::Axis wide = first_axis();
  document.subject = document::Subject::kSoftmax;
  shown = evaluated(document);
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_LT(first_axis().high, wide.high);
}

TEST_F(FigureCacheTest, AZoomStaysAndTheRestHolds) {
  choose("profile");
  cache.ask(shown, document, document.view.figure_choice);
  ASSERT_NE(place(), nullptr);
  const figures::Axis x = place()->figure.panels[0].x;
  view.figure_views["profile"].panels = {{.y = figures::Ends(0, 0.125)}};
  EXPECT_EQ(place()->figure.panels[0].y.high, 0.125);
  EXPECT_EQ(place()->figure.panels[0].x, x);
  view.fit_figure("profile");
  EXPECT_GT(place()->figure.panels[0].y.high, 0.5);
}

TEST_F(FigureCacheTest, AnUnknownStepIsAFailureWithASentence) {
  choose("heatmap");
  document.view.figure_choice.step = "nowhere";
  cache.ask(shown, document, document.view.figure_choice);
  EXPECT_EQ(place(), nullptr);
  EXPECT_EQ(paper(), nullptr);
  const auto failure = cache.failure();
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->sentence.find("nowhere"), std::string::npos);
}

TEST_F(FigureCacheTest, ALargeFigureIsMadeBesideTheWindowAndWakesIt) {
  const document::Random origin{.distribution = document::Distribution::kRandn, .seed = 5};
  document = document::document_of(
      "x", origin, NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, {64, 512})));
  shown = evaluated(document);
  ASSERT_TRUE(shown->result);
  cache.ask(shown, document, document.view.figure_choice);
  ASSERT_TRUE(testing::eventually([&] { return woken > 0; })) << "no figure came";
  EXPECT_FALSE(cache.busy());
  ASSERT_NE(place(), nullptr);
  EXPECT_TRUE(cache.current());
}

}  // namespace
}  // namespace normscope::workspace
