// SPDX-License-Identifier: MIT
// Undo and redo with descriptions, gestures as one entry, the byte cap.
#include "app/document/history.hpp"

#include <gtest/gtest.h>

#include "tests/app/document/documents.hpp"

namespace normscope::document {
namespace {

Edit set(const History& history, std::int64_t index, float value) {
  return NORMSCOPE_VALUE_OR_FAIL(set_value(history.document(), Target::kInput, index, value));
}

Edit epsilon(const History& history, double value) {
  NormSettings settings = history.document().norm;
  settings.options.epsilon = value;
  return NORMSCOPE_VALUE_OR_FAIL(set_norm(history.document(), settings));
}

TEST(History, UndoesAndRedoesWithDescriptions) {
  const Document start = counting_document({2, 3});
  History history(start);
  EXPECT_EQ(history.undo_description(), "");
  EXPECT_FALSE(history.undo());
  EXPECT_EQ(history.revision(), 0U);

  history.apply(set(history, 0, 9));
  history.apply(epsilon(history, 0.5));
  EXPECT_EQ(history.revision(), 2U);
  EXPECT_EQ(history.undo_description(), "eps 1e-05 to 0.5");
  EXPECT_EQ(history.redo_description(), "");
  EXPECT_FALSE(history.redo());

  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.undo_description(), "set row 0, column 0 to 9");
  EXPECT_EQ(history.redo_description(), "eps 1e-05 to 0.5");
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.document(), start);
  EXPECT_TRUE(history.redo());
  EXPECT_EQ(history.document().inputs[0].values.at(0), 9);
  EXPECT_EQ(history.revision(), 5U);

  history.apply(set(history, 1, 7));
  EXPECT_EQ(history.redo_description(), "");  // undone versions are dropped
}

// What is looked at belongs to a person everywhere, but which step of the operation that is to the
// place in the lesson.
TEST(History, AnotherPlaceInALessonKeepsItsStep) {
  History history(counting_document({2, 3}));
  Document next = history.document();
  next.lesson = {"first-look", 1};
  next.view.step = "mean";
  history.apply({.description = "next step", .after = next, .from_lesson = true});
  history.change_view([](Document& document) {
    document.view.step = "output";
    document.view.layout = StageLayout::kAllSteps;
  });
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.document().view.step, "");
  EXPECT_EQ(history.document().view.layout, StageLayout::kAllSteps);
  EXPECT_TRUE(history.redo());
  EXPECT_EQ(history.document().view.step, "output");
}

TEST(History, AnEditThatChangesNothingIsNoEntry) {
  History history(counting_document({2, 3}));
  history.apply(set(history, 4, 4));
  EXPECT_EQ(history.undo_description(), "");
  EXPECT_EQ(history.revision(), 0U);
}

// A lesson's own numbers are in the lesson; what a person makes of them is in no file.
TEST(History, WhatALessonSetIsNoChange) {
  const auto lesson_step = [](const History& history, float value) {
    Edit edit = set(history, 0, value);
    edit.from_lesson = true;
    return edit;
  };
  History history(counting_document({2, 3}));
  history.apply(lesson_step(history, 7));
  EXPECT_FALSE(history.changed_since_saved());
  history.apply(set(history, 1, 9));
  EXPECT_TRUE(history.changed_since_saved());
  history.apply(lesson_step(history, 8));
  EXPECT_FALSE(history.changed_since_saved());
  for (const bool changed : {true, false, false}) {
    history.undo();
    EXPECT_EQ(history.changed_since_saved(), changed);
  }
}

TEST(History, KnowsWhetherTheLastChangeWasThePersonsOwn) {
  History history(counting_document({2, 3}));
  EXPECT_FALSE(history.own_change());
  history.apply(set(history, 0, 9));
  EXPECT_TRUE(history.own_change());
  Edit edit = set(history, 0, 7);
  edit.from_lesson = true;
  history.apply(edit);
  EXPECT_FALSE(history.own_change());
  history.undo();
  EXPECT_FALSE(history.own_change()) << "the lesson's step was undone";
  history.undo();
  EXPECT_TRUE(history.own_change()) << "the person's number was undone";
  history.redo();
  EXPECT_TRUE(history.own_change());
  history.reset(counting_document({2, 3}));
  EXPECT_FALSE(history.own_change());
}

