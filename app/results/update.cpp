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
#include "app/results/sheet/sections.hpp"
#include "core/base/limits.hpp"
#include "core/base/parallel.hpp"
#include "core/stats/groups.hpp"
#include "core/variants/outputs.hpp"

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
        std::ranges::all_of(before.stages[i].trace.steps(), [&](const trace::Step& step) {
          const bool parameter = step.is_leaf() && step.role != trace::Role::kInput;
          return parameter ||
                 (step.shape.size() > 1 && tensor::product(step.shape) > base::kWholeStepElements);
        });
    if (!large) return false;
  }
  return true;
}

bool can_be_updated(const Evaluation& before, const Document& document, compute::Device device) {
  using compute::Device;
  const document::Input& input = document.inputs[document.input];
  return before.document && before.result && !before.failure && !before.compared &&
         (device == Device::kAuto || device == Device::kCpu) && !document.backward.on &&
         input.values.size() >= kManyValues && layers_can_be_updated(before) &&
         !document.comparison && !std::holds_alternative<document::Variable>(input.origin) &&
         only_numbers_differ(*before.document, document);
}

// Whether the last trace keeps statistics that come from the trace of the sections.
bool keeps_statistics(const Evaluation& before, std::size_t dim) {
  return !before.stages.back().trace.is_late() && dim == 0;
}

