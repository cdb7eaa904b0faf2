// SPDX-License-Identifier: MIT
// The way of an edit into the history, and of a reader through a lesson, without a window.
#include "app/workspace/workspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/lessons/loader.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
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
  apply(workspace, document::set_value(before, document::Target::kInput, 0, 7));
  EXPECT_EQ(workspace.document().inputs[0].values.at(0), 7);
  EXPECT_FALSE(workspace.history.undo_description().empty());
  EXPECT_FALSE(workspace.error);

  const std::uint64_t revision = workspace.history.revision();
  apply(workspace, document::remove_input(workspace.document(), 5));
  ASSERT_TRUE(workspace.error);
  EXPECT_FALSE(workspace.error->sentence.empty());
  EXPECT_EQ(workspace.history.revision(), revision);

  apply(workspace, document::choose_subject(workspace.document(), document::Subject::kSoftmax));
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
  apply(workspace, document::set_layers(before, {document::LinearLayer{std::int64_t{1} << 27}}));
  ASSERT_TRUE(workspace.error);
  EXPECT_EQ(workspace.error->sentence, "there is no memory left for its gamma and beta");
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, TheLargestDifferenceIsOneOfTheNumbersThatAreThere) {
  apply(workspace, document::compare_with_preset(workspace.document(), "V6"));
  show(workspace, evaluated());
  const std::int64_t at = workspace.shown->compared->difference.at;
  ASSERT_GT(at, 0);
  select_largest_difference(workspace);
  EXPECT_EQ(workspace.document().selection, (document::Selection{at / 6, at % 6}));
  // A document of more dimensions that has no evaluation yet has no such place.
  apply(workspace, document::reshape(workspace.document(), {1, 1, 1, 5, 2}));
  const document::Document before = workspace.document();
  select_largest_difference(workspace);
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, EditsOfOneGestureAreOneEntry) {
  const document::Document before = workspace.document();
  for (int i = 1; i <= 3; ++i) {
    apply(workspace,
          document::set_value(workspace.document(), document::Target::kInput, 0,
                              static_cast<float>(i)),
          4);
  }
  workspace.history.undo();
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, WhatIsShownIsStaleAfterAnEdit) {
  EXPECT_FALSE(workspace.stale()) << "nothing is shown";
  show(workspace, nullptr);
  EXPECT_EQ(workspace.shown, nullptr);
  show(workspace, evaluated());
  EXPECT_FALSE(workspace.stale());
  apply(workspace, document::set_value(workspace.document(), document::Target::kInput, 0, 7));
  EXPECT_TRUE(workspace.stale());
}

TEST_F(WorkspaceTest, TheSummaryFollowsTheSelection) {
  show(workspace, evaluated());
  EXPECT_EQ(workspace.summary.group, 0);
  workspace.history.change_view([](document::Document& document) { document.selection = {1, 2}; });
  show(workspace, workspace.shown);
  EXPECT_EQ(workspace.summary.group, 1);
}

TEST_F(WorkspaceTest, ALessonIsReadFromItsFirstStepToItsLast) {
  EXPECT_EQ(lesson_of(workspace), nullptr);
  EXPECT_FALSE(has_next_step(workspace));
  EXPECT_FALSE(has_step_before(workspace));

  go_to_step(workspace, lecture().id, 0);
  ASSERT_EQ(lesson_of(workspace), &lecture());
  EXPECT_EQ(workspace.history.undo_description(), "begin " + lecture().title);
  EXPECT_FALSE(has_step_before(workspace));
  for (int step = 0; step < lecture().last_step(); ++step) {
    EXPECT_EQ(workspace.document().lesson.step, step);
    EXPECT_EQ(workspace.document().view.step,
              lecture().steps[static_cast<std::size_t>(step)].document.view.step);
    ASSERT_TRUE(has_next_step(workspace));
    next_step(workspace);
  }
  EXPECT_FALSE(has_next_step(workspace));
  const std::uint64_t revision = workspace.history.revision();
  next_step(workspace);
  EXPECT_EQ(workspace.history.revision(), revision) << "there is nothing beyond the end";
  step_back(workspace);
  EXPECT_EQ(workspace.document().lesson.step, lecture().last_step() - 1);
}

