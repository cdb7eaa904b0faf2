// SPDX-License-Identifier: MIT
// The outputs of the two sides of a comparison, however they are computed: PyTorch's own function,
// devices, an output that somebody else computed, a side without numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include "app/results/comparing/comparison.hpp"
#include "core/base/limits.hpp"
#include "tests/app/results/comparisons.hpp"

namespace normscope::results {
namespace {

using document::Calculation;
using document::Document;
using document::Operation;
using tensor::Shape;

TEST(Comparison, TheLectureAndPyTorchPartInOneValue) {
  // The stream after rand(2, 5) and Linear(5, 6): 10 + 36 draws, all from seed 123.
  const document::Random origin{
      .distribution = document::Distribution::kRand, .seed = 123, .position = 46};
  const Document document = document::document_of(
      "scores", origin, NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, {3, 5})));
  ASSERT_NEAR(document.inputs[0].values.at(0), 0.4220, 5e-5);
  const Evaluation evaluation = computed(against(document, {.b_calculation = Calculation::kTorch}));
  ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
  const Compared& compared = *evaluation.compared;
  const auto at = static_cast<std::size_t>(2 * 5 + 3);
  EXPECT_EQ(fmt::format("{:.4f}", compared.outputs[0]->values()[at]), "-1.2413");
  EXPECT_EQ(fmt::format("{:.4f}", compared.outputs[1]->values()[at]), "-1.2412");
  EXPECT_EQ(compared.b, nullptr) << "the built-in function has no steps";
  EXPECT_EQ(compared.names[1], "PyTorch's own function");
  // Some roundings of numbers below 2.
  EXPECT_GT(compared.difference.absolute, 0);
  EXPECT_LT(compared.difference.absolute, 1e-6);
  for (std::size_t card = 0; card + 1 < compared.pairs.size(); ++card) {
    EXPECT_EQ(compared.pairs[card].parting, Parting::kAlone) << evaluation.cards[card].id;
  }
  EXPECT_EQ(compared.pairs.back().parting, Parting::kApart);

  // A by PyTorch's function, too: nothing is left of the difference.
  const Evaluation both = computed(against(
      document, {.a_calculation = Calculation::kTorch, .b_calculation = Calculation::kTorch}));
  EXPECT_EQ(both.compared->difference, variants::Difference{});
  EXPECT_EQ(difference_text(both.compared->difference, {3, 5}),
            "A and B are the same in every number");
  EXPECT_EQ(both.compared->names[0], "V3: layer norm, eps 1e-05, biased by PyTorch's own function");
}

TEST(Comparison, DevicesStandBesideTheSteps) {
  const Document document = with_parameters(with_normal_numbers({4, 37}));
  for (const auto& [calculation, device] :
       {std::pair{Calculation::kCpu, compute::Device::kCpu},
        std::pair{Calculation::kReference, compute::Device::kReference}}) {
    const Evaluation evaluation = computed(against(document, {.b_calculation = calculation}));
    ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
    const Evaluation alone = computed(document, device);
    EXPECT_EQ(*evaluation.compared->outputs[1], alone.result->y);
    EXPECT_EQ(values_of(evaluation.compared->outputs[0]), output_of(alone));
    // Both are within some ULPs of the exact result, which here is below 8.
    EXPECT_LT(evaluation.compared->difference.absolute, 8e-6);
  }
  // Of two operations, each in its own way.
  Document two = against_preset(document, "V6");
  two.comparison->a_calculation = Calculation::kReference;
  two.comparison->b_calculation = Calculation::kCpu;
  const Evaluation evaluation = computed(two);
  EXPECT_EQ(*evaluation.compared->outputs[0],
            computed(document, compute::Device::kReference).result->y);
  EXPECT_EQ(*evaluation.compared->outputs[1],
            computed(as_preset(document, "V6"), compute::Device::kCpu).result->y);
  EXPECT_EQ(evaluation.compared->b, nullptr) << "the steps of B are not what is compared";
}

TEST(Comparison, WithoutThisDeviceTheComparisonSaysSo) {
  const Document document = with_normal_numbers({2, 6});
  // make_backends() has no gpu.
  const Evaluation evaluation = computed(against(document, {.b_calculation = Calculation::kGpu}));
  ASSERT_TRUE(evaluation.compared && evaluation.compared->failure);
  EXPECT_EQ(evaluation.compared->failure->kind, base::ErrorKind::kUnavailable);
  EXPECT_FALSE(evaluation.failure);
  EXPECT_TRUE(evaluation.result);
}

TEST(Comparison, NanAndInfinitiesAreComparedAsNumbersAre) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  // A constant row is 0 / 0 without eps; the second row overflows in both.
  const Document document = typed({3, 2}, {1, 1, kInf, 0, 1, 2});
  const Evaluation evaluation = computed(against_preset(document, "V2"));
  ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
  const Compared& compared = *evaluation.compared;
  EXPECT_TRUE(std::isnan(compared.outputs[1]->values()[0]));
  EXPECT_EQ(compared.outputs[0]->values()[0], 0);
  EXPECT_EQ(compared.difference.at, 0);
  EXPECT_EQ(compared.difference.absolute, static_cast<double>(kInf));
  EXPECT_EQ(compared.difference.not_finite, 2) << "the first row; the second is NaN in both";
  EXPECT_EQ(compared.difference.differing, 4);
  // The largest finite difference scales the colours: 1 against sqrt(1/2), less eps.
  EXPECT_NEAR(compared.pairs.back().largest, 1 - std::sqrt(0.5), 4e-5);
  EXPECT_EQ(difference_text(compared.difference, {3, 2}), "0 against nan at [0, 0]; 4 of 6 differ");
}

