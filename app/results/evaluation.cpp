// SPDX-License-Identifier: MIT
#include "app/results/evaluation.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/results/backward.hpp"
#include "app/results/errors.hpp"
#include "app/results/hand_written/hand_written.hpp"
#include "core/base/limits.hpp"
#include "core/base/memory.hpp"
#include "core/compute/linear.hpp"
#include "core/ops/linear.hpp"
#include "core/precision/evaluate.hpp"
#include "core/random/distributions.hpp"
#include "core/stats/groups.hpp"
#include "core/stats/sample.hpp"
#include "core/text/translate.hpp"
#include "core/trace/operations.hpp"
#include "core/trace/values.hpp"
#include "core/variants/outputs.hpp"

namespace normscope::results {

using document::Document;
using document::Layer;
using document::LinearLayer;
using tensor::Tensor;
using trace::TensorRef;

namespace {

struct StageResult {
  Stage stage;
  TensorRef output;
};

TensorRef share(Tensor values) {
  return std::make_shared<const Tensor>(std::move(values));
}

Expected<StageResult> run_layer(const LinearLayer& layer, const TensorRef& x,
                                const std::stop_token& stop) {
  if (x->rank() == 0) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("a linear layer needs an input of at least one dimension"));
  }
  random::Generator generator;
  const auto placed = generator.set_state({layer.seed, layer.position, {}});
  if (!placed) return tl::unexpected(placed.error());
  auto drawn = random::linear_parameters(generator, x->shape().back(), layer.out_features);
  if (!drawn) return tl::unexpected(drawn.error());
  const TensorRef weight = share(std::move(drawn->weight));
  const TensorRef bias = share(std::move(drawn->bias));
  const auto shape = ops::linear_shape(x->shape(), weight->shape(), &bias->shape());
  if (!shape) return tl::unexpected(shape.error());
  const auto count = tensor::element_count(*shape);
  if (!count) return tl::unexpected(count.error());
  const auto bytes = static_cast<std::uint64_t>(*count) * sizeof(float);
  if (const auto fits = base::check_memory(bytes, text::tr_later("the output of a linear layer"));
      !fits) {
    return tl::unexpected(fits.error());
  }
  auto traced = trace::trace_linear(x, weight, bias);
  if (!traced) return tl::unexpected(traced.error());
  // A small output is the trace's last step. A large one is computed by the cpu backend, while the
  // trace computes only the values that are shown.
  auto output = *count <= base::kWholeStepElements
                    ? traced->whole(static_cast<int>(traced->steps().size()) - 1)
                    : compute::linear(*x, *weight, bias.get(), {.stop = stop});
  if (!output) return tl::unexpected(output.error());
  return StageResult{{{}, *std::move(traced)}, share(*std::move(output))};
}

Expected<StageResult> run_layer(const document::ReluLayer& /*layer*/, const TensorRef& x,
                                const std::stop_token& /*stop*/) {
  return StageResult{{{}, trace::trace_relu(x)}, share(ops::relu(*x))};
}

Expected<void> run_layers(const Document& document, Evaluation& result,
                          const std::stop_token& stop) {
  for (const Layer& layer : document.layers) {
    if (stop.stop_requested()) return {};
    const auto& shape = result.activations->shape();
    const std::int64_t features = shape.empty() ? 1 : shape.back();
    auto done = std::visit(
        [&](const auto& known) { return run_layer(known, result.activations, stop); }, layer);
    if (!done) return tl::unexpected(done.error());
    done->stage.name = document::layer_name(layer, features);
    result.stages.push_back(std::move(done->stage));
    result.activations = std::move(done->output);
  }
  return {};
}

// Progress at which each part is done, measured with a batch of ten million numbers.
constexpr double kComputed = 0.4;
constexpr double kTraced = 0.7;
constexpr double kChecked = 0.8;

void report(const Watch& watch, double share) {
  if (watch.progress) watch.progress(share);
}

