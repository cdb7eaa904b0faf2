// SPDX-License-Identifier: MIT
#include "core/variants/outputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/limits.hpp"
#include "core/compute/steps.hpp"
#include "core/text/translate.hpp"

namespace normscope::variants {

using tensor::Tensor;

Expected<trace::Trace> trace_of(const compute::Request& request) {
  return compute::steps_of(request);
}

Expected<Output> output_of(const compute::Request& request) {
  if (request.x->size() > base::kWholeStepElements) {
    auto result =
        compute::compute(compute::make_backends(), request, {.device = compute::Device::kCpu});
    if (!result) return tl::unexpected(result.error());
    return Output{std::move(result->y), std::move(result->device)};
  }
  const auto trace = trace_of(request);
  if (!trace) return tl::unexpected(trace.error());
  auto y = trace->whole(static_cast<int>(trace->steps().size()) - 1);
  if (!y) return tl::unexpected(y.error());
  const bool plain = request.precision == precision::Plan{};
  return Output{*std::move(y), std::string(plain ? text::tr("torch arithmetic, step by step")
                                                 : text::tr("precision plans, step by step"))};
}

Expected<std::optional<Parting>> first_parting(const trace::Trace& a, const trace::Trace& b) {
  Parting parting;
  const std::vector<int> steps_of_a = a.program().main_steps();
  const std::vector<int> steps_of_b = b.program().main_steps();
  for (std::size_t at = 0; at < std::max(steps_of_a.size(), steps_of_b.size()); ++at) {
    parting.a = at < steps_of_a.size() ? a.program().step(steps_of_a[at]).name : "";
    parting.b = at < steps_of_b.size() ? b.program().step(steps_of_b[at]).name : "";
    if (parting.a != parting.b) return parting;
    const auto of_a = a.whole(steps_of_a[at]);
    if (!of_a) return tl::unexpected(of_a.error());
    const auto of_b = b.whole(steps_of_b[at]);
    if (!of_b) return tl::unexpected(of_b.error());
    const auto same = [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    const auto differs = std::ranges::mismatch(of_a->values(), of_b->values(), same);
    if (of_a->shape() != of_b->shape()) return parting;
    if (differs.in1 != of_a->values().end()) {
      parting.shape = of_a->shape();
      parting.values =
          Parting::Values{differs.in1 - of_a->values().begin(), *differs.in1, *differs.in2};
      return parting;
    }
    parting.after = parting.a;
  }
  return std::optional<Parting>{};
}

}  // namespace normscope::variants
