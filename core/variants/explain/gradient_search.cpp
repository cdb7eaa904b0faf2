// SPDX-License-Identifier: MIT
#include "core/variants/explain/gradient_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/ops/softmax_options.hpp"
#include "core/variants/explain/candidate_search.hpp"
#include "core/variants/explain/number_search.hpp"
#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {

namespace {

using ops::EpsilonPlacement;
using ops::NormOptions;
using ops::SoftmaxOptions;

// Elements on which least squares are sought, and on which a solved gamma is held against dx.
constexpr std::int64_t kFewElements = 512;
constexpr std::int64_t kSolvedSample = 4096;
// Least squares that leave more of every group come from another operation.
constexpr double kMostLeftOfGroup = 0.1;
// Numbers of which one comes near enough to be seen.
constexpr std::array<double, 11> kEpsilons{1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2,
                                           0.1,  1,    10,   100,  1e4};
constexpr std::array<double, 11> kTemperatures{0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.5, 2, 4, 8, 16};

BackwardCandidate with_number(BackwardCandidate candidate, double number) {
  if (auto* const norm = std::get_if<NormOptions>(&candidate.operation)) norm->epsilon = number;
  if (auto* const softmax = std::get_if<SoftmaxOptions>(&candidate.operation)) {
    softmax->temperature = number;
  }
  return candidate;
}

}  // namespace

BackwardTolerance GradientAllowance::tolerance(std::int64_t n) const {
  return {tolerance_of(steps, n), half_unit(dy_decimals)};
}

std::vector<FoundGradient> GradientSearch::search(const GradientAllowance& allowance) {
  if (!made_) make_families();
  std::vector<FoundGradient> found;
  for (const Family& family : families_) {
    BackwardTolerance tolerance = allowance.tolerance(family.size);
    // Least squares do not minimize the largest error.
    if (of_.solves_gamma) tolerance.steps = tolerance.steps.times(2);
    const auto add = [&](const BackwardCandidate& candidate, std::optional<OptionRange> range) {
      const auto whole = completed(candidate, tolerance.steps, kExplainSample);
      if (!whole) return;
      const auto unknowns = of_.solves_gamma ? static_cast<double>(whole->gamma->size()) : 0.0;
      found.push_back({*whole, range, unknowns});
    };
    if (!family.numbered) {
      if (passes(family.candidate, tolerance)) add(family.candidate, std::nullopt);
      continue;
    }
    const auto range = range_of(family, tolerance);
    if (!range) continue;
    for (const double number : number_choices(family.candidate.operation, *range)) {
      add(with_number(family.candidate, number), range);
    }
  }
  return found;
}

bool GradientSearch::passes(const BackwardCandidate& candidate,
                            const BackwardTolerance& tolerance) const {
  const std::int64_t most = of_.solves_gamma ? kSolvedSample : kExplainSample;
  const auto whole = completed(candidate, tolerance.steps, most);
  const auto fits = [&](const ExpectedNumber& number) { return agrees(dx_at(number.at), number); };
  return whole && walk_gradient(of_.input, *whole, tolerance, most, fits);
}

std::optional<OptionRange> GradientSearch::range_of(const Family& family,
                                                    const BackwardTolerance& tolerance) const {
  NumberSearch numbers{
      .passes =
          [&](double number) { return passes(with_number(family.candidate, number), tolerance); },
      .positive = family.positive,
      .tried = {0.0, 1e-8, 1e-6, 1e-5}};
  if (family.positive) {
    numbers.tried = {1};
    for (const double usual : ops::usual_temperatures()) numbers.tried.push_back(usual);
  }
  auto range = numbers.around(family.best);
  // At temperature 1 nothing was forgotten.
  const bool forgets = family.candidate.way->id == "without-temperature";
  if (range && forgets && range->low <= 1 && range->high >= 1) range.reset();
  return range;
}

void GradientSearch::make_families() {
  made_ = true;
  const bool plain = !of_.gamma && !of_.solves_gamma;
  for (const GradientWay& way : gradient_ways()) {
    if (way.forgets_gamma && !of_.gamma) continue;
    if (of_.norms && way.norm != nullptr) add_norms(way);
    if (plain && way.softmax != nullptr) add_softmaxes(way);
  }
  if (plain) add_relatives();
}

