// SPDX-License-Identifier: MIT
// The way of an edit into the history, and of a reader through a lesson, without a window.
#include "app/workspace/workspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/edits.hpp"
#include "app/lessons/loader.hpp"
#include "app/results/sheet.hpp"
#include "core/compute/compute.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::workspace {
namespace {

struct WorkspaceTest : ::testing::Test {
  Workspace workspace{testing::lecture_document(),
                      NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons()), [] {}};
  const lessons::Lesson& lecture() const {
    return *std::ranges::find(workspace.lessons, "lecture-20-by-hand", &lessons::Lesson::id);
  }
  // A lesson that leaves the digits to the reader.
  const lessons::Lesson& free_lesson() const {
    return *std::ranges::find(workspace.lessons, false, &lessons::Lesson::sets_digits);
  }
  EvaluationRef evaluated() const {
    return std::make_shared<const results::Evaluation>(
        results::evaluate(workspace.document(), workspace.history.revision(),
                          compute::make_backends(), compute::Device::kCpu));
  }
};

TEST_F(WorkspaceTest, AnEditIsAnEntryAndAFaultASentence) {
  const document::Document before = workspace.document();
  workspace.apply(document::set_value(before, document::Target::kInput, 0, 7));
  EXPECT_EQ(workspace.document().inputs[0].values.at(0), 7);
  EXPECT_FALSE(workspace.history.undo_description().empty());
  EXPECT_FALSE(workspace.error);

  const std::uint64_t revision = workspace.history.revision();
  workspace.apply(document::remove_input(workspace.document(), 5));
  ASSERT_TRUE(workspace.error);
  EXPECT_FALSE(workspace.error->sentence.empty());
  EXPECT_EQ(workspace.history.revision(), revision);

  workspace.apply(document::choose_subject(workspace.document(), document::Subject::kSoftmax));
  EXPECT_FALSE(workspace.error) << "shown until the next edit";
}

// A gamma over 2^39 numbers, 2 TiB: with the old one, of another shape, nothing could be computed.
TEST_F(WorkspaceTest, AnEditWhoseGammaFindsNoMemoryIsRefused) {
  document::Document before = document::document_of(
      "x", document::Constant{1}, NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({4096, 1}, 1)));
  before.norm.options.normalized_shape = {4096, 1};
  before = document::fitted(std::move(before));
  EXPECT_TRUE(document::check_fit(before));
  workspace.history.reset(before);
  workspace.apply(document::set_layers(before, {document::LinearLayer{std::int64_t{1} << 27}}));
  ASSERT_TRUE(workspace.error);
  EXPECT_EQ(workspace.error->sentence, "there is no memory left for its gamma and beta");
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, TheLargestDifferenceIsOneOfTheNumbersThatAreThere) {
  workspace.apply(document::compare_with_preset(workspace.document(), "V6"));
  workspace.show(evaluated());
  const std::int64_t at = workspace.shown->compared->difference.at;
  ASSERT_GT(at, 0);
  workspace.select_largest_difference();
  EXPECT_EQ(workspace.document().selection, (document::Selection{at / 6, at % 6}));
  // A document of more dimensions that has no evaluation yet has no such place.
  workspace.apply(document::reshape(workspace.document(), {1, 1, 1, 5, 2}));
  const document::Document before = workspace.document();
  workspace.select_largest_difference();
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, EditsOfOneGestureAreOneEntry) {
  const document::Document before = workspace.document();
  for (int i = 1; i <= 3; ++i) {
    workspace.apply(document::set_value(workspace.document(), document::Target::kInput, 0,
                                        static_cast<float>(i)),
                    4);
  }
  workspace.history.undo();
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, WhatIsShownIsStaleAfterAnEdit) {
  EXPECT_FALSE(workspace.stale()) << "nothing is shown";
  workspace.show(nullptr);
  EXPECT_EQ(workspace.shown, nullptr);
  workspace.show(evaluated());
  EXPECT_FALSE(workspace.stale());
  workspace.apply(document::set_value(workspace.document(), document::Target::kInput, 0, 7));
  EXPECT_TRUE(workspace.stale());
}

TEST_F(WorkspaceTest, TheSummaryFollowsTheSelection) {
  workspace.show(evaluated());
  EXPECT_EQ(workspace.summary.group, 0);
  workspace.history.change_view([](document::Document& document) { document.selection = {1, 2}; });
  workspace.show(workspace.shown);
  EXPECT_EQ(workspace.summary.group, 1);
}

