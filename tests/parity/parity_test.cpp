// SPDX-License-Identifier: MIT
// Every case of the table on every backend, and the reference itself against PyTorch in float64.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/compute/reference_group.hpp"
#include "tests/parity/cases.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using compute::Backends;
using compute::Plan;
using tensor::Tensor;

std::span<const float> values_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

Plan plan_of(const Case& c) {
  return NORMSCOPE_VALUE_OR_FAIL(compute::plan_request(c.request));
}

Tensor run(const compute::Backend& backend, const Backends& backends, const Case& c, int threads) {
  compute::Settings settings;
  settings.device = *base::value_of(compute::device_names(), backend.name());
  settings.threads = threads;
  return NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, c.request, settings)).y;
}

std::string operation_of(const Case& c) {
  if (const auto* norm = std::get_if<ops::NormOptions>(&c.request.operation)) {
    return std::string(base::name_of(ops::normalization_names(), norm->kind));
  }
  return std::get<ops::SoftmaxOptions>(c.request.operation).log ? "log-softmax" : "softmax";
}

class Parity : public ::testing::Test {
 protected:
  static const std::vector<Case>& cases() {
    static const std::vector<Case> all = load_cases();
    return all;
  }
};

TEST_F(Parity, EveryBackendStaysWithinEachCasesBound) {
  const Backends backends = compute::make_backends();
  for (const auto& backend : backends) {
    std::map<std::string, double> worst;
    for (const Case& c : cases()) {
      const Plan plan = plan_of(c);
      if (!backend->accepts(plan)) continue;
      const Tensor y = run(*backend, backends, c, 2);
      const auto error =
          compute::output_error(plan, c.request.x->values(), values_of(c.request.gamma),
                                values_of(c.request.beta), y.values());
      // The reference ignores the algorithm, so it does not fail where an algorithm does.
      const bool reference = backend->name() == "reference";
      if (c.bound.fails && !reference) {
        EXPECT_GT(error.ulps, c.bound.ulps) << backend->name() << ": " << c;
        continue;
      }
      // Rounding the double result once to float32 is half an ULP.
      const double bound = reference ? 0.5 : c.bound.ulps;
      EXPECT_LE(error.ulps, bound) << backend->name() << " at " << error.at << ", reference "
                                   << error.reference << ": " << c;
      if (c.row.find("one-pass") == std::string::npos && c.row.find("naive") == std::string::npos) {
        double& most = worst[operation_of(c)];
        most = std::max(most, error.ulps);
      }
    }
    for (const auto& [operation, ulps] : worst) {
      fmt::print("worst error of {}, {}: {:.4f} ULP of max(1, |r|)\n", backend->name(), operation,
                 ulps);
    }
  }
}

TEST_F(Parity, TheReferenceIsPyTorchInFloat64) {
  for (const Case& c : cases()) {
    const Plan plan = plan_of(c);
    const auto& layout = compute::groups_of(plan);
    std::vector<double> row(static_cast<std::size_t>(layout.size));
    for (const auto& [at, expected] : c.float64) {
      const auto place = layout.locate(at);
      compute::reference_group(plan, place.group, c.request.x->values(), values_of(c.request.gamma),
                               values_of(c.request.beta), row);
      const double value = row[static_cast<std::size_t>(place.element)];
      if (std::isnan(expected) || std::isinf(expected)) {
        EXPECT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected)))
            << value << " is not " << expected << " at " << at << ": " << c;
        continue;
      }
      // Two double sums in different orders: 65,537 terms, each rounded to 2^-53, and an offset of
      // 10,000 deviations magnify 2^-53 to at most 1e-7 of a float32 ULP.
      EXPECT_NEAR(value, expected, 1e-11 * std::max(1.0, std::abs(expected)))
          << "at " << at << ": " << c;
    }
  }
}

TEST_F(Parity, ResultsDoNotDependOnTheNumberOfThreads) {
  const Backends backends = compute::make_backends();
  for (const Case& c : cases()) {
    const Tensor one = run(*backends.front(), backends, c, 1);
    const Tensor five = run(*backends.front(), backends, c, 5);
    const auto same = [](float a, float b) { return to_bits(a) == to_bits(b); };
    EXPECT_TRUE(std::ranges::equal(one.values(), five.values(), same)) << c;
  }
}

}  // namespace
}  // namespace normscope::testing
