// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/maximum.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "core/trace/primitive.hpp"

namespace normscope::trace {

using tensor::Tensor;
using torch_arithmetic::Dimensions;
using torch_arithmetic::View;

namespace {

// --- Elements: each function once, for float32 and for double.

float exponential(float a) {
  return torch_arithmetic::exp(a);
}
double exponential(double a) {
  return std::exp(a);
}
float logarithm(float a) {
  return torch_arithmetic::log(a);
}
double logarithm(double a) {
  return std::log(a);
}

struct Same {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return a;
  }
};
struct Sum {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a + b;
  }
};
struct Difference {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a - b;
  }
};
struct Product {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a * b;
  }
};
struct Quotient {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    return a / b;
  }
};
struct Square {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return a * a;
  }
};
struct Larger {
  template <class T>
  static T of(T a, T b, T /*c*/) {
    if (std::isnan(a)) return a;  // as in torch
    return a < b || std::isnan(b) ? b : a;
  }
};
struct Power {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return std::pow(a, c);
  }
};
struct Reciprocal {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return T{1} / a;
  }
};
struct ReciprocalRoot {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return T{1} / std::sqrt(a);
  }
};
struct TimesConstant {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a * c;
  }
};
struct AtLeast {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a < c ? c : a;
  }
};
struct Tangent {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return std::tanh(a);
  }
};
struct Sigmoid {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return T{1} / (T{1} + exponential(-a));
  }
};
struct Magnitude {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return std::abs(a);
  }
};
struct SquareRoot {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return std::sqrt(a);
  }
};
struct PlusConstant {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a + c;
  }
};
struct OverConstant {
  template <class T>
  static T of(T a, T /*b*/, T c) {
    return a / c;
  }
};
struct Exponential {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return exponential(a);
  }
};
struct Logarithm {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return logarithm(a);
  }
};
struct Rectified {
  template <class T>
  static T of(T a, T /*b*/, T /*c*/) {
    return a < 0 ? T{0} : a;
  }
};

template <class Function, int kArity, class T>
void each(std::span<const T> a, std::span<const T> b, double c, std::span<T> places) {
  const auto constant = static_cast<T>(c);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if constexpr (kArity == 0) {
      places[i] = constant;
    } else if constexpr (kArity == 1) {
      places[i] = Function::of(a[i], T{}, constant);
    } else {
      places[i] = Function::of(a[i], b[i], constant);
    }
  }
}

// --- Statistics.

Tensor sum_over(const View& values, Dimensions dims, double c, std::int64_t size) {
  // Division by the count is torch.mean; division by another number is torch.sum and a division.
  if (c == static_cast<double>(size)) return torch_arithmetic::mean(values, dims);
  Tensor sums = torch_arithmetic::sum(values, dims);
  if (c == 1) return sums;
  for (float& sum : sums.values()) sum /= static_cast<float>(c);
  return sums;
}

double double_sum_over(std::span<const double> group, double c) {
  double sum = 0;
  for (const double a : group) sum += a;
  return sum / c;
}

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

Tensor maximum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  if (values.size() != 0) return torch_arithmetic::amax(values, dims);
  std::int64_t groups = 1;
  for (std::size_t d = 0; d < values.shape.size(); ++d) {
    if (std::ranges::find(dims, d) == dims.end()) groups *= values.shape[d];
  }
  return *Tensor::full({groups}, kMinusInfinity);  // empty groups
}

double double_maximum(std::span<const double> group, double /*c*/) {
  double top = -std::numeric_limits<double>::infinity();
  for (const double a : group) {
    if (std::isnan(a)) return a;  // as in torch, one NaN is the maximum
    top = std::max(top, a);
  }
  return top;
}

float minimum_of(std::span<const float> group) {
  float least = std::numeric_limits<float>::infinity();
  for (const float a : group) {
    if (std::isnan(a)) return a;
    least = std::min(least, a);
  }
  return least;
}

double double_minimum(std::span<const double> group, double /*c*/) {
  double least = std::numeric_limits<double>::infinity();
  for (const double a : group) {
    if (std::isnan(a)) return a;
    least = std::min(least, a);
  }
  return least;
}

