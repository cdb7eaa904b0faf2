// SPDX-License-Identifier: MIT
// What an argument of `normscope compare` names.
#include "app/cli/compare/side.hpp"

#include <gtest/gtest.h>

#include "tests/support/support.hpp"

namespace normscope::cli {
namespace {

using testing::TemporaryFolder;
using testing::write_file;

ops::NormOptions norm_of(const std::string& argument) {
  const auto side = read_side(argument);
  if (!side) throw std::runtime_error(side.error().error.sentence);
  return std::get<ops::NormOptions>(side->request.operation);
}

TEST(Side, APresetByItsId) {
  const auto side = read_side("V7");
  ASSERT_TRUE(side);
  EXPECT_EQ(side->kind, SideKind::kPreset);
  EXPECT_EQ(side->description, "eps = 1e-3");
  EXPECT_EQ(std::get<ops::NormOptions>(side->request.operation), ops::NormOptions{.epsilon = 1e-3});
}

TEST(Side, AnOperationWithComputesOptions) {
  EXPECT_EQ(norm_of("layer-norm"), ops::NormOptions{});
  EXPECT_EQ(norm_of("rms-norm"), ops::NormOptions{.kind = ops::Normalization::kRmsNorm});
  EXPECT_EQ(norm_of("  layer-norm --eps 1e-3  --variance=unbiased --normalized-shape 4,5"),
            (ops::NormOptions{.normalized_shape = {4, 5},
                              .epsilon = 1e-3,
                              .estimator = ops::VarianceEstimator::kUnbiased}));
  EXPECT_EQ(norm_of("group-norm --groups 3").groups, 3);
  const auto softmax = read_side("log-softmax --temperature 2 --dim 0");
  ASSERT_TRUE(softmax);
  EXPECT_EQ(softmax->kind, SideKind::kOperation);
  EXPECT_EQ(std::get<ops::SoftmaxOptions>(softmax->request.operation),
            (ops::SoftmaxOptions{.dim = 0, .temperature = 2, .log = true}));
}

TEST(Side, AnOperationWithAPrecisionPlan) {
  const auto side = read_side("layer-norm --eps 1e-3 --precision storage=float16,sum=float32");
  ASSERT_TRUE(side);
  EXPECT_EQ(side->request.precision,
            NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("storage=float16 sum=float32")));
  const auto wrong = read_side("softmax --precision half");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().error.sentence.find("no precision plan is called 'half'"),
            std::string::npos);
}

TEST(Side, GammaAndBetaAreRead) {
  const TemporaryFolder folder;
  write_file(folder / "gamma.csv", "1,2,3\n");
  const auto side = read_side("layer-norm --weight " + (folder / "gamma.csv").string());
  ASSERT_TRUE(side);
  ASSERT_TRUE(side->request.gamma);
  EXPECT_EQ(side->request.gamma->values()[2], 3.0F);
  EXPECT_FALSE(side->request.beta);
  const auto missing = read_side("layer-norm --bias " + (folder / "none.csv").string());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().subject, (folder / "none.csv").string());
}

TEST(Side, AnythingElseIsAFile) {
  const TemporaryFolder folder;
  write_file(folder / "my output.csv", "1,2\n3,4\n");
  const auto side = read_side((folder / "my output.csv").string());
  ASSERT_TRUE(side);
  EXPECT_EQ(side->kind, SideKind::kFile);
  EXPECT_FALSE(side->computes());
  EXPECT_EQ(side->output->shape(), (tensor::Shape{2, 2}));
}

TEST(Side, WhatIsNoneOfTheseSaysWhatThereIs) {
  for (const char* argument : {"V11", "v3", "V3 --eps 1", "soft-max"}) {
    const auto side = read_side(argument);
    ASSERT_FALSE(side) << argument;
    EXPECT_EQ(side.error().exit, Exit::kFailed);
    EXPECT_NE(side.error().error.hint.find("V1 to V10"), std::string::npos) << argument;
  }
}

TEST(Side, WrongOptionsAreWrongUsage) {
  for (const char* argument :
       {"layer-norm --eps -1", "softmax --eps 1", "layer-norm stray", "softmax --help"}) {
    const auto side = read_side(argument);
    ASSERT_FALSE(side) << argument;
    EXPECT_EQ(side.error().exit, Exit::kUsage);
    EXPECT_EQ(side.error().subject, argument);
    EXPECT_NE(side.error().error.hint.find("normscope help compute"), std::string::npos);
  }
}

TEST(Side, EveryKindHasAName) {
  for (const SideKind kind : {SideKind::kPreset, SideKind::kOperation, SideKind::kFile}) {
    EXPECT_FALSE(base::name_of(side_kind_names(), kind).empty());
  }
}

}  // namespace
}  // namespace normscope::cli
