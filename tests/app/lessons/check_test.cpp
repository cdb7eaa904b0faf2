// SPDX-License-Identifier: MIT
// A step's operation on every device: a wrong kernel is found, a weak algorithm is none.
#include "app/lessons/check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/lessons/lesson_support.hpp"

namespace normscope::lessons {
namespace {

// A gpu whose output is the input, or that cannot be had.
class FakeGpu final : public compute::Backend {
 public:
  explicit FakeGpu(bool there) : there_(there) {}
  std::string_view name() const override { return "gpu"; }
  std::string device() override { return "fake"; }
  bool accepts(const compute::Plan& /*plan*/) const override { return true; }
  base::Expected<compute::RunReport> run(const compute::Plan& /*plan*/,
                                         const compute::Buffers& buffers,
                                         const compute::Control& /*control*/) override {
    if (!there_) return base::fail(base::ErrorKind::kUnavailable, "there is no gpu");
    std::ranges::copy(buffers.x, buffers.y.begin());
    return compute::RunReport{};
  }

 private:
  bool there_;
};

std::vector<Finding> findings(const Lesson& lesson, bool gpu_is_there) {
  compute::Backends backends = compute::make_backends();
  backends.insert(backends.begin(), std::make_unique<FakeGpu>(gpu_is_there));
  return check_lesson(lesson, backends, {});
}

TEST(CheckedDevices, AWrongOutputIsFoundAtItsStep) {
  const Lesson lesson = lesson_of(one_step("operation = \"layer-norm\""));
  EXPECT_TRUE(findings(lesson, false).empty()) << "a gpu that is not there is no fault";
  const auto found = findings(lesson, true);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, lesson.steps[0].line);
  EXPECT_TRUE(found[0].sentence.starts_with("the output of the gpu is ")) << found[0].sentence;
  // The identity is what this variant returns.
  EXPECT_TRUE(findings(lesson_of(one_step("preset = \"V9\"")), true).empty());
}

TEST(CheckedDevices, BOfAComparisonIsCheckedToo) {
  const Lesson lesson = lesson_of(one_step("preset = \"V9\"\ncompare = \"V3\""));
  EXPECT_EQ(findings(lesson, true).size(), 1U);
}

TEST(CheckedDevices, AWeakAlgorithmIsAllowedItsError) {
  const auto step = [](std::string_view algorithm, int mean = 100) {
    const std::string text =
        fmt::format(
            "## One\n```normscope\ninput = {{ distribution = \"normal\", mean = {}, "
            "deviation = 1, ",
            mean) +
        "shape = [2, 768], seed = 1 }\nalgorithm = \"" + std::string(algorithm) + "\"\n```\n";
    return lesson_of(with_front(text)).steps[0].document;
  };
  const auto evaluated = [](const document::Document& document) {
    return results::evaluate(document, 0, compute::make_backends(), compute::Device::kCpu);
  };
  // At an offset of 100 deviations a one-pass variance loses 1 + 100^2 in relative accuracy.
  const document::Document weak = step("one-pass");
  const auto lossy = evaluated(weak);
  EXPECT_GT(lossy.error.ulps, 10);
  EXPECT_GT(error_bound(weak, lossy), lossy.error.ulps);
  // Without an offset nothing is magnified: the 53 roundings of 768 terms, and PyTorch's error.
  const document::Document central = step("one-pass", 0);
  EXPECT_LT(error_bound(central, evaluated(central)), 100);
  const document::Document strong = step("two-pass");
  const auto exact = evaluated(strong);
  // The float32 chain of PyTorch rounds x - mean at a hundred times the deviation's size.
  EXPECT_LT(error_bound(strong, exact), 200);
  EXPECT_LE(exact.error.ulps, 1);
}

}  // namespace
}  // namespace normscope::lessons
