// SPDX-License-Identifier: MIT
#include "core/ops/relatives_options.hpp"

#include <array>

#include "core/text/translate.hpp"

namespace normscope::ops {

namespace {

constexpr std::array<double, 4> kUsualAlphas{0.5, 1.0, 0.8, 0.2};
constexpr std::array<std::string_view, 1> kLengthNames{"epsilon"};
constexpr std::array<double, 4> kUsualLengths{1e-12, 1e-8, 1e-6, 1e-5};

bool is_l2_norm(const RelativeOptions& options) {
  return options.kind == Relative::kL2Norm;
}
bool is_dyt(const RelativeOptions& options) {
  return options.kind == Relative::kDyt;
}

std::array<OptionOf<RelativeOptions>, 4> make_relative_list() {
  using O = RelativeOptions;
  return {
      option_row<&O::kind, relative_names>(
          {.key = "kind",
           .title = "",
           .label = tr_later("Kind"),
           .names_operation = true,
           .card = {tr_later("Operation"), tr_later("Relatives of normalization and softmax."), "",
                    tr_later("Choose one: its steps stand on the sheet.")}}),
      option_row<&O::dim>({.key = "dim",
                           .name = "dim",
                           .title = tr_later("dimension"),
                           .other_names = kDimensionNames,
                           .help = tr_later("the dimension; negative counts from the end"),
                           .widget = "relative/axis",
                           .label = tr_later("Over"),
                           .of_dimensions = true,
                           .groups = true,
                           .surprise = {.weight = 1},
                           .card = {tr_later("Dimension"),
                                    tr_later("The dimension whose elements belong together."), "",
                                    tr_later("Click another one.")}},
                          is_over_dimension),
      option_row<&O::epsilon>({.key = "epsilon",
                               .name = "eps",
                               .title = "eps",
                               .other_names = kLengthNames,
                               .help = tr_later("the least length that is divided by"),
                               .unit = "x",
                               .widget = "relative/eps",
                               .label = "eps",
                               .range = NumberRange::kFromZero,
                               .slides_from = 1e-12,
                               .slides_to = 1,
                               .surprise = {.weight = 1, .usual = kUsualLengths, .digits = 1},
                               .card = {"eps", tr_later("A shorter row is divided by eps instead."),
                                        "y = x / max(|x|, eps)", tr_later("Make a row of zeros.")}},
                              is_l2_norm),
      option_row<&O::alpha>(
          {.key = "alpha",
           .name = "alpha",
           .title = "alpha",
           .help = tr_later("what multiplies x under the hyperbolic tangent"),
           .label = "alpha",
           .slides_from = 0.01,
           .slides_to = 10,
           .surprise = {.weight = 1, .usual = kUsualAlphas, .digits = 2},
           .card = {"alpha", tr_later("How steep the hyperbolic tangent is: one number for all."),
                    "y = gamma tanh(alpha x) + beta",
                    tr_later("Drag it: large numbers saturate.")}},
          is_dyt),
  };
}

}  // namespace

std::span<const OptionOf<RelativeOptions>> option_list(const RelativeOptions& /*options*/) {
  static const auto list = make_relative_list();
  return list;
}

std::string full_words(const RelativeOptions& options, std::string_view over) {
  const auto found =
      std::ranges::find(relative_names(), options.kind, &base::Name<Relative>::value);
  const std::string_view label = tr(found->label());
  const auto name = arg("name", label);
  if (is_dyt(options)) return tr("{name}, alpha {alpha}", name, arg("alpha", options.alpha));
  const std::string dimension =
      options.dim == -1 ? tr("the last dimension") : tr("dimension {dim}", arg("dim", options.dim));
  if (over.empty()) over = dimension;
  std::string words = tr("{name} over {dimensions}", name, arg("dimensions", over));
  if (!is_l2_norm(options)) return words;
  return tr("{operation}, eps {eps}", arg("operation", words), arg("eps", options.epsilon));
}

std::string short_words(const RelativeOptions& options) {
  return full_words(options, {});
}

std::string class_words(const RelativeOptions& options) {
  return std::string(words_of(options.kind).torch_class);
}

RelativeOptions on_paper(const RelativeOptions& options) {
  return with_effect(options);
}

}  // namespace normscope::ops
