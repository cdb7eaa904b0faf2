// SPDX-License-Identifier: MIT
#include "app/results/hand_written/hand_written.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "app/document/hand_written.hpp"
#include "app/results/step_labels.hpp"
#include "core/text/translate.hpp"
#include "core/trace/written.hpp"

namespace normscope::results {

using document::Document;
using document::HandWritten;
using document::HandWrittenStep;
using trace::Primitive;
using trace::TensorRef;

namespace {

// The values that the cells computed, as functions of the input of which nothing is known.
std::optional<trace::Trace> given_trace(const Document& document, const HandWritten& hand_written,
                                        const tensor::GroupLayout& groups) {
  const tensor::Shape& whole = document.inputs[document.input].values.shape();
  trace::TraceParts parts;
  parts.program.groups = groups;
  std::set<std::string> names;  // unique, because cards and source lines are found by name
  for (const HandWrittenStep& of : hand_written.steps) {
    const tensor::Shape& shape = of.values.shape();
    const bool fits = of.values.size() > 0 && (shape == whole || shape == groups.reduced_shape);
    if (!fits || !names.insert(of.step.name).second) return std::nullopt;
    trace::Step step;
    step.role = of.step.role;
    step.name = of.step.name;
    step.symbol = of.step.symbol;
    step.formula = of.step.formula;
    step.shape = shape;
    step.per_group = shape != whole;
    if (parts.program.size() > 0) step.a = 0;
    parts.program.steps.push_back(std::move(step));
    parts.given.push_back(of.values.values());
  }
  // The last step is the output.
  if (parts.program.steps.back().shape != whole) return std::nullopt;
  return trace::Trace(std::move(parts));
}

// The document's gamma or beta in place of the one that was written; nothing where it has another
// number of values than that one.
Expected<TensorRef> parameter_of(const Document& document, const HandWritten& hand_written,
                                 const HandWrittenStep& step) {
  const bool gamma = step.step.role == trace::Role::kGamma;
  const bool norm = hand_written.subject == document::Subject::kNorm;
  if (!norm || (!gamma && step.step.role != trace::Role::kBeta)) return step.values.values();
  const document::Parameter& is = gamma ? document.norm.gamma : document.norm.beta;
  const document::Parameter& was = gamma ? hand_written.norm.gamma : hand_written.norm.beta;
  if (is.values == was.values) return step.values.values();
  auto values = tensor::Tensor(*is.values.values()).reshaped(step.step.shape);
  if (!values) return tl::unexpected(values.error());
  return std::make_shared<const tensor::Tensor>(*std::move(values));
}

Expected<trace::Trace> written_trace(const Document& document, const HandWritten& hand_written) {
  const auto& x = document.inputs[document.input].values;
  auto made =
      trace::written_program(labelled(document::running_steps(document, hand_written)), x.shape());
  if (!made) return tl::unexpected(made.error());
  std::vector<TensorRef> leaves(made->program.steps.size());
  leaves.front() = x.values();
  for (std::size_t at = 1; at < hand_written.steps.size(); ++at) {
    const HandWrittenStep& step = hand_written.steps[at];
    if (step.step.primitive != Primitive::kGiven) continue;
    auto values = parameter_of(document, hand_written, step);
    if (!values) return tl::unexpected(values.error());
    leaves[static_cast<std::size_t>(made->positions[at])] = *std::move(values);
  }
  return trace::Trace::of(std::move(made->program), std::move(leaves));
}

// The largest distance of values from those of a step; 0 where every bit is the same.
double distance_of(const trace::Trace& trace, int step, const tensor::Tensor& values) {
  const std::span<const float> kept = trace.kept(step);
  if (kept.size() != values.values().size()) return 0;
  double largest = 0;
  for (std::size_t at = 0; at < kept.size(); ++at) {
    const float a = kept[at];
    const float b = values.values()[at];
    if (std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b)) continue;
    if (std::isnan(a) && std::isnan(b)) continue;
    const double distance = std::abs(static_cast<double>(a) - static_cast<double>(b));
    largest = std::isnan(distance) ? std::numeric_limits<double>::infinity()
                                   : std::max(largest, distance);
  }
  return largest;
}

}  // namespace

std::optional<trace::Trace> hand_written_trace(const Document& document,
                                               const tensor::GroupLayout& groups) {
  const HandWritten* const hand_written = document::hand_written_operation(document);
  if (hand_written == nullptr || hand_written->built_in) return std::nullopt;
  if (!hand_written->has_operands()) {
    const bool known = document::has_hand_written_values(document, *hand_written);
    return known ? given_trace(document, *hand_written, groups) : std::nullopt;
  }
  auto made = written_trace(document, *hand_written);
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

Expected<trace::Trace> chain_trace(const Document& document) {
  const HandWritten* const chain = document::chain_operation(document);
  if (chain == nullptr) {
    return base::fail(base::ErrorKind::kInvalidArgument, tr("no cell wrote steps of this input"));
  }
  return written_trace(document, *chain);
}

std::optional<std::size_t> chain_step(const Document& document, std::string_view name) {
  const HandWritten* const chain = document::chain_operation(document);
  if (chain == nullptr) return std::nullopt;
  const auto steps = labelled(document::running_steps(document, *chain));
  const auto found = std::ranges::find(steps, name, &trace::WrittenStep::name);
  if (found == steps.end()) return std::nullopt;
  return static_cast<std::size_t>(found - steps.begin());
}

void add_sources(const Document& document, const std::vector<Stage>& stages,
                 std::vector<Card>& cards) {
  const HandWritten* const hand_written = document::hand_written_operation(document);
  if (hand_written == nullptr || stages.empty()) return;
  const bool compares = document::has_hand_written_values(document, *hand_written);
  const auto steps = labelled(document::running_steps(document, *hand_written));
  const trace::Trace& trace = stages.back().trace;
  for (Card& card : cards) {
    if (card.stage + 1 != stages.size()) continue;
    const auto& name = trace.steps()[static_cast<std::size_t>(card.step)].name;
    const auto found = std::ranges::find(steps, name, &trace::WrittenStep::name);
    if (found == steps.end()) continue;
    const auto& step = hand_written->steps[static_cast<std::size_t>(found - steps.begin())];
    if (step.line > 0) card.source = {step.cell, step.line, step.text};
    if (!compares || step.values.size() == 0) continue;
    card.source.distance = distance_of(trace, card.step, *step.values.values());
  }
}

}  // namespace normscope::results