// How the input differs from that of an evaluation before, in ranges that a device receives at
// once.
compute::Edit edit_since(const Evaluation* before, const Document& document) {
  if (before == nullptr || !before->document || !before->input || !document.layers.empty()) {
    return {};
  }
  constexpr std::int64_t kRange = 4096;
  const auto& values = document.inputs[document.input].values;
  const auto& inputs = before->document->inputs;
  const auto positions = values.changed_since(inputs[before->document->input].values);
  if (!positions) return {};
  compute::Edit edit{before->input, {}};
  for (const std::int64_t position : *positions) {
    const std::int64_t first = position / kRange * kRange;
    if (!edit.ranges.empty() && edit.ranges.back().first == first) continue;
    edit.ranges.push_back({first, std::min(kRange, values.size() - first)});
  }
  return edit;
}

// The steps under the document's plan.
Expected<trace::Trace> under_plan(const Document& document, Evaluation& result,
                                  Expected<trace::Trace> traced) {
  if (!traced || document.precision == precision::Plan{}) return traced;
  if (tensor::product(traced->program().steps.front().shape) <= base::kWholeStepElements) {
    auto examined = precision::Examination::of(traced->program(), precision::leaves_of(*traced),
                                               document.precision);
    if (!examined) return tl::unexpected(examined.error());
    result.examined = std::make_shared<const precision::Examination>(*std::move(examined));
    return precision::trace_of(result.examined->program(), result.examined->values());
  }
  return precision::trace_under(*traced, document.precision);
}

Expected<trace::Trace> float_steps(const Document& document, const compute::Request& request,
                                   const tensor::GroupLayout& layout) {
  auto hand_written = hand_written_trace(document, layout);
  if (hand_written) return *std::move(hand_written);
  compute::Request plain = request;
  plain.precision = {};
  return variants::trace_of(plain);
}

Expected<void> run_operation(const Document& document, Evaluation& result,
                             const compute::Backends& backends, compute::Device device,
                             const Watch& watch) {
  const std::stop_token& stop = watch.stop;
  compute::Request request = operation_request(document, result.activations);
  request.edit = edit_since(watch.before, document);
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  result.layout = compute::groups_of(*plan);
  result.groups = result.layout.count;

  compute::Settings settings{.device = device, .stop = stop, .fall_back = watch.fall_back};
  settings.progress = [&watch](double share) { report(watch, kComputed * share); };
  auto computed = compute::compute(backends, request, settings);
  if (!computed) return tl::unexpected(computed.error());
  report(watch, kComputed);
  if (stop.stop_requested()) return {};

  auto traced = under_plan(document, result, float_steps(document, request, result.layout));
  if (!traced) return tl::unexpected(traced.error());
  report(watch, kTraced);
  result.output_step = traced->steps().back().name;
  result.stages.push_back({document::operation_name(document), *std::move(traced)});
  result.result = std::make_shared<const compute::Result>(*std::move(computed));

  const auto y = result.result->y.values();
  for (const std::int64_t group : groups_to_check(result.groups, request.x->size())) {
    if (stop.stop_requested()) return {};
    result.group_errors.push_back(group_error(*plan, request, y, group));
  }
  result.error = largest_error(result.group_errors);
  report(watch, kChecked);
  return {};
}

Expected<trace::Trace> forward_trace(const Document& document, const Evaluation& result) {
  if (document.subject == document::Subject::kChain) return chain_trace(document);
  const compute::Request request = operation_request(document, result.activations);
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  return float_steps(document, request, compute::groups_of(*plan));
}

Expected<trace::Trace> steps_of(const Document& document, const Evaluation& result) {
  auto forward = forward_trace(document, result);
  if (!forward || !document.backward.on) return forward;
  return backward_trace(document, *forward, result.stages);
}

