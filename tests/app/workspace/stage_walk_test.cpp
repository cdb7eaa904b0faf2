// SPDX-License-Identifier: MIT
// What is on the stage after edits: whether it is stale, its colours, what counts as a change.
#include "app/workspace/stage_walk.hpp"

#include <gtest/gtest.h>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "tests/app/workspace/fixture.hpp"

namespace normscope::workspace {
namespace {

struct StageWalkTest : WorkspaceTest {};

TEST_F(StageWalkTest, WhatIsShownIsStaleAfterAnEdit) {
  EXPECT_FALSE(workspace.stale()) << "nothing is shown";
  show(workspace, nullptr);
  EXPECT_EQ(workspace.shown, nullptr);
  show(workspace, evaluated());
  EXPECT_FALSE(workspace.stale());
  apply(workspace, document::set_value(workspace.document(), document::Target::kInput, 0, 7));
  EXPECT_TRUE(workspace.stale());
}

TEST_F(StageWalkTest, TheSummaryFollowsTheSelection) {
  show(workspace, evaluated());
  EXPECT_EQ(workspace.summary.group, 0);
  workspace.history.change_view([](document::Document& document) { document.selection = {1, 2}; });
  show(workspace, workspace.shown);
  EXPECT_EQ(workspace.summary.group, 1);
}

TEST_F(StageWalkTest, TheLargestDifferenceIsOneOfTheNumbersThatAreThere) {
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

}  // namespace
}  // namespace normscope::workspace
