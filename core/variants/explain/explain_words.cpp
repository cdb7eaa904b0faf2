// SPDX-License-Identifier: MIT
#include "core/variants/explain/explain_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "core/ops/operation.hpp"
#include "core/text/numbers.hpp"
#include "core/variants/explain/explain_tolerance.hpp"

namespace normscope::variants {

using base::Name;

namespace {

constexpr std::array<Name<Fit>, 3> kFits{{
    {Fit::kExplained, "explained"},
    {Fit::kNotDetermined, "not-determined"},
    {Fit::kNotExplained, "not-explained"},
}};
constexpr std::array<Name<Arithmetic>, 5> kArithmetics{{
    {Arithmetic::kRoundedOnce, "rounded-once"},
    {Arithmetic::kFloat32, "float32"},
    {Arithmetic::kFloat32Loops, "float32-loops"},
    {Arithmetic::kOutputFormat, "output-format"},
    {Arithmetic::kInputDecimals, "input-decimals"},
}};

constexpr std::array<Name<NumberFormat>, 3> kFormats{{
    {NumberFormat::kFloat32, "float32"},
    {NumberFormat::kFloat16, "float16"},
    {NumberFormat::kBfloat16, "bfloat16"},
}};

// What a number that was searched is called; empty where it has no effect.
template <class Options>
std::string_view searched_title(const Options& options) {
  for (const auto& option : option_list(options)) {
    if (std::holds_alternative<double>(option.standard) && option.matters(options)) {
      return option.title;
    }
  }
  return {};
}

std::string affine_words(const Explanation& best) {
  // Other words speak of the weight or the channels.
  if (!best.kind.empty() && best.kind != "channels-last") {
    return best.beta && best.kind != "channel-lines" ? " with beta solved for" : "";
  }
  if (best.gamma && best.beta) return " with gamma and beta solved for";
  if (best.gamma) return " with gamma solved for";
  return best.beta ? " with beta solved for" : "";
}

std::string range_words(const Explanation& best) {
  if (!best.range) return "";
  const auto [low, high] = *best.range;
  const std::string_view name =
      std::visit([](const auto& options) { return searched_title(options); }, best.operation);
  if (name.empty()) return "";
  const bool from_zero = low < 1e-300;
  if (std::isinf(high)) {
    if (from_zero) return fmt::format("; any {} explains these numbers as well", name);
    return fmt::format("; {} anywhere above {:.3g} explains these numbers as well", name, low);
  }
  if (from_zero) {
    return fmt::format("; {} anywhere below {:.3g} explains these numbers as well", name, high);
  }
  // Nothing to say where the range rounds to one number.
  if (high - low < 1e-3 * high) return "";
  return fmt::format("; {} anywhere from {:.3g} to {:.3g} explains these numbers as well", name,
                     low, high);
}

std::string others_words(const Explanations& explanations) {
  std::string presets;
  std::size_t unnamed = 0;
  for (const Explanation& other : explanations.same_on_these_data) {
    if (other.preset.empty()) {
      ++unnamed;
    } else {
      presets += (presets.empty() ? "" : ", ") + other.preset;
    }
  }
  if (presets.empty() && unnamed == 0) return "";
  std::string rest;
  if (unnamed > 0) {
    rest = fmt::format("{}{} variant{} without a name", presets.empty() ? "" : " and ", unnamed,
                       unnamed == 1 ? "" : "s");
  }
  return fmt::format(". The same on these data: {}{}", presets, rest);
}

std::string nearest_words(const Explanation& nearest) {
  if (std::isinf(nearest.largest_error)) return "";
  return fmt::format("; the nearest is {}, with errors up to {:.3g}", nearest.words,
                     nearest.largest_error);
}

std::string suspicion_words(const Suspicion& suspicion, std::int64_t elements) {
  return fmt::format(
      "a suspicion: {}{} explains {} of {}, not at {}", suspicion.explanation.words,
      suspicion.explanation.preset.empty() ? "" : " (" + suspicion.explanation.preset + ")",
      text::grouped_digits(elements - suspicion.wrong), text::grouped_digits(elements),
      fmt::join(suspicion.places, ", "));
}

}  // namespace

std::string bound_words(const Allowance& allowance, const Explanation& best) {
  const Precision& precision = allowance.precision;
  if (allowance.arithmetic == Arithmetic::kInputDecimals) {
    return fmt::format(
        "{:.2g}, which half a unit of x's {} decimal{} can do to them{}", best.allowed_error,
        *allowance.x_decimals, *allowance.x_decimals == 1 ? "" : "s",
        precision.decimals ? fmt::format(" beside y's {}", *precision.decimals) : "");
  }
  if (precision.decimals) {
    return fmt::format("the rounding to {} decimal{}, half a unit of which is {:.0e}",
                       *precision.decimals, *precision.decimals == 1 ? "" : "s",
                       half_unit(precision.decimals));
  }
  const std::string_view format = base::name_of(number_format_names(), precision.format);
  switch (allowance.arithmetic) {
    case Arithmetic::kFloat32Loops:
      if (precision.format == NumberFormat::kFloat32) break;
      [[fallthrough]];
    case Arithmetic::kFloat32:
      if (precision.format == NumberFormat::kFloat32) return "a few float32 roundings a step";
      [[fallthrough]];
    case Arithmetic::kRoundedOnce:
      return fmt::format("one rounding to {}", format);
    case Arithmetic::kOutputFormat:
      return fmt::format("a few {} roundings a step", format);
    case Arithmetic::kInputDecimals:
      break;
  }
  return "the roundings of float32 sums in plain loops";
}

std::string searched_words(const tensor::Shape& shape) {
  std::string kinds = "layer and RMS norm over every trailing shape";
  if (shape.size() > 1) kinds += ", batch, instance and group norm";
  if (shape.size() > 2) kinds += " with the channels second or last";
  std::string relatives;
  for (const auto& relative : ops::relative_names()) {
    if (ops::is_over_dimension({.kind = relative.value})) {
      relatives += fmt::format("{}, ", relative.label());
    }
  }
  return kinds +
         ", with eps of any size inside, outside, on the count or nowhere, the mean or the input "
         "returned, gamma and beta where there are more equations than unknowns; softmax and "
         "log-softmax over any dimensions at any temperature, causal, masked, twice, with a sink "
         "of 0 or a length scale of 1 or 0.43; " +
         relatives +
         "tanh and sigmoid of a multiple; the input times a constant, and an affine map for each "
         "channel";
}

std::string answer_words(const Explanations& explanations, std::int64_t elements) {
  const Explanation& best = explanations.ranked.front();
  switch (explanations.verdict) {
    case Fit::kExplained:
      return fmt::format("{}{}{} explains all {} numbers within {}{}{}.", best.words,
                         best.preset.empty() ? "" : " (" + best.preset + ")", affine_words(best),
                         text::grouped_digits(elements), explanations.bound, range_words(best),
                         others_words(explanations));
    case Fit::kNotDetermined:
      return fmt::format(
          "Nothing explains these numbers without gamma and beta, and gamma and beta would explain "
          "any: each has as many values as equations, so they are not determined{}.",
          nearest_words(best));
    case Fit::kNotExplained:
      break;
  }
  if (explanations.suspicion) {
    return fmt::format("Nothing explains these numbers within {}; {}.", explanations.bound,
                       suspicion_words(*explanations.suspicion, elements));
  }
  return fmt::format("Nothing explains these numbers within {}{}. Searched: {}.",
                     explanations.bound, nearest_words(best), explanations.searched);
}

std::span<const Name<Fit>> fit_names() {
  return kFits;
}
std::span<const Name<Arithmetic>> arithmetic_names() {
  return kArithmetics;
}
std::span<const Name<NumberFormat>> number_format_names() {
  return kFormats;
}

}  // namespace normscope::variants
