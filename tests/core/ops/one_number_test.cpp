// SPDX-License-Identifier: MIT
#include "core/ops/one_number.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace normscope::ops {
namespace {

void expect_note(const tensor::Shape& x, std::string_view name, std::string_view words) {
  const std::string note = one_number_note(x, *find_operation(name));
  EXPECT_NE(note.find(words), std::string::npos) << name << ": " << note;
  EXPECT_FALSE(note.empty());
}

TEST(OneNumber, IsSaidWithWhatIsProbablyMeant) {
  expect_note({3, 1}, "layer-norm", "each of the 3 groups has one number");
  expect_note({3, 1}, "layer-norm", "it is a column: did you mean --transpose, or one row?");
  expect_note({3, 1}, "softmax", "every result is 1");
  expect_note({2, 4}, "instance-norm", "did you mean layer-norm over the features, or batch-norm");
  expect_note({2, 3, 1}, "rms-norm", "every result is its sign");
  expect_note({2, 3, 1}, "l2-norm", "another --dim?");
}

TEST(OneNumber, NothingIsSaidOfMore) {
  for (const NamedOperation& named : operations()) {
    EXPECT_EQ(one_number_note({4, 3, 2}, named.options), "") << named.name;
  }
  EXPECT_EQ(one_number_note({3, 1}, *find_operation("dyt")), "");
  EXPECT_EQ(one_number_note({0, 1}, *find_operation("layer-norm")), "");
  EXPECT_EQ(one_number_note({}, *find_operation("layer-norm")), "");
}

TEST(OneNumber, PyTorchRefusesABatchNormOfIt) {
  const Operation batch = *find_operation("batch-norm");
  for (const tensor::Shape& shape : {tensor::Shape{1, 5}, tensor::Shape{1, 5, 1}}) {
    const auto refused = check_training(shape, batch);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().sentence.find("more than 1 value a channel"), std::string::npos);
    EXPECT_NE(refused.error().hint.find("--running-mean"), std::string::npos);
    EXPECT_TRUE(check_training(shape, *find_operation("instance-norm")));
  }
  NormOptions running = std::get<NormOptions>(batch);
  running.running = true;
  EXPECT_TRUE(check_training({1, 5}, running));
  EXPECT_EQ(one_number_note({1, 5}, running), "");
  for (const tensor::Shape& shape : {tensor::Shape{2, 5}, tensor::Shape{1, 5, 2}, {0, 5}, {1, 0}}) {
    EXPECT_TRUE(check_training(shape, batch));
  }
}

}  // namespace
}  // namespace normscope::ops