TEST(Comparison, AGivenOutputIsComparedAsItIs) {
  const Document document = with_normal_numbers({2, 3});
  std::vector<float> given = output_of(computed(document));
  given[4] += 0.25F;
  const Evaluation evaluation = computed(against(
      document, {.b = document::GivenOutput{"from Keras", document::Typed{},
                                            document::Array(testing::make({2, 3}, given))}}));
  ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
  EXPECT_EQ(evaluation.compared->names[1], "from Keras");
  EXPECT_EQ(evaluation.compared->difference.at, 4);
  EXPECT_EQ(evaluation.compared->difference.differing, 1);
  EXPECT_NE(difference_text(evaluation.compared->difference, {2, 3}).find("at [1, 1]; 1 of 6"),
            std::string::npos);
  EXPECT_EQ(values_of(evaluation.compared->outputs[1]), given);

  // The input got another shape since: the sentence says what does not fit.
  Document other = evaluation.compared ? document : Document{};
  other =
      against(document,
              {.b = document::GivenOutput{"y", {}, document::Array(testing::make({2, 3}, given))}});
  other = NORMSCOPE_VALUE_OR_FAIL(document::reshape(other, {3, 2})).after;
  const Evaluation changed = computed(other);
  ASSERT_TRUE(changed.compared && changed.compared->failure);
  EXPECT_EQ(changed.compared->failure->sentence,
            "outputs of the shapes (3, 2) and (2, 3) cannot be compared");
  EXPECT_FALSE(changed.failure);
}

TEST(Comparison, AFailureOfBLeavesAWhole) {
  const Document document = with_normal_numbers({6});  // without channels
  const Operation instance =
      document::operation_of(of_kind(document, ops::Normalization::kInstanceNorm));
  const Evaluation evaluation = computed(against(document, {.b = instance}));
  const Evaluation alone = computed(document);
  ASSERT_TRUE(evaluation.compared && evaluation.compared->failure);
  EXPECT_EQ(evaluation.compared->failure->kind, base::ErrorKind::kInvalidArgument);
  EXPECT_FALSE(evaluation.compared->failure->sentence.empty());
  EXPECT_EQ(evaluation.compared->difference.at, -1);
  EXPECT_FALSE(evaluation.failure);
  EXPECT_EQ(evaluation.result->y, alone.result->y);
  EXPECT_EQ(output_of(evaluation), output_of(alone));

  // A failure of A leaves nothing to compare.
  const Evaluation other = computed(
      NORMSCOPE_VALUE_OR_FAIL(document::exchange_sides(against(document, {.b = instance}))).after);
  EXPECT_TRUE(other.failure);
  EXPECT_FALSE(other.compared);
}

// The differences of gamma lie in one column of 1,024, which a sample of every 1,024th number
// would miss or hit alone.
TEST(Comparison, ALargeBatchIsComparedWholeInItsOutputAndSampledInItsSteps) {
  constexpr std::int64_t kRows = 1032;
  constexpr std::int64_t kColumns = 1024;
  static_assert(kRows * kColumns > base::kWholeStepElements);
  Document document = with_normal_numbers({kRows, kColumns});
  document.norm.gamma.on = document.norm.beta.on = true;
  Operation other = document::operation_of(document);
  for (std::int64_t column = 1; column < kColumns; column += 8) {
    other.norm.gamma.values = other.norm.gamma.values.with(column, 2.0F);
  }
  document.comparison = document::Comparison{.b = other};
  const Evaluation evaluation = computed(document);
  ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
  EXPECT_EQ(evaluation.compared->outputs[0]->shape(), (Shape{kRows, kColumns}));
  EXPECT_EQ(evaluation.compared->difference.differing, kRows * kColumns / 8);
  EXPECT_EQ(*evaluation.compared->outputs[0], evaluation.result->y) << "as the device computed it";
  EXPECT_EQ(parting_of(evaluation, "mean"), "same mean");
  EXPECT_EQ(parting_of(evaluation, "normalized"), "same normalized");
  EXPECT_EQ(parting_of(evaluation, "scaled"), "apart scaled");
  // Of 4,096 sampled numbers some 512 are doubled; the largest of so many normal numbers is
  // above 2.
  EXPECT_GT(evaluation.compared->pairs[card_named(evaluation, "scaled")].largest, 2);
}

// Requests a stop when it has run for the second time, as a person who cancels during B.
class StopsDuringB final : public compute::Backend {
 public:
  explicit StopsDuringB(std::stop_source& stop) : stop_(stop) {}
  std::string_view name() const override { return "cpu"; }
  std::string device() override { return "a cpu"; }
  bool accepts(const compute::Plan&) const override { return true; }
  base::Expected<compute::RunReport> run(const compute::Plan&, const compute::Buffers&,
                                         const compute::Control&) override {
    if (++runs_ == 2) stop_.request_stop();
    return compute::RunReport{};
  }

 private:
  std::stop_source& stop_;
  int runs_ = 0;
};

TEST(Comparison, IsLeftOutWhenStoppedDuringB) {
  std::stop_source stop;
  compute::Backends backends;
  backends.push_back(std::make_unique<StopsDuringB>(stop));
  const Evaluation evaluation = evaluate(against_preset(with_normal_numbers({2, 6}), "V6"), 1,
                                         backends, compute::Device::kCpu, {stop.get_token(), {}});
  EXPECT_TRUE(stop.stop_requested());
  EXPECT_FALSE(evaluation.failure);
  EXPECT_FALSE(evaluation.compared);
}

}  // namespace
}  // namespace normscope::results
