// SPDX-License-Identifier: MIT
#include "core/variants/explain/explain_words.hpp"
#include "core/text/joined.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/ops/operation.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
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

// What was solved for beside the operation.
std::string with_affine(const Explanation& best) {
  const auto words = arg("words", best.words);
  // Other words speak of the weight or the channels.
  const bool spoken_of = !best.kind.empty() && best.kind != "channels-last";
  const bool gamma = best.gamma && !spoken_of;
  const bool beta = best.beta && best.kind != "channel-lines";
  if (gamma && beta) return tr("{words} with gamma and beta solved for", words);
  if (gamma) return tr("{words} with gamma solved for", words);
  return beta ? tr("{words} with beta solved for", words) : best.words;
}

std::string with_preset(const Explanation& of) {
  return text::with_note(of.words, of.preset);
}

// The range of a number that the search found, as a sentence of its own; empty: nothing to say.
std::string range_words(const Explanation& best) {
  if (!best.range) return "";
  const auto [low, high] = *best.range;
  const std::string_view title =
      std::visit([](const auto& options) { return searched_title(options); }, best.operation);
  if (title.empty()) return "";
  const std::string_view translated = tr(title);
  const auto name = arg("name", translated);
  const bool from_zero = low < 1e-300;
  if (std::isinf(high)) {
    if (from_zero) return tr("any {name} explains these numbers as well", name);
    return tr("{name} anywhere above {low:.3g} explains these numbers as well", name,
              arg("low", low));
  }
  if (from_zero) {
    return tr("{name} anywhere below {high:.3g} explains these numbers as well", name,
              arg("high", high));
  }
  // Nothing to say where the range rounds to one number.
  if (high - low < 1e-3 * high) return "";
  return tr("{name} anywhere from {low:.3g} to {high:.3g} explains these numbers as well", name,
            arg("low", low), arg("high", high));
}

std::string others_words(const Explanations& explanations) {
  std::vector<std::string_view> presets;
  std::int64_t unnamed = 0;
  for (const Explanation& other : explanations.same_on_these_data) {
    if (other.preset.empty()) {
      ++unnamed;
    } else {
      presets.emplace_back(other.preset);
    }
  }
  const std::string list = text::listed(presets);
  if (unnamed == 0)
    return list.empty() ? "" : tr("The same on these data: {presets}.", arg("presets", list));
  if (list.empty()) {
    return tr_n("The same on these data: {n} variant without a name.",
                "The same on these data: {n} variants without a name.", unnamed, arg("n", unnamed));
  }
  return tr_n("The same on these data: {presets} and {n} variant without a name.",
              "The same on these data: {presets} and {n} variants without a name.", unnamed,
              arg("presets", list), arg("n", unnamed));
}

std::string suspicion_words(const Suspicion& suspicion, const std::string& bound,
                            std::int64_t elements) {
  return tr(
      "Nothing explains these numbers within {bound}; a suspicion: {words} explains {n} of {all}, "
      "not at {places}.",
      arg("bound", bound), arg("words", with_preset(suspicion.explanation)),
      arg("n", text::grouped_digits(elements - suspicion.wrong)),
      arg("all", text::grouped_digits(elements)), arg("places", text::listed(suspicion.places)));
}

}  // namespace

std::string bound_words(const Allowance& allowance, const Explanation& best) {
  const Precision& precision = allowance.precision;
  if (allowance.arithmetic == Arithmetic::kInputDecimals) {
    const int decimals = *allowance.x_decimals;
    const auto error = arg("error", best.allowed_error);
    if (!precision.decimals) {
      return tr_n("{error:.2g}, which half a unit of x's {n} decimal can do to them",
                  "{error:.2g}, which half a unit of x's {n} decimals can do to them", decimals,
                  error, arg("n", decimals));
    }
    return tr_n("{error:.2g}, which half a unit of x's {n} decimal can do to them beside y's {y}",
                "{error:.2g}, which half a unit of x's {n} decimals can do to them beside y's {y}",
                decimals, error, arg("n", decimals), arg("y", *precision.decimals));
  }
  if (precision.decimals) {
    return tr_n("the rounding to {n} decimal, half a unit of which is {half:.0e}",
                "the rounding to {n} decimals, half a unit of which is {half:.0e}",
                *precision.decimals, arg("n", *precision.decimals),
                arg("half", half_unit(precision.decimals)));
  }
  const std::string_view format = base::name_of(number_format_names(), precision.format);
  switch (allowance.arithmetic) {
    case Arithmetic::kFloat32Loops:
      if (precision.format == NumberFormat::kFloat32) break;
      [[fallthrough]];
    case Arithmetic::kFloat32:
      if (precision.format == NumberFormat::kFloat32) return tr("a few float32 roundings a step");
      [[fallthrough]];
    case Arithmetic::kRoundedOnce:
      return tr("one rounding to {format}", arg("format", format));
    case Arithmetic::kOutputFormat:
      return tr("a few {format} roundings a step", arg("format", format));
    case Arithmetic::kInputDecimals:
      break;
  }
  return tr("the roundings of float32 sums in plain loops");
}

