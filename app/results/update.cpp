// SPDX-License-Identifier: MIT
#include "app/results/update.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "app/results/errors.hpp"
#include "core/base/limits.hpp"
#include "core/base/parallel.hpp"

namespace normscope::results {

using document::Document;
using tensor::Shape;
using tensor::Tensor;
using trace::TensorRef;

namespace {

const document::Array& numbers_of(const Document& document) {
  return document.inputs[document.input].values;
}

// Whether the documents differ at most in the numbers of the input, in what is selected and in the
// view, of which an evaluation knows nothing.
bool only_numbers_differ(const Document& before, const Document& document) {
  if (before.input != document.input || before.inputs.size() != document.inputs.size()) {
    return false;
  }
  Document other = document;
  other.inputs[other.input] = before.inputs[before.input];
  other.selection = before.selection;
  other.view = before.view;
  other.lesson = before.lesson;
  return other == before;
}

// Whether the layers map each example by itself, and keep no values but their inputs.
bool layers_can_be_updated(const Evaluation& before) {
  if (before.stages.size() == 1) return true;
  for (std::size_t i = 0; i + 1 < before.stages.size(); ++i) {
    const bool large =
        std::ranges::all_of(before.stages[i].trace.steps(), [](const trace::Step& step) {
          return step.shape.size() > 1 && tensor::product(step.shape) > base::kWholeStepElements;
        });
    if (!large) return false;
  }
  return true;
}

bool can_be_updated(const Evaluation& before, const Document& document, compute::Device device) {
  using compute::Device;
  const document::Input& input = document.inputs[document.input];
  return before.document && before.result && !before.failure && !before.compared &&
         (device == Device::kAuto || device == Device::kCpu) &&
         input.values.size() > base::kWholeStepElements && layers_can_be_updated(before) &&
         !document.comparison && !std::holds_alternative<document::Variable>(input.origin) &&
         before.layout.reduced_shape.front() > 1 &&
         before.layout.reduced_shape.front() == input.values.shape().front() &&
         only_numbers_differ(*before.document, document);
}

// Examples of a batch that are computed by themselves, as a batch of their own.
struct Examples {
  std::vector<std::int64_t> numbers;  // ascending
  std::int64_t all = 0;               // examples of the whole batch

  // Calls use(the values of an example) for each of them.
  template <class Use>
  void visit(std::span<const float> whole, Use use) const {
    const std::size_t size = whole.size() / static_cast<std::size_t>(all);
    for (const std::int64_t number : numbers) {
      use(whole.subspan(static_cast<std::size_t>(number) * size, size));
    }
  }