// The largest of (sum of the k largest - 1) / k. The sums are made as torch.cumsum makes them: in
// double, each rounded.
template <class T>
T threshold_of(std::span<const T> group) {
  std::vector<T> sorted(group.begin(), group.end());
  if (std::ranges::any_of(sorted, [](T a) { return std::isnan(a); })) return std::nan("");
  std::ranges::sort(sorted, std::greater<>());
  double sum = 0;
  T threshold = -std::numeric_limits<T>::infinity();
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += static_cast<double>(sorted[k]);
    threshold = std::max(threshold, (static_cast<T>(sum) - T{1}) / static_cast<T>(k + 1));
  }
  return threshold;
}

double double_threshold(std::span<const double> group, double /*c*/) {
  return threshold_of(group);
}

Tensor variance(const View& values, Dimensions dims, double c, std::int64_t size) {
  const double correction = std::max(0.0, static_cast<double>(size) - c);
  return torch_arithmetic::var(values, dims, std::llround(correction));
}

double double_variance(std::span<const double> group, double c) {
  const double mean = double_sum_over(group, static_cast<double>(group.size()));
  double squares = 0;
  for (const double a : group) squares += (a - mean) * (a - mean);
  return squares / c;
}

// Computes a statistic of each group of a view, in order, from its elements in order.
template <class Function>
Tensor each_group(const View& values, Dimensions dims, Function function) {
  const std::size_t rank = values.shape.size();
  const auto is_reduced = [&](std::size_t d) { return std::ranges::find(dims, d) != dims.end(); };
  std::vector<std::int64_t> bases{0};
  std::vector<std::int64_t> offsets{0};
  for (std::size_t d = 0; d < rank; ++d) {
    auto& positions = is_reduced(d) ? offsets : bases;
    std::vector<std::int64_t> more;
    more.reserve(positions.size() * static_cast<std::size_t>(values.shape[d]));
    for (const std::int64_t at : positions) {
      for (std::int64_t i = 0; i < values.shape[d]; ++i) more.push_back(at + i * values.strides[d]);
    }
    positions = std::move(more);
  }
  Tensor result = *Tensor::full({static_cast<std::int64_t>(bases.size())}, 0.0F);
  std::vector<float> group(offsets.size());
  for (std::size_t g = 0; g < bases.size(); ++g) {
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      group[k] = values.values[static_cast<std::size_t>(bases[g] + offsets[k])];
    }
    result.values()[g] = function(std::as_const(group));
  }
  return result;
}

// The sum of exp(x - maximum) in one pass: a logit above the maximum so far scales the sum down.
float online_sum_of(std::span<const float> logits) {
  float top = kMinusInfinity;
  float sum = 0;
  for (const float logit : logits) {
    if (logit > top) {
      sum = sum * torch_arithmetic::exp(top - logit) + 1.0F;  // at first 0 times exp(-inf), 0
      top = logit;
    } else if (logit != kMinusInfinity) {
      sum += torch_arithmetic::exp(logit - top);
    }
  }
  // Logits of only -inf, or a maximum of +inf: NaN, as inf - inf in the two-pass chain.
  return std::isinf(top) && !logits.empty() ? std::nanf("") : sum;
}

Tensor minimum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, minimum_of);
}

Tensor threshold(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, threshold_of<float>);
}

Tensor online_sum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, online_sum_of);
}

double double_online_sum(std::span<const double> group, double c) {
  const double top = double_maximum(group, c);
  double sum = 0;
  for (const double a : group) sum += std::exp(a - top);
  return sum;
}

template <class Function, int kArity = 1>
constexpr PrimitiveRow element(PrimitiveRow row) {
  row.kind = Kind::kElement;
  row.arity = kArity;
  row.elements = each<Function, kArity, float>;
  row.doubles = each<Function, kArity, double>;
  return row;
}

constexpr PrimitiveRow statistic(PrimitiveRow row) {
  row.kind = Kind::kStatistic;
  row.letter = true;
  return row;
}

using B = Binding;
using P = Primitive;

