// SPDX-License-Identifier: MIT
#include "core/variants/differences.hpp"

#include <cmath>
#include <utility>

#include "core/base/memory.hpp"
#include "core/base/ulp.hpp"
#include "core/ops/presets.hpp"
#include "core/text/translate.hpp"

namespace normscope::variants {

using tensor::Tensor;

namespace {

// The error in ULPs does not depend on which of the two is A.
double ulps_between(float a, float b) {
  const bool a_larger = std::abs(a) > std::abs(b);
  return base::ulp_error(a_larger ? b : a, static_cast<double>(a_larger ? a : b));
}

Difference exchanged(Difference difference) {
  std::swap(difference.a, difference.b);
  return difference;
}

}  // namespace

Expected<Difference> largest_difference(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape()) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("outputs of the shapes {shape} and {own} cannot be compared",
                         arg("shape", tensor::shape_to_text(a.shape())),
                         arg("own", tensor::shape_to_text(b.shape()))));
  }
  Difference largest;
  for (std::size_t at = 0; at < a.values().size(); ++at) {
    const float from = a.values()[at];
    const float to = b.values()[at];
    const double ulps = ulps_between(from, to);
    if (ulps == 0) continue;
    ++largest.differing;
    const bool finite = std::isfinite(from) && std::isfinite(to);
    if (!finite) ++largest.not_finite;
    const double absolute =
        finite ? std::abs(static_cast<double>(from) - static_cast<double>(to)) : HUGE_VAL;
    if (absolute <= largest.absolute) continue;
    largest.at = static_cast<std::int64_t>(at);
    largest.a = from;
    largest.b = to;
    largest.absolute = absolute;
    largest.ulps = ulps;
  }
  return largest;
}

const Difference* DifferenceMatrix::find(std::size_t i, std::size_t j) const {
  return refusals[i] || refusals[j] ? nullptr : &pairs[i * refusals.size() + j];
}

Expected<DifferenceMatrix> all_differences(std::span<const compute::Operation> operations,
                                           const trace::TensorRef& x, const trace::TensorRef& gamma,
                                           const trace::TensorRef& beta,
                                           const OutputOf& compute_output) {
  const auto bytes = x->values().size_bytes() * operations.size();
  if (const auto fits = base::check_memory(bytes, text::tr_later("the outputs of all variants"));
      !fits) {
    return tl::unexpected(fits.error());
  }
  DifferenceMatrix matrix;
  std::vector<Tensor> outputs;
  for (const compute::Operation& operation : operations) {
    const compute::Request request{operation, x, gamma, beta};
    const auto plan = compute::plan_request(request);
    matrix.refusals.push_back(plan ? std::nullopt : std::optional(plan.error()));
    outputs.emplace_back();
    if (!plan) continue;
    auto output = compute_output(request);
    if (!output) return tl::unexpected(output.error());
    outputs.back() = std::move(output->y);
    matrix.arithmetic = std::move(output->arithmetic);
  }
  const std::size_t count = operations.size();
  matrix.pairs.resize(count * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      if (matrix.find(i, j) == nullptr) continue;
      const auto difference = largest_difference(outputs[i], outputs[j]);
      if (!difference) return tl::unexpected(difference.error());
      matrix.pairs[i * count + j] = *difference;
      matrix.pairs[j * count + i] = exchanged(*difference);
    }
  }
  return matrix;
}

std::vector<compute::Operation> preset_operations() {
  std::vector<compute::Operation> operations;
  for (const ops::Preset& preset : ops::presets()) operations.emplace_back(preset.options);
  return operations;
}

}  // namespace normscope::variants
