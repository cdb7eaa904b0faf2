// SPDX-License-Identifier: MIT
#include "core/ops/softmax_options.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::ops {

namespace {

constexpr std::array<std::string_view, 3> kSoftmaxPhrases{
    tr_later("softmax with the maximum subtracted"), tr_later("naive softmax"),
    tr_later("online softmax")};
// What other programs call an option.
constexpr std::array<std::string_view, 2> kTemperatureNames{"tau", "T"};
constexpr std::array<std::string_view, 2> kSinkNames{"off-by-one", "plus-one"};
// What people set.
constexpr std::array<double, 10> kUsualTemperatures{1.0, 0.5,  2.0, 0.1, 0.7,
                                                    0.8, 10.0, 0.2, 5.0, 1.5};

std::array<OptionOf<SoftmaxOptions>, 6> make_softmax_list() {
  using O = SoftmaxOptions;
  return {
      option_row<&O::dim>(
          {.key = "dim",
           .name = "dim",
           .title = tr_later("dimension"),
           .other_names = kDimensionNames,
           .help = tr_later("the dimension; negative counts from the end"),
           .widget = "axis",
           .label = tr_later("Over"),
           .of_dimensions = true,
           .groups = true,
           .surprise = {.weight = 1},
           .card = {tr_later("Dimension"), tr_later("The dimension whose elements sum to 1."),
                    "sum of y over this dimension = 1",
                    tr_later("Click another one: now the columns sum to 1.")}}),
      option_row<&O::temperature>(
          {.key = "temperature",
           .name = "temperature",
           .title = tr_later("temperature"),
           .other_names = kTemperatureNames,
           .help = tr_later("what logits are divided by"),
           .label = tr_later("Temperature"),
           .range = NumberRange::kAboveZero,
           .slides_from = 0.01,
           .slides_to = 100,
           .surprise = {.weight = 2, .usual = kUsualTemperatures, .digits = 2},
           .card = {tr_later("Temperature"),
                    tr_later("The logits are divided by it. Small: the largest takes all. Large: "
                             "all equal."),
                    "y = exp(x / T) / sum exp(x / T)", tr_later("Drag it to 0.1, then to 10.")}}),
      option_row<&O::algorithm, softmax_algorithm_names>(
          {.key = "algorithm",
           .name = "algorithm",
           .help = tr_later("how it is computed"),
           .label = tr_later("Algorithm"),
           .phrases = kSoftmaxPhrases,
           .card =
               {tr_later("How it is computed"),
                tr_later(
                    "Subtracting the maximum first changes nothing but the range. Naive overflows "
                    "above 88.7. Online needs one pass."),
                "exp(x - max)", tr_later("Set a number to 100 and choose naive.")}}),
      option_row<&O::log>(
          {.key = "log",
           .title = tr_later("the logarithm"),
           .label = tr_later("logarithm"),
           .names_operation = true,
           .card = {tr_later("Logarithm"),
                    tr_later("log-softmax: the logarithm of the result, computed stably."),
                    "y = x - max - log(sum)",
                    tr_later(
                        "Set two numbers of a row to 100: both become -0.693, log of a half.")}}),
      option_row<&O::sink>(
          {.key = "sink",
           .name = "sink",
           .title = tr_later("sink"),
           .other_names = kSinkNames,
           .help = tr_later("one more logit in the sum, without a share"),
           .absent = tr_later("none"),
           .label = tr_later("Sink"),
           .optional = true,
           .slides_from = -10,
           .slides_to = 10,
           .surprise = {.weight = 3, .digits = 2},
           .card = {tr_later("Logit of the sink"),
                    tr_later("It enters the maximum and the sum, and is not divided by "
                             "the temperature. At 0: softmax off by one."),
                    "y = exp(x) / (exp(b) + sum exp(x))",
                    tr_later("Raise it: all shares shrink.")}}),
      option_row<&O::length_scale>(
          {.key = "length_scale",
           .name = "length-scale",
           .title = tr_later("length scale"),
           .help = tr_later("s: the logits are multiplied by s log n"),
           .absent = tr_later("none"),
           .label = tr_later("Length scale"),
           .optional = true,
           .range = NumberRange::kFromZero,
           .slides_from = 0,
           .slides_to = 2,
           .surprise = {.weight = 3, .digits = 2},
           .card =
               {tr_later("Length scale"),
                tr_later(
                    "The logits are multiplied by s log n, n the numbers of a group, so that long "
                    "groups are not flattened. 0: they are not."),
                "y = softmax(s log(n) x)", tr_later("Set it to 0.43, then add columns.")}}),
  };
}

}  // namespace

std::span<const OptionOf<SoftmaxOptions>> option_list(const SoftmaxOptions& /*options*/) {
  static const auto list = make_softmax_list();
  return list;
}

namespace {

// The words of a softmax and those of its numbers.
std::string listed(const std::string& name, const SoftmaxOptions& options, bool temperature) {
  std::vector<std::string> parts{name};
  if (temperature) parts.push_back(tr("temperature {value}", arg("value", options.temperature)));
  if (options.has_sink()) parts.push_back(tr("sink {value}", arg("value", options.sink)));
  if (options.has_length_scale()) {
    parts.push_back(tr("length scale {value}", arg("value", options.length_scale)));
  }
  return text::listed(parts);
}

}  // namespace

std::span<const double> usual_temperatures() {
  return kUsualTemperatures;
}

std::string short_words(const SoftmaxOptions& options) {
  const bool naive = overflows(options);
  const std::string_view name = options.log
                                    ? naive ? tr_later("naive log softmax over dimension {dim}")
                                            : tr_later("log softmax over dimension {dim}")
                                : naive ? tr_later("naive softmax over dimension {dim}")
                                        : tr_later("softmax over dimension {dim}");
  return listed(tr(name, arg("dim", options.dim)), options, options.temperature != 1);
}

std::string full_words(const SoftmaxOptions& options, std::string_view over) {
  const std::string dimension =
      options.dim == -1 ? tr("the last dimension") : tr("dimension {dim}", arg("dim", options.dim));
  if (over.empty()) over = dimension;
  return listed(tr(options.log ? tr_later("log-softmax over {dimensions}")
                               : tr_later("softmax over {dimensions}"),
                   arg("dimensions", over)),
                options, true);
}

std::string class_words(const SoftmaxOptions& options) {
  return options.log ? "LogSoftmax" : "Softmax";
}

Differences differences(const SoftmaxOptions& own, const SoftmaxOptions& theirs) {
  Differences result;
  result.add(own.algorithm != theirs.algorithm, module_words(own), module_words(theirs));
  result.add(own.temperature != theirs.temperature,
             tr("temperature {value:.6g}", arg("value", own.temperature)),
             tr("temperature {value:.6g}", arg("value", theirs.temperature)));
  const auto sink_words = [](const SoftmaxOptions& of) {
    return of.has_sink() ? tr("a sink of {value:.6g}", arg("value", of.sink)) : tr("no sink");
  };
  result.add(own.sink != theirs.sink, sink_words(own), sink_words(theirs));
  result.add(own.length_scale != theirs.length_scale,
             tr("length scale {value:.6g}", arg("value", own.length_scale)),
             tr("length scale {value:.6g}", arg("value", theirs.length_scale)));
  return result;
}

std::string module_words(const SoftmaxOptions& options) {
  constexpr std::array<std::string_view, 3> kWords{
      tr_later("the maximum subtracted"), tr_later("no maximum subtracted"), tr_later("online")};
  return tr(kWords.at(static_cast<std::size_t>(options.algorithm)));
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