void GradientSearch::add_norms(const GradientWay& way) {
  for (NormOptions options : norms_of(of_.input.x->shape())) {
    const auto plan = ops::plan_norm(of_.input.x->shape(), options);
    if (!plan || plan->groups.size < 2 || (way.centred && !options.centred())) continue;
    const bool fits = !of_.gamma || of_.gamma->shape() == plan->affine_shape;
    if (!fits || (of_.solves_gamma && !determines(*plan))) continue;
    for (const auto& estimator : ops::variance_estimator_names()) {
      options.estimator = estimator.value;
      for (const auto& placement : ops::epsilon_placement_names()) {
        options.epsilon_placement = placement.value;
        const bool inside = placement.value == EpsilonPlacement::kInside;
        if (way.forgets_epsilon && !inside) continue;
        const bool numbered = !way.forgets_epsilon && placement.value != EpsilonPlacement::kNone;
        add_hopeful({{options, &way, of_.gamma}, plan->groups.size, numbered});
      }
    }
  }
}

// Gamma has fewer numbers than dx tells, but for epsilon and the two sums that each group's dx has.
bool GradientSearch::determines(const ops::NormPlan& plan) const {
  const std::int64_t unknowns = tensor::product(plan.affine_shape);
  return unknowns <= kMostSolved && unknowns + 1 < of_.dx->size() - 2 * plan.groups.count;
}

void GradientSearch::add_softmaxes(const GradientWay& way) {
  for (const SoftmaxOptions& options : softmaxes_of(of_.input.x->shape())) {
    if (options.log && way.log_softmax == nullptr) continue;
    const auto plan = ops::plan_softmax(of_.input.x->shape(), options);
    if (plan) add_hopeful({{options, &way}, plan->groups.size, true, true});
  }
}

void GradientSearch::add_relatives() {
  auto all = relatives_of(of_.input.x->shape());
  all.emplace_back(ops::RelativeOptions{});
  all.emplace_back(ops::RelativeOptions{.alpha = 1});
  for (const compute::Operation& operation : all) {
    const auto plan = compute::plan_request({operation, of_.input.x});
    if (!plan) continue;
    add_hopeful({{operation, &gradient_ways().front()}, compute::groups_of(*plan).size});
  }
}

void GradientSearch::add_hopeful(Family family) {
  if (!hopeful(family)) return;
  if (family.numbered) {
    family.best = NumberSearch{.residual = [&](double number) { return residual(family, number); },
                               .positive = family.positive}
                      .least_squares();
  }
  families_.push_back(std::move(family));
}

// Whether some number leaves little of one group at least.
bool GradientSearch::hopeful(const Family& family) const {
  const auto leaves_little = [&](const BackwardCandidate& candidate) {
    const auto whole = completed(candidate, {}, kFewElements);
    double left = 0;
    double squares = 0;
    std::int64_t seen = 0;
    bool little = false;
    const auto take = [&](const ExpectedNumber& expected) {
      const auto dx = static_cast<double>(dx_at(expected.at));
      if (std::isfinite(dx)) {
        squares += dx * dx;
        left += (dx - expected.exact) * (dx - expected.exact);
      }
      if (++seen % family.size != 0) return true;
      little = left <= kMostLeftOfGroup * squares;
      left = squares = 0;
      return !little;
    };
    if (whole) walk_gradient(of_.input, *whole, {}, kFewElements, take);
    return little;
  };
  if (!family.numbered) return leaves_little(family.candidate);
  return std::ranges::any_of(family.positive ? kTemperatures : kEpsilons, [&](double number) {
    return leaves_little(with_number(family.candidate, number));
  });
}

// With gamma solved for, where that is asked; nothing where it is not determined.
std::optional<BackwardCandidate> GradientSearch::completed(const BackwardCandidate& candidate,
                                                           const Tolerance& rounding,
                                                           std::int64_t most) const {
  if (!of_.solves_gamma) return candidate;
  const std::vector<double> numbers = solve_gamma(of_.input, candidate, *of_.dx, rounding, most);
  if (numbers.empty()) return std::nullopt;
  const auto plan =
      ops::plan_norm(of_.input.x->shape(), std::get<NormOptions>(candidate.operation));
  auto gamma = tensor::Tensor::from_values(plan->affine_shape,
                                           std::vector<float>(numbers.begin(), numbers.end()));
  BackwardCandidate whole = candidate;
  whole.gamma = std::make_shared<const tensor::Tensor>(*std::move(gamma));
  return whole;
}

double GradientSearch::residual(const Family& family, double number) const {
  const auto whole = completed(with_number(family.candidate, number), {}, kFewElements);
  double sum = 0;
  const auto take = [&](const ExpectedNumber& expected) {
    const auto dx = static_cast<double>(dx_at(expected.at));
    if (std::isfinite(dx)) sum += (dx - expected.exact) * (dx - expected.exact);
    return true;
  };
  const bool walked = whole && walk_gradient(of_.input, *whole, {}, kFewElements, take);
  return walked ? sum : HUGE_VAL;
}

}  // namespace normscope::variants
