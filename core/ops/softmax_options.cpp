// SPDX-License-Identifier: MIT
#include "core/ops/softmax_options.hpp"

#include <fmt/format.h>

#include <array>

namespace normscope::ops {
namespace {

constexpr std::array<std::string_view, 3> kSoftmaxPhrases{"softmax with the maximum subtracted",
                                                          "naive softmax", "online softmax"};
// What other programs call an option.
constexpr std::array<std::string_view, 2> kTemperatureNames{"tau", "T"};
constexpr std::array<std::string_view, 2> kSinkNames{"off-by-one", "plus-one"};
// What people set.
constexpr std::array<double, 10> kUsualTemperatures{1.0, 0.5,  2.0, 0.1, 0.7,
                                                    0.8, 10.0, 0.2, 5.0, 1.5};

std::array<OptionOf<SoftmaxOptions>, 6> make_softmax_list() {
  using O = SoftmaxOptions;
  return {
      option_row<&O::dim>({.key = "dim",
                           .name = "dim",
                           .title = "dimension",
                           .other_names = kDimensionNames,
                           .help = "the dimension; negative counts from the end",
                           .widget = "axis",
                           .label = "Over",
                           .of_dimensions = true,
                           .groups = true,
                           .surprise = {.weight = 1},
                           .card = {"Dimension", "The dimension whose elements sum to 1.",
                                    "sum of y over this dimension = 1",
                                    "Click another one: now the columns sum to 1."}}),
      option_row<&O::temperature>(
          {.key = "temperature",
           .name = "temperature",
           .title = "temperature",
           .other_names = kTemperatureNames,
           .help = "what logits are divided by",
           .label = "Temperature",
           .range = NumberRange::kAboveZero,
           .slides_from = 0.01,
           .slides_to = 100,
           .surprise = {.weight = 2, .usual = kUsualTemperatures, .digits = 2},
           .card = {"Temperature",
                    "The logits are divided by it. Small: the largest takes all. Large: all equal.",
                    "y = exp(x / T) / sum exp(x / T)", "Drag it to 0.1, then to 10."}}),
      option_row<&O::algorithm, softmax_algorithm_names>(
          {.key = "algorithm",
           .name = "algorithm",
           .help = "how it is computed",
           .label = "Algorithm",
           .phrases = kSoftmaxPhrases,
           .card = {"How it is computed",
                    "Subtracting the maximum first changes nothing but the range. Naive overflows "
                    "above 88.7. Online needs one pass.",
                    "exp(x - max)", "Set a number to 100 and choose naive."}}),
      option_row<&O::log>(
          {.key = "log",
           .title = "the logarithm",
           .label = "logarithm",
           .names_operation = true,
           .card = {"Logarithm", "log-softmax: the logarithm of the result, computed stably.",
                    "y = x - max - log(sum)",
                    "Set two numbers of a row to 100: both become -0.693, log of a half."}}),
      option_row<&O::sink>(
          {.key = "sink",
           .name = "sink",
           .title = "sink",
           .other_names = kSinkNames,
           .help = "one more logit in the sum, without a share",
           .absent = "none",
           .label = "Sink",
           .optional = true,
           .slides_from = -10,
           .slides_to = 10,
           .surprise = {.weight = 3, .digits = 2},
           .card = {"Logit of the sink",
                    "It enters the maximum and the sum, and is not divided by "
                    "the temperature. At 0: softmax off by one.",
                    "y = exp(x) / (exp(b) + sum exp(x))", "Raise it: all shares shrink."}}),
      option_row<&O::length_scale>(
          {.key = "length_scale",
           .name = "length-scale",
           .title = "length scale",
           .help = "s: the logits are multiplied by s log n",
           .absent = "none",
           .label = "Length scale",
           .optional = true,
           .range = NumberRange::kFromZero,
           .slides_from = 0,
           .slides_to = 2,
           .surprise = {.weight = 3, .digits = 2},
           .card = {"Length scale",
                    "The logits are multiplied by s log n, n the numbers of a group, so that long "
                    "groups are not flattened. 0: they are not.",
                    "y = softmax(s log(n) x)", "Set it to 0.43, then add columns."}}),
  };
}

}  // namespace

std::span<const OptionOf<SoftmaxOptions>> option_list(const SoftmaxOptions& /*options*/) {
  static const auto list = make_softmax_list();
  return list;
}

namespace {

// What newer relatives add to a softmax.
std::string relative_words(const SoftmaxOptions& options) {
  std::string words;
  if (options.has_sink()) words += fmt::format(", sink {}", options.sink);
  if (options.has_length_scale()) words += fmt::format(", length scale {}", options.length_scale);
  return words;
}

}  // namespace

std::span<const double> usual_temperatures() {
  return kUsualTemperatures;
}

std::string short_words(const SoftmaxOptions& options) {
  return fmt::format(
      "{}{} over dimension {}{}{}", overflows(options) ? "naive " : "",
      options.log ? "log softmax" : "softmax", options.dim,
      options.temperature == 1 ? "" : fmt::format(", temperature {}", options.temperature),
      relative_words(options));
}

std::string full_words(const SoftmaxOptions& options) {
  const std::string over =
      options.dim == -1 ? "the last dimension" : fmt::format("dimension {}", options.dim);
  return fmt::format("{} over {}, temperature {}{}", options.log ? "log-softmax" : "softmax", over,
                     options.temperature, relative_words(options));
}

std::string class_words(const SoftmaxOptions& options) {
  return options.log ? "LogSoftmax" : "Softmax";
}

Differences differences(const SoftmaxOptions& own, const SoftmaxOptions& theirs) {
  Differences result;
  result.add(own.algorithm != theirs.algorithm, module_words(own), module_words(theirs));
  result.add(own.temperature != theirs.temperature,
             fmt::format("temperature {:.6g}", own.temperature),
             fmt::format("temperature {:.6g}", theirs.temperature));
  const auto sink_words = [](const SoftmaxOptions& of) {
    return of.has_sink() ? fmt::format("a sink of {:.6g}", of.sink) : "no sink";
  };
  result.add(own.sink != theirs.sink, sink_words(own), sink_words(theirs));
  result.add(own.length_scale != theirs.length_scale,
             fmt::format("length scale {:.6g}", own.length_scale),
             fmt::format("length scale {:.6g}", theirs.length_scale));
  return result;
}

std::string module_words(const SoftmaxOptions& options) {
  constexpr std::array<std::string_view, 3> kWords{"the maximum subtracted",
                                                   "no maximum subtracted", "online"};
  return std::string(kWords.at(static_cast<std::size_t>(options.algorithm)));
}

SoftmaxOptions torch_softmax(const SoftmaxOptions& options) {
  return {.dim = options.dim, .log = options.log};
}

bool overflows(const SoftmaxOptions& options) {
  return options.algorithm == SoftmaxAlgorithm::kNaive;
}

SoftmaxOptions on_paper(SoftmaxOptions options) {
  options.algorithm = {};
  return options;
}

}  // namespace normscope::ops
