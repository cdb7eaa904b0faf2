// SPDX-License-Identifier: MIT
// The way of a reader through a lesson, and what a step holds back, without a window.
#include "app/workspace/lesson_walk.hpp"

#include <gtest/gtest.h>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/stage_walk.hpp"
#include "tests/app/workspace/fixture.hpp"

namespace normscope::workspace {
namespace {

struct LessonWalkTest : WorkspaceTest {};

TEST_F(LessonWalkTest, ALessonIsReadFromItsFirstStepToItsLast) {
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

TEST_F(LessonWalkTest, AStepKeepsHowNumbersAreWritten) {
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

TEST_F(LessonWalkTest, AnUnknownLessonChangesNothing) {
  const std::uint64_t revision = workspace.history.revision();
  go_to_step(workspace, "nowhere", 0);
  go_to_step(workspace, lecture().id, -1);
  go_to_step(workspace, lecture().id, lecture().last_step() + 1);
  EXPECT_EQ(workspace.history.revision(), revision);
}

TEST_F(LessonWalkTest, TheLessonsStepOfTheOperationComesBackByBackAndByUndo) {
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

TEST_F(LessonWalkTest, ALessonMaySetTheLayout) {
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

TEST_F(LessonWalkTest, WhatOnesOwnCellsMadeIsForgottenWithTheLesson) {
  go_to_step(workspace, lecture().id, 1);
  workspace.view.own_cells.insert(1);
  go_to_step(workspace, lecture().id, 2);
  EXPECT_FALSE(workspace.view.own_cells.empty());
  go_to_step(workspace, free_lesson().id, 0);
  EXPECT_TRUE(workspace.view.own_cells.empty());
}

TEST_F(LessonWalkTest, TheFiguresRoomIsOpenedForOneStep) {
  auto& steps = std::ranges::find(workspace.lessons, lecture().id, &lessons::Lesson::id)->steps;
  steps[1].has_figure = steps[2].has_figure = false;
  go_to_step(workspace, lecture().id, 1);
  EXPECT_FALSE(shows_figure(workspace));
  toggle_figure(workspace);
  EXPECT_TRUE(shows_figure(workspace));
  go_to_step(workspace, lecture().id, 2);
  EXPECT_FALSE(shows_figure(workspace));
}

TEST_F(LessonWalkTest, AnActIsMarkedOnlyByWhatIsComputed) {
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

TEST_F(LessonWalkTest, AStepIsRestoredWithTheReadersDigits) {
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

}  // namespace
}  // namespace normscope::workspace
