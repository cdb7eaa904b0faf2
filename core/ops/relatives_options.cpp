// SPDX-License-Identifier: MIT
#include "core/ops/relatives_options.hpp"

#include <fmt/format.h>

#include <array>

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
           .label = "Kind",
           .names_operation = true,
           .card = {"Operation", "Relatives of normalization and softmax.", "",
                    "Choose one: its steps stand on the sheet."}}),
      option_row<&O::dim>({.key = "dim",
                           .name = "dim",
                           .title = "dimension",
                           .other_names = kDimensionNames,
                           .help = "the dimension; negative counts from the end",
                           .widget = "relative/axis",
                           .label = "Over",
                           .of_dimensions = true,
                           .groups = true,
                           .surprise = {.weight = 1},
                           .card = {"Dimension", "The dimension whose elements belong together.",
                                    "", "Click another one."}},
                          is_over_dimension),
      option_row<&O::epsilon>({.key = "epsilon",
                               .name = "eps",
                               .title = "eps",
                               .other_names = kLengthNames,
                               .help = "the least length that is divided by",
                               .unit = "x",
                               .widget = "relative/eps",
                               .label = "eps",
                               .range = NumberRange::kFromZero,
                               .slides_from = 1e-12,
                               .slides_to = 1,
                               .surprise = {.weight = 1, .usual = kUsualLengths, .digits = 1},
                               .card = {"eps", "A shorter row is divided by eps instead.",
                                        "y = x / max(|x|, eps)", "Make a row of zeros."}},
                              is_l2_norm),
      option_row<&O::alpha>(
          {.key = "alpha",
           .name = "alpha",
           .title = "alpha",
           .help = "what multiplies x under the hyperbolic tangent",
           .label = "alpha",
           .slides_from = 0.01,
           .slides_to = 10,
           .surprise = {.weight = 1, .usual = kUsualAlphas, .digits = 2},
           .card = {"alpha", "How steep the hyperbolic tangent is: one number for all.",
                    "y = gamma tanh(alpha x) + beta", "Drag it: large numbers saturate."}},
          is_dyt),
  };
}

}  // namespace

std::span<const OptionOf<RelativeOptions>> option_list(const RelativeOptions& /*options*/) {
  static const auto list = make_relative_list();
  return list;
}

std::string short_words(const RelativeOptions& options) {
  const auto found =
      std::ranges::find(relative_names(), options.kind, &base::Name<Relative>::value);
  const std::string name(found->label());
  if (is_dyt(options)) return fmt::format("{}, alpha {}", name, options.alpha);
  const std::string over =
      options.dim == -1 ? "the last dimension" : fmt::format("dimension {}", options.dim);
  const std::string eps = is_l2_norm(options) ? fmt::format(", eps {}", options.epsilon) : "";
  return fmt::format("{} over {}{}", name, over, eps);
}

std::string full_words(const RelativeOptions& options) {
  return short_words(options);
}

std::string class_words(const RelativeOptions& options) {
  return std::string(words_of(options.kind).torch_class);
}

RelativeOptions on_paper(const RelativeOptions& options) {
  return with_effect(options);
}

Differences differences(const RelativeOptions& own, const RelativeOptions& theirs) {
  Differences result;
  result.add(own != theirs, short_words(own), short_words(theirs));
  return result;
}

}  // namespace normscope::ops
