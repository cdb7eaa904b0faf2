// SPDX-License-Identifier: MIT
// Whether a document still runs the hand-written operation of its input is derived from the
// settings, not stored, so changing a setting needs no bookkeeping and undo restores the answer.
#include "app/document/hand_written.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/document/comparison.hpp"
#include "core/ops/norm_options.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

namespace {

using trace::Primitive;
using trace::WrittenStep;

const HandWritten* of_input(const Document& document) {
  const auto* variable = std::get_if<Variable>(&document.inputs[document.input].origin);
  return variable != nullptr && variable->hand_written ? &*variable->hand_written : nullptr;
}

HandWritten& chain_in(Document& document) {
  return *std::get<Variable>(document.inputs[document.input].origin).hand_written;
}

// A constant in place of an eps or a temperature; the same where it is none.
double renewed_epsilon(const WrittenStep& step, double was, double is) {
  const bool adds =
      step.primitive == Primitive::kAddConstant || step.primitive == Primitive::kAtLeast;
  if (adds && step.c == was) return is;
  // n + eps, added as the code added them.
  const double count = std::round(step.c - was);
  const bool divides =
      count >= 1 && !step.of_size &&
      (step.primitive == Primitive::kDivideConstant || step.primitive == Primitive::kSumOver);
  return divides && step.c == count + was && step.c != count ? count + is : step.c;
}

double renewed_temperature(const WrittenStep& step, double was, double is) {
  if (step.primitive == Primitive::kDivideConstant && step.c == was) return is;
  return step.primitive == Primitive::kMultiplyConstant && step.c == 1 / was ? 1 / is : step.c;
}

// The steps with the document's eps and temperature. False: they differ, and no step has them.
bool renew(const Document& document, const HandWritten& hand_written,
           std::vector<WrittenStep>& steps) {
  const bool norm = hand_written.subject == Subject::kNorm;
  const double was = norm ? hand_written.norm.options.epsilon : hand_written.softmax.temperature;
  const double is = norm ? document.norm.options.epsilon : document.softmax.temperature;
  if (was == is || hand_written.subject == Subject::kChain || hand_written.built_in) return true;
  bool found = false;
  for (WrittenStep& step : steps) {
    const double c =
        std::exchange(step.c, (norm ? renewed_epsilon : renewed_temperature)(step, was, is));
    found = found || c != step.c;
  }
  return found;
}

std::vector<WrittenStep> steps_of(const HandWritten& hand_written) {
  std::vector<WrittenStep> steps;
  for (const HandWrittenStep& step : hand_written.steps) steps.push_back(step.step);
  return steps;
}

bool same_norm(const NormSettings& is, const NormSettings& was) {
  return ops::with_effect(is.effective()) == ops::with_effect(was.effective());
}

bool runs(const Document& document, const HandWritten& hand_written) {
  if (document.subject != hand_written.subject) return false;
  if (document.subject == Subject::kChain) return true;
  const bool follows = hand_written.built_in || hand_written.has_operands();
  auto steps = steps_of(hand_written);
  if (document.subject == Subject::kSoftmax) {
    ops::SoftmaxOptions was = hand_written.softmax;
    if (follows) was.temperature = document.softmax.temperature;
    return document.softmax == was && renew(document, hand_written, steps);
  }
  const NormSettings& is = document.norm;
  NormSettings was = hand_written.norm;
  if (follows) was.options.epsilon = is.options.epsilon;
  return same_norm(is, was) && is.gamma.on == was.gamma.on && is.beta.on == was.beta.on &&
         (same_norm(is, hand_written.norm) || renew(document, hand_written, steps));
}

bool same_parameter(const Parameter& is, const Parameter& was) {
  return !was.on || is.values == was.values;
}

}  // namespace

bool HandWritten::has_operands() const {
  return std::ranges::any_of(
      steps, [](const HandWrittenStep& step) { return step.step.primitive != Primitive::kGiven; });
}

const HandWritten* hand_written_operation(const Document& document) {
  const HandWritten* const hand_written = of_input(document);
  if (hand_written == nullptr || !document.layers.empty()) return nullptr;
  return runs(document, *hand_written) ? hand_written : nullptr;
}

const HandWritten* chain_operation(const Document& document) {
  return document.subject == Subject::kChain ? hand_written_operation(document) : nullptr;
}

