// SPDX-License-Identifier: MIT
#include "core/ops/softmax.hpp"

#include <array>
#include <cmath>

#include "core/text/translate.hpp"

namespace normscope::ops {

using base::Name;

namespace {

constexpr std::array<Name<SoftmaxAlgorithm>, 3> kAlgorithms{{
    {SoftmaxAlgorithm::kMaxSubtracted, "max-subtracted", tr_later("maximum subtracted")},
    {SoftmaxAlgorithm::kNaive, "naive", tr_later("naive")},
    {SoftmaxAlgorithm::kOnline, "online"},
}};

}  // namespace

std::span<const Name<SoftmaxAlgorithm>> softmax_algorithm_names() {
  return kAlgorithms;
}

Expected<SoftmaxPlan> plan_softmax(const tensor::Shape& x, const SoftmaxOptions& options) {
  if (!(options.temperature > 0) || std::isinf(options.temperature)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the temperature must be a finite number above zero, but is {temperature}",
                   arg("temperature", options.temperature)));
  }
  if (options.has_sink() && !std::isfinite(options.sink)) {
    return fail(
        ErrorKind::kInvalidArgument,
        tr("the sink's logit must be a finite number, but is {sink}", arg("sink", options.sink)));
  }
  if (!(options.length_scale >= 0) || std::isinf(options.length_scale)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the length scale must be a finite number, zero or more, but is {length_scale}",
                   arg("length_scale", options.length_scale)));
  }
  const auto count = tensor::element_count(x);
  if (!count) return tl::unexpected(count.error());
  const auto dim = tensor::resolve_dimension(options.dim, x.size());
  if (!dim) return tl::unexpected(dim.error());
  return SoftmaxPlan{options, tensor::dimension_groups(x, *dim)};
}

double length_factor(const SoftmaxOptions& options, std::int64_t size) {
  if (!options.has_length_scale()) return 1;
  return options.length_scale * std::log(static_cast<double>(size));
}

}  // namespace normscope::ops
