// SPDX-License-Identifier: MIT
// What of the window another document leaves.
#include "app/workspace/view_state.hpp"

#include <gtest/gtest.h>

namespace normscope::workspace {
namespace {

TEST(ViewState, AnotherDocumentLeavesOnlyTheWindowsOwnState) {
  ViewState view;
  view.presenting = view.reduced_motion = true;
  view.start_page = false;
  view.panels.figure = false;
  view.figure_views["distribution"] = {};
  view.grids["stage/input"] = {};
  view.stage.column = 7;
  view.begin_document();
  EXPECT_TRUE(view.presenting && view.reduced_motion);
  EXPECT_FALSE(view.start_page || view.panels.figure);
  EXPECT_TRUE(view.figure_views.empty() && view.grids.empty());
  EXPECT_EQ(view.stage.column, 0);
}

}  // namespace
}  // namespace normscope::workspace