  // Copies the parts of the examples' batch to their places in the whole batch.
  void put(std::span<const float> part, std::span<float> whole) const {
    const std::size_t size = whole.size() / static_cast<std::size_t>(all);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      std::ranges::copy(part.subspan(i * size, size),
                        whole.begin() + numbers[i] * static_cast<std::int64_t>(size));
    }
  }
};

// The examples of the changed positions: at least two, because PyTorch sums a batch of a single
// group in another order than one group of many.
Examples examples_of(const std::vector<std::int64_t>& positions, std::int64_t size,
                     std::int64_t all) {
  Examples examples;
  examples.all = all;
  for (const std::int64_t position : positions) {
    const std::int64_t number = position / size;
    if (examples.numbers.empty() || examples.numbers.back() != number) {
      examples.numbers.push_back(number);
    }
  }
  auto& numbers = examples.numbers;
  if (numbers.size() == 1) numbers.insert(numbers.begin(), numbers.front() == 0 ? 1 : 0);
  std::ranges::sort(numbers);
  return examples;
}

// The document with these examples alone.
Document part_of(const Document& document, const Tensor& input, const Examples& examples) {
  Shape shape = input.shape();
  const std::int64_t size = input.size() / shape.front();
  std::vector<float> values;
  values.reserve(examples.numbers.size() * static_cast<std::size_t>(size));
  for (const std::int64_t number : examples.numbers) {
    const auto example = input.values().subspan(static_cast<std::size_t>(number * size),
                                                static_cast<std::size_t>(size));
    values.insert(values.end(), example.begin(), example.end());
  }
  shape.front() = static_cast<std::int64_t>(examples.numbers.size());
  Document part = document;
  // The number of values is that of the shape.
  part.inputs[part.input].values =
      document::Array(*Tensor::from_values(std::move(shape), std::move(values)));
  return part;
}

// The trace of another input: statistics are computed on demand, as steps with a value for each
// element are, or replaced for the examples.
trace::Trace updated_trace(const trace::Trace& before, const trace::Trace& part,
                           const TensorRef& activations, const Examples& examples) {
  if (before.is_late()) return before.renewed(activations);
  trace::TraceParts parts = before.parts();
  parts.given.front() = activations;
  for (std::size_t step = 1; step < parts.given.size(); ++step) {
    if (parts.given[step] == nullptr) continue;
    Tensor statistics = *parts.given[step];
    examples.put(part.parts().given[step]->values(), statistics.values());
    parts.given[step] = std::make_shared<const Tensor>(std::move(statistics));
  }
  return trace::Trace(std::move(parts));
}

// Counts the examples again. Where the range of the values has changed, all are to be counted.
void recount_examples(std::span<const float> before, std::span<const float> values,
                      const Examples& examples, Described& described) {
  if (!described.counts) {
    // They may be all finite, or no longer equal, now.
    described.counted = static_cast<std::int64_t>(values.size()) < kManyValues;
    return;
  }
  const auto& edges = described.counts->edges;
  const stats::Moments& moments = described.moments;
  if (moments.finite_count() < moments.count || edges.front() != moments.minimum ||
      edges.back() != moments.maximum) {
    described.counts.reset();
    described.counted = false;
    return;
  }
  auto counts = std::make_shared<stats::Histogram>(*described.counts);
  examples.visit(before, [&](std::span<const float> old) { stats::count(old, -1, *counts); });
  examples.visit(values, [&](std::span<const float> now) { stats::count(now, 1, *counts); });
  described.counts = std::move(counts);
}

void update_moments(const Evaluation& before, const Evaluation& part, const Examples& examples,
                    Evaluation& result) {
  const auto x = result.activations->values();
  const auto y = result.result->y.values();
  const std::int64_t all = result.activations->shape().front();
  const std::int64_t size = result.activations->size() / all;
  if (result.before.sampled || result.after.sampled) return;
  for (const std::int64_t number : examples.numbers) {
    result.before.blocks.read_again(x, number * size, (number + 1) * size);
    result.after.blocks.read_again(y, number * size, (number + 1) * size);
  }
  result.before.moments = result.before.blocks.moments();
  result.after.moments = result.after.blocks.moments();
  recount_examples(before.activations->values(), x, examples, result.before);
  recount_examples(before.result->y.values(), y, examples, result.after);
  const auto groups = static_cast<std::int64_t>(result.large_groups.size()) / all;
  for (std::size_t i = 0; i < examples.numbers.size() && groups > 0; ++i) {
    std::ranges::copy(
        std::span(part.large_groups)
            .subspan(i * static_cast<std::size_t>(groups), static_cast<std::size_t>(groups)),
        result.large_groups.begin() + examples.numbers[i] * groups);
  }
}

// Checks the groups of the examples again.
bool update_errors(const Document& document, const Examples& examples, Evaluation& result) {
  const compute::Request request = operation_request(document, result.activations);
  const auto plan = compute::plan_request(request);
  if (!plan) return false;
  const auto checked = groups_to_check(result.groups, result.activations->size());
  const std::int64_t groups = result.groups / result.activations->shape().front();
  for (std::size_t i = 0; i < checked.size(); ++i) {
    if (!std::ranges::binary_search(examples.numbers, checked[i] / groups)) continue;
    result.group_errors[i] = group_error(*plan, request, result.result->y.values(), checked[i]);
  }
  result.error = largest_error(result.group_errors);
  return true;
}

void replace_examples(const compute::Result& part, const Examples& examples,
                      compute::Result& result) {
  examples.put(part.y.values(), result.y.values());
  examples.put(part.first.values(), result.first.values());
  examples.put(part.second.values(), result.second.values());
  result.kernel_seconds = part.kernel_seconds;
  result.bytes_moved = part.bytes_moved;
}

const TensorRef& input_of(const Stage& stage) {
  return stage.trace.parts().given.front();
}

// Gives each stage its new input: the layers map the examples one by one.
void update_stages(const Evaluation& part, const Examples& examples, Evaluation& result) {
  TensorRef x = result.input;
  for (std::size_t i = 0; i < result.stages.size(); ++i) {
    Stage& stage = result.stages[i];
    if (i > 0) {
      Tensor output = *input_of(stage);
      examples.put(input_of(part.stages[i])->values(), output.values());
      x = std::make_shared<const Tensor>(std::move(output));
    }
    stage.trace = updated_trace(stage.trace, part.stages[i].trace, x, examples);
  }
  result.activations = x;
}

// Turns a copy of the evaluation before, which has the new result, into that of a document with
// this input.
bool take_over(const Evaluation& before, const Evaluation& part, const Document& document,
               const TensorRef& input, const Examples& examples, Evaluation& result) {
  result.document = std::make_shared<const Document>(document);
  result.input = input;
  update_stages(part, examples, result);
  if (!update_errors(document, examples, result)) return false;
  result.cards = cards_of(result.stages);
  update_moments(before, part, examples, result);
  return true;
}

}  // namespace

std::optional<Evaluation> update(const Evaluation& before, const Document& document,
                                 std::uint64_t revision, const compute::Backends& backends,
                                 compute::Device device, const Watch& watch) {
  if (!can_be_updated(before, document, device)) return std::nullopt;
  const auto positions = numbers_of(document).changed_since(numbers_of(*before.document));
  if (!positions || positions->empty()) return std::nullopt;
  const std::int64_t all = before.input->shape().front();
  const std::int64_t size = before.input->size() / all;
  const Examples examples = examples_of(*positions, size, all);
  // Of more examples the copies and the bookkeeping cost as much as computing everything.
  if (static_cast<std::int64_t>(examples.numbers.size()) > std::max<std::int64_t>(2, all / 4)) {
    return std::nullopt;
  }
  try {
    // Two copies of a large batch, most of whose time the system takes to find memory: side by
    // side.
    TensorRef input;
    std::shared_ptr<compute::Result> computed;
    base::parallel_for(2, 1, 0, [&](std::int64_t copy, std::int64_t /*end*/) {
      if (copy == 0) input = numbers_of(document).values();
      if (copy == 1) computed = std::make_shared<compute::Result>(*before.result);
    });
    const Evaluation part = evaluate(part_of(document, *input, examples), revision, backends,
                                     compute::Device::kCpu, {.stop = watch.stop});
    if (!part.result || part.failure || part.result->device != before.result->device) {
      return std::nullopt;
    }
    replace_examples(*part.result, examples, *computed);
    Evaluation result = before;
    result.revision = revision;
    result.result = std::move(computed);
    if (!take_over(before, part, document, input, examples, result)) return std::nullopt;
    return result;
  } catch (const std::bad_alloc&) {
    return std::nullopt;  // evaluate() says what could not be done
  }
}

}  // namespace normscope::results