TEST_F(WorkspaceTest, ALessonIsReadFromItsFirstStepToItsLast) {
  EXPECT_EQ(workspace.lesson(), nullptr);
  EXPECT_FALSE(workspace.has_next_step());
  EXPECT_FALSE(workspace.has_step_before());

  workspace.go_to_step(lecture().id, 0);
  ASSERT_EQ(workspace.lesson(), &lecture());
  EXPECT_EQ(workspace.history.undo_description(), "begin " + lecture().title);
  EXPECT_FALSE(workspace.has_step_before());
  for (int step = 0; step < lecture().last_step(); ++step) {
    EXPECT_EQ(workspace.document().lesson.step, step);
    EXPECT_EQ(workspace.document().view.step,
              lecture().steps[static_cast<std::size_t>(step)].document.view.step);
    ASSERT_TRUE(workspace.has_next_step());
    workspace.next_step();
  }
  EXPECT_FALSE(workspace.has_next_step());
  const std::uint64_t revision = workspace.history.revision();
  workspace.next_step();
  EXPECT_EQ(workspace.history.revision(), revision) << "there is nothing beyond the end";
  workspace.step_back();
  EXPECT_EQ(workspace.document().lesson.step, lecture().last_step() - 1);
}

TEST_F(WorkspaceTest, AStepKeepsHowNumbersAreWritten) {
  workspace.history.change_view(
      [](document::Document& document) { document.view.digits = document::Digits::kNine; });
  workspace.go_to_step(free_lesson().id, 1);
  document::Document expected = lessons::document_at(free_lesson(), 1);
  expected.view.digits = document::Digits::kNine;
  expected.lesson = {free_lesson().id, 1};
  EXPECT_EQ(workspace.document(), expected);
  workspace.go_to_step(lecture().id, 1);
  EXPECT_EQ(workspace.document().view.digits, document::Digits::kFour) << "this one sets them";
}

struct EditedTest : WorkspaceTest {
  EditedTest() {
    workspace.history.reset(document::document_of("x", document::Typed{},
                                                  testing::make({2, 3}, {1, -2, 3, 0.5F, 0, 2})));
    workspace.show(evaluated());
  }
  // Shows what an edit of the input's first number makes.
  void set(float value, document::Gesture gesture = document::kNoGesture) {
    workspace.apply(document::set_value(workspace.document(), document::Target::kInput, 0, value),
                    gesture);
    workspace.show(evaluated());
  }
  const results::Scale& scale_of_input() const {
    return workspace.view.stage.scales.scales[static_cast<std::size_t>(results::Quantity::kValues)];
  }
};

TEST_F(EditedTest, OwnNumbersKeepTheColoursAndOtherNumbersHaveTheirOwn) {
  const results::Scale first = scale_of_input();
  for (const float value : {3.0F, 30.0F, 300.0F}) {
    set(value, 7);
    EXPECT_EQ(scale_of_input(), first) << value;
  }
  workspace.history.undo();
  workspace.show(evaluated());
  EXPECT_EQ(scale_of_input(), first);
  set(30);
  workspace.view.stage.scales.fit = true;
  workspace.show(workspace.shown);
  EXPECT_EQ(scale_of_input().high, 30) << "Fit takes the scale anew";
  workspace.apply(document::fill(workspace.document(), document::Constant{100}, {2, 3}));
  workspace.show(evaluated());
  EXPECT_EQ(scale_of_input().high, 100) << "new numbers";
  workspace.apply(
      document::paste_input(workspace.document(), testing::make({2, 3}, std::vector<float>(6, 5))));
  workspace.show(evaluated());
  EXPECT_EQ(scale_of_input().high, 5) << "new numbers of the same shape";
}

TEST_F(EditedTest, AStepOfALessonHasColoursOfItsOwn) {
  workspace.go_to_step(lecture().id, 0);
  for (int step = 1; step <= lecture().last_step(); ++step) {
    workspace.show(evaluated());
    set(1e6F);
    workspace.go_to_step(lecture().id, step);
    workspace.show(evaluated());
    EXPECT_EQ(workspace.view.stage.scales.scales, results::scales_of(*workspace.shown)) << step;
  }
}