// The sections of the changed positions. At least two where their own trace serves, because PyTorch
// sums a batch of a single group in another order than one group of many.
Sections sections_of(const std::vector<std::int64_t>& positions, const Shape& shape,
                     std::size_t dim, bool by_themselves) {
  Sections sections{dim, shape[dim]};
  auto& numbers = sections.numbers;
  for (const std::int64_t position : positions) {
    numbers.push_back(sections.section_of(shape, position));
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  if (numbers.size() == 1 && !by_themselves) {
    numbers.insert(numbers.begin(), numbers.front() == 0 ? 1 : 0);
    std::ranges::sort(numbers);
  }
  return sections;
}

// The groups that lie in the sections.
std::vector<std::int64_t> groups_of(const Sections& sections, const Shape& reduced) {
  std::vector<std::int64_t> groups;
  sections.visit(reduced, [&](std::int64_t first, std::int64_t count) {
    for (std::int64_t group = first; group < first + count; ++group) groups.push_back(group);
  });
  return groups;
}

// The trace of another input: statistics are computed on demand, as steps with a value for each
// element are, or replaced for the sections.
trace::Trace updated_trace(const trace::Trace& before, const trace::Trace& part,
                           const TensorRef& activations, const Sections& sections) {
  trace::TraceParts parts = before.parts();
  parts.given.front() = activations;
  for (std::size_t step = 1; step < parts.given.size(); ++step) {
    if (parts.given[step] == nullptr || parts.program.steps[step].is_leaf()) continue;
    Tensor statistics = *parts.given[step];
    sections.put(*part.parts().given[step], statistics);
    parts.given[step] = std::make_shared<const Tensor>(std::move(statistics));
  }
  return trace::Trace(std::move(parts));
}

base::Expected<trace::Trace> updated_operation(const Evaluation& before, const Evaluation& part,
                                               const Document& document,
                                               const TensorRef& activations,
                                               const Sections& sections) {
  const trace::Trace& trace = before.stages.back().trace;
  if (trace.is_late()) {
    const auto groups = groups_of(sections, before.layout.reduced_shape);
    return trace.renewed(activations, groups);
  }
  if (!keeps_statistics(before, sections.dim)) {
    return variants::trace_of(operation_request(document, activations));
  }
  return updated_trace(trace, part.stages.back().trace, activations, sections);
}

// The blocks of values that these positions lie in; ascending.
std::vector<std::int64_t> blocks_of(const std::vector<std::int64_t>& positions) {
  std::vector<std::int64_t> blocks;
  for (const std::int64_t position : positions) {
    const std::int64_t block = position / stats::BlockMoments::kBlock;
    if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
  }
  return blocks;
}

// The blocks of a tensor's values that the sections lie in.
std::vector<std::int64_t> blocks_of(const Sections& sections, const Shape& shape) {
  std::vector<std::int64_t> blocks;
  constexpr std::int64_t kBlock = stats::BlockMoments::kBlock;
  sections.visit(shape, [&](std::int64_t first, std::int64_t count) {
    for (std::int64_t block = first / kBlock; block * kBlock < first + count; ++block) {
      if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
    }
  });
  return blocks;
}

// Counts the sections again. Where the range of the values has changed, all are to be counted.
void recount_sections(const Tensor& before, const Tensor& values, const Sections& sections,
                      Described& described) {
  if (!described.counts) {
    // They may be all finite, or no longer equal, now.
    described.counted = values.size() < kManyValues;
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
  const auto count = [&](const Tensor& tensor, std::int64_t weight) {
    sections.visit(tensor.shape(), [&](std::int64_t first, std::int64_t size) {
      stats::count(
          tensor.values().subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(size)),
          weight, *counts);
    });
  };
  count(before, -1);
  count(values, 1);
  described.counts = std::move(counts);
}

void describe_again(const Tensor& before, const Tensor& values, const Sections& sections,
                    const std::vector<std::int64_t>& blocks, Described& described) {
  described.blocks.read_again(values.values(), blocks);
  described.moments = described.blocks.moments();
  recount_sections(before, values, sections, described);
}

void update_moments(const Evaluation& before, const Evaluation& part,
                    const std::vector<std::int64_t>& positions, const Sections& sections,
                    Evaluation& result) {
  if (result.before.sampled || result.after.sampled) return;
  const Tensor& x = *result.activations;
  const Tensor& y = result.result->y;
  const bool layers = result.stages.size() > 1;
  describe_again(*before.activations, x, sections,
                 layers ? blocks_of(sections, x.shape()) : blocks_of(positions), result.before);
  describe_again(before.result->y, y, sections, blocks_of(sections, y.shape()), result.after);
  if (result.large_groups.empty()) return;
  std::size_t next = 0;
  for (const std::int64_t group : groups_of(sections, result.layout.reduced_shape)) {
    result.large_groups[static_cast<std::size_t>(group)] = part.large_groups[next++];
  }
}

// Checks the groups of the sections again.
bool update_errors(const Document& document, const Sections& sections, Evaluation& result) {
  const compute::Request request = operation_request(document, result.activations);
  const auto plan = compute::plan_request(request);
  if (!plan) return false;
  const auto checked = groups_to_check(result.groups, result.activations->size());
  for (std::size_t i = 0; i < checked.size(); ++i) {
    if (!sections.has(sections.section_of(result.layout.reduced_shape, checked[i]))) continue;
    result.group_errors[i] = group_error(*plan, request, result.result->y.values(), checked[i]);
  }
  result.error = largest_error(result.group_errors);
  return true;
}

void replace_sections(const compute::Result& part, const Sections& sections,
                      compute::Result& result) {
  sections.put(part.y, result.y);
  sections.put(part.first, result.first);
  sections.put(part.second, result.second);
  result.kernel_seconds = part.kernel_seconds;
  result.bytes_moved = part.bytes_moved;
}

const TensorRef& input_of(const Stage& stage) {
  return stage.trace.parts().given.front();
}

// Gives each stage its new input: the layers map the examples one by one.
bool update_stages(const Evaluation& before, const Evaluation& part, const Document& document,
                   const Sections& sections, Evaluation& result) {
  TensorRef x = result.input;
  for (std::size_t i = 0; i + 1 < result.stages.size(); ++i) {
    Stage& stage = result.stages[i];
    stage.trace = updated_trace(stage.trace, part.stages[i].trace, x, sections);
    Tensor output = *input_of(result.stages[i + 1]);
    sections.put(*input_of(part.stages[i + 1]), output);
    x = std::make_shared<const Tensor>(std::move(output));
  }
  auto operation = updated_operation(before, part, document, x, sections);
  if (!operation) return false;
  result.stages.back().trace = *std::move(operation);
  result.activations = x;
  return true;
}

// Turns a copy of the evaluation before, which has the new result, into that of a document with
// this input.
bool take_over(const Evaluation& before, const Evaluation& part, const Document& document,
               const TensorRef& input, const std::vector<std::int64_t>& positions,
               const Sections& sections, Evaluation& result) {
  result.document = std::make_shared<const Document>(document);
  result.input = input;
  if (!update_stages(before, part, document, sections, result)) return false;
  if (!update_errors(document, sections, result)) return false;
  result.cards = cards_of(result.stages);
  update_moments(before, part, positions, sections, result);
  return true;
}

// The evaluation of the sections' own document: as far as the whole takes it over.
Evaluation evaluated_part(const Document& part, bool with_stages, const compute::Backends& backends,
                          const std::stop_token& stop) {
  constexpr auto kCpu = compute::Device::kCpu;
  if (with_stages) {
    Evaluation result = evaluate(part, 0, backends, kCpu, {.stop = stop});
    auto exact = refine(result, stop);
    return exact ? *std::move(exact) : result;
  }
  Evaluation result;
  const compute::Request request = operation_request(part, numbers_of(part).values());
  auto computed = compute::compute(backends, request, {.device = kCpu, .stop = stop});
  const auto plan = compute::plan_request(request);
  if (!computed || !plan) return result;
  const tensor::GroupLayout& layout = compute::groups_of(*plan);
  if (layout.size >= kLargeGroup) {
    const auto befores = stats::group_moments(request.x->values(), layout);
    const auto afters = stats::group_moments(std::as_const(computed->y).values(), layout);
    if (!befores || !afters) return result;
    for (std::size_t group = 0; group < befores->size(); ++group) {
      result.large_groups.push_back({(*befores)[group], (*afters)[group]});
    }
  }
  result.result = std::make_shared<const compute::Result>(*std::move(computed));
  return result;
}

}  // namespace

