// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "core/trace/operations.hpp"

namespace normscope::trace {

using ops::EpsilonPlacement;
using tensor::Shape;

namespace {

// The builder and the options of one normalization.
class Chain {
 public:
  Chain(const Shape& x, const ops::NormPlan& plan, bool gamma, bool beta)
      : builder_(x, plan.groups),
        options_(plan.options),
        shape_(x),
        affine_shape_(plan.affine_shape),
        gamma_(gamma),
        beta_(beta),
        n_(static_cast<double>(plan.groups.size)),
        count_(ops::variance_count(n_, options_)) {
    // One value a channel, which is dimension 1.
    if (ops::rule_of(options_.kind).grouping != ops::Grouping::kTrailing) {
      affine_shape_.resize(shape_.size() - 1, 1);
    }
  }

  Program run() && {
    if (options_.returned == ops::Returned::kInput) {
      builder_.repeat({Role::kOutput, "y", "x"}, ProgramBuilder::kInput, shape_);
      return std::move(builder_).finish();
    }
    int mean = -1;
    if (options_.running) {
      if (options_.centred()) mean = builder_.group_parameter(Role::kRunningMean, "\\mu_r");
    } else if (options_.centred() || options_.returned == ops::Returned::kMean) {
      mean = builder_.reduce({Role::kMean, "\\mu", "\\frac{1}{n} \\sum x"}, Primitive::kSumOver,
                             ProgramBuilder::kInput, n_);
    }
    add_affine(options_.returned == ops::Returned::kMean
                   ? builder_.repeat({Role::kRepeated, "\\mu", "\\mu"}, mean, shape_)
                   : add_normalized(mean));
    return std::move(builder_).finish();
  }

 private:
  // The divisor of the sum of squares, in LaTeX.
  std::string count_text(bool with_epsilon) const {
    const bool unbiased = options_.estimator == ops::VarianceEstimator::kUnbiased;
    const bool added = options_.epsilon_placement == EpsilonPlacement::kCount;
    return std::string(unbiased ? "n - 1" : "n") + (added && with_epsilon ? " + \\epsilon" : "");
  }

  StepLabel variance_label() const {
    const std::string count = count_text(true);
    if (!options_.centred()) {
      return {Role::kMeanSquare, "\\overline{x^2}", "\\frac{1}{" + count + "} \\sum x^2"};
    }
    return {Role::kVariance, "\\sigma^2", "\\frac{1}{" + count + "} \\sum (x - \\mu)^2"};
  }

  // A variance that is converted to another divisor: divided by the quotient of the two.
  int add_recounted(int variance, const std::string& before, double quotient) {
    const std::string formula =
        builder_.symbol(variance) + " / \\frac{" + count_text(true) + "}{" + before + "}";
    return builder_.add({Role::kVariance, "\\sigma^2", formula}, Primitive::kDivideConstant,
                        variance, -1, quotient);
  }

  int add_centred(int mean) {
    if (!options_.centred()) return ProgramBuilder::kInput;
    const std::string centred = "x - " + builder_.symbol(mean);
    return builder_.add({Role::kCentred, centred, centred}, Primitive::kSubtract,
                        ProgramBuilder::kInput, mean);
  }

  int add_one_pass_variance(int mean) {
    const int squared =
        builder_.add({Role::kSquared, "x^2", "x^2"}, Primitive::kSquare, ProgramBuilder::kInput);
    const int square =
        builder_.reduce({Role::kMeanSquare, "\\overline{x^2}", "\\frac{1}{n} \\sum x^2"},
                        Primitive::kSumOver, squared, n_);
    const int squared_mean =
        builder_.add({Role::kSquaredMean, "\\mu^2", "\\mu^2"}, Primitive::kSquare, mean);
    const bool scaled = count_ != n_;
    const int variance =
        builder_.add({scaled ? Role::kBiasedVariance : Role::kVariance,
                      scaled ? "\\sigma_b^2" : "\\sigma^2", "\\overline{x^2} - \\mu^2"},
                     Primitive::kSubtract, square, squared_mean);
    return scaled ? add_recounted(variance, "n", count_ / n_) : variance;
  }

