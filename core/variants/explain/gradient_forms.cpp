// SPDX-License-Identifier: MIT
#include "core/variants/explain/gradient_forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/text/numbers.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/trace.hpp"

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
  return base::fail(base::ErrorKind::kUnsupported, "a relative has one form");
}

base::Expected<tensor::Tensor> computed(const trace::Gradient& backward, const BackwardInput& input,
                                        const std::shared_ptr<const tensor::Tensor>& gamma) {
  std::vector<trace::TensorRef> leaves(backward.program.steps.size());
  leaves[0] = input.x;
  leaves[static_cast<std::size_t>(backward.upstream)] = input.dy;
  const int at = backward.program.find(trace::Role::kGamma);
  if (at >= 0) leaves[static_cast<std::size_t>(at)] = gamma;
  const auto pass = trace::Trace::of(backward.program, std::move(leaves));
  if (!pass) return tl::unexpected(pass.error());
  return pass->whole(backward.program.size() - 1);
}

std::string label_of(std::string_view form) {
  if (form == base::name_of(trace::backward_form_names(), trace::BackwardForm::kChain)) {
    return "chain rule";
  }
  return form == base::name_of(trace::backward_form_names(), trace::BackwardForm::kClosed)
             ? "closed form"
             : "sums of the uncentred input";
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

std::string form_words(const std::vector<FormBits>& forms, std::int64_t elements,
                       double largest_error) {
  if (forms.empty()) return "";
  std::string whole;
  std::string partly;
  std::string alike;   // forms that err as much as dx does
  std::string unlike;  // and those that do not
  for (const FormBits& bits : forms) {
    const std::string label = label_of(bits.form);
    if (bits.equal == elements) {
      whole += (whole.empty() ? "" : " and of the ") + label;
    } else {
      partly += fmt::format("{}{} are those of the {}", partly.empty() ? "" : ", ",
                            text::grouped_digits(bits.equal), label);
    }
    const bool like =
        bits.largest_error < kAlike * largest_error && largest_error < kAlike * bits.largest_error;
    std::string& list = like ? alike : unlike;
    list += fmt::format("{}the {} by {:.1e}", list.empty() ? "" : ", ", label, bits.largest_error);
  }
  const std::string part = fmt::format("of {} numbers {}", text::grouped_digits(elements), partly);
  if (!whole.empty()) {
    return " It has every bit of the " + whole + (partly.empty() ? "." : "; " + part + ".");
  }
  const std::string bits = " to the last bit " + part + ".";
  if (alike.empty() || unlike.empty()) return " Its form is not told:" + bits;
  return fmt::format(" It errs by {:.1e}, like {}, and unlike {};{}", largest_error, alike, unlike,
                     bits);
}

}  // namespace normscope::variants
