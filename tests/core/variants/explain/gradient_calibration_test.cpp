// SPDX-License-Identifier: MIT
// A measurement both ways, of gradients: of functions that are none of ours none is claimed, and of
// ours none is missed that the numbers can tell. The mistakes are written here in plain loops.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/compute/gradient.hpp"
#include "core/ops/operation.hpp"
#include "core/variants/explain/explain_gradient.hpp"
#include "tests/core/variants/explain/drawn_inputs.hpp"
#include "tests/core/variants/explain/explain_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using tensor::Tensor;
using variants::Explanations;

struct DrawnBackward {
  DrawnInput input;
  Tensor dy;
};

DrawnBackward draw_backward(Drawn& drawn) {
  DrawnBackward all{draw_input(drawn), {}};
  all.dy = all.input.x;
  const double size = drawn.of({0.1, 1.0, 1.0, 4.0});
  for (float& value : all.dy.values()) value = static_cast<float>(size * drawn.gaussian());
  if (all.input.known.x.decimals) {
    all.dy = printed(all.dy, 3);
    all.input.known.dy.decimals = 3;
  }
  return all;
}

Explanations explained_gradient(const DrawnBackward& drawn, const Tensor& dx) {
  return NORMSCOPE_VALUE_OR_FAIL(
      variants::explain_gradient(drawn.input.x, drawn.dy, dx, drawn.input.known));
}

constexpr std::array<std::string_view, 9> kForeignGradients{
    "relu", "|x|", "swish", "x^2", "dy", "scaled dy", "sum from behind", "sorted", "noise"};

Tensor foreign_gradient(Drawn& drawn, const DrawnBackward& of, std::string_view name) {
  Tensor dx = of.dy;
  const auto values = dx.values();
  const auto columns = static_cast<std::size_t>(dx.shape().back());
  const double size = drawn.of({0.5, 0.7, 3.0});
  for (std::size_t k = values.size(); k-- > 0;) {
    const auto x = static_cast<double>(of.input.x.values()[k]);
    const auto dy = static_cast<double>(values[k]);
    const double share = 1 / (1 + std::exp(-x));
    double to = dy;
    if (name == "relu") to = x > 0 ? dy : 0;
    if (name == "|x|") to = x > 0 ? dy : -dy;
    if (name == "swish") to = dy * (share + x * share * (1 - share));
    if (name == "x^2") to = 2 * x * dy;
    if (name == "scaled dy") to = size * dy;
    if (name == "sum from behind" && k % columns + 1 < columns) {
      to += static_cast<double>(values[k + 1]);
    }
    if (name == "noise") to = size * drawn.gaussian();
    values[k] = static_cast<float>(to);
  }
  for (std::size_t k = 0; name == "sorted" && k < values.size(); k += columns) {
    std::ranges::sort(values.subspan(k, columns));
  }
  return dx;
}

// A backward pass of ours, and how an answer may call it.
struct OurBackward {
  compute::Operation operation{};
  std::string kind{};
  Tensor dx;
};

// A layer norm over rows with numbers of its means, in plain loops.
Tensor layer_norm_gradient(const DrawnBackward& of, double means, double along, double epsilon) {
  Tensor dx = of.dy;
  const auto n = static_cast<std::size_t>(dx.shape().back());
  for (std::size_t row = 0; row < dx.values().size(); row += n) {
    const auto x = [&](std::size_t k) { return static_cast<double>(of.input.x.values()[row + k]); };
    const auto dy = [&](std::size_t k) { return static_cast<double>(of.dy.values()[row + k]); };
    const auto mean = [n](auto value) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += value(k);
      return sum / static_cast<double>(n);
    };
    const double mu = mean(x);
    const double variance = mean([&](std::size_t k) { return (x(k) - mu) * (x(k) - mu); });
    const double r = 1 / std::sqrt(variance + epsilon);
    const double mean_dy = mean(dy);
    const double mean_dyh = mean([&](std::size_t k) { return dy(k) * (x(k) - mu) * r; });
    for (std::size_t k = 0; k < n; ++k) {
      dx.values()[row + k] =
          static_cast<float>(r * (dy(k) - means * mean_dy - along * (x(k) - mu) * r * mean_dyh));
    }
  }
  return dx;
}

