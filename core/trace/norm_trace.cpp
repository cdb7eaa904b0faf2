// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "core/trace/builder.hpp"
#include "core/trace/operations.hpp"

namespace normscope::trace {

using base::Expected;
using ops::EpsilonPlacement;
using tensor::Tensor;
using torch_arithmetic::Dimensions;
using torch_arithmetic::View;

namespace {

Tensor mean_of(const View& values, Dimensions dims) {
  return torch_arithmetic::mean(values, dims);
}

// The builder and the options of one normalization.
struct Chain {
  Builder builder;
  ops::NormOptions options;
  double n = 0;      // elements of a group
  double count = 0;  // divisor of the sum of squares
};

// Adds the mean of squares, labelled as a variance or as a mean square.
Expected<int> add_mean_square(Chain& chain, int squared, StepLabel label) {
  // Division by n is torch.mean; division by another count is torch.sum and a division.
  const Builder::Statistic statistic{Primitive::kSumOver, squared, chain.count};
  if (chain.count == chain.n) return chain.builder.reduce(std::move(label), statistic, mean_of);
  const auto divided = [count = static_cast<float>(chain.count)](const View& values,
                                                                 Dimensions dims) {
    Tensor sums = torch_arithmetic::sum(values, dims);
    for (float& sum : sums.values()) sum /= count;
    return sums;
  };
  return chain.builder.reduce(std::move(label), statistic, divided);
}

// The divisor of the sum of squares, in LaTeX.
std::string count_text(const Chain& chain, bool with_epsilon) {
  const bool unbiased = chain.options.estimator == ops::VarianceEstimator::kUnbiased;
  const bool added = chain.options.epsilon_placement == EpsilonPlacement::kCount;
  return std::string(unbiased ? "n - 1" : "n") + (added && with_epsilon ? " + \\epsilon" : "");
}

StepLabel variance_label(const Chain& chain) {
  const std::string count = count_text(chain, true);
  if (!chain.options.centred()) {
    return {"mean square", "\\overline{x^2}", "\\frac{1}{" + count + "} \\sum x^2"};
  }
  return {"variance", "\\sigma^2", "\\frac{1}{" + count + "} \\sum (x - \\mu)^2"};
}

// The label of a variance that is converted to another divisor: divided by the quotient of the two.
StepLabel recounted_label(const Chain& chain, const std::string& symbol,
                          const std::string& before) {
  return {"variance", "\\sigma^2",
          symbol + " / \\frac{" + count_text(chain, true) + "}{" + before + "}"};
}

int add_centred(Chain& chain, int mean) {
  if (!chain.options.centred()) return Builder::kInput;
  return chain.builder.add({"centred", "x - \\mu", "x - \\mu"}, Primitive::kSubtract,
                           Builder::kInput, mean);
}

Expected<int> add_one_pass_variance(Chain& chain, int mean) {
  Builder& builder = chain.builder;
  const int squared = builder.add({"squared", "x^2", "x^2"}, Primitive::kSquare, Builder::kInput);
  const auto square = builder.reduce({"mean square", "\\overline{x^2}", "\\frac{1}{n} \\sum x^2"},
                                     {Primitive::kSumOver, squared, chain.n}, mean_of);
  if (!square) return tl::unexpected(square.error());
  const int squared_mean =
      builder.add({"squared mean", "\\mu^2", "\\mu^2"}, Primitive::kSquare, mean);
  const bool scaled = chain.count != chain.n;
  const int variance =
      builder.add({scaled ? "biased variance" : "variance", scaled ? "\\sigma_b^2" : "\\sigma^2",
                   "\\overline{x^2} - \\mu^2"},
                  Primitive::kSubtract, *square, squared_mean);
  if (!scaled) return variance;
  return builder.add(recounted_label(chain, "\\sigma_b^2", "n"), Primitive::kDivideConstant,
                     variance, -1, chain.count / chain.n);
}

Expected<int> add_welford_variance(Chain& chain) {
  const bool unbiased = chain.options.estimator == ops::VarianceEstimator::kUnbiased;
  const bool added = chain.options.epsilon_placement == EpsilonPlacement::kCount;
  StepLabel label = variance_label(chain);
  const std::string count = count_text(chain, false);
  if (added) {
    label = {"variance without eps", "\\sigma_0^2", "\\frac{1}{" + count + "} \\sum (x - \\mu)^2"};
  }
  const double without = std::max(chain.n - (unbiased ? 1 : 0), 0.0);  // torch.var's divisor
  const auto variance =
      chain.builder.reduce(std::move(label), {Primitive::kVariance, Builder::kInput, without},
                           [unbiased](const View& x, Dimensions dims) {
                             return torch_arithmetic::var(x, dims, unbiased ? 1 : 0);
                           });
  if (!variance) return tl::unexpected(variance.error());
  if (!added) return *variance;
  return chain.builder.add(recounted_label(chain, "\\sigma_0^2", count), Primitive::kDivideConstant,
                           *variance, -1, chain.count / without);
}

int add_root(Chain& chain, int variance) {
  Builder& builder = chain.builder;
  const Step& from = builder.parts().steps[static_cast<std::size_t>(variance)];
  const std::string symbol = from.symbol;
  const std::string name = root_name(from.name);
  const double epsilon = chain.options.epsilon;
  switch (chain.options.epsilon_placement) {
    case EpsilonPlacement::kInside: {
      const std::string sum = symbol + " + \\epsilon";
      const int inside = builder.add({from.name + " + eps", sum, sum}, Primitive::kAddConstant,
                                     variance, -1, epsilon);
      return builder.add({name, "\\sqrt{" + sum + "}", "\\sqrt{" + sum + "}"},
                         Primitive::kSquareRoot, inside);
    }
    case EpsilonPlacement::kOutside: {
      const std::string root = "\\sqrt{" + symbol + "}";
      const int deviation = builder.add({name, root, root}, Primitive::kSquareRoot, variance);
      return builder.add({name + " + eps", root + " + \\epsilon", root + " + \\epsilon"},
                         Primitive::kAddConstant, deviation, -1, epsilon);
    }
    case EpsilonPlacement::kCount:
    case EpsilonPlacement::kNone:
      break;
  }
  const std::string root = "\\sqrt{" + symbol + "}";
  return builder.add({name, root, root}, Primitive::kSquareRoot, variance);
}

void add_affine(Chain& chain, int last) {
  Builder& builder = chain.builder;
  if (builder.parts().gamma) {
    const std::string scaled =
        "\\gamma " + builder.parts().steps[static_cast<std::size_t>(last)].symbol;
    last = builder.add({"scaled", scaled, scaled}, Primitive::kMultiplyByGamma, last);
  }
  if (builder.parts().beta) {
    const std::string before = builder.parts().steps[static_cast<std::size_t>(last)].symbol;
    builder.add({"shifted", before + " + \\beta", before + " + \\beta"}, Primitive::kAddBeta, last);
  }
}

Expected<void> add_normalized(Chain& chain, int mean) {
  const bool centred = chain.options.centred();
  Expected<int> variance = -1;
  int numerator = -1;
  const bool one_sweep = centred && chain.options.algorithm != ops::VarianceAlgorithm::kTwoPass;
  if (!one_sweep) {
    numerator = add_centred(chain, mean);
    const std::string square = centred ? "(x - \\mu)^2" : "x^2";
    const int squared =
        chain.builder.add({"squared", square, square}, Primitive::kSquare, numerator);
    variance = add_mean_square(chain, squared, variance_label(chain));
  } else if (chain.options.algorithm == ops::VarianceAlgorithm::kOnePass) {
    variance = add_one_pass_variance(chain, mean);
  } else {
    variance = add_welford_variance(chain);
  }
  if (!variance) return tl::unexpected(variance.error());
  const int root = add_root(chain, *variance);
  if (one_sweep) numerator = add_centred(chain, mean);
  const std::string over = centred ? "x - \\mu" : "x";
  const std::string under = chain.builder.parts().steps[static_cast<std::size_t>(root)].symbol;
  const int normalized =
      chain.builder.add({"normalized", "\\hat{x}", "\\frac{" + over + "}{" + under + "}"},
                        Primitive::kDivide, numerator, root);
  add_affine(chain, normalized);
  return {};
}

}  // namespace

Expected<Trace> trace_norm(const TensorRef& x, const TensorRef& gamma, const TensorRef& beta,
                           const ops::NormOptions& options) {
  auto plan = ops::plan_norm(x->shape(), gamma ? &gamma->shape() : nullptr,
                             beta ? &beta->shape() : nullptr, options);
  if (!plan) return tl::unexpected(plan.error());
  const auto n = static_cast<double>(plan->groups.size);
  Chain chain{Builder(x, plan->groups), plan->options, n, ops::variance_count(n, options)};
  Builder& builder = chain.builder;
  builder.parts().affine = plan->affine;
  builder.parts().gamma = gamma;
  builder.parts().beta = beta;

  if (options.returned == ops::Returned::kInput) {
    builder.add_shaped({"output", "y", "x"}, x->shape(), Primitive::kRepeat, Builder::kInput);
    return std::move(builder).finish();
  }
  int mean = -1;
  if (options.centred() || options.returned == ops::Returned::kMean) {
    const auto added = builder.reduce({"mean", "\\mu", "\\frac{1}{n} \\sum x"},
                                      {Primitive::kSumOver, Builder::kInput, n}, mean_of);
    if (!added) return tl::unexpected(added.error());
    mean = *added;
  }
  if (options.returned == ops::Returned::kMean) {
    const int repeated =
        builder.add_shaped({"repeated", "\\mu", "\\mu"}, x->shape(), Primitive::kRepeat, mean);
    add_affine(chain, repeated);
    return std::move(builder).finish();
  }
  const auto done = add_normalized(chain, mean);
  if (!done) return tl::unexpected(done.error());
  return std::move(builder).finish();
}

}  // namespace normscope::trace