std::optional<Evaluation> update(const Evaluation& before, const Document& document,
                                 std::uint64_t revision, const compute::Backends& backends,
                                 compute::Device device, const Watch& watch) {
  if (!can_be_updated(before, document, device)) return std::nullopt;
  const auto positions = numbers_of(document).changed_since(numbers_of(*before.document));
  if (!positions || positions->empty()) return std::nullopt;
  const auto dim = dimension_apart(document, before.layout);
  if (!dim) return std::nullopt;
  const bool by_themselves = before.stages.size() == 1 && !keeps_statistics(before, *dim);
  const Sections sections = sections_of(*positions, before.input->shape(), *dim, by_themselves);
  // Of more sections the copies and the bookkeeping cost as much as computing everything.
  const std::int64_t most = std::max<std::int64_t>(2, sections.all / 4);
  if (static_cast<std::int64_t>(sections.numbers.size()) > most) return std::nullopt;
  try {
    // Two copies of a large batch, most of whose time the system takes to find memory: side by
    // side.
    TensorRef input;
    std::shared_ptr<compute::Result> computed;
    base::parallel_for(2, 1, 0, [&](std::int64_t copy, std::int64_t /*end*/) {
      if (copy == 0) input = numbers_of(document).values();
      if (copy == 1) computed = std::make_shared<compute::Result>(*before.result);
    });
    const Evaluation part =
        evaluated_part(part_of(document, *input, sections), !by_themselves, backends, watch.stop);
    if (!part.result || part.failure || is_coarse(part) ||
        part.result->device != before.result->device) {
      return std::nullopt;
    }
    replace_sections(*part.result, sections, *computed);
    Evaluation result = before;
    result.revision = revision;
    result.result = std::move(computed);
    if (!take_over(before, part, document, input, *positions, sections, result))
      return std::nullopt;
    return result;
  } catch (const std::bad_alloc&) {
    return std::nullopt;  // evaluate() says what could not be done
  }
}

}  // namespace normscope::results
