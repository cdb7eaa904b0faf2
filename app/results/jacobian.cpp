// SPDX-License-Identifier: MIT
#include "app/results/jacobian.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "app/results/backward.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/trace/double_values.hpp"

namespace normscope::results {

using document::Document;
using tensor::Tensor;
using trace::TensorRef;

namespace {

using Doubles = std::vector<double>;

// The values of a step in one group; empty where they are not known in double.
Doubles group_values(const Evaluation& evaluation, const trace::TraceParts& parts, int step,
                     std::int64_t group) {
  const tensor::GroupLayout& layout = evaluation.layout;
  trace::DoubleValues in_double(parts);
  Doubles values;
  for (std::int64_t i = 0; i < layout.size; ++i) {
    const auto value = in_double.value(step, layout.base(group) + layout.offset(i));
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
}

template <class Value>
JacobianPart part_of(std::string formula, std::size_t n, Value value) {
  JacobianPart part{std::move(formula), {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) part.values.push_back(value(i, j));
  }
  return part;
}

// The elements of gamma in a group; ones without it.
Doubles gamma_of(const Evaluation& evaluation, std::int64_t group) {
  const auto size = evaluation.layout.size;
  Doubles gamma(static_cast<std::size_t>(size), 1.0);
  const TensorRef given = evaluation.stages.back().trace.parameter(trace::Role::kGamma);
  const auto plan =
      ops::plan_norm(evaluation.activations->shape(), evaluation.document->norm.effective());
  if (!given || !plan) return gamma;
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t at = plan->affine.index(group, i);
    gamma[static_cast<std::size_t>(i)] =
        static_cast<double>(given->values()[static_cast<std::size_t>(at)]);
  }
  return gamma;
}

void add_norm_parts(const Evaluation& evaluation, std::int64_t group, GroupJacobian& jacobian) {
  const ops::NormOptions options = evaluation.document->norm.effective();
  if (options.returned != ops::Returned::kNormalized || options.running) return;
  Doubles h = group_values(evaluation, evaluation.stages.back().trace.parts(), 0, group);
  const std::size_t size = h.size();
  const auto n = static_cast<double>(size);
  double mean = 0;
  for (const double x : h) mean += x / n;
  double squares = 0;
  for (double& x : h) {
    if (options.centred()) x -= mean;
    squares += x * x;
  }
  const double s = ops::denominator(squares, n, options);
  const bool outside = options.epsilon_placement == ops::EpsilonPlacement::kOutside;
  const double deviation = outside ? s - options.epsilon : s;
  const double count = ops::variance_count(n, options);
  const bool plain = !outside && count == n;
  for (double& x : h) x /= s;
  const Doubles gamma = gamma_of(evaluation, group);
  const bool ones = std::ranges::all_of(gamma, [](double g) { return g == 1; });
  const std::string factor = ones ? "" : "\\gamma\\,";
  jacobian.forgets_shift = options.centred();
  jacobian.parts.push_back(part_of(factor + "r I", size, [&](std::size_t i, std::size_t j) {
    return i == j ? gamma[i] / s : 0.0;
  }));
  if (options.centred()) {
    jacobian.parts.push_back(
        part_of("-" + factor + "r\\,1 1^{T} / n", size,
                [&](std::size_t i, std::size_t) { return -gamma[i] / (s * n); }));
  }
  // Of a constant group nothing is normalized.
  const double k = squares == 0 ? 0 : 1 / (count * deviation);
  jacobian.parts.push_back(
      part_of("-" + factor + (plain ? "r\\,h h^{T} / n" : "k\\,h h^{T}"), size,
              [&](std::size_t i, std::size_t j) { return -gamma[i] * k * h[i] * h[j]; }));
  if (!ones) return;
  jacobian.along_scale = 1 / s - k * squares / (s * s);
  jacobian.along_others = 1 / s;
}

void add_softmax_parts(const Evaluation& evaluation, std::int64_t group, GroupJacobian& jacobian) {
  const ops::SoftmaxOptions& options = evaluation.document->softmax;
  const Card& output = evaluation.cards[backward_cards(evaluation)->output];
  Doubles p = group_values(evaluation, evaluation.stages.back().trace.parts(), output.step, group);
  const double k = ops::length_factor(options, evaluation.layout.size) / options.temperature;
  const std::string factor = k == 1 ? "" : "k\\,";
  jacobian.forgets_shift = !options.has_sink();
  if (options.log) {
    for (double& share : p) share = std::exp(share);
  }
  jacobian.parts.push_back(part_of(
      factor + (options.log ? "I" : "\\mathrm{diag}(p)"), p.size(),
      [&](std::size_t i, std::size_t j) { return i == j ? k * (options.log ? 1 : p[i]) : 0.0; }));
  jacobian.parts.push_back(
      part_of("-" + factor + (options.log ? "1 p^{T}" : "p\\,p^{T}"), p.size(),
              [&](std::size_t i, std::size_t j) { return -k * (options.log ? 1 : p[i]) * p[j]; }));
}

// Whether the parts add up to it, but for roundings.
bool add_up(const GroupJacobian& jacobian) {
  constexpr double kShare = 1e-6;
  double largest = 0;
  for (const double value : jacobian.values) largest = std::max(largest, std::abs(value));
  for (std::size_t at = 0; at < jacobian.values.size(); ++at) {
    double rest = jacobian.values[at];
    for (const JacobianPart& part : jacobian.parts) rest -= part.values[at];
    if (!(std::abs(rest) <= kShare * largest)) return false;
  }
  return true;
}

}  // namespace

std::vector<float> jacobian_of(const Evaluation& evaluation) {
  if (evaluation.stages.empty()) return {};
  const trace::Trace& shown = evaluation.stages.back().trace;
  const int upstream = shown.find(trace::Role::kUpstreamGradient);
  if (upstream < 0) return {};
  const std::int64_t rows = tensor::product(shown.program().step(upstream).shape);
  const std::int64_t columns = tensor::product(shown.steps().back().shape);
  if (rows > kMostCoefficients || columns > kMostCoefficients) return {};
  std::vector<TensorRef> leaves(shown.steps().size());
  for (std::size_t at = 0; at < leaves.size(); ++at) {
    if (shown.steps()[at].is_leaf()) leaves[at] = shown.parts().given[at];
  }
  std::vector<float> jacobian;
  for (std::int64_t row = 0; row < rows; ++row) {
    auto unit = Tensor::full(shown.program().step(upstream).shape, 0.0F);
    if (!unit) return {};
    unit->values()[static_cast<std::size_t>(row)] = 1;
    leaves[static_cast<std::size_t>(upstream)] = std::make_shared<const Tensor>(*std::move(unit));
    const auto pass = trace::Trace::of(shown.program(), leaves);
    if (!pass) return {};
    const auto dx = pass->whole(shown.program().size() - 1);
    if (!dx) return {};
    jacobian.insert(jacobian.end(), dx->values().begin(), dx->values().end());
  }
  return jacobian;
}

GroupJacobian group_jacobian(const Evaluation& evaluation, std::int64_t group) {
  const tensor::GroupLayout& layout = evaluation.layout;
  if (!has_operation_gradient(evaluation) || layout.size > kMostOfGroup) return {};
  trace::TraceParts parts = evaluation.stages.back().trace.parts();
  const int upstream = parts.program.find(trace::Role::kUpstreamGradient);
  auto unit = Tensor::full(parts.program.step(upstream).shape, 0.0F);
  if (!unit) return {};
  const auto dy = std::make_shared<Tensor>(*std::move(unit));
  parts.given[static_cast<std::size_t>(upstream)] = dy;
  GroupJacobian jacobian;
  for (std::int64_t i = 0; i < layout.size; ++i) {
    float& one = dy->values()[static_cast<std::size_t>(layout.base(group) + layout.offset(i))];
    one = 1;
    const Doubles dx = group_values(evaluation, parts, operation_gradient(evaluation), group);
    if (dx.empty()) return {};
    jacobian.values.insert(jacobian.values.end(), dx.begin(), dx.end());
    one = 0;
  }
  const Document& document = *evaluation.document;
  if (!has_form(document, trace::BackwardForm::kClosed)) return jacobian;
  GroupJacobian known = jacobian;
  if (document.subject == document::Subject::kSoftmax) {
    add_softmax_parts(evaluation, group, known);
  } else {
    add_norm_parts(evaluation, group, known);
  }
  return add_up(known) ? known : jacobian;
}

}  // namespace normscope::results