// A chain and a backward pass are computed by their own steps, whatever device was chosen.
Expected<void> run_steps(const Document& document, Evaluation& result, const Watch& watch) {
  auto traced = under_plan(document, result, steps_of(document, result));
  if (!traced) return tl::unexpected(traced.error());
  report(watch, kTraced);
  result.layout = traced->groups();
  result.groups = result.layout.count;
  const int last = traced->program().size() - 1;
  const auto count = tensor::product(traced->program().step(last).shape);
  const auto bytes = static_cast<std::uint64_t>(count) * sizeof(float);
  if (const auto fits = base::check_memory(bytes, text::tr_later("the output of the steps"));
      !fits) {
    return tl::unexpected(fits.error());
  }
  if (watch.stop.stop_requested()) return {};
  auto output = trace::values_of(traced->parts(), last);
  if (!output) return tl::unexpected(output.error());
  compute::Result computed{*std::move(output), {}, {}, {}, tr("cpu, step by step")};
  result.result = std::make_shared<const compute::Result>(std::move(computed));
  result.output_step = traced->steps().back().name;
  if (document.backward.on) result.left = left_beside(*result.document, *traced);
  const std::string name = document::operation_name(document);
  result.stages.push_back(
      {document.backward.on ? tr("{operation} backward", arg("operation", name)) : name,
       *std::move(traced)});
  report(watch, kChecked);
  return {};
}

bool are_many(std::span<const float> values) {
  return static_cast<std::int64_t>(values.size()) >= kManyValues;
}

Described sampled(std::span<const float> values) {
  Described result;
  result.moments = stats::moments(stats::sample(values));
  result.sampled = true;
  return result;
}

std::shared_ptr<const stats::Histogram> fine_counts(std::span<const float> values,
                                                    const stats::Moments& moments) {
  if (!are_many(values) || moments.finite_count() < moments.count ||
      moments.minimum == moments.maximum) {
    return nullptr;
  }
  auto counts = stats::histogram(values, kFineBins, moments.minimum, moments.maximum);
  return counts ? std::make_shared<const stats::Histogram>(*std::move(counts)) : nullptr;
}

Described described(std::span<const float> values) {
  Described result;
  result.blocks = stats::BlockMoments(values);
  result.moments = result.blocks.moments();
  result.counts = fine_counts(values, result.moments);
  result.counted = true;
  return result;
}

// Counts the values where an edit has changed their range.
void recount(std::span<const float> values, Described& described) {
  if (described.counted) return;
  described.counts = fine_counts(values, described.moments);
  described.counted = true;
}

// Describes all values.
Expected<void> describe_all(Evaluation& result, const std::stop_token& stop) {
  const auto before = result.activations->values();
  result.before = described(before);
  if (!result.result || stop.stop_requested()) return {};
  const auto after = result.result->y.values();
  result.after = described(after);
  if (result.layout.size < kLargeGroup || !has_groups(result) || stop.stop_requested()) return {};
  const auto befores = stats::group_moments(before, result.layout);
  if (!befores) return tl::unexpected(befores.error());
  if (stop.stop_requested()) return {};
  const auto afters = stats::group_moments(after, result.layout);
  if (!afters) return tl::unexpected(afters.error());
  for (std::size_t group = 0; group < befores->size(); ++group) {
    result.large_groups.push_back({(*befores)[group], (*afters)[group]});
  }
  return {};
}

// Adds the cards, and describes all values or a sample of many.
Expected<void> describe(const Document& document, Evaluation& result) {
  result.cards = cards_of(result.stages);
  add_sources(document, result.stages, result.cards);
  if (!are_many(result.activations->values())) return describe_all(result, {});
  result.before = sampled(result.activations->values());
  if (result.result) result.after = sampled(result.result->y.values());
  return {};
}

// The evaluation of B, from the activations of A; null where B has no steps of its own.
std::shared_ptr<const Evaluation> evaluate_other(const Document& document, const Evaluation& a,
                                                 const compute::Backends& backends,
                                                 compute::Device device, const Watch& watch) {
  if (document::other_operation(document) == nullptr) return nullptr;
  const Document other = document::other_alone(document);
  auto b = std::make_shared<Evaluation>();
  b->revision = a.revision;
  b->document = std::make_shared<const Document>(other);
  b->input = a.input;
  b->activations = a.activations;
  b->stages.assign(a.stages.begin(), a.stages.end() - 1);
  const Watch stops{.stop = watch.stop};
  auto done = runs_by_steps(other) ? run_steps(other, *b, stops)
                                   : run_operation(other, *b, backends, device, stops);
  if (done && !watch.stop.stop_requested()) done = describe(other, *b);
  if (!done) b->failure = done.error();
  return b;
}

}  // namespace