constexpr std::array kTable = std::to_array<PrimitiveRow>({
    {.primitive = P::kGiven,
     .id = "given",
     .kind = Kind::kLeaf,
     .arity = 0,
     .unit = rule::given_unit,
     .torch = "#a",
     .sentences = {.usual = "The numbers as they are given."},
     .letter = true},
    {.primitive = P::kConstant,
     .id = "constant",
     .kind = Kind::kLeaf,
     .arity = 0,
     .has_constant = true,
     .elements = each<Same, 0, float>,
     .doubles = each<Same, 0, double>,
     .unit = rule::given_unit,
     .torch = "#c",
     .sentences = {.usual = "A number of the options."},
     .letter = true},
    element<Same>({.primitive = P::kRepeat,
                   .id = "repeat",
                   .term = rule::same_term,
                   .shift = rule::same_effect,
                   .form = {.text = "#a", .binding = B::kSum},
                   .torch = "#a.expand_as(_0)",
                   .sentences = {.usual = "The same number for every element of the group."}}),
    element<Sum, 2>(
        {.primitive = P::kAdd,
         .id = "add",
         .unit = rule::product_unit,
         .form = {.text = "#a + #b", .binding = B::kSum, .least = {B::kSum, B::kProduct}},
         .torch = "#a + #b",
         .sign = "+",
         .sentences = {.usual = "To #a, #b is added.",
                       .of_parameter = "To each #owner its own #p is added."}}),
    element<Difference, 2>(
        {.primitive = P::kSubtract,
         .id = "subtract",
         .term = rule::difference_term,
         .shift = rule::difference_effect,
         .unit = rule::difference_unit,
         .form = {.text = "#a - #b", .binding = B::kSum, .least = {B::kSum, B::kProduct}},
         .torch = "#a - #b",
         .sign = "−",
         .sentences = {.usual = "From #a, #b is subtracted."}}),
    element<Product, 2>({.primitive = P::kMultiply,
                         .id = "multiply",
                         .term = rule::product_term,
                         .unit = rule::product_unit,
                         .form = {.text = "#a*#b",
                                  .binding = B::kProduct,
                                  .least = {B::kNegative, B::kProduct},
                                  .takes_sign = true},
                         .torch = "#a * #b",
                         .sign = "×",
                         .sentences = {.usual = "#A is multiplied by #b.",
                                       .of_parameter = "Each #owner is scaled by its own #p."}}),
    element<Quotient, 2>({.primitive = P::kDivide,
                          .id = "divide",
                          .term = rule::quotient_term,
                          .shift = rule::quotient_effect,
                          .unit = rule::quotient_unit,
                          .form = {.text = "\\frac{#a}{#b}", .binding = B::kPower},
                          .form_by_number = {.text = "#a / #b",
                                             .binding = B::kProduct,
                                             .least = {B::kNegative, B::kPower},
                                             .takes_sign = true},
                          .torch = "#a / #b",
                          .sign = "÷",
                          .sentences = {.usual = "#A is divided by #b."}}),
    element<Larger, 2>({.primitive = P::kLarger,
                        .id = "larger",
                        .term = rule::larger_term,
                        .shift = rule::larger_effect,
                        .form = {.text = "\\max(#a, #b)", .binding = B::kProduct},
                        .torch = "torch.maximum(#a, #b)",
                        .sentences = {.usual = "The larger of #a and #b.",
                                      .of_parameter = "The larger of #a and the #p."}}),
    element<Square>({.primitive = P::kSquare,
                     .id = "square",
                     .term = rule::zero_stays,
                     .unit = rule::square_unit,
                     .form = {.text = "#a^2", .binding = B::kPower, .least = {B::kAtom, B::kSum}},
                     .torch = "#a.pow(2)",
                     .sentences = {.usual = "#A is multiplied by itself."}}),
    element<Power>({.primitive = P::kPower,
                    .id = "power",
                    .has_constant = true,
                    .unit = rule::normalized_unit,
                    .form = {.text = "#a^{#c}", .binding = B::kPower, .least = {B::kAtom, B::kSum}},
                    .torch = "#a.pow(#c)",
                    .sentences = {.usual = "#A to the power of #c."}}),
    element<SquareRoot>(
        {.primitive = P::kSquareRoot,
         .id = "square-root",
         .term = rule::zero_stays,
         .unit = rule::root_unit,
         .form = {.text = "\\sqrt{#a}"},
         .torch = "#a.sqrt()",
         .sentences = {.usual = "The square root of #a: back to the unit of the numbers."}}),
    element<Reciprocal>({.primitive = P::kReciprocal,
                         .id = "reciprocal",
                         .unit = rule::root_unit,
                         .form = {.text = "\\frac{1}{#a}", .binding = B::kPower},
                         .torch = "#a.reciprocal()",
                         .sentences = {.usual = "1 divided by #a."}}),
    element<ReciprocalRoot>({.primitive = P::kReciprocalRoot,
                             .id = "reciprocal-root",
                             .unit = rule::root_unit,
                             .form = {.text = "\\frac{1}{\\sqrt{#a}}", .binding = B::kPower},
                             .torch = "#a.rsqrt()",
                             .sentences = {.usual = "1 divided by the square root of #a."}}),
    element<PlusConstant>(
        {.primitive = P::kAddConstant,
         .id = "add-constant",
         .has_constant = true,
         .term = rule::added_constant_term,
         .shift = rule::added_constant_effect,
         .form = {.text = "#a + #c", .binding = B::kSum, .least = {B::kSum, B::kProduct}},
         .torch = "#a + #c",
         .sentences = {.usual = "Epsilon is added to #a, so that none is 0."}}),
    element<TimesConstant>({.primitive = P::kMultiplyConstant,
                            .id = "multiply-constant",
                            .has_constant = true,
                            .term = rule::zero_stays,
                            .shift = rule::multiplied_effect,
                            .form = {.text = "#c \\cdot #a",
                                     .binding = B::kProduct,
                                     .least = {B::kProduct, B::kProduct}},
                            .torch = "#a * #c",
                            .sentences = {.usual = "#A is multiplied by #c."},
                            .letter = true}),
    element<OverConstant>(
        {.primitive = P::kDivideConstant,
         .id = "divide-constant",
         .has_constant = true,
         .term = rule::divided_term,
         .shift = rule::divided_effect,
         .form = {.text = "#a / #c",
                  .binding = B::kProduct,
                  .least = {B::kNegative, B::kPower},
                  .takes_sign = true},
         .torch = "#a / #c",
         .sentences = {.usual = "#A is divided by #c.",
                       .of_statistics = "#A gets another divisor: it is divided by #c."},
         .letter = true}),
    element<AtLeast>({.primitive = P::kAtLeast,
                      .id = "at-least",
                      .has_constant = true,
                      .form = {.text = "\\max(#a, #c)", .binding = B::kProduct},
                      .torch = "#a.clamp(min=#c)",
                      .sentences = {.usual = "#A, but at least #c."}}),
    element<Exponential>({.primitive = P::kExponential,
                          .id = "exponential",
                          .shift = rule::exponential_effect,
                          .unit = rule::exponential_unit,
                          .form = {.text = "e^{#a}", .binding = B::kPower},
                          .torch = "#a.exp()",
                          .sentences = {.usual = "e to the power of #a."}}),
    element<Logarithm>(
        {.primitive = P::kLogarithm,
         .id = "logarithm",
         .term = rule::logarithm_term,
         .shift = rule::logarithm_effect,
         .unit = rule::centred_unit,
         .form = {.text = "\\log #a", .binding = B::kProduct, .least = {B::kPower, B::kSum}},
         .torch = "#a.log()",
         .sentences = {.usual = "The natural logarithm of #a."}}),
    element<Tangent>(
        {.primitive = P::kHyperbolicTangent,
         .id = "tanh",
         .term = rule::rectified_term,
         .unit = rule::normalized_unit,
         .form = {.text = "\\tanh #a", .binding = B::kProduct, .least = {B::kPower, B::kSum}},
         .torch = "#a.tanh()",
         .sentences = {.usual = "The hyperbolic tangent of #a: near 0 like it, never "
                                "beyond 1."}}),
    element<Sigmoid>({.primitive = P::kSigmoid,
                      .id = "sigmoid",
                      .unit = rule::share_unit,
                      .form = {.text = "\\frac{1}{1 + e^{-#a}}",
                               .binding = B::kPower,
                               .least = {B::kProduct, B::kSum}},
                      .torch = "#a.sigmoid()",
                      .sentences = {.usual = "The sigmoid of #a: from 0 to 1."}}),
    element<Magnitude>({.primitive = P::kMagnitude,
                        .id = "magnitude",
                        .term = rule::zero_stays,
                        .form = {.text = "|#a|"},
                        .torch = "#a.abs()",
                        .sentences = {.usual = "#A without its sign."}}),
    element<Rectified>({.primitive = P::kRectify,
                        .id = "rectify",
                        .term = rule::rectified_term,
                        .form = {.text = "\\max(0, #a)", .binding = B::kProduct},
                        .torch = "#a.relu()",
                        .sentences = {.usual = "Numbers below 0 become 0, the others stay."}}),
    statistic({.primitive = P::kSumOver,
               .id = "sum-over",
               .has_constant = true,
               .statistic = sum_over,
               .double_statistic = double_sum_over,
               .term = rule::divided_term,
               .shift = rule::sum_effect,
               .addends = {.listed = "+", .divided = true},
               .torch = "#a.sum(dim=#d, keepdim=True)",
               .sentences = {.usual = "The numbers of each group are added up#divisor."}}),
    statistic({.primitive = P::kMaximum,
               .id = "maximum",
               .statistic = maximum,
               .double_statistic = double_maximum,
               .term = rule::same_term,
               .shift = rule::same_effect,
               .addends = {.listed = "\\max"},
               .torch = "#a.amax(dim=#d, keepdim=True)",
               .sentences = {.usual = "The largest number of each group."}}),
    statistic({.primitive = P::kMinimum,
               .id = "minimum",
               .statistic = minimum,
               .double_statistic = double_minimum,
               .term = rule::same_term,
               .shift = rule::same_effect,
               .addends = {.listed = "\\min"},
               .torch = "#a.amin(dim=#d, keepdim=True)",
               .sentences = {.usual = "The smallest number of each group."}}),
    statistic({.primitive = P::kVariance,
               .id = "variance",
               .has_constant = true,
               .statistic = variance,
               .double_statistic = double_variance,
               .term = rule::variance_term,
               .shift = rule::cancelling_effect,
               .unit = rule::variance_unit,
               .addends = {.form = {.text = "(#a - #b)^2",
                                    .binding = B::kPower,
                                    .least = {B::kSum, B::kProduct}},
                           .centre = P::kSumOver,
                           .listed = "+",
                           .divided = true},
               .torch = "#a.var(dim=#d, unbiased=#u, keepdim=True)",
               .sentences = {.usual = "The mean squared distance of each group's numbers from "
                                      "their mean."}}),
    statistic({.primitive = P::kOnlineSum,
               .id = "online-sum",
               .statistic = online_sum,
               .double_statistic = double_online_sum,
               .term = rule::fixed_term,
               .shift = rule::cancelling_effect,
               .unit = rule::exponential_unit,
               .addends = {.form = {.text = "e^{#a - #b}",
                                    .binding = B::kPower,
                                    .least = {B::kSum, B::kProduct}},
                           .centre = P::kMaximum,
                           .listed = "+"},
               .torch = "(#a - #a.amax(dim=#d, keepdim=True)).exp().sum(dim=#d, keepdim=True)",
               .sentences = {.usual = "The exponentials of each group, added up in one pass."}}),
    statistic({.primitive = P::kThreshold,
               .id = "threshold",
               .statistic = threshold,
               .double_statistic = double_threshold,
               .term = rule::threshold_term,
               .shift = rule::same_effect,
               .torch = "((#a.sort(dim=#e, descending=True).values.cumsum(#e) - 1) / "
                        "torch.ones_like(#a).cumsum(#e)).amax(dim=#d, keepdim=True)",
               .sentences = {.usual = "What is subtracted from each group's numbers so that those "
                                      "that stay above 0 add up to 1."}}),
    {.primitive = P::kMatrixProduct,
     .id = "product",
     .kind = Kind::kProduct,
     .arity = 2,
     .torch = "#a @ #b.mT",
     .sign = "×",
     .sentences = {.usual = "Each row times each column of the transposed weights, added up."}},
});

}  // namespace

std::span<const PrimitiveRow> primitives() {
  return kTable;
}

const PrimitiveRow& row_of(Primitive primitive) {
  return kTable[static_cast<std::size_t>(primitive)];
}

}  // namespace normscope::trace
