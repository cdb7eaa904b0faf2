// SPDX-License-Identifier: MIT
#include "core/text/nearest.hpp"

#include <gtest/gtest.h>

namespace normscope::text {
namespace {

TEST(EditDistance, CountsLettersAndNeighboursThatAreSwapped) {
  EXPECT_EQ(edit_distance("softmax", "softmax"), 0U);
  EXPECT_EQ(edit_distance("sotfmax", "softmax"), 1U);
  EXPECT_EQ(edit_distance("softmx", "softmax"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "eps"), 3U);
  EXPECT_EQ(edit_distance("Layer_Norm", "layer-norm"), 0U);
}

TEST(Nearest, IsTheNameThatWasMeant) {
  const std::vector<KnownName> names{
      {"--eps", {"--epsilon"}}, {"--dim", {"--axis"}}, {"--input"}, {"--input-gradient"}};
  EXPECT_EQ(nearest("--epsilon", names), "--eps");
  EXPECT_EQ(nearest("--axes", names), "--dim");
  EXPECT_EQ(nearest("-i", names), "--input");
  EXPECT_EQ(nearest("--epx", names), "--eps");
  EXPECT_EQ(nearest("--inptu", names), "--input");
  EXPECT_EQ(nearest("--colour", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), names), "");
  const std::vector<std::string_view> figures{"histogram", "heatmap"};
  EXPECT_EQ(did_you_mean(nearest("heatmp", figures)), "did you mean heatmap?");
}

}  // namespace
}  // namespace normscope::text