bool is_softmax(const Evaluation& evaluation) {
  const trace::Trace& trace = evaluation.stages.back().trace;
  if (trace.find(trace::Role::kUpstreamGradient) >= 0) return false;  // its output is a gradient
  return trace.find(trace::Role::kExponential) >= 0 || trace.find(trace::Role::kThreshold) >= 0;
}

bool has_groups(const Evaluation& evaluation) {
  const bool through_layers = evaluation.stages.size() > 1 && operation_gradient(evaluation) >= 0;
  if (through_layers) return false;  // dx is of what goes into the layers
  return evaluation.result && evaluation.result->y.size() == evaluation.activations->size();
}

std::int64_t work_of(const Document& document) {
  // In double, because products of sizes can exceed 2^63.
  const auto& shape = document.inputs[document.input].values.shape();
  auto features = static_cast<double>(shape.empty() ? 1 : shape.back());
  const auto elements = static_cast<double>(tensor::product(shape));
  const double rows = features > 0 ? elements / features : 0;
  double work = elements;
  for (const Layer& layer : document.layers) {
    if (const auto* linear = std::get_if<LinearLayer>(&layer)) {
      const auto out = static_cast<double>(linear->out_features);
      work += static_cast<double>(linear->position) + (rows + 1) * features * out;
      features = out;
    }
    work += rows * features;
  }
  if (document.comparison) work *= 2;
  return static_cast<std::int64_t>(std::min(work, 0x1p62));
}

Evaluation evaluate(const Document& document, std::uint64_t revision,
                    const compute::Backends& backends, compute::Device device, const Watch& watch) {
  const std::stop_token& stop = watch.stop;
  Evaluation result;
  result.revision = revision;
  try {
    result.document = std::make_shared<const Document>(document);
    result.input = document.inputs[document.input].values.values();
    result.activations = result.input;
    auto done = run_layers(document, result, stop);
    if (done && !stop.stop_requested()) {
      done = runs_by_steps(document) ? run_steps(document, result, watch)
                                     : run_operation(document, result, backends, device, watch);
    }
    if (!done) result.failure = done.error();
    if (!stop.stop_requested()) {
      const auto described = describe(document, result);
      if (!described && !result.failure) result.failure = described.error();
    }
    if (document.comparison && !result.failure && !stop.stop_requested()) {
      auto b = evaluate_other(document, result, backends, device, watch);
      // A stopped B has neither all of its steps nor a failure.
      if (!stop.stop_requested()) {
        result.compared = compare(document, result, std::move(b), backends, watch);
      }
    }
    report(watch, 1);
  } catch (const std::bad_alloc&) {
    result.failure = {base::ErrorKind::kTooLarge, tr("there is no memory left to compute this"),
                      tr("try a smaller batch")};
  }
  return result;
}

bool is_coarse(const Evaluation& evaluation) {
  return evaluation.activations != nullptr &&
         (!evaluation.before.counted || (evaluation.result && !evaluation.after.counted));
}

std::optional<Evaluation> refine(const Evaluation& evaluation, const std::stop_token& stop) {
  if (!is_coarse(evaluation)) return std::nullopt;
  try {
    Evaluation result = evaluation;
    if (evaluation.before.sampled) {
      if (!describe_all(result, stop)) return std::nullopt;
    } else {
      recount(result.activations->values(), result.before);
      if (result.result) recount(result.result->y.values(), result.after);
    }
    if (stop.stop_requested()) return std::nullopt;
    return result;
  } catch (const std::bad_alloc&) {
    return std::nullopt;  // the sample stays
  }
}

}  // namespace normscope::results