bool has_hand_written_values(const Document& document, const HandWritten& hand_written) {
  if (hand_written.steps.empty()) return false;
  const Array& before = hand_written.steps.front().values;
  if (before.size() == 0 || before != document.inputs[document.input].values) return false;
  if (hand_written.subject == Subject::kChain) return true;
  if (hand_written.subject == Subject::kSoftmax) return document.softmax == hand_written.softmax;
  return same_norm(document.norm, hand_written.norm) &&
         same_parameter(document.norm.gamma, hand_written.norm.gamma) &&
         same_parameter(document.norm.beta, hand_written.norm.beta);
}

std::vector<WrittenStep> running_steps(const Document& document, const HandWritten& hand_written) {
  auto steps = steps_of(hand_written);
  (void)renew(document, hand_written, steps);
  return steps;
}

base::Expected<void> check_steps(const HandWritten& hand_written, const tensor::Shape& x) {
  if (!hand_written.has_operands()) {
    if (hand_written.subject != Subject::kChain) return {};
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("its steps do not say what they compute"));
  }
  const auto made = trace::written_program(steps_of(hand_written), x);
  if (!made) return tl::unexpected(made.error());
  for (std::size_t at = 1; at < hand_written.steps.size(); ++at) {
    const HandWrittenStep& step = hand_written.steps[at];
    if (step.step.primitive != Primitive::kGiven || step.values.shape() == step.step.shape)
      continue;
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("step {at} is a parameter without values", arg("at", at)));
  }
  return {};
}

MaybeEdit set_chain_constant(const Document& document, std::size_t step, double value) {
  const HandWritten* const chain = chain_operation(document);
  const auto has_constant = [&] {
    const WrittenStep& of = chain->steps[step].step;
    return trace::row_of(of.primitive).has_constant && !of.of_size;
  };
  if (chain == nullptr || step >= chain->steps.size() || !has_constant() || !std::isfinite(value)) {
    return base::fail(base::ErrorKind::kInvalidArgument, tr("the stage has no such constant"));
  }
  Edit edit{"", document};
  WrittenStep& of = chain_in(edit.after).steps[step].step;
  edit.description = tr("change {old} to {value}", arg("old", of.c), arg("value", value));
  of.c = value;
  forget_computed(edit.after, step);
  chain_in(edit.after).steps[step].values = {};
  return edit;
}

void forget_computed(Document& document, std::size_t step) {
  std::vector<HandWrittenStep>& steps = chain_in(document).steps;
  std::vector<bool> changed(steps.size());
  changed[step] = true;
  for (std::size_t at = step + 1; at < steps.size(); ++at) {
    for (const int from : {steps[at].step.a, steps[at].step.b}) {
      if (from >= 0 && changed[static_cast<std::size_t>(from)]) changed[at] = true;
    }
    if (changed[at]) steps[at].values = {};
  }
}

std::span<const base::Name<LeftGrad>> left_grad_names() {
  static constexpr std::array<base::Name<LeftGrad>, 4> kNames{{{LeftGrad::kSame, "same"},
                                                               {LeftGrad::kCleared, "cleared"},
                                                               {LeftGrad::kOther, "other"},
                                                               {LeftGrad::kInner, "inner"}}};
  return kNames;
}

const LeftGradient* left_gradient(const Document& document, std::string_view of) {
  const HandWritten* const hand_written = hand_written_operation(document);
  if (hand_written == nullptr) return nullptr;
  const auto found = std::ranges::find(hand_written->gradients, of, &LeftGradient::of);
  return found == hand_written->gradients.end() ? nullptr : &*found;
}

bool has_left_upstream(const Document& document) {
  const LeftGradient* const left = left_gradient(document, "output");
  return left != nullptr && !document.backward.target && document.backward.upstream == left->values;
}

MaybeEdit take_left_upstream(const Document& document) {
  const LeftGradient* const left = left_gradient(document, "output");
  if (left == nullptr) {
    return base::fail(base::ErrorKind::kNotFound,
                      tr("no backward pass of the cells brought a gradient to the output"));
  }
  auto edit = take_upstream(document, left->values, Typed{});
  if (edit) edit->description = tr("take dy from the notebook's backward pass");
  return edit;
}

MaybeEdit compare_left_gradient(const Document& document) {
  const LeftGradient* const left = left_gradient(document, "input");
  if (left == nullptr) {
    return base::fail(base::ErrorKind::kNotFound,
                      tr("no backward pass of the cells brought a gradient to the input"));
  }
  GivenOutput given{tr("the notebook's gradient of x"), Typed{}, left->values};
  return compare_with(document, {.b = std::move(given)});
}

bool has_chain(const Document& document) {
  const HandWritten* const chain = of_input(document);
  return chain != nullptr && chain->subject == Subject::kChain && document.layers.empty();
}

}  // namespace normscope::document
