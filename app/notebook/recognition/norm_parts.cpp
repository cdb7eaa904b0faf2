// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/norm_parts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "core/trace/trace.hpp"

namespace normscope::notebook::recognition {

using trace::Role;
namespace {

using ops::EpsilonPlacement;
using ops::VarianceAlgorithm;
using ops::VarianceEstimator;

double count_of(Node x, const Dims& dims) {
  double n = 1;
  for (const std::size_t d : dims) n *= static_cast<double>(x->shape[d]);
  return n;
}

}  // namespace

std::optional<Mean> mean_of(Node array) {
  const Node at = before_views(array);
  Node from = input_of(at, 0);
  if (!from) return std::nullopt;
  if (operation_of(at) == "mean") {
    auto dims = reduced_dims(at, from);
    return dims ? std::optional(Mean{from, *std::move(dims), at}) : std::nullopt;
  }
  const auto divisor = number_of(at, "other");
  if (operation_of(at) != "div" || !divisor) return std::nullopt;
  const Node sum = before_views(from);
  const Node x = input_of(sum, 0);
  if (operation_of(sum) != "sum" || !x) return std::nullopt;
  auto dims = reduced_dims(sum, x);
  if (!dims || *divisor != count_of(x, *dims)) return std::nullopt;
  return Mean{x, *std::move(dims), at};
}

std::optional<Mean> centred_of(Node array) {
  const Node x = input_of(array, 0);
  const Node taken = input_of(array, 1);
  if (operation_of(array) != "sub" || !x || !taken) return std::nullopt;
  auto mean = mean_of(taken);
  if (!mean || !same(mean->x, x)) return std::nullopt;
  return mean;
}

namespace {

// The epsilon that was added to a count: the shortest decimal number that gives this sum.
std::optional<double> count_epsilon(double sum, double n) {
  if (!(sum > n && sum < n + 1)) return std::nullopt;
  for (int digits = 0; digits <= 17; ++digits) {
    const std::string text = fmt::format("{:.{}e}", sum - n, digits);
    double written = 0;
    std::from_chars(text.data(), text.data() + text.size(), written);
    if (n + written == sum) return written;
  }
  return sum - n;
}

// The array that was squared.
Node squared_of(Node array) {
  const std::string_view operation = operation_of(array);
  const Node a = input_of(array, 0);
  if (!a) return {};
  if (operation == "square") return a;
  if (operation == "pow" && number_of(array, "other") == 2.0) return a;
  const Node b = input_of(array, 1);
  if (operation == "mul" && b && same(a, b)) return a;
  return {};
}

// torch.var, and torch.std squared; `at` is the reduction. The variance of x - mean is that of x.
std::optional<Variance> built_in_variance(Node at) {
  const Node x = input_of(at, 0);
  const auto correction = number_of(at, "correction");
  if (!x || !correction || (*correction != 0 && *correction != 1)) return std::nullopt;
  auto dims = reduced_dims(at, x);
  if (!dims) return std::nullopt;
  const auto centred = centred_of(x);
  const bool moved = centred && centred->dims == *dims;
  Variance variance{moved ? centred->x : x, *std::move(dims), {}, "\\sigma^2"};
  variance.estimator = *correction == 1 ? VarianceEstimator::kUnbiased : VarianceEstimator::kBiased;
  return variance;
}

const char* count_text(const Variance& variance) {
  if (variance.count_epsilon) return "n + \\epsilon";
  return variance.estimator == VarianceEstimator::kUnbiased ? "n - 1" : "n";
}

ChainStep variance_step(const Variance& variance, Node values) {
  const std::string front = std::string("\\frac{1}{") + count_text(variance) + "} \\sum ";
  if (!variance.centred) {
    return {Role::kMeanSquare, "\\overline{x^2}", front + "x^2", values, true};
  }
  return {Role::kVariance, "\\sigma^2", front + "(x - \\mu)^2", values, true};
}

// The mean of squares: of centred values a variance, of x itself the mean square.
std::optional<Variance> mean_of_squares(Node at) {
  Node from = input_of(at, 0);
  if (!from) return std::nullopt;
  Node squares = from;
  Node reduction = at;
  std::optional<double> divisor;
  if (operation_of(at) == "div") {
    divisor = number_of(at, "other");
    reduction = before_views(from);
    squares = input_of(reduction, 0);
    if (!divisor || operation_of(reduction) != "sum" || !squares) return std::nullopt;
  } else if (operation_of(at) != "mean") {
    return std::nullopt;
  }
  const Node base = squared_of(squares);
  auto dims = reduced_dims(reduction, squares);
  if (!base || !dims) return std::nullopt;
  const auto mean = centred_of(base);
  Variance variance{mean ? mean->x : base, *std::move(dims), {}, "\\overline{x^2}"};
  variance.centred = mean.has_value();
  if (mean) {
    if (mean->dims != variance.dims) return std::nullopt;
    variance.symbol = "\\sigma^2";
  }
  const double n = count_of(variance.x, variance.dims);
  if (divisor && *divisor == n - 1) {
    variance.estimator = VarianceEstimator::kUnbiased;
  } else if (divisor && *divisor != n) {
    variance.count_epsilon = count_epsilon(*divisor, n);
    if (!variance.count_epsilon) return std::nullopt;
  }
  const std::string square = variance.centred ? "(x - \\mu)^2" : "x^2";
  variance.steps.push_back({Role::kSquared, square, square, squares});
  variance.steps.push_back(variance_step(variance, at));
  return variance;
}

// mean(x^2) - mean(x)^2.
std::optional<Variance> one_pass(Node at) {
  const Node first = input_of(at, 0);
  const Node second = input_of(at, 1);
  if (operation_of(at) != "sub" || !first || !second) return std::nullopt;
  const auto square = mean_of(first);
  const Node square_of_mean = before_views(second);
  const Node root = squared_of(square_of_mean);
  const Node x = square ? squared_of(square->x) : Node();
  const auto mean = root ? mean_of(root) : std::nullopt;
  if (!x || !mean || !same(mean->x, x) || mean->dims != square->dims) {
    return std::nullopt;
  }
  Variance variance{x, mean->dims, {}, "\\sigma^2"};
  variance.algorithm = VarianceAlgorithm::kOnePass;
  variance.steps = {
      {Role::kSquared, "x^2", "x^2", square->x},
      {Role::kMeanSquare, "\\overline{x^2}", "\\frac{1}{n} \\sum x^2", square->mean, true},
      {Role::kSquaredMean, "\\mu^2", "\\mu^2", square_of_mean, true},
      {Role::kVariance, "\\sigma^2", "\\overline{x^2} - \\mu^2", at, true},
  };
  return variance;
}

std::optional<Variance> variance_of(Node array) {
  const Node at = before_views(array);
  if (operation_of(at) == "var") {
    auto variance = built_in_variance(at);
    if (variance) variance->steps.push_back(variance_step(*variance, at));
    return variance;
  }
  if (auto variance = mean_of_squares(at)) return variance;
  return one_pass(at);
}

// The number that an addition adds to its first input, which may be an array of one element.
std::optional<double> added_number(Node at) {
  if (operation_of(at) != "add") return std::nullopt;
  if (const auto number = number_of(at, "other")) return number;
  const Node added = input_of(at, 1);
  if (!added || !added->number) return std::nullopt;
  const double value = *added->number;
  // torch.tensor(1e-5) is a float32: the shortest decimal number that rounds to it is meant.
  if (added->dtype != arrays::Dtype::kFloat32) return value;
  const std::string text = fmt::format("{}", static_cast<float>(value));
  double written = value;
  std::from_chars(text.data(), text.data() + text.size(), written);
  return written;
}

// The radicand: variance, or variance + eps.
std::optional<Root> radicand_of(Node array) {
  const Node at = before_views(array);
  Root root;
  if (auto variance = variance_of(at)) {
    root.steps = variance->steps;
    root.symbol = variance->symbol;
    if (variance->count_epsilon) {
      root.placement = EpsilonPlacement::kCount;
      root.epsilon = *variance->count_epsilon;
    }
    root.variance = *std::move(variance);
    return root;
  }
  const auto epsilon = added_number(at);
  const Node inner = input_of(at, 0);
  if (!epsilon || !inner || *epsilon < 0) return std::nullopt;
  auto variance = variance_of(inner);
  if (!variance || variance->count_epsilon) return std::nullopt;
  root.placement = EpsilonPlacement::kInside;
  root.epsilon = *epsilon;
  root.steps = variance->steps;
  root.symbol = variance->symbol + " + \\epsilon";
  root.steps.push_back(
      {trace::with_epsilon(variance->steps.back().role), root.symbol, root.symbol, at, true});
  root.variance = *std::move(variance);
  return root;
}

// sqrt(variance + eps), sqrt(variance), or torch.std.
std::optional<Root> plain_root_of(Node array) {
  const Node at = before_views(array);
  const Node inner = input_of(at, 0);
  if (!inner) return std::nullopt;
  if (operation_of(at) == "std") {
    auto variance = built_in_variance(at);
    if (!variance) return std::nullopt;
    Root root;
    root.symbol = "\\sqrt{\\sigma^2}";
    root.steps.push_back({Role::kDeviation, root.symbol, root.symbol, at, true});
    root.variance = *std::move(variance);
    return root;
  }
  if (operation_of(at) != "sqrt" && !(operation_of(at) == "pow" && number_of(at, "other") == 0.5)) {
    return std::nullopt;
  }
  auto root = radicand_of(inner);
  if (!root) return std::nullopt;
  root->symbol = "\\sqrt{" + root->symbol + "}";
  root->steps.push_back(
      {trace::root_of(root->steps.back().role), root->symbol, root->symbol, at, true});
  return root;
}

}  // namespace

std::optional<Root> root_of(Node array) {
  const Node at = before_views(array);
  if (auto root = plain_root_of(at)) return root;
  const auto epsilon = added_number(at);
  const Node inner = input_of(at, 0);
  if (!epsilon || !inner || *epsilon < 0) return std::nullopt;
  auto root = plain_root_of(inner);
  if (!root || root->placement != EpsilonPlacement::kNone) return std::nullopt;
  root->placement = EpsilonPlacement::kOutside;
  root->epsilon = *epsilon;
  root->symbol += " + \\epsilon";
  root->steps.push_back(
      {trace::with_epsilon(root->steps.back().role), root->symbol, root->symbol, at, true});
  return root;
}

std::optional<Root> inverse_root_of(Node array) {
  const Node at = before_views(array);
  const Node inner = input_of(at, 0);
  if (!inner) return std::nullopt;
  const std::string_view operation = operation_of(at);
  std::optional<Root> root;
  if (operation == "rsqrt" || (operation == "pow" && number_of(at, "other") == -0.5)) {
    root = radicand_of(inner);
    if (root) root->symbol = "\\sqrt{" + root->symbol + "}";
  } else if (const Node below = reciprocal_of(at)) {
    root = root_of(below);
  }
  if (!root) return std::nullopt;
  root->inverse = true;
  root->symbol = "\\frac{1}{" + root->symbol + "}";
  const bool deviation = root->variance.steps.back().role == Role::kVariance;
  root->steps.push_back({deviation ? Role::kReciprocalDeviation : Role::kReciprocalRootMeanSquare,
                         root->symbol, root->symbol, at, true});
  return root;
}

}  // namespace normscope::notebook::recognition