TEST_F(EditedTest, ChangesAreThoseThatThePersonMade) {
  EXPECT_EQ(workspace.before, nullptr) << "nothing was changed";
  set(3);
  EXPECT_NE(workspace.before, nullptr);
  workspace.history.undo();
  workspace.show(evaluated());
  EXPECT_NE(workspace.before, nullptr) << "undone by the person";
  workspace.apply(document::fill(workspace.document(), document::Constant{1}, {2, 3}));
  workspace.show(evaluated());
  EXPECT_EQ(workspace.before, nullptr) << "other numbers altogether";
  document::NormSettings settings = workspace.document().norm;
  settings.options.epsilon = 1;
  workspace.apply(document::set_norm(workspace.document(), settings));
  workspace.show(evaluated());
  EXPECT_NE(workspace.before, nullptr) << "an option of the person's";
}

TEST_F(EditedTest, WhatALessonSetsIsNoChange) {
  for (int step = 0; step <= lecture().last_step(); ++step) {
    workspace.go_to_step(lecture().id, step);
    workspace.show(evaluated());
    EXPECT_EQ(workspace.before, nullptr) << step;
    set(2.5F);
    EXPECT_NE(workspace.before, nullptr) << step;
    workspace.restore_step();
    workspace.show(evaluated());
    EXPECT_EQ(workspace.before, nullptr) << "the step's numbers again, " << step;
  }
}

TEST_F(WorkspaceTest, AnUnknownLessonChangesNothing) {
  const std::uint64_t revision = workspace.history.revision();
  workspace.go_to_step("nowhere", 0);
  workspace.go_to_step(lecture().id, -1);
  workspace.go_to_step(lecture().id, lecture().last_step() + 1);
  EXPECT_EQ(workspace.history.revision(), revision);
}

TEST_F(WorkspaceTest, TheLessonsStepOfTheOperationComesBackByBackAndByUndo) {
  const auto step_of = [&](int at) {
    return lecture().steps[static_cast<std::size_t>(at)].document.view.step;
  };
  ASSERT_NE(step_of(2), step_of(1));
  workspace.go_to_step(lecture().id, 1);
  workspace.go_to_step(lecture().id, 2);
  EXPECT_EQ(workspace.document().view.step, step_of(2));
  // Another step of the operation, by the reader, stays while numbers are edited.
  workspace.history.change_view([](document::Document& document) { document.view.step = "input"; });
  workspace.apply(document::set_value(workspace.document(), document::Target::kInput, 0, 7));
  EXPECT_EQ(workspace.document().view.step, "input");
  workspace.history.undo();
  EXPECT_EQ(workspace.document().view.step, "input");
  workspace.step_back();
  EXPECT_EQ(workspace.document().view.step, step_of(1));
  workspace.history.undo();
  EXPECT_EQ(workspace.document().view.step, "input");
}

TEST_F(WorkspaceTest, AnotherDocumentLeavesOnlyTheWindowsOwnState) {
  ViewState& view = workspace.view;
  view.presenting = view.reduced_motion = true;
  view.start_page = false;
  view.panels.figure = false;
  view.figure_views["distribution"] = {};
  view.grids["stage/input"] = {};
  view.stage.column = 7;
  view.begin_document();
  ViewState expected;
  EXPECT_TRUE(view.presenting && view.reduced_motion);
  EXPECT_FALSE(view.start_page || view.panels.figure);
  EXPECT_TRUE(view.figure_views.empty() && view.grids.empty());
  EXPECT_EQ(view.stage.column, 0);
}

TEST_F(WorkspaceTest, AnActIsMarkedOnlyByWhatIsComputed) {
  const std::string id = lecture().id;
  workspace.go_to_step(id, 1);
  workspace.show(evaluated());
  EXPECT_TRUE(workspace.view.lesson_work[id].kept.done.empty());
  workspace.apply(document::set_value(workspace.document(), document::Target::kInput, 0, 5));
  workspace.show(workspace.shown);
  EXPECT_TRUE(workspace.view.lesson_work[id].kept.done.empty()) << "the numbers are older";
  workspace.show(evaluated());
  EXPECT_EQ(workspace.view.lesson_work[id].kept.done.size(), 1U);
}

// The cards are input, linear product, linear, relu, then mean to normalized.
struct HeldBackTest : WorkspaceTest {
  HeldBackTest() {
    for (lessons::Step& step : steps()) step.reveals.clear();
    workspace.go_to_step(lecture().id, 1);
    workspace.show(evaluated());
  }
  std::vector<lessons::Step>& steps() {
    return std::ranges::find(workspace.lessons, lecture().id, &lessons::Lesson::id)->steps;
  }
  void reveal(std::string card) { steps()[1].reveals = std::move(card); }
  std::size_t place_of(std::string_view card) const {
    return results::card_of(*workspace.shown, card);
  }
  std::size_t all() const { return workspace.shown->cards.size(); }
};