  int add_welford_variance() {
    const bool unbiased = options_.estimator == ops::VarianceEstimator::kUnbiased;
    const bool added = options_.epsilon_placement == EpsilonPlacement::kCount;
    StepLabel label = variance_label();
    const std::string count = count_text(false);
    if (added) {
      label = {Role::kVarianceWithoutEpsilon, "\\sigma_0^2",
               "\\frac{1}{" + count + "} \\sum (x - \\mu)^2"};
    }
    const double without = std::max(n_ - (unbiased ? 1 : 0), 0.0);  // torch.var's divisor
    const int variance =
        builder_.reduce(std::move(label), Primitive::kVariance, ProgramBuilder::kInput, without);
    return added ? add_recounted(variance, count, count_ / without) : variance;
  }

  int add_plus_epsilon(int from) {
    const std::string sum = builder_.symbol(from) + " + \\epsilon";
    return builder_.add({with_epsilon(builder_.program().step(from).role), sum, sum},
                        Primitive::kAddConstant, from, -1, options_.epsilon);
  }

  int add_root(int variance) {
    const bool inside = options_.epsilon_placement == EpsilonPlacement::kInside;
    if (inside) variance = add_plus_epsilon(variance);
    // torch.var and a root right behind it are torch.std, whose derivative at 0 is 0.
    const bool is_torch_std = builder_.program().step(variance).primitive == Primitive::kVariance;
    const std::string root = "\\sqrt{" + builder_.symbol(variance) + "}";
    const int deviation =
        builder_.add({root_of(builder_.program().step(variance).role), root, root},
                     is_torch_std ? Primitive::kRootOfSquares : Primitive::kSquareRoot, variance);
    const bool outside = options_.epsilon_placement == EpsilonPlacement::kOutside;
    return outside ? add_plus_epsilon(deviation) : deviation;
  }

  int add_normalized(int mean) {
    const bool centred = options_.centred();
    const bool one_sweep =
        centred && !options_.running && options_.algorithm != ops::VarianceAlgorithm::kTwoPass;
    int variance = -1;
    int numerator = -1;
    if (options_.running) {
      numerator = add_centred(mean);
      variance = builder_.group_parameter(Role::kRunningVariance, "\\sigma_r^2");
    } else if (!one_sweep) {
      numerator = add_centred(mean);
      const std::string square = centred ? "(x - \\mu)^2" : "x^2";
      const int squared =
          builder_.add({Role::kSquared, square, square}, Primitive::kSquare, numerator);
      variance = builder_.reduce(variance_label(), Primitive::kSumOver, squared, count_);
    } else if (options_.algorithm == ops::VarianceAlgorithm::kOnePass) {
      variance = add_one_pass_variance(mean);
    } else {
      variance = add_welford_variance();
    }
    const int root = add_root(variance);
    if (one_sweep) numerator = add_centred(mean);
    const std::string quotient =
        "\\frac{" + builder_.symbol(numerator) + "}{" + builder_.symbol(root) + "}";
    return builder_.add({Role::kNormalized, "\\hat{x}", quotient}, Primitive::kDivide, numerator,
                        root);
  }

  void add_affine(int last) {
    if (gamma_) {
      const int gamma = builder_.parameter(Role::kGamma, "\\gamma", affine_shape_);
      const std::string scaled = "\\gamma " + builder_.symbol(last);
      last = builder_.add({Role::kScaled, scaled, scaled}, Primitive::kMultiply, gamma, last);
    }
    if (beta_) {
      const int beta = builder_.parameter(Role::kBeta, "\\beta", affine_shape_);
      const std::string shifted = builder_.symbol(last) + " + \\beta";
      builder_.add({Role::kShifted, shifted, shifted}, Primitive::kAdd, last, beta);
    }
  }

  ProgramBuilder builder_;
  const ops::NormOptions& options_;
  const Shape& shape_;
  Shape affine_shape_;  // of gamma and beta, as they stand beside x
  bool gamma_;
  bool beta_;
  double n_;      // elements of a group
  double count_;  // divisor of the sum of squares
};

}  // namespace

Expected<Program> norm_program(const Shape& x, const Shape* gamma, const Shape* beta,
                               const ops::NormOptions& options) {
  const auto plan = ops::plan_norm(x, gamma, beta, options);
  if (!plan) return tl::unexpected(plan.error());
  return Chain(x, *plan, gamma != nullptr, beta != nullptr).run();
}

}  // namespace normscope::trace
