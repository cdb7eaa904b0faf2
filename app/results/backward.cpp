// SPDX-License-Identifier: MIT
#include "app/results/backward.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "app/document/checks.hpp"
#include "app/document/hand_written.hpp"
#include "core/text/translate.hpp"
#include "core/trace/gradient/through.hpp"
#include "core/trace/gradient/with_forward.hpp"
#include "core/trace/values.hpp"

namespace normscope::results {

using document::Document;
using document::Subject;
using tensor::Tensor;
using trace::BackwardForm;
using trace::TensorRef;

namespace {

// Whether the steps are those of the settings: cells may have written others.
bool runs_settings(const Document& document) {
  const auto* const written = document::hand_written_operation(document);
  return written == nullptr || written->built_in;
}

Expected<trace::Gradient> gradient_for(const Document& document, const trace::Trace& forward) {
  const BackwardForm form = form_of(document);
  const trace::Program& program = forward.program();
  if (form == BackwardForm::kChain) return trace::gradient_of(program);
  const tensor::Shape& x = program.steps.front().shape;
  if (document.subject == Subject::kSoftmax) {
    return trace::softmax_gradient(x, document.softmax, form);
  }
  // Of the values as they are given: their step's has sizes of 1 behind the channels.
  const auto shape_of = [&](trace::Role role) {
    const int at = program.find(role);
    return at < 0 ? nullptr : &forward.parts().given_of(at)->shape();
  };
  return trace::norm_gradient(x, shape_of(trace::Role::kGamma), shape_of(trace::Role::kBeta),
                              document.norm.effective(), form);
}

// The groups that share one right answer, and the place of the answer in each.
tensor::GroupLayout answers_of(const Document& document, const trace::Trace& forward,
                               const tensor::Shape& output) {
  return document.subject == Subject::kSoftmax ? forward.groups()
                                               : tensor::trailing_groups(output, 1);
}

// The gradient of the mean cross entropy: of probabilities -1 / p at the answer, of their
// logarithms -1; of other numbers, which are logits to it, softmax(y) less one at the answer.
Expected<Tensor> cross_entropy_gradient(const Document& document, const trace::Trace& forward,
                                        std::int64_t target) {
  if (const auto fits = document::check_target(document); !fits) {
    return tl::unexpected(fits.error());
  }
  const int last = forward.program().size() - 1;
  auto y = trace::values_of(forward.parts(), last);
  if (!y) return y;
  const tensor::GroupLayout groups = answers_of(document, forward, y->shape());
  const double mean = 1 / static_cast<double>(groups.count);
  const bool probabilities = document.subject == Subject::kSoftmax;
  const std::span<float> values = y->values();
  for (std::int64_t group = 0; group < groups.count; ++group) {
    const auto at = [&](std::int64_t i) {
      return static_cast<std::size_t>(groups.base(group) + groups.offset(i));
    };
    const std::size_t right = at(target);
    if (probabilities) {
      const double p = document.softmax.log ? 1 : static_cast<double>(values[right]);
      for (std::int64_t i = 0; i < groups.size; ++i) values[at(i)] = 0;
      values[right] = static_cast<float>(-mean / p);
      continue;
    }
    double largest = -HUGE_VAL;
    double sum = 0;
    for (std::int64_t i = 0; i < groups.size; ++i) {
      largest = std::max(largest, static_cast<double>(values[at(i)]));
    }
    for (std::int64_t i = 0; i < groups.size; ++i) {
      sum += std::exp(static_cast<double>(values[at(i)]) - largest);
    }
    for (std::int64_t i = 0; i < groups.size; ++i) {
      const double p = std::exp(static_cast<double>(values[at(i)]) - largest) / sum;
      values[at(i)] = static_cast<float>(mean * (p - (at(i) == right ? 1 : 0)));
    }
  }
  return y;
}

Expected<TensorRef> upstream_of(const Document& document, const trace::Trace& forward) {
  const document::Backward& backward = document.backward;
  if (backward.target) {
    auto made = cross_entropy_gradient(document, forward, *backward.target);
    if (!made) return tl::unexpected(made.error());
    return std::make_shared<const Tensor>(*std::move(made));
  }
  const tensor::Shape& shape = forward.steps().back().shape;
  if (backward.upstream.shape() == shape) return backward.upstream.values();
  return base::fail(base::ErrorKind::kInvalidArgument,
                    tr("the gradient of the output has another shape than the output"));
}

}  // namespace

bool runs_by_steps(const Document& document) {
  return document.backward.on || document.subject == Subject::kChain;
}

bool has_form(const Document& document, BackwardForm form) {
  if (form == BackwardForm::kChain) return true;
  const bool norm = document.subject == Subject::kNorm;
  const bool closed = runs_settings(document) && (norm || document.subject == Subject::kSoftmax);
  if (form == BackwardForm::kClosed) return closed;
  return closed && norm && trace::has_sums_of_input(document.norm.effective());
}

BackwardForm form_of(const Document& document) {
  const BackwardForm chosen = document.backward.form;
  return has_form(document, chosen) ? chosen : BackwardForm::kChain;
}

int operation_gradient(const Evaluation& evaluation) {
  if (evaluation.stages.empty()) return -1;
  return evaluation.stages.back().trace.find(trace::Role::kInputGradient);
}

bool has_operation_gradient(const Evaluation& evaluation) {
  const int step = operation_gradient(evaluation);
  return step >= 0 && evaluation.result &&
         evaluation.stages.back().trace.program().step(step).shape ==
             evaluation.activations->shape();
}

Expected<trace::Trace> backward_trace(const Document& document, const trace::Trace& forward,
                                      std::span<const Stage> layers) {
  const auto backward = gradient_for(document, forward);
  if (!backward) return tl::unexpected(backward.error());
  const auto dy = upstream_of(document, forward);
  if (!dy) return tl::unexpected(dy.error());
  trace::Gradient whole = trace::with_forward(forward.program(), *backward);
  std::vector<TensorRef> leaves(whole.program.steps.size());
  for (int at = 0; at < forward.program().size(); ++at) {
    if (forward.program().step(at).is_leaf()) {
      leaves[static_cast<std::size_t>(at)] = forward.parts().given_of(at);
    }
  }
  leaves[static_cast<std::size_t>(whole.upstream)] = *dy;
  trace::Program program = std::move(whole.program);
  for (std::size_t number = layers.size(); number > 0; --number) {
    const trace::Trace& layer = layers[number - 1].trace;
    auto further = trace::through(std::move(program), layer.program(), static_cast<int>(number));
    if (!further) return tl::unexpected(further.error());
    program = std::move(further->program);
    leaves.resize(program.steps.size());
    for (std::size_t at = 0; at < further->leaves.size(); ++at) {
      const int place = further->leaves[at];
      if (place < 0) continue;
      leaves[static_cast<std::size_t>(place)] = layer.parts().given_of(static_cast<int>(at));
    }
  }
  return trace::Trace::of(std::move(program), std::move(leaves));
}

}  // namespace normscope::results