TEST_F(WorkspaceTest, AStepKeepsHowNumbersAreWritten) {
  workspace.history.change_view(
      [](document::Document& document) { document.view.digits = document::Digits::kNine; });
  go_to_step(workspace, free_lesson().id, 1);
  document::Document expected = lessons::document_at(free_lesson(), 1);
  expected.view.digits = document::Digits::kNine;
  expected.lesson = {free_lesson().id, 1};
  EXPECT_EQ(workspace.document(), expected);
  go_to_step(workspace, lecture().id, 1);
  EXPECT_EQ(workspace.document().view.digits, document::Digits::kFour) << "this one sets them";
}

struct EditedTest : WorkspaceTest {
  EditedTest() {
    workspace.history.reset(document::document_of("x", document::Typed{},
                                                  testing::make({2, 3}, {1, -2, 3, 0.5F, 0, 2})));
    show(workspace, evaluated());
  }
  // Shows what an edit of the input's first number makes.
  void set(float value, document::Gesture gesture = document::kNoGesture) {
    apply(workspace, document::set_value(workspace.document(), document::Target::kInput, 0, value),
          gesture);
    show(workspace, evaluated());
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
  show(workspace, evaluated());
  EXPECT_EQ(scale_of_input(), first);
  set(30);
  workspace.view.stage.scales.fit = true;
  show(workspace, workspace.shown);
  EXPECT_EQ(scale_of_input().high, 30) << "Fit takes the scale anew";
  apply(workspace, document::fill(workspace.document(), document::Constant{100}, {2, 3}));
  show(workspace, evaluated());
  EXPECT_EQ(scale_of_input().high, 100) << "new numbers";
  apply(workspace, document::paste_input(workspace.document(),
                                         testing::make({2, 3}, std::vector<float>(6, 5))));
  show(workspace, evaluated());
  EXPECT_EQ(scale_of_input().high, 5) << "new numbers of the same shape";
}

TEST_F(EditedTest, AComparisonHasColoursOfItsOwn) {
  set(300);
  const results::Scale held = scale_of_input();
  apply(workspace, document::compare_with(workspace.document(),
                                          {document::operation_of(workspace.document())}));
  show(workspace, evaluated());
  EXPECT_NE(scale_of_input(), held);
  EXPECT_EQ(workspace.view.stage.scales.scales, results::scales_of(*workspace.shown));
}

TEST_F(EditedTest, AStepOfALessonHasColoursOfItsOwn) {
  go_to_step(workspace, lecture().id, 0);
  for (int step = 1; step <= lecture().last_step(); ++step) {
    show(workspace, evaluated());
    set(1e6F);
    go_to_step(workspace, lecture().id, step);
    show(workspace, evaluated());
    EXPECT_EQ(workspace.view.stage.scales.scales, results::scales_of(*workspace.shown)) << step;
  }
}

TEST_F(EditedTest, ChangesAreThoseThatThePersonMade) {
  EXPECT_EQ(workspace.before, nullptr) << "nothing was changed";
  set(3);
  EXPECT_NE(workspace.before, nullptr);
  workspace.history.undo();
  show(workspace, evaluated());
  EXPECT_NE(workspace.before, nullptr) << "undone by the person";
  apply(workspace, document::fill(workspace.document(), document::Constant{1}, {2, 3}));
  show(workspace, evaluated());
  EXPECT_EQ(workspace.before, nullptr) << "other numbers altogether";
  document::NormSettings settings = workspace.document().norm;
  settings.options.epsilon = 1;
  apply(workspace, document::set_norm(workspace.document(), settings));
  show(workspace, evaluated());
  EXPECT_NE(workspace.before, nullptr) << "an option of the person's";
}

TEST_F(EditedTest, WhatALessonSetsIsNoChange) {
  for (int step = 0; step <= lecture().last_step(); ++step) {
    go_to_step(workspace, lecture().id, step);
    show(workspace, evaluated());
    EXPECT_EQ(workspace.before, nullptr) << step;
    set(2.5F);
    EXPECT_NE(workspace.before, nullptr) << step;
    restore_step(workspace);
    show(workspace, evaluated());
    EXPECT_EQ(workspace.before, nullptr) << "the step's numbers again, " << step;
  }
}

TEST_F(WorkspaceTest, AnUnknownLessonChangesNothing) {
  const std::uint64_t revision = workspace.history.revision();
  go_to_step(workspace, "nowhere", 0);
  go_to_step(workspace, lecture().id, -1);
  go_to_step(workspace, lecture().id, lecture().last_step() + 1);
  EXPECT_EQ(workspace.history.revision(), revision);
}

TEST_F(WorkspaceTest, TheLessonsStepOfTheOperationComesBackByBackAndByUndo) {
  const auto step_of = [&](int at) {
    return lecture().steps[static_cast<std::size_t>(at)].document.view.step;
  };
  ASSERT_NE(step_of(2), step_of(1));
  go_to_step(workspace, lecture().id, 1);
  go_to_step(workspace, lecture().id, 2);
  EXPECT_EQ(workspace.document().view.step, step_of(2));
  // Another step of the operation, by the reader, stays while numbers are edited.
  workspace.history.change_view([](document::Document& document) { document.view.step = "input"; });
  apply(workspace, document::set_value(workspace.document(), document::Target::kInput, 0, 7));
  EXPECT_EQ(workspace.document().view.step, "input");
  workspace.history.undo();
  EXPECT_EQ(workspace.document().view.step, "input");
  step_back(workspace);
  EXPECT_EQ(workspace.document().view.step, step_of(1));
  workspace.history.undo();
  EXPECT_EQ(workspace.document().view.step, "input");
}

TEST_F(WorkspaceTest, ALessonMaySetTheLayout) {
  lessons::Lesson& lesson =
      *std::ranges::find(workspace.lessons, true, &lessons::Lesson::sets_stage);
  lesson.steps[0].document.view.layout = document::StageLayout::kVariants;
  for (const bool sets : {false, true}) {
    lesson.sets_layout = sets;
    workspace.history.reset(testing::lecture_document());
    go_to_step(workspace, lesson.id, 0);
    EXPECT_EQ(workspace.document().view.layout == document::StageLayout::kVariants, sets);
  }
}

TEST_F(WorkspaceTest, WhatOnesOwnCellsMadeIsForgottenWithTheLesson) {
  go_to_step(workspace, lecture().id, 1);
  workspace.view.own_cells.insert(1);
  go_to_step(workspace, lecture().id, 2);
  EXPECT_FALSE(workspace.view.own_cells.empty());
  go_to_step(workspace, free_lesson().id, 0);
  EXPECT_TRUE(workspace.view.own_cells.empty());
}

TEST_F(WorkspaceTest, TheFiguresRoomIsOpenedForOneStep) {
  auto& steps = std::ranges::find(workspace.lessons, lecture().id, &lessons::Lesson::id)->steps;
  steps[1].has_figure = steps[2].has_figure = false;
  go_to_step(workspace, lecture().id, 1);
  EXPECT_FALSE(shows_figure(workspace));
  toggle_figure(workspace);
  EXPECT_TRUE(shows_figure(workspace));
  go_to_step(workspace, lecture().id, 2);
  EXPECT_FALSE(shows_figure(workspace));
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
  go_to_step(workspace, id, 1);
  show(workspace, evaluated());
  EXPECT_TRUE(workspace.view.lesson_work[id].kept.done.empty());
  apply(workspace, document::set_value(workspace.document(), document::Target::kInput, 0, 5));
  show(workspace, workspace.shown);
  EXPECT_TRUE(workspace.view.lesson_work[id].kept.done.empty()) << "the numbers are older";
  show(workspace, evaluated());
  EXPECT_EQ(workspace.view.lesson_work[id].kept.done.size(), 1U);
}

// The cards are input, linear product, linear, relu, then mean to normalized.
struct HeldBackTest : WorkspaceTest {
  HeldBackTest() {
    for (lessons::Step& step : steps()) step.reveals.clear();
    go_to_step(workspace, lecture().id, 1);
    show(workspace, evaluated());
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
  EXPECT_EQ(shown_cards(workspace), all()) << "a step that names none";
  EXPECT_FALSE(holds_back(workspace));
  reveal("mean");
  EXPECT_EQ(shown_cards(workspace), place_of("mean") + 1);
  EXPECT_TRUE(holds_back(workspace));
  reveal("relu");
  EXPECT_EQ(shown_cards(workspace), place_of("relu") + 1);
  reveal("input");
  EXPECT_EQ(shown_cards(workspace), 1U);
  reveal(workspace.shown->cards.back().id);
  EXPECT_FALSE(holds_back(workspace));
  reveal("maximum");
  EXPECT_FALSE(holds_back(workspace)) << "the reader has taken another operation";
  reveal("mean");
  go_to_step(workspace, lecture().id, 2);
  EXPECT_FALSE(holds_back(workspace)) << "another step";
}

TEST_F(HeldBackTest, TheSheetStopsAtTheLastCardThatIsShown) {
  reveal("mean");
  const std::size_t mean = place_of("mean");
  focus_on(workspace, mean);
  EXPECT_EQ(focus_card(workspace), mean);
  focus_on(workspace, mean + 1);
  EXPECT_EQ(focus_card(workspace), mean);
  EXPECT_EQ(workspace.document().view.step, "mean");
  workspace.history.change_view([](document::Document& document) { document.view.step.clear(); });
  EXPECT_EQ(focus_card(workspace), mean) << "no step means the output";
}

TEST_F(HeldBackTest, AnAnswerAboutAnEarlierCardStaysWhereOneLooks) {
  reveal("mean");
  focus_on(workspace, place_of("mean"));
  const std::string step = workspace.document().view.step;
  lessons::Prediction answered;
  answered.uncovers = "input";
  uncover(workspace, answered);
  EXPECT_EQ(workspace.document().view.step, step);
}

TEST_F(HeldBackTest, TheReaderAsksForAllCardsOfOneStep) {
  reveal("mean");
  steps()[2].reveals = "mean";
  workspace.history.change_view([](document::Document& document) { document.view.step.clear(); });
  show_all_cards(workspace);
  EXPECT_FALSE(holds_back(workspace));
  EXPECT_EQ(focus_card(workspace), place_of("mean")) << "the sheet stays where it was";
  next_step(workspace);
  EXPECT_TRUE(holds_back(workspace));
  step_back(workspace);
  EXPECT_FALSE(holds_back(workspace)) << "it was asked for here";
}

TEST_F(HeldBackTest, NoFigureShowsWhatIsHeldBackAndNoneIsSaved) {
  const auto choose = [&](std::string figure) {
    workspace.history.change_view(
        [&](document::Document& document) { document.view.figure = std::move(figure); });
  };
  reveal("mean");
  choose("distribution");
  EXPECT_TRUE(holds_figure_back(workspace));
  choose("heatmap");
  EXPECT_FALSE(holds_figure_back(workspace)) << "of a card that is shown";
  EXPECT_EQ(paper_figure(workspace), nullptr);
  show_all_cards(workspace);
  EXPECT_NE(paper_figure(workspace), nullptr);
  choose("distribution");
  EXPECT_FALSE(holds_figure_back(workspace));
}

TEST_F(HeldBackTest, TheLargestDifferenceIsOneOfTheOutput) {
  reveal("mean");
  apply(workspace, document::compare_with_preset(workspace.document(), "V6"));
  show(workspace, evaluated());
  const document::Document before = workspace.document();
  select_largest_difference(workspace);
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(WorkspaceTest, AStepIsRestoredWithTheReadersDigits) {
  restore_step(workspace);
  EXPECT_TRUE(workspace.history.undo_description().empty()) << "there is no step";
  EXPECT_FALSE(differs_from_step(workspace));
  go_to_step(workspace, free_lesson().id, 1);
  workspace.history.change_view(
      [](document::Document& document) { document.view.digits = document::Digits::kNine; });
  EXPECT_FALSE(differs_from_step(workspace)) << "the view is the reader's";
  apply(workspace, document::set_value(workspace.document(), document::Target::kInput, 0, 5));
  EXPECT_TRUE(differs_from_step(workspace));
  restore_step(workspace);
  EXPECT_FALSE(differs_from_step(workspace));
  EXPECT_EQ(workspace.document().view.digits, document::Digits::kNine);
}

}  // namespace
}  // namespace normscope::workspace
