// SPDX-License-Identifier: MIT
#include "app/results/preview.hpp"

#include <new>
#include <utility>

#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/results/errors.hpp"
#include "core/trace/statistics.hpp"
#include "core/variants/outputs.hpp"

namespace normscope::results {

using document::Document;

namespace {

// Values of a batch whose numbers come before its result: that of fewer takes a blink.
constexpr std::int64_t kPreviewed = std::int64_t{1} << 23;

bool has_other_work(const Document& document) {
  return !document.layers.empty() || document.comparison || document.backward.on ||
         document::hand_written_operation(document) != nullptr;
}

base::Expected<trace::Trace> steps_at_once(const compute::Request& request,
                                           const tensor::GroupLayout& layout) {
  const bool soon = layout.contiguous() && !trace::takes_long(layout);
  if (soon && trace::is_late(layout, request.x->size())) return variants::trace_of(request);
  trace::ProgramBuilder builder(request.x->shape(), layout);
  return trace::Trace::of(std::move(builder).finish(), {request.x});
}

}  // namespace

std::optional<Evaluation> preview(const Document& document, std::uint64_t revision) {
  if (document.inputs[document.input].values.size() < kPreviewed || has_other_work(document)) {
    return std::nullopt;
  }
  try {
    Evaluation result;
    result.revision = revision;
    result.document = std::make_shared<const Document>(document);
    result.input = document.inputs[document.input].values.values();
    result.activations = result.input;
    const compute::Request request = operation_request(document, result.activations);
    const auto plan = compute::plan_request(request);
    if (!plan) return std::nullopt;  // evaluate() says what does not fit
    result.layout = compute::groups_of(*plan);
    result.groups = result.layout.count;
    auto steps = steps_at_once(request, result.layout);
    if (!steps) return std::nullopt;
    result.output_step = steps->steps().back().name;
    result.stages.push_back({document::operation_name(document), *std::move(steps)});
    result.cards = cards_of(result.stages);
    return result;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

bool awaits_result(const Evaluation& evaluation) {
  return !evaluation.result && !evaluation.failure && !evaluation.stages.empty();
}

}  // namespace normscope::results
