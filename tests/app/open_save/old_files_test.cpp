// SPDX-License-Identifier: MIT
// What earlier versions wrote still opens (tests/data/old_files), with today's names of steps.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/open_save/open_file.hpp"
#include "app/results/evaluation.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {
std::vector<std::string> card_ids(const std::string& file) {
  const auto opened = NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(data_path("old_files/" + file)));
  const auto backends = compute::make_backends();
  const auto shown = results::evaluate(opened.document, 1, backends, compute::Device::kReference);
  EXPECT_FALSE(shown.failure);
  std::vector<std::string> ids;
  for (const results::Card& card : shown.cards) {
    EXPECT_GT(card.source.line, 0) << card.id << ": the cell's own step is shown";
    ids.push_back(card.id);
  }
  return ids;
}

TEST(OldFiles, StepsOfAHandWrittenLayerNormHaveTodaysNames) {
  const std::vector<std::string> expected = {"input",
                                             "mean",
                                             "centred",
                                             "variance",
                                             "standard-deviation",
                                             "standard-deviation-plus-eps",
                                             "normalized"};
  EXPECT_EQ(card_ids("session_hand_written_layer_norm.json"), expected);
  EXPECT_EQ(card_ids("profile_hand_written_layer_norm.svg"), expected);
}

TEST(OldFiles, StepsOfAHandWrittenRmsNormHaveTodaysNames) {
  const std::vector<std::string> expected = {
      "input",     "squared", "mean-square", "mean-square-plus-eps", "reciprocal-root-mean-square",
      "normalized"};
  EXPECT_EQ(card_ids("session_hand_written_rms_norm.json"), expected);
}

// What each version of the session file meant when it was written.
TEST(OldFiles, EachVersionOfASessionMeansWhatItMeant) {
  const auto opened = [](const char* file) {
    return NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(data_path(file)));
  };
  const document::Document first =
      opened("old_files/session_hand_written_layer_norm.json").document;
  EXPECT_EQ(first.view.layout, document::StageLayout::kSheet) << "version 1 had no other";
  EXPECT_EQ(first.view.step, "");
  EXPECT_EQ(first.norm.options.epsilon_placement, ops::EpsilonPlacement::kOutside);

  document::Document expected = testing::lecture_document();
  expected.inputs[0].values = expected.inputs[0].values.with(0, 1.5F);
  expected.norm.options.centring = false;
  expected.norm.gamma.on = true;
  expected.selection = {1, 0};
  expected.view.layout = document::StageLayout::kAllSteps;
  EXPECT_EQ(opened("old_files/session_version_2.json").document, expected);
}

}  // namespace
}  // namespace normscope::testing
