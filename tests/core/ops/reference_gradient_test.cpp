// SPDX-License-Identifier: MIT
// The double reference of the backward passes against central differences of the reference of the
// forward passes, at PyTorch's gradcheck settings; and where no difference can be taken.
#include "core/ops/reference_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/ops/operation.hpp"
#include "tests/core/ops/all_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::ops {
namespace {

using Doubles = std::vector<double>;
using Floats = std::vector<float>;
/// The outputs of all groups, in the order of the input.
using Forward = std::function<Doubles(const Doubles& x, const Floats& gamma, const Floats& beta)>;

// Numbers away from ties and zeros, which float32 holds.
Floats drawn(std::int64_t count, int salt) {
  Floats values;
  for (std::int64_t k = 0; k < count; ++k) {
    const auto scattered =
        static_cast<std::uint32_t>(k + 1 + std::int64_t{1000} * salt) * 2654435761U;
    values.push_back(static_cast<float>(scattered >> 8) * 0x1p-22F - 2.0F);
  }
  return values;
}

// Each group of a plan, written into its places.
template <class Group>
Doubles all_groups(const tensor::GroupLayout& layout, std::int64_t size, Group group) {
  Doubles all(static_cast<std::size_t>(size));
  Doubles row(static_cast<std::size_t>(layout.size));
  for (std::int64_t g = 0; g < layout.count; ++g) {
    group(g, row);
    for (std::int64_t k = 0; k < layout.size; ++k) {
      all[static_cast<std::size_t>(layout.base(g) + layout.offset(k))] =
          row[static_cast<std::size_t>(k)];
    }
  }
  return all;
}

struct Case {
  std::string name;
  tensor::GroupLayout layout;
  std::int64_t size = 0;    // of the input
  std::int64_t affine = 0;  // numbers of gamma and of beta; 0: none
  Forward forward;
  std::function<void(std::int64_t, const GroupGradient&)> backward;
};

// PyTorch's gradcheck: within 1e-5 + 1e-3 of the slope.
void expect_slope(double gradient, double slope, const std::string& what) {
  EXPECT_NEAR(gradient, slope, 1e-5 + 1e-3 * std::abs(slope)) << what;
}

void expect_gradcheck(const Case& one) {
  constexpr double kStep = 1e-6;
  const Floats floats = drawn(one.size, 1);
  const Floats dy = drawn(one.size, 2);
  Floats gamma = drawn(one.affine, 3);
  Floats beta = drawn(one.affine, 4);
  Doubles x(floats.begin(), floats.end());
  Doubles dgamma(gamma.size());
  Doubles dbeta(beta.size());
  const Doubles dx = all_groups(one.layout, one.size, [&](std::int64_t group, Doubles& row) {
    one.backward(group, {std::span<const double>(x), dy, gamma, row, dgamma, dbeta});
  });
  const auto loss = [&] {
    double sum = 0;
    const Doubles y = one.forward(x, gamma, beta);
    for (std::size_t k = 0; k < y.size(); ++k) sum += y[k] * static_cast<double>(dy[k]);
    return sum;
  };
  const auto slope = [&](auto& place, auto step) {
    const auto value = place;
    place = value + step;
    const double above = loss();
    place = value - step;
    const double below = loss();
    place = value;
    return (above - below) / (2 * static_cast<double>(step));
  };
  for (std::size_t k = 0; k < x.size(); ++k) {
    expect_slope(dx[k], slope(x[k], kStep), one.name + " dx");
  }
  // The output is linear in both, so that any step will do.
  for (std::size_t k = 0; k < gamma.size(); ++k) {
    expect_slope(dgamma[k], slope(gamma[k], 0.5F), one.name + " dgamma");
    expect_slope(dbeta[k], slope(beta[k], 0.5F), one.name + " dbeta");
  }
}

Case norm_case(const NormPlan& plan, std::int64_t size) {
  const auto forward = [plan, size](const Doubles& x, const Floats& gamma, const Floats& beta) {
    return all_groups(plan.groups, size, [&](std::int64_t group, Doubles& row) {
      reference_norm(plan, group, std::span<const double>(x), gamma, beta, row);
    });
  };
  const std::int64_t affine =
      plan.options.returned == Returned::kInput ? 0 : tensor::product(plan.affine_shape);
  return {std::string(operation_name(plan.options)) + " " + full_words(plan.options),
          plan.groups,
          size,
          affine,
          forward,
          [plan](std::int64_t group, const GroupGradient& of) {
            reference_norm_gradient(plan, group, of);
          }};
}

TEST(ReferenceGradient, OfAllNormalizationsPassesGradcheck) {
  for (const tensor::Shape& shape : {tensor::Shape{3, 4}, tensor::Shape{2, 4, 3}}) {
    for (const NormOptions& options : all_norm_options(0.3)) {
      const auto plan = plan_norm(shape, options);
      if (!plan || plan->groups.size < 2) continue;
      expect_gradcheck(norm_case(*plan, tensor::product(shape)));
    }
  }
}

TEST(ReferenceGradient, OfAllSoftmaxesPassesGradcheck) {
  const tensor::Shape shape{2, 4, 3};
  for (const SoftmaxOptions& options : all_softmax_options(1)) {
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(plan_softmax(shape, options));
    const auto forward = [plan](const Doubles& x, const Floats&, const Floats&) {
      return all_groups(plan.groups, 24, [&](std::int64_t group, Doubles& row) {
        reference_softmax(plan, group, std::span<const double>(x), row);
      });
    };
    expect_gradcheck({"softmax " + full_words(options), plan.groups, 24, 0, forward,
                      [plan](std::int64_t group, const GroupGradient& of) {
                        reference_softmax_gradient(plan, group, of);
                      }});
  }
}

TEST(ReferenceGradient, OfAllRelativesPassesGradcheck) {
  const tensor::Shape shape{3, 4};
  for (const auto& kind : relative_names()) {
    for (const double epsilon : {1e-12, 5.0}) {
      const tensor::Shape affine{4};
      const bool dyt = kind.value == Relative::kDyt;
      const auto plan = NORMSCOPE_VALUE_OR_FAIL(
          plan_relative(shape, dyt ? &affine : nullptr, dyt ? &affine : nullptr,
                        {.kind = kind.value, .epsilon = epsilon, .alpha = 0.7}));
      const auto forward = [plan](const Doubles& x, const Floats& gamma, const Floats& beta) {
        return all_groups(plan.groups, 12, [&](std::int64_t group, Doubles& row) {
          reference_relative(plan, group, std::span<const double>(x), gamma, beta, row);
        });
      };
      expect_gradcheck({std::string(kind.name), plan.groups, 12, dyt ? 4 : 0, forward,
                        [plan](std::int64_t group, const GroupGradient& of) {
                          reference_relative_gradient(plan, group, of);
                        }});
    }
  }
}

// What the kernel of PyTorch's std masks, and a root does not.
TEST(ReferenceGradient, OfAConstantRowSaysWhereEpsilonStands) {
  const Floats x{2, 2, 2, 2};
  const Floats dy{1, 0, 0, 0};
  const auto dx = [&](const NormOptions& options) {
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(plan_norm({1, 4}, options));
    Doubles row(4);
    reference_norm_gradient(plan, 0, {std::span<const float>(x), dy, {}, row, {}, {}});
    return row;
  };
  EXPECT_NEAR(dx({}).front(), 237.17, 5e-3);
  EXPECT_NEAR(dx({.epsilon_placement = EpsilonPlacement::kOutside,
                  .algorithm = VarianceAlgorithm::kWelford})
                  .front(),
              75000, 1e-6);
  EXPECT_TRUE(std::isnan(dx({.epsilon_placement = EpsilonPlacement::kOutside}).front()));
  EXPECT_TRUE(std::isnan(dx({.epsilon = 0}).front()));
}

}  // namespace
}  // namespace normscope::ops
