// SPDX-License-Identifier: MIT
// What earlier versions wrote still opens (tests/data/old_files), with today's names of steps.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/open_save/open_file.hpp"
#include "app/results/evaluation.hpp"
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

}  // namespace
}  // namespace normscope::testing
