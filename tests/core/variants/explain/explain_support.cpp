// SPDX-License-Identifier: MIT
#include "tests/core/variants/explain/explain_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/compute/gradient.hpp"
#include "core/ops/operation.hpp"
#include "core/random/distributions.hpp"
#include "core/text/numbers.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
using variants::Explanation;

bool covers(const Explanation& explanation, std::string_view kind,
            const compute::Operation& truth) {
  if (explanation.kind != kind) return false;
  if (explanation.operation == truth) return true;
  compute::Operation given = explanation.operation;
  compute::Operation wanted = truth;
  double number = 0;
  if (auto* norm = std::get_if<ops::NormOptions>(&wanted)) {
    number = std::exchange(norm->epsilon, 0.0);
    if (auto* other = std::get_if<ops::NormOptions>(&given)) other->epsilon = 0.0;
  } else if (auto* softmax = std::get_if<ops::SoftmaxOptions>(&wanted)) {
    number = std::exchange(softmax->temperature, 1.0);
    if (auto* other = std::get_if<ops::SoftmaxOptions>(&given)) other->temperature = 1.0;
  } else {
    number = std::exchange(std::get<ops::RelativeOptions>(wanted).alpha, 1.0);
    if (auto* other = std::get_if<ops::RelativeOptions>(&given)) other->alpha = 1.0;
  }
  return given == wanted && explanation.range && number >= explanation.range->low &&
         number <= explanation.range->high;
}

tensor::Tensor normal(std::uint64_t seed, const tensor::Shape& shape, float scale, float offset) {
  random::Generator generator(seed);
  tensor::Tensor x = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape));
  for (float& value : x.values()) value = value * scale + offset;
  return x;
}

tensor::Tensor output_of(const compute::Operation& operation, const tensor::Tensor& x,
                         const std::shared_ptr<const tensor::Tensor>& gamma,
                         const std::shared_ptr<const tensor::Tensor>& beta) {
  // The reference rounds the exact value once; only the cpu has the one-pass variance.
  const auto* const norm = std::get_if<ops::NormOptions>(&operation);
  const bool one_pass = norm != nullptr && norm->algorithm == ops::VarianceAlgorithm::kOnePass;
  compute::Settings settings;
  settings.device = one_pass ? compute::Device::kCpu : compute::Device::kReference;
  const compute::Request request{operation, std::make_shared<const tensor::Tensor>(x), gamma, beta};
  return NORMSCOPE_VALUE_OR_FAIL(compute::compute(compute::make_backends(), request, settings)).y;
}

std::shared_ptr<const tensor::Tensor> kept(tensor::Tensor tensor) {
  return std::make_shared<const tensor::Tensor>(std::move(tensor));
}

tensor::Tensor gradient_of(const compute::Operation& operation, const tensor::Tensor& x,
                           const tensor::Tensor& dy,
                           const std::shared_ptr<const tensor::Tensor>& gamma) {
  compute::Settings settings;
  settings.device = compute::Device::kReference;
  return NORMSCOPE_VALUE_OR_FAIL(
             compute::compute_gradient({{operation, kept(x), gamma}, kept(dy)}, settings))
      .dx;
}

tensor::Tensor printed(const tensor::Tensor& values, int decimals) {
  tensor::Tensor rounded = values;
  for (float& value : rounded.values()) {
    const auto text = fmt::format("{:.{}f}", value, decimals);
    value = static_cast<float>(text::parse_double(text).value());
  }
  return rounded;
}

variants::Explanations explained(const tensor::Tensor& x, const tensor::Tensor& y,
                                 const variants::Known& known) {
  return NORMSCOPE_VALUE_OR_FAIL(variants::explain(x, y, known));
}

Hit hit_of(const variants::Explanations& answer, const compute::Operation& truth) {
  if (answer.verdict != variants::Fit::kExplained) return Hit::kUnexplained;
  if (answer.ranked.front().operation == truth) return Hit::kBest;
  if (covers(answer.ranked.front(), "", truth)) return Hit::kRange;
  // Batch norm with gamma and beta is an affine map for each channel, and any is one of it.
  const auto* norm = std::get_if<ops::NormOptions>(&truth);
  const bool channels = norm != nullptr && norm->kind == ops::Normalization::kBatchNorm;
  if (channels && answer.ranked.front().kind == "channel-lines") return Hit::kSame;
  const bool same = std::ranges::any_of(answer.same_on_these_data,
                                        [&](const Explanation& e) { return covers(e, "", truth); });
  return same ? Hit::kSame : Hit::kOtherwise;
}

std::string text_of(const variants::Explanations& answer) {
  std::string text = answer.sentence;
  for (const Explanation& e : answer.ranked) {
    text += fmt::format("\n  {} {} error {:.3g} {:.3g} ULP", e.words, e.preset, e.largest_error,
                        e.ulps);
  }
  for (const Explanation& e : answer.same_on_these_data) {
    text += fmt::format("\n  = {} {} error {:.3g}", e.words, e.preset, e.largest_error);
  }
  return text;
}

}  // namespace normscope::testing
