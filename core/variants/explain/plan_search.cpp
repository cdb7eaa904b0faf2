// SPDX-License-Identifier: MIT
#include "core/variants/explain/plan_search.hpp"
#include "core/text/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>

#include "core/base/limits.hpp"
#include "core/compute/reference_group.hpp"
#include "core/compute/steps.hpp"
#include "core/ops/operation.hpp"
#include "core/precision/plan.hpp"
#include "core/text/translate.hpp"

namespace normscope::variants {

using formats::FormatId;
using precision::NamedPlan;

namespace {

// Most elements for which all operations are tried under all plans.
constexpr std::int64_t kMostTriedElements = std::int64_t{1} << 14;
// An output of fewer different values proves nothing.
constexpr std::size_t kLeastDifferentValues = 8;

FormatId type_of(NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat16:
      return FormatId::kFloat16;
    case NumberFormat::kBfloat16:
      return FormatId::kBfloat16;
    case NumberFormat::kFloat32:
      break;
  }
  return FormatId::kFloat32;
}

bool gives_every_bit(compute::Request request, const precision::Plan& plan,
                     const tensor::Tensor& y) {
  request.precision = plan;
  const auto steps = compute::steps_of(request);
  if (!steps) return false;
  const int last = static_cast<int>(steps->steps().size()) - 1;
  if (steps->steps().back().shape != y.shape()) return false;
  for (std::int64_t at = 0; at < y.size(); ++at) {
    if (!same_bits(steps->value(last, at), y.values()[static_cast<std::size_t>(at)])) return false;
  }
  return true;
}

std::vector<std::string_view> plans_among(const std::vector<ReadPlan>& plans,
                                          const compute::Request& request,
                                          const tensor::Tensor& y) {
  std::vector<std::string_view> found;
  for (const ReadPlan& each : plans) {
    if (gives_every_bit(request, each.plan, y)) found.push_back(each.name);
  }
  return found;
}

// What a library computes when nothing is said, and the two numbers that configurations change.
std::vector<compute::Operation> usual_operations() {
  std::vector<compute::Operation> all{ops::SoftmaxOptions{}, ops::SoftmaxOptions{.log = true}};
  for (const auto kind : {ops::Normalization::kLayerNorm, ops::Normalization::kRmsNorm}) {
    for (const double epsilon : {1e-5, 1e-6, 1e-12}) {
      for (const auto algorithm :
           {ops::VarianceAlgorithm::kTwoPass, ops::VarianceAlgorithm::kOnePass,
            ops::VarianceAlgorithm::kWelford}) {
        const bool once =
            kind == ops::Normalization::kLayerNorm || algorithm == ops::VarianceAlgorithm::kTwoPass;
        if (!once) continue;  // without a mean there is one algorithm
        all.emplace_back(
            ops::NormOptions{.kind = kind, .epsilon = epsilon, .algorithm = algorithm});
      }
    }
  }
  return all;
}

Explanation explanation_of(const compute::Request& request, const tensor::Tensor& y,
                           std::string_view plan) {
  Explanation explanation;
  explanation.operation = request.operation;
  explanation.words = ops::full_words(request.operation);
  explanation.arguments =
      fmt::format("{} --precision {}", ops::arguments_of(request.operation), plan);
  explanation.fit = Fit::kExplained;
  if (const auto checked = compute::plan_request(request)) {
    const auto error = compute::output_error(*checked, request.x->values(), {}, {}, y.values());
    explanation.ulps = error.ulps;
    const auto value = static_cast<double>(y.values()[static_cast<std::size_t>(error.at)]);
    explanation.largest_error = std::abs(value - error.reference);
  }
  return explanation;
}

bool has_many_values(const tensor::Tensor& y) {
  std::set<std::uint32_t> different;
  for (const float value : y.values()) {
    if (std::isfinite(value)) different.insert(std::bit_cast<std::uint32_t>(value));
    if (different.size() >= kLeastDifferentValues) return true;
  }
  return false;
}

}  // namespace

std::vector<ReadPlan> fitting_plans(const Known& known) {
  std::vector<ReadPlan> fitting;
  if (known.x.decimals || known.y.decimals) return fitting;
  const FormatId x = type_of(known.x.format);
  const FormatId y = type_of(known.y.format);
  for (const NamedPlan& named : precision::named_plans()) {
    auto plan = precision::parse_plan(named.text);
    if (!plan || plan->storage != y) continue;
    const auto* const input = plan->roles.empty() || plan->roles.front().role != trace::Role::kInput
                                  ? nullptr
                                  : &plan->roles.front();
    const FormatId reads = input == nullptr ? plan->storage : input->format;
    // A wider input was rounded to the storage when it was read.
    const bool same = y == FormatId::kFloat32 ? reads == x : true;
    if (same) fitting.push_back({named.name, *std::move(plan)});
  }
  return fitting;
}

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

std::vector<std::string_view> plans_of(const compute::Request& request, const tensor::Tensor& y,
                                       const Known& known) {
  if (y.size() > base::kWholeStepElements) return {};
  return plans_among(fitting_plans(known), request, y);
}

std::optional<PlanFit> search_plans(const std::shared_ptr<const tensor::Tensor>& x,
                                    const tensor::Tensor& y, const Known& known) {
  if (y.size() > kMostTriedElements || !has_many_values(y)) return std::nullopt;
  const auto plans = fitting_plans(known);
  for (const compute::Operation& operation : usual_operations()) {
    const compute::Request request{.operation = operation, .x = x};
    auto found = plans_among(plans, request, y);
    if (!found.empty()) return PlanFit{explanation_of(request, y, found.front()), std::move(found)};
  }
  return std::nullopt;
}

std::string plan_words(const std::vector<std::string_view>& plans) {
  constexpr std::string_view kUsual = "float32";
  if (plans.empty() || std::ranges::find(plans, kUsual) != plans.end()) return {};
  if (plans.size() > 1) {
    return tr("It has every bit of each of the precision plans {plans}.",
              arg("plans", text::listed(plans)));
  }
  const auto all = precision::named_plans();
  const auto named = std::ranges::find(all, plans.front(), &NamedPlan::name);
  return tr("It has every bit of the precision plan {name}: {words}.", arg("name", named->name),
            arg("words", tr(named->words)));
}

}  // namespace normscope::variants