std::string norms_words(const tensor::Shape& shape) {
  if (shape.size() > 2) {
    return std::string(
        tr("layer and RMS norm over every trailing shape, batch, instance and group norm with the "
           "channels second or last"));
  }
  if (shape.size() > 1) {
    return std::string(
        tr("layer and RMS norm over every trailing shape, batch, instance and group norm"));
  }
  return tr("layer and RMS norm over every trailing shape");
}

std::string searched_words(const tensor::Shape& shape) {
  std::vector<std::string_view> relatives;
  for (const auto& relative : ops::relative_names()) {
    if (ops::is_over_dimension({.kind = relative.value})) relatives.push_back(tr(relative.label()));
  }
  return tr(
      "{norms}, with eps of any size inside, outside, on the count or nowhere, the mean or the "
      "input "
      "returned, gamma and beta where there are more equations than unknowns; softmax and "
      "log-softmax over any dimensions at any temperature, causal, masked, twice, with a sink "
      "of 0 or a length scale of 1 or 0.43; {relatives}, "
      "tanh and sigmoid of a multiple; the input times a constant, and an affine map for each "
      "channel",
      arg("norms", norms_words(shape)), arg("relatives", text::listed(relatives)));
}

namespace {

std::string explained_words(const Explanations& explanations, std::int64_t elements) {
  const Explanation& best = explanations.ranked.front();
  Explanation named = best;
  named.words = with_preset(best);
  const std::string words = with_affine(named);
  const std::string numbers = text::grouped_digits(elements);
  const std::string range = range_words(best);
  const std::string sentence =
      range.empty()
          ? tr("{words} explains all {n} numbers within {bound}.", arg("words", words),
               arg("n", numbers), arg("bound", explanations.bound))
          : tr("{words} explains all {n} numbers within {bound}; {range}.", arg("words", words),
               arg("n", numbers), arg("bound", explanations.bound), arg("range", range));
  const std::string others = others_words(explanations);
  return text::in_a_row(sentence, others);
}

}  // namespace

std::string answer_words(const Explanations& explanations, std::int64_t elements) {
  const Explanation& best = explanations.ranked.front();
  const bool near = !std::isinf(best.largest_error);
  const auto words = arg("words", best.words);
  const auto error = arg("error", best.largest_error);
  const auto bound = arg("bound", explanations.bound);
  switch (explanations.verdict) {
    case Fit::kExplained:
      return explained_words(explanations, elements);
    case Fit::kNotDetermined:
      if (near) {
        return tr(
            "Nothing explains these numbers without gamma and beta, and gamma and beta would "
            "explain any: each has as many values as equations, so they are not determined; the "
            "nearest is {words}, with errors up to {error:.3g}.",
            words, error);
      }
      return std::string(
          tr("Nothing explains these numbers without gamma and beta, and gamma and beta would "
             "explain any: each has as many values as equations, so they are not determined."));
    case Fit::kNotExplained:
      break;
  }
  if (explanations.suspicion) {
    return suspicion_words(*explanations.suspicion, explanations.bound, elements);
  }
  const auto searched = arg("searched", explanations.searched);
  if (near) {
    return tr(
        "Nothing explains these numbers within {bound}; the nearest is {words}, with errors up to "
        "{error:.3g}. Searched: {searched}.",
        bound, words, error, searched);
  }
  return tr("Nothing explains these numbers within {bound}. Searched: {searched}.", bound,
            searched);
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
