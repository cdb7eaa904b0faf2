// SPDX-License-Identifier: MIT
#include "core/variants/explain/gradient_forms.hpp"
#include "core/text/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/limits.hpp"
#include "core/precision/evaluate.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/trace.hpp"
#include "core/variants/explain/plan_search.hpp"

namespace normscope::variants {

namespace {

constexpr std::int64_t kMostCompared = std::int64_t{1} << 20;
// Largest errors within this factor tell nothing: other orders of sums have others.
constexpr double kAlike = 16;

base::Expected<trace::Gradient> gradient_in(trace::BackwardForm form, const tensor::Shape& shape,
                                            const compute::Operation& operation,
                                            const tensor::Tensor* gamma) {
  if (const auto* const norm = std::get_if<ops::NormOptions>(&operation)) {
    return trace::norm_gradient(shape, gamma != nullptr ? &gamma->shape() : nullptr, nullptr, *norm,
                                form);
  }
  if (const auto* const softmax = std::get_if<ops::SoftmaxOptions>(&operation)) {
    return trace::softmax_gradient(shape, *softmax, form);
  }
  return base::fail(base::ErrorKind::kUnsupported, tr("a relative has one form"));
}

std::vector<trace::TensorRef> leaves_of(const trace::Gradient& backward, const BackwardInput& input,
                                        const std::shared_ptr<const tensor::Tensor>& gamma) {
  std::vector<trace::TensorRef> leaves(backward.program.steps.size());
  leaves[0] = input.x;
  leaves[static_cast<std::size_t>(backward.upstream)] = input.dy;
  const int at = backward.program.find(trace::Role::kGamma);
  if (at >= 0) leaves[static_cast<std::size_t>(at)] = gamma;
  return leaves;
}

base::Expected<tensor::Tensor> computed(const trace::Gradient& backward, const BackwardInput& input,
                                        const std::shared_ptr<const tensor::Tensor>& gamma) {
  const auto pass = trace::Trace::of(backward.program, leaves_of(backward, input, gamma));
  if (!pass) return tl::unexpected(pass.error());
  return pass->whole(backward.program.size() - 1);
}

bool gives_every_bit(const trace::Program& program, const std::vector<trace::TensorRef>& leaves,
                     const precision::Plan& plan, const tensor::Tensor& dx) {
  const auto values = precision::evaluate(program, leaves, plan, precision::Keep::kOutput);
  if (!values) return false;
  for (std::int64_t at = 0; at < dx.size(); ++at) {
    const double value = values->value(program.size() - 1, at);
    if (!same_bits(static_cast<float>(value), dx.values()[static_cast<std::size_t>(at)]))
      return false;
  }
  return true;
}

// Of as many forms as there can be, by how many have every bit.
constexpr std::size_t kMostForms = 3;
constexpr std::array<std::string_view, kMostForms> kEveryBit{
    tr_later("It has every bit of the {form}."),
    tr_later("It has every bit of the {form} and of the {second}."),
    tr_later("It has every bit of the {form} and of the {second} and of the {third}.")};
constexpr std::array<std::string_view, kMostForms - 1> kEveryBitOfSome{
    tr_later("It has every bit of the {form}; of {all} numbers {parts}."),
    tr_later("It has every bit of the {form} and of the {second}; of {all} numbers {parts}.")};

std::string label_of(std::string_view form) {
  if (form == base::name_of(trace::backward_form_names(), trace::BackwardForm::kChain)) {
    return tr("chain rule");
  }
  return form == base::name_of(trace::backward_form_names(), trace::BackwardForm::kClosed)
             ? tr("closed form")
             : tr("sums of the uncentred input");
}

}  // namespace

std::vector<FormBits> match_forms(const BackwardInput& input, const BackwardCandidate& candidate,
                                  const tensor::Tensor& dx) {
  std::vector<FormBits> found;
  if (dx.size() > kMostCompared) return found;
  for (const auto& form : trace::backward_form_names()) {
    const auto backward =
        gradient_in(form.value, dx.shape(), candidate.operation, candidate.gamma.get());
    if (!backward) continue;
    const auto own = computed(*backward, input, candidate.gamma);
    if (!own) continue;
    FormBits bits{form.name};
    for (std::size_t k = 0; k < dx.values().size(); ++k) {
      if (own->values()[k] == dx.values()[k]) ++bits.equal;
    }
    walk_gradient(input, candidate, {}, kAllElements, [&](const ExpectedNumber& number) {
      const auto value = static_cast<double>(own->values()[static_cast<std::size_t>(number.at)]);
      bits.largest_error = std::max(bits.largest_error, std::abs(value - number.exact));
      return true;
    });
    found.push_back(bits);
  }
  std::ranges::stable_sort(found, std::greater<>(), &FormBits::equal);
  return found;
}

std::vector<std::string_view> plans_of_gradient(const BackwardInput& input,
                                                const BackwardCandidate& candidate,
                                                const tensor::Tensor& dx, const Known& known) {
  std::vector<std::string_view> found;
  if (dx.size() > base::kWholeStepElements) return found;
  for (const ReadPlan& each : fitting_plans(known)) {
    const bool fits = std::ranges::any_of(trace::backward_form_names(), [&](const auto& form) {
      const auto backward =
          gradient_in(form.value, dx.shape(), candidate.operation, candidate.gamma.get());
      return backward &&
             gives_every_bit(backward->program, leaves_of(*backward, input, candidate.gamma),
                             each.plan, dx);
    });
    if (fits) found.push_back(each.name);
  }
  return found;
}

std::string form_words(const std::vector<FormBits>& forms, std::int64_t elements,
                       double largest_error) {
  if (forms.empty()) return "";
  std::vector<std::string> whole;
  std::vector<std::string> partly;
  std::vector<std::string> alike;   // forms that err as much as dx does
  std::vector<std::string> unlike;  // and those that do not
  for (const FormBits& bits : forms) {
    const std::string label = label_of(bits.form);
    if (bits.equal == elements) {
      whole.push_back(label);
    } else {
      partly.push_back(tr("{n} are those of the {form}", arg("n", text::grouped_digits(bits.equal)),
                          arg("form", label)));
    }
    const bool like =
        bits.largest_error < kAlike * largest_error && largest_error < kAlike * bits.largest_error;
    (like ? alike : unlike)
        .push_back(
            tr("the {form} by {error:.1e}", arg("form", label), arg("error", bits.largest_error)));
  }
  const std::string numbers = text::grouped_digits(elements);
  const auto all = arg("all", numbers);
  const std::string list = text::listed(partly);
  const auto parts = arg("parts", list);
  if (const std::size_t count = whole.size(); count > 0) {
    whole.resize(kMostForms);
    return tr(partly.empty() ? kEveryBit.at(count - 1) : kEveryBitOfSome.at(count - 1),
              arg("form", whole[0]), arg("second", whole[1]), arg("third", whole[2]), all, parts);
  }
  if (alike.empty() || unlike.empty()) {
    return tr("Its form is not told: to the last bit of {all} numbers {parts}.", all, parts);
  }
  return tr(
      "It errs by {error:.1e}, like {alike}, and unlike {unlike}; to the last bit of "
      "{all} numbers {parts}.",
      arg("error", largest_error), arg("alike", text::listed(alike)),
      arg("unlike", text::listed(unlike)), all, parts);
}

}  // namespace normscope::variants