TEST_F(HeldBackTest, AStepShowsNoCardBeyondTheOneThatItReveals) {
  EXPECT_EQ(workspace.shown_cards(), all()) << "a step that names none";
  EXPECT_FALSE(workspace.holds_back());
  reveal("mean");
  EXPECT_EQ(workspace.shown_cards(), place_of("mean") + 1);
  EXPECT_TRUE(workspace.holds_back());
  reveal("relu");
  EXPECT_EQ(workspace.shown_cards(), place_of("relu") + 1);
  reveal("input");
  EXPECT_EQ(workspace.shown_cards(), 1U);
  reveal(workspace.shown->cards.back().id);
  EXPECT_FALSE(workspace.holds_back());
  reveal("maximum");
  EXPECT_FALSE(workspace.holds_back()) << "the reader has taken another operation";
  reveal("mean");
  workspace.go_to_step(lecture().id, 2);
  EXPECT_FALSE(workspace.holds_back()) << "another step";
}

TEST_F(HeldBackTest, TheSheetStopsAtTheLastCardThatIsShown) {
  reveal("mean");
  const std::size_t mean = place_of("mean");
  workspace.focus_on(mean);
  EXPECT_EQ(workspace.focus_card(), mean);
  workspace.focus_on(mean + 1);
  EXPECT_EQ(workspace.focus_card(), mean);
  EXPECT_EQ(workspace.document().view.step, "mean");
  workspace.history.change_view([](document::Document& document) { document.view.step.clear(); });
  EXPECT_EQ(workspace.focus_card(), mean) << "no step means the output";
}

TEST_F(HeldBackTest, TheReaderAsksForAllCardsOfOneStep) {
  reveal("mean");
  steps()[2].reveals = "mean";
  workspace.history.change_view([](document::Document& document) { document.view.step.clear(); });
  workspace.show_all_cards();
  EXPECT_FALSE(workspace.holds_back());
  EXPECT_EQ(workspace.focus_card(), place_of("mean")) << "the sheet stays where it was";
  workspace.next_step();
  EXPECT_TRUE(workspace.holds_back());
  workspace.step_back();
  EXPECT_FALSE(workspace.holds_back()) << "it was asked for here";
}

TEST_F(HeldBackTest, NoFigureShowsWhatIsHeldBackAndNoneIsSaved) {
  const auto choose = [&](std::string figure) {
    workspace.history.change_view(
        [&](document::Document& document) { document.view.figure = std::move(figure); });
  };
  reveal("mean");
  choose("distribution");
  EXPECT_TRUE(workspace.holds_figure_back());
  choose("heatmap");
  EXPECT_FALSE(workspace.holds_figure_back()) << "of a card that is shown";
  EXPECT_EQ(workspace.paper_figure(), nullptr);
  workspace.show_all_cards();
  EXPECT_NE(workspace.paper_figure(), nullptr);
  choose("distribution");
  EXPECT_FALSE(workspace.holds_figure_back());
}

TEST_F(HeldBackTest, TheLargestDifferenceIsOneOfTheOutput) {
  reveal("mean");
  workspace.apply(document::compare_with_preset(workspace.document(), "V6"));
  workspace.show(evaluated());
  const document::Document before = workspace.document();
  workspace.select_largest_difference();
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, AStepIsRestoredWithTheReadersDigits) {
  workspace.restore_step();
  EXPECT_TRUE(workspace.history.undo_description().empty()) << "there is no step";
  EXPECT_FALSE(workspace.differs_from_step());
  workspace.go_to_step(free_lesson().id, 1);
  workspace.history.change_view(
      [](document::Document& document) { document.view.digits = document::Digits::kNine; });
  EXPECT_FALSE(workspace.differs_from_step()) << "the view is the reader's";
  workspace.apply(document::set_value(workspace.document(), document::Target::kInput, 0, 5));
  EXPECT_TRUE(workspace.differs_from_step());
  workspace.restore_step();
  EXPECT_FALSE(workspace.differs_from_step());
  EXPECT_EQ(workspace.document().view.digits, document::Digits::kNine);
}

}  // namespace
}  // namespace normscope::workspace