TEST(History, UndoThroughALessonLeadsBackToWhatWasChanged) {
  History history(counting_document({2, 3}));
  history.apply(set(history, 0, 9));
  const Document changed = history.document();
  Edit edit = set(history, 0, 7);
  edit.from_lesson = true;
  history.apply(edit);
  EXPECT_FALSE(history.changed_since_saved());
  history.undo();
  EXPECT_EQ(history.document(), changed);
  EXPECT_TRUE(history.changed_since_saved());
  history.mark_saved();
  history.redo();
  history.apply(set(history, 1, 5));
  EXPECT_TRUE(history.changed_since_saved());
  history.mark_saved();
  EXPECT_FALSE(history.changed_since_saved());
}

TEST(History, WhatFollowsByItselfIsNoEntryAndNoChange) {
  History history(counting_document({2}));
  history.amend(counting_document({3}));
  EXPECT_EQ(history.undo_description(), "");
  EXPECT_FALSE(history.changed_since_saved());
  EXPECT_EQ(history.revision(), 1U);
  history.apply(NORMSCOPE_VALUE_OR_FAIL(set_value(history.document(), Target::kInput, 0, 7)));
  const std::string description = history.undo_description();
  history.amend(counting_document({4}));
  EXPECT_EQ(history.undo_description(), description);
  EXPECT_TRUE(history.changed_since_saved());
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.document(), counting_document({3}));
}

TEST(History, AGestureIsOneEntry) {
  History history(counting_document({2, 3}));
  history.apply(set(history, 0, 1), 5);
  for (const double value : {0.1, 0.2, 0.3}) history.apply(epsilon(history, value), 7);
  EXPECT_EQ(history.undo_description(), "eps 1e-05 to 0.3");
  history.apply(set(history, 1, 5), 8);
  history.apply(set(history, 1, 6), 8);
  EXPECT_EQ(history.undo_description(), "set row 0, column 1 to 6");
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.undo_description(), "eps 1e-05 to 0.3");
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.undo_description(), "set row 0, column 0 to 1");
  EXPECT_TRUE(history.undo());
  EXPECT_FALSE(history.undo());
}

TEST(History, AGestureThatComesBackIsNoEntry) {
  const Document start = counting_document({2, 3});
  History history(start);
  history.apply(epsilon(history, 0.1), 7);
  history.apply(epsilon(history, 1e-5), 7);
  EXPECT_EQ(history.undo_description(), "");
  EXPECT_EQ(history.document(), start);
  EXPECT_EQ(history.revision(), 2U);
  history.apply(epsilon(history, 0.2), 7);  // the gesture goes on
  EXPECT_EQ(history.undo_description(), "eps 1e-05 to 0.2");
}

TEST(History, EditsWithoutAGestureNeverJoin) {
  History history(counting_document({2, 3}));
  history.apply(set(history, 0, 1));
  history.apply(set(history, 0, 2));
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.document().inputs[0].values.at(0), 1);
}

TEST(History, AnUndoneGestureDoesNotGoOn) {
  History history(counting_document({2, 3}));
  history.apply(set(history, 0, 1), 3);
  history.apply(set(history, 1, 9));
  history.undo();
  history.apply(set(history, 0, 2), 3);
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.document().inputs[0].values.at(0), 1);
}

TEST(History, LookingIsNoEntryAndNoChange) {
  History history(counting_document({2, 3}));
  history.apply(set(history, 0, 1));
  history.mark_saved();
  const auto revision = history.revision();
  history.change_view([](Document& document) {
    document.selection = {1, 2};
    document.view.digits = Digits::kBits;
    document.view.figure = "qq";
  });
  EXPECT_EQ(history.revision(), revision);
  EXPECT_FALSE(history.changed_since_saved());
  EXPECT_EQ(history.document().selection, (Selection{1, 2}));
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.document().selection, (Selection{0, 0}));
  EXPECT_EQ(history.document().view.digits, Digits::kBits);
  EXPECT_EQ(history.document().view.figure, "qq");
}