OurBackward draw_our_backward(Drawn& drawn, const DrawnBackward& of, std::uint32_t kind) {
  using enum ops::EpsilonPlacement;
  ops::NormOptions norm;
  norm.epsilon_placement = drawn.of({kInside, kInside, kOutside, kNone});
  norm.estimator = drawn.of({ops::VarianceEstimator::kBiased, ops::VarianceEstimator::kBiased,
                             ops::VarianceEstimator::kUnbiased});
  if (norm.epsilon_placement != kNone) norm.epsilon = drawn.of({1e-5, 1e-5, 1e-6, 1e-3, 1e-12});
  ops::SoftmaxOptions softmax{.dim = drawn.of<std::int64_t>({-1, -1, 0})};
  const auto right = [&](const compute::Operation& operation,
                         const std::shared_ptr<const Tensor>& gamma = {}) {
    compute::Settings settings;
    settings.device = drawn.of({compute::Device::kReference, compute::Device::kCpu});
    auto gradients = NORMSCOPE_VALUE_OR_FAIL(
        compute::compute_gradient({{operation, kept(of.input.x), gamma}, kept(of.dy)}, settings));
    return OurBackward{operation, "", std::move(gradients.dx)};
  };
  const auto mistake = [&](std::string name, double means, double along, double epsilon = 1e-5) {
    return OurBackward{ops::NormOptions{}, std::move(name),
                       layer_norm_gradient(of, means, along, epsilon)};
  };
  switch (kind) {
    case 0:
      norm.kind = ops::Normalization::kRmsNorm;
      norm.estimator = ops::VarianceEstimator::kBiased;
      return right(norm);
    case 1:
      norm.kind = ops::Normalization::kBatchNorm;
      return right(norm);
    case 2:
      softmax.temperature = drawn.of({1.0, 1.0, 0.5, 2.0, 0.73});
      return right(softmax);
    case 3:
      softmax.log = true;
      return right(softmax);
    case 4:
      return right(ops::RelativeOptions{.kind = ops::Relative::kL2Norm});
    case 5: {
      std::vector<float> gamma;
      for (std::int64_t k = 0; k < of.dy.shape().back(); ++k) {
        gamma.push_back(static_cast<float>(1 + 0.3 * drawn.gaussian()));
      }
      return right(norm, std::make_shared<const Tensor>(make({of.dy.shape().back()}, gamma)));
    }
    case 6:
      return mistake("mean-twice", 2, 1);
    case 7:
      return mistake("without-mean", 0, 1);
    case 8:
      return mistake("without-part-along", 1, 0);
    case 9:
      return mistake("without-means", 0, 0);
    case 10:
      return mistake("without-epsilon", 1, 1, 0);
    default:
      return right(norm);
  }
}

bool names(const Explanations& answer, const OurBackward& ours) {
  const auto is = [&](const variants::Explanation& e) {
    return covers(e, ours.kind, ours.operation);
  };
  return answer.verdict == variants::Fit::kExplained &&
         (is(answer.ranked.front()) || std::ranges::any_of(answer.same_on_these_data, is));
}

void no_foreign_gradient_is_claimed(std::uint32_t cases) {
  int claimed = 0;
  for (std::uint32_t i = 0; i < cases; ++i) {
    Drawn drawn(i * 7919 + 17);
    DrawnBackward of = draw_backward(drawn);
    const std::string_view name = kForeignGradients.at(i % kForeignGradients.size());
    const int decimals = static_cast<int>(i / kForeignGradients.size() % 9);
    const Tensor dx = written(drawn, foreign_gradient(drawn, of, name), decimals, of.input.known);
    const auto answer = explained_gradient(of, dx);
    if (answer.verdict != variants::Fit::kExplained) continue;
    ++claimed;
    fmt::print("{} {} with {} decimals: {}\n", i, name, decimals, answer.sentence);
  }
  fmt::print("none of ours: {}; claimed {}\n", cases, claimed);
  EXPECT_EQ(claimed, 0);
}

void no_gradient_of_ours_is_missed(std::uint32_t cases) {
  std::array<std::array<int, 3>, 9> counts{};  // named, otherwise, nothing
  for (std::uint32_t i = 0; i < cases; ++i) {
    Drawn drawn(i * 104729 + 11);
    DrawnBackward of = draw_backward(drawn);
    const OurBackward ours = draw_our_backward(drawn, of, i % 13);
    const int precision = static_cast<int>(i / 13 % counts.size());
    const Tensor dx = written(drawn, ours.dx, precision, of.input.known);
    const auto answer = explained_gradient(of, dx);
    const bool explained = answer.verdict == variants::Fit::kExplained;
    const std::size_t how = names(answer, ours) ? 0 : explained ? 1 : 2;
    ++counts.at(static_cast<std::size_t>(precision)).at(how);
    if (precision < 3 || how == 0) continue;
    fmt::print("{} {} {} of {}, precision {}: {}\n", i, ours.kind, ops::full_words(ours.operation),
               tensor::shape_to_text(of.dy.shape()), precision, answer.sentence.substr(0, 300));
  }
  int named = 0;
  int all = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto& [right, otherwise, nothing] = counts.at(k);
    fmt::print("precision {}: named {}, otherwise {}, nothing {}\n", k, right, otherwise, nothing);
    if (k < 3) continue;
    named += right;
    all += right + otherwise + nothing;
  }
  fmt::print("of three decimals and more: {} of {}\n", named, all);
  EXPECT_GE(100 * named, 95 * all);
}

TEST(GradientCalibration, NoneThatIsNotOursIsClaimed) {
  no_foreign_gradient_is_claimed(207);
}
TEST(GradientCalibration, NoneOfOursIsMissed) {
  no_gradient_of_ours_is_missed(234);
}
TEST(GradientCalibration, DISABLED_AThousandOfEach) {
  no_foreign_gradient_is_claimed(1000);
  no_gradient_of_ours_is_missed(1000);
}

}  // namespace
}  // namespace normscope::testing
