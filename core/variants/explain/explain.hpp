// SPDX-License-Identifier: MIT
// "Which one is it?": finds the options of a normalization or softmax that explain an output which
// somebody else computed, at full precision or printed with a few decimals.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/compute/compute.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::variants {

/// Not determined: gamma and beta have as many values as y has equations for them, so that they fit
/// any y and the fit proves nothing.
enum class Fit { kExplained, kNotDetermined, kNotExplained };

/// The arithmetic that an explanation allows for, from the strictest. Printed decimals of y and a
/// type narrower than float32 always add half a unit of the last digit.
enum class Arithmetic {
  kRoundedOnce,   // exact values, rounded once to the output's precision
  kFloat32,       // a few float32 roundings in each step
  kFloat32Loops,  // float32 sums in plain loops
  kOutputFormat,  // a few roundings in each step to the output's own type, float16 or bfloat16
  kInputDecimals  // as float32-loops, and x itself was printed with a few decimals
};

enum class NumberFormat { kFloat32, kFloat16, kBfloat16 };

std::span<const base::Name<Fit>> fit_names();
std::span<const base::Name<Arithmetic>> arithmetic_names();
std::span<const base::Name<NumberFormat>> number_format_names();

/// What a file or a text shows of the precision of its numbers.
struct Source {
  NumberFormat format =
      NumberFormat::kFloat32;     // the type of an array; wider ones count as float32
  std::optional<int> decimals{};  // the most that a number of a text has; empty: no such text
};

/// What is known beside x and y. Only a text shows that x was rounded.
struct Known {
  Source x{};
  Source y{};
  std::optional<tensor::Tensor> weight{};  // held against y as gamma and as 1 + gamma
  Source dy{};                             // of a backward pass
};

/// The values of epsilon or temperature that explain y as well; high may be infinite.
struct OptionRange {
  double low = 0;
  double high = 0;
};

/// The kind of a multiple of x that batch norm in evaluation with fresh statistics is; its
/// operation is that batch norm.
inline constexpr std::string_view kFreshKind = "batch-norm-fresh";

struct Explanation {
  compute::Operation operation{ops::NormOptions{}};
  std::string kind{};       // of what is not the operation on x as it is; empty: it is
  std::string words{};      // in full
  std::string arguments{};  // for `normscope compute`; empty: none
  std::string preset{};     // "V3"; empty: no preset has these options
  Fit fit = Fit::kNotExplained;
  std::optional<tensor::Tensor> gamma{};  // solved for, or from the given weight; empty: not needed
  std::optional<tensor::Tensor> beta{};
  double largest_error = 0;            // |y - r|; infinite where only one of both is a number
  double ulps = 0;                     // the same in ULPs of max(1, |r|)
  double allowed_error = 0;            // the largest that one of the numbers may have
  double bits = 0;                     // how many bits shorter y is with it than without
  std::optional<OptionRange> range{};  // of epsilon or temperature; empty: not searched
};

/// What explains all but a few numbers.
struct Suspicion {
  Explanation explanation{};
  std::int64_t wrong = 0;
  std::vector<std::string> places{};  // "[1, 3]", "[1, :]" for a whole row
};

/// How many numbers of a dx have every bit of a form of the backward pass, in PyTorch's order.
struct FormBits {
  std::string_view form{};  // as trace::backward_form_names
  std::int64_t equal = 0;
  double largest_error = 0;  // of the form's own numbers against double
};

struct Explanations {
  Fit verdict = Fit::kNotExplained;
  std::vector<Explanation> ranked{};              // best first; never empty
  std::vector<Explanation> same_on_these_data{};  // explain y as well as the best, simplest first
  std::optional<Suspicion> suspicion{};           // only where nothing explains y
  std::vector<FormBits> forms{};                  // of a dx at full precision that is explained
  /// The named precision plans that give every bit of y with the best operation.
  std::vector<std::string_view> plans{};
  Arithmetic arithmetic = Arithmetic::kRoundedOnce;  // allowed for in the verdict
  NumberFormat y_format = NumberFormat::kFloat32;
  std::optional<int> x_decimals{};  // x was printed with so many; empty: full precision
  std::optional<int> y_decimals{};
  std::string bound{};     // the reason for the allowed error
  std::string searched{};  // the searched options
  std::string sentence{};  // the answer for people
};

/// Elements of the sample on which a larger input is searched.
inline constexpr std::int64_t kExplainSample = 100'000;

/// Finds the options that turn x into y. Searched in turn, from strict to loose arithmetic, until
/// something simple explains y: every kind of normalization over every shape that x has, softmax
/// and relatives over every dimension; maps of each number; other readings of x and y (several
/// dimensions, masks, channels last); gamma and beta where there are more equations than unknowns,
/// and a line for each channel; one-pass variance; and the same for an x whose text was rounded.
/// What fits is claimed only where y is said in fewer bits with it than by a mean, by a line over
/// x, and by itself; what was tried and every unknown count as bits. The best is the one whose
/// errors are the smallest where the numbers can tell, else the simplest. Above kExplainSample
/// elements evenly spaced groups are searched, and the best are verified on all.
/// shape   x and y the same
/// math    without gamma and beta each element of y bounds 1 / denominator of its group, and each
///         group bounds epsilon: the range of epsilon is the intersection. With gamma or beta each
///         of their values is a line y = gamma h + beta that has to pass every point within its
///         bound.
/// errors  InvalidArgument: shapes differ, or no elements
/// numeric bounds are first-order, from the size of the group and of its values
base::Expected<Explanations> explain(const tensor::Tensor& x, const tensor::Tensor& y,
                                     const Known& known = {});

}  // namespace normscope::variants
