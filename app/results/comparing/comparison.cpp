// SPDX-License-Identifier: MIT
#include "app/results/comparing/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/results/backward.hpp"
#include "app/results/errors.hpp"
#include "app/results/evaluation.hpp"
#include "app/results/hand_written/builtin.hpp"
#include "core/base/limits.hpp"
#include "core/base/ulp.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::results {

using document::Calculation;
using document::Document;
using trace::Role;
using trace::TensorRef;

namespace {

constexpr std::int64_t kComparedSample = 4096;

std::string name_of(Role role) {
  return std::string(base::name_of(trace::role_names(), role));
}

// A step's part in its operation. Without a variance, the mean square takes its part; and what the
// values are divided by has the same part whatever was added to it.
std::string role_of(const trace::Trace& trace, int step) {
  const trace::Program& program = trace.program();
  for (const trace::Step& other : program.steps) {
    if (other.primitive == trace::Primitive::kDivide && other.b == step) return "divisor";
  }
  const trace::Step& of = program.step(step);
  if (program.find(Role::kVariance) < 0) {
    if (of.role == Role::kMeanSquare) return name_of(Role::kVariance);
    if (of.role == Role::kMeanSquarePlusEpsilon) return name_of(Role::kVariancePlusEpsilon);
  }
  return of.name;
}

// The card of B in the role of this card of A: layers and outputs by their place, the steps between
// by their part in the operation.
std::optional<std::size_t> counterpart(const Evaluation& a, const Evaluation& b, std::size_t card) {
  const Card& of = a.cards[card];
  if (of.stage + 1 < a.stages.size()) return card;
  if (card + 1 == a.cards.size()) return b.cards.size() - 1;
  if (is_softmax(a) != is_softmax(b)) return std::nullopt;  // their steps have other meanings
  const std::string role = role_of(a.stages.back().trace, of.step);
  for (std::size_t other = 0; other + 1 < b.cards.size(); ++other) {
    const Card& candidate = b.cards[other];
    if (candidate.stage + 1 < b.stages.size()) continue;
    if (role_of(b.stages.back().trace, candidate.step) == role) return other;
  }
  return std::nullopt;
}

// A position in each of kComparedSample equal parts of a step. Its place in the part changes by the
// golden ratio, so that the positions cannot all lie in the same columns.
std::int64_t sampled(std::int64_t part, std::int64_t size) {
  constexpr double kGolden = 0.6180339887498949;
  const auto number = static_cast<double>(part);
  const double place = number + number * kGolden - std::floor(number * kGolden);
  return static_cast<std::int64_t>(place * static_cast<double>(size) / kComparedSample);
}

void compare_values(const trace::Trace& a, int a_step, const trace::Trace& b, int b_step,
                    StepPair& pair) {
  const std::int64_t size = tensor::product(a.steps()[static_cast<std::size_t>(a_step)].shape);
  const bool kept = !a.kept(a_step).empty() && !b.kept(b_step).empty();
  const bool whole = kept || size <= base::kWholeStepElements;
  pair.parting = Parting::kSame;
  for (std::int64_t i = 0; i < (whole ? size : kComparedSample); ++i) {
    const std::int64_t at = whole ? i : sampled(i, size);
    const double distance = std::abs(base::difference_of(a.value(a_step, at), b.value(b_step, at)));
    if (distance == 0) continue;
    pair.parting = Parting::kApart;
    if (std::isfinite(distance)) pair.largest = std::max(pair.largest, distance);
  }
}

StepPair pair_of(const Evaluation& a, const Evaluation& b, std::size_t card) {
  StepPair pair{.b = counterpart(a, b, card)};
  if (!pair.b) return pair;
  const Card& of_a = a.cards[card];
  const Card& of_b = b.cards[*pair.b];
  const trace::Trace& trace_a = a.stages[of_a.stage].trace;
  const trace::Trace& trace_b = b.stages[of_b.stage].trace;
  const auto shape_of = [](const trace::Trace& trace, int step) {
    return trace.steps()[static_cast<std::size_t>(step)].shape;
  };
  if (of_a.stage + 1 < a.stages.size()) {
    pair.parting = Parting::kSame;  // the layers before the operation are the same
  } else if (shape_of(trace_a, of_a.step) != shape_of(trace_b, of_b.step)) {
    pair.parting = Parting::kOtherShape;
  } else {
    compare_values(trace_a, of_a.step, trace_b, of_b.step, pair);
  }
  return pair;
}

// The output of the steps: the trace's own where it is kept whole, else the device's.
Expected<TensorRef> output_of_steps(const Evaluation& evaluation) {
  if (evaluation.activations->size() > base::kWholeStepElements) {
    return std::make_shared<const tensor::Tensor>(evaluation.result->y);
  }
  const trace::Trace& trace = evaluation.stages.back().trace;
  auto whole = trace.whole(static_cast<int>(trace.steps().size()) - 1);
  if (!whole) return tl::unexpected(whole.error());
  return std::make_shared<const tensor::Tensor>(*std::move(whole));
}

Expected<TensorRef> output_of_device(const compute::Request& request, Calculation calculation,
                                     const compute::Backends& backends, const Watch& watch) {
  if (calculation == Calculation::kTorch) {
    auto made = builtin_output(request);
    if (!made) return tl::unexpected(made.error());
    return std::make_shared<const tensor::Tensor>(*std::move(made));
  }
  compute::Settings settings{.stop = watch.stop};
  settings.device = calculation == Calculation::kGpu   ? compute::Device::kGpu
                    : calculation == Calculation::kCpu ? compute::Device::kCpu
                                                       : compute::Device::kReference;
  auto made = compute::compute(backends, request, settings);
  if (!made) return tl::unexpected(made.error());
  return std::make_shared<const tensor::Tensor>(std::move(made->y));
}

Expected<TensorRef> output_of(const Document& document, const Evaluation& evaluation,
                              Calculation calculation, const compute::Backends& backends,
                              const Watch& watch) {
  if (calculation != Calculation::kSteps) {
    if (runs_by_steps(document)) {
      return base::fail(
          base::ErrorKind::kUnsupported,
          std::string(document.backward.on
                          ? tr("a backward pass is computed by its own steps alone")
                          : tr("what a cell wrote is computed by its own steps alone")));
    }
    const compute::Request request = operation_request(document, evaluation.activations);
    return output_of_device(request, calculation, backends, watch);
  }
  return output_of_steps(evaluation);
}

double largest_finite(const tensor::Tensor& a, const tensor::Tensor& b) {
  double largest = 0;
  for (std::size_t at = 0; at < a.values().size(); ++at) {
    const double distance = std::abs(base::difference_of(a.values()[at], b.values()[at]));
    if (std::isfinite(distance)) largest = std::max(largest, distance);
  }
  return largest;
}

// The sign of a NaN says nothing.
std::string number(float value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

std::array<std::string, 2> names_of(const Document& document) {
  const document::Comparison& comparison = *document.comparison;
  std::string a = document::operation_description(document::operation_of(document));
  if (comparison.a_calculation != Calculation::kSteps) {
    a = tr("{operation} by {calculation}", arg("operation", a),
           arg("calculation", document::calculation_description(comparison.a_calculation)));
  } else if (document::hand_written_operation(document) != nullptr) {
    a = tr("the cell's own {operation}", arg("operation", a));
  }
  if (document.backward.on && comparison.b_form) {
    a = text::labelled(document::form_description(form_of(document)), a);
  }
  return {std::move(a), document::other_description(document)};
}

}  // namespace

Compared compare(const Document& document, const Evaluation& a, std::shared_ptr<const Evaluation> b,
                 const compute::Backends& backends, const Watch& watch) {
  const document::Comparison& comparison = *document.comparison;
  Compared result{.names = names_of(document)};
  const auto fail = [&result](const base::Error& error) {
    result.failure = error;
    return std::move(result);
  };
  auto output = output_of(document, a, comparison.a_calculation, backends, watch);
  if (!output) return fail(output.error());
  result.outputs[0] = *std::move(output);
  if (const auto* given = std::get_if<document::GivenOutput>(&comparison.b)) {
    result.outputs[1] = given->values.values();
  } else {
    if (b && b->failure) return fail(*b->failure);
    auto other = output_of(document::other_alone(document), b ? *b : a, comparison.b_calculation,
                           backends, watch);
    if (!other) return fail(other.error());
    result.outputs[1] = *std::move(other);
  }
  const auto difference = variants::largest_difference(*result.outputs[0], *result.outputs[1]);
  if (!difference) return fail(difference.error());
  result.difference = *difference;
  result.pairs.resize(a.cards.size());
  if (b && comparison.a_calculation == Calculation::kSteps &&
      comparison.b_calculation == Calculation::kSteps) {
    result.b = std::move(b);
    for (std::size_t card = 0; card < a.cards.size(); ++card) {
      result.pairs[card] = pair_of(a, *result.b, card);
    }
  }
  StepPair& last = result.pairs.back();
  last.parting = result.difference.differing == 0 ? Parting::kSame : Parting::kApart;
  last.largest = largest_finite(*result.outputs[0], *result.outputs[1]);
  return result;
}

std::string difference_text(const variants::Difference& difference, const tensor::Shape& shape) {
  if (difference.at < 0) return tr("A and B are the same in every number");
  const std::string index = tensor::index_to_text(shape, difference.at);
  const std::int64_t all = tensor::product(shape);
  if (!std::isfinite(difference.absolute)) {
    return tr("{a} against {b} at {index}; {n} of {all} differ", arg("a", number(difference.a)),
              arg("b", number(difference.b)), arg("index", index), arg("n", difference.differing),
              arg("all", all));
  }
  const double value = static_cast<double>(difference.a) - static_cast<double>(difference.b);
  const std::string ulps = difference.ulps < 1e6 ? fmt::format("{:.0f}", difference.ulps)
                                                 : fmt::format("{:.1e}", difference.ulps);
  return tr("largest difference {value:.3g} ({ulps} ULP) at {index}; {n} of {all} differ",
            arg("value", value), arg("ulps", ulps), arg("index", index),
            arg("n", difference.differing), arg("all", all));
}

}  // namespace normscope::results