TEST(History, KnowsWhatIsSaved) {
  History history(counting_document({2, 3}));
  EXPECT_FALSE(history.changed_since_saved());
  history.apply(set(history, 0, 1));
  EXPECT_TRUE(history.changed_since_saved());
  history.mark_saved();
  EXPECT_FALSE(history.changed_since_saved());
  history.undo();
  EXPECT_TRUE(history.changed_since_saved());
  history.redo();
  EXPECT_FALSE(history.changed_since_saved());
  history.apply(set(history, 0, 5));
  history.reset(counting_document({4}));
  EXPECT_FALSE(history.changed_since_saved());
  EXPECT_FALSE(history.undo());
  EXPECT_EQ(history.revision(), 5U);
}

TEST(History, WhatIsInNoFileIsUnsavedUntilItIsSaved) {
  History history(counting_document({2, 3}));
  EXPECT_EQ(history.own_edits(), 0U);
  history.mark_unsaved();
  EXPECT_TRUE(history.changed_since_saved()) << "also where it is equal to the saved one";
  history.apply(set(history, 0, 5));
  history.undo();
  EXPECT_TRUE(history.changed_since_saved());
  history.mark_saved();
  EXPECT_FALSE(history.changed_since_saved());
  history.mark_unsaved();
  history.reset(counting_document({2, 3}));
  EXPECT_FALSE(history.changed_since_saved());
}

TEST(History, CountsOnesOwnEdits) {
  History history(counting_document({2, 3}));
  history.apply(set(history, 0, 5));
  Edit lesson = set(history, 0, 6);
  lesson.from_lesson = true;
  history.apply(std::move(lesson));
  history.apply(set(history, 1, 7));
  EXPECT_EQ(history.own_edits(), 2U);
  history.undo();
  EXPECT_EQ(history.own_edits(), 1U);
}

TEST(History, CountsSharedMemoryOnce) {
  constexpr std::int64_t kElements = 10'000'000;
  History history(document_of(
      "x", Constant{1}, NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({kElements / 10, 10}, 1.0F))));
  const std::size_t before = history.bytes();
  EXPECT_LT(before, 40'000'000U + 10'000U);
  for (std::int64_t i = 0; i < 10; ++i) history.apply(set(history, i * 1'000'000, 2.0F));
  // Ten more versions, each with one block and the document itself.
  EXPECT_GE(history.bytes(), before + std::size_t{10} * 65536U);
  EXPECT_LT(history.bytes(), before + std::size_t{10} * (65536U + 2000U));
  while (history.undo()) {
  }
  history.apply(set(history, 0, 3.0F));  // ten versions are dropped, one is added
  EXPECT_LT(history.bytes(), before + 65536U + 2000U);
  history.reset(counting_document({2}));
  EXPECT_LT(history.bytes(), 5000U);
}

TEST(History, ForgetsTheOldestAboveTheCap) {
  const auto document = document_of(
      "x", Constant{1}, NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({1000, 1000}, 1.0F)));
  const std::size_t alone = History(document).bytes();
  constexpr std::size_t kVersions = 5;
  History history(document, alone + kVersions * (65536 + 2000));
  for (std::int64_t i = 0; i < 50; ++i) {
    history.apply(set(history, i, 2.0F));  // each version has its own copy of one block
    EXPECT_LE(history.bytes(), alone + kVersions * (65536 + 2000));
  }
  std::size_t undone = 0;
  while (history.undo()) ++undone;
  EXPECT_GE(undone, 3U);
  EXPECT_LE(undone, kVersions);
  // Only the latest versions are left.
  EXPECT_EQ(history.document().inputs[0].values.at(40), 2.0F);
}

TEST(History, NeverForgetsTheCurrentVersion) {
  History history(counting_document({2, 3}), 1);
  history.apply(set(history, 0, 5));
  EXPECT_EQ(history.document().inputs[0].values.at(0), 5);
  EXPECT_FALSE(history.undo());
}

}  // namespace
}  // namespace normscope::document
