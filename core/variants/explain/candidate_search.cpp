// SPDX-License-Identifier: MIT
#include "core/variants/explain/candidate_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/ops/reference.hpp"
#include "core/ops/softmax.hpp"
#include "core/ops/softmax_options.hpp"
#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/explain_verify.hpp"
#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {

using ops::Normalization;
using ops::NormOptions;

namespace {

// A slope that leaves more of log y's variance comes from another operation.
constexpr double kMostLeft = 0.1;
// An output below so many allowed errors has no logarithm to speak of.
constexpr double kMeaningful = 30;
// Edges are looked for up to this factor from a temperature that explains y.
constexpr double kMostFactor = 1e3;

class TemperatureSearch {
 public:
  TemperatureSearch(const ops::SoftmaxPlan& plan, std::span<const float> x,
                    std::span<const float> y, const Tolerance& tolerance, std::int64_t limit)
      : plan_(plan), x_(x), y_(y), tolerance_(tolerance) {
    const std::int64_t fitting = limit / std::max<std::int64_t>(plan.groups.size, 1);
    groups_ = std::clamp<std::int64_t>(fitting, 1, plan.groups.count);
    row_.resize(static_cast<std::size_t>(plan.groups.size));
  }

  std::optional<OptionRange> run() {
    std::optional<double> passing;
    if (const auto slope = inverse_temperature()) {
      const double temperature = nearest(1 / *slope);
      if (excess(temperature) <= 1) passing = temperature;
      if (!passing && excess(1) <= 1) passing = 1;
    } else if (saturated_) {
      for (const double temperature : ops::usual_temperatures()) {
        if (!passing && excess(temperature) <= 1) passing = temperature;
      }
    }
    if (!passing) return std::nullopt;
    return OptionRange{edge(*passing, false), edge(*passing, true)};
  }

 private:
  // Calls visit(x, y, exact y, maximum) for every element of the sample until it returns false.
  template <class Visit>
  void for_each(double temperature, Visit visit) {
    plan_.options.temperature = temperature;
    const tensor::GroupLayout& layout = plan_.groups;
    for (std::int64_t i = 0; i < groups_; ++i) {
      const std::int64_t group = i * layout.count / groups_;
      const auto statistics = ops::reference_softmax(plan_, group, x_, row_);
      for (std::int64_t k = 0; k < layout.size; ++k) {
        const auto at = static_cast<std::size_t>(layout.base(group) + layout.offset(k));
        if (!visit(static_cast<double>(x_[at]), static_cast<double>(y_[at]),
                   row_[static_cast<std::size_t>(k)], statistics.maximum, i)) {
          return;
        }
      }
    }
  }

  // The largest error in units of its tolerance.
  double excess(double temperature) {
    double largest = 0;
    for_each(temperature, [&](double x, double y, double exact, double maximum, std::int64_t) {
      if (!std::isfinite(exact) || !std::isfinite(y)) {
        const bool same = std::isnan(exact) ? std::isnan(y) : y == exact;
        if (!same) largest = HUGE_VAL;
        return same;
      }
      const double reach = std::isinf(x) ? 0 : std::abs(x - maximum) / temperature;
      const double allowed =
          tolerance_.of_softmax(exact, plan_.options.log, reach, 1 / temperature);
      largest = std::max(largest, std::abs(y - exact) / allowed);
      return true;
    });
    return largest;
  }

  // Least squares of log y over x with a constant for each group, weighted by the accuracy of the
  // logarithm; nothing when the line is not straight or does not rise.
  std::optional<double> inverse_temperature() {
    struct TiltedSums {
      double w = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    };
    std::vector<TiltedSums> all(static_cast<std::size_t>(groups_));
    std::vector<double> first_x(all.size());
    for_each(1, [&](double x, double y, double, double, std::int64_t group) {
      const double least = kMeaningful * tolerance_.of(0, 0, 0, 0, 0);
      const bool log = plan_.options.log;
      if (!std::isfinite(x) || !std::isfinite(y) || (!log && y < least)) return true;
      TiltedSums& sums = all[static_cast<std::size_t>(group)];
      double& origin = first_x[static_cast<std::size_t>(group)];
      if (sums.w == 0) origin = x;
      const double allowed = tolerance_.of(y, log ? 1 : y, 0, 0, 0);
      const double weight = log ? 1 / (allowed * allowed) : y * y / (allowed * allowed);
      const double value = log ? y : std::log(y);
      const double from = x - origin;
      sums.w += weight;
      sums.x += weight * from;
      sums.y += weight * value;
      sums.xx += weight * from * from;
      sums.xy += weight * from * value;
      sums.yy += weight * value * value;
      return true;
    });
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (const TiltedSums& sums : all) {
      if (sums.w == 0) continue;
      xx += sums.xx - sums.x * sums.x / sums.w;
      xy += sums.xy - sums.x * sums.y / sums.w;
      yy += sums.yy - sums.y * sums.y / sums.w;
    }
    saturated_ = !(xx > 0) || !(yy > 0);
    if (saturated_ || xy <= 0 || yy - xy * xy / xx > kMostLeft * yy) return std::nullopt;
    return xy / xx;
  }

  // Moves a temperature to the smallest excess near it: thirds of a twentieth to each side.
  double nearest(double temperature) {
    if (excess(temperature) <= 1) return temperature;
    double low = temperature * 0.95;
    double high = temperature * 1.05;
    for (int step = 0; step < 40; ++step) {
      const double a = low + (high - low) / 3;
      const double b = high - (high - low) / 3;
      (excess(a) > excess(b) ? low : high) = excess(a) > excess(b) ? a : b;
    }
    return low + 0.5 * (high - low);
  }

  double edge(double inside, bool upwards) {
    const double start = inside;
    const auto moved = [&](double share) { return upwards ? start * share : start / share; };
    double good = 1;
    double bad = 1 + 1e-7;
    while (excess(moved(bad)) <= 1) {
      good = bad;
      if (good > kMostFactor) return upwards ? HUGE_VAL : 0.0;
      bad = 1 + 4 * (bad - 1);
    }
    for (int step = 0; step < 20; ++step) {
      const double middle = 0.5 * (good + bad);
      (excess(moved(middle)) <= 1 ? good : bad) = middle;
    }
    return moved(good);
  }

  ops::SoftmaxPlan plan_;
  std::span<const float> x_;
  std::span<const float> y_;
  const Tolerance& tolerance_;
  std::int64_t groups_ = 1;
  std::vector<double> row_;
  bool saturated_ = false;
};

// The range of temperature, searched on at most `limit` elements in whole groups, one at least.
// math    1 / temperature is the slope of log y over x within a group, by weighted least squares;
//         a y too saturated for a slope is tried with the usual temperatures
std::optional<OptionRange> search_temperature(const ops::SoftmaxPlan& plan,
                                              std::span<const float> x, std::span<const float> y,
                                              const Tolerance& tolerance, std::int64_t limit) {
  return TemperatureSearch(plan, x, y, tolerance, limit).run();
}

void add_families(std::vector<Candidate>& found, const NormRows& rows,
                  const std::vector<NormFamily>& families) {
  for (const NormFamily& family : families) {
    NormOptions options = family.options;
    if (options.returned == ops::Returned::kMean) {
      found.push_back({options, family.affine, std::nullopt, &rows});
      continue;
    }
    for (const double epsilon : number_choices(options, family.epsilon)) {
      options.epsilon = epsilon;
      found.push_back({options, family.affine, family.epsilon, &rows});
    }
  }
}

}  // namespace

bool nobody_writes(const Candidate& candidate) {
  const auto* options = std::get_if<NormOptions>(&candidate.operation);
  if (options == nullptr || candidate.rows == nullptr) return false;
  using enum ops::EpsilonPlacement;
  if (options->returned != ops::Returned::kNormalized || options->epsilon_placement == kNone) {
    return false;
  }
  if (is_usual_epsilon(options->epsilon)) return false;
  double least = std::numeric_limits<double>::infinity();
  for (const GroupSums& group : candidate.rows->groups) {
    if (group.squares > 0) least = std::min(least, group.squares / candidate.rows->size());
  }
  if (options->epsilon_placement == kOutside) least = std::sqrt(least);
  if (options->epsilon_placement == kCount) least = 1;
  return options->epsilon >= std::min(least, 1.0);
}

std::vector<NormOptions> norms_of(const tensor::Shape& shape) {
  std::vector<NormOptions> all;
  for (const auto kind : {Normalization::kLayerNorm, Normalization::kRmsNorm}) {
    for (std::size_t trailing = 1; trailing <= shape.size(); ++trailing) {
      NormOptions options;
      options.kind = kind;
      const auto first = shape.end() - static_cast<std::ptrdiff_t>(trailing);
      if (trailing > 1) options.normalized_shape.assign(first, shape.end());
      all.push_back(options);
    }
  }
  if (shape.size() < 2) return all;
  for (const bool centring : {true, false}) {
    for (const auto kind : {Normalization::kBatchNorm, Normalization::kInstanceNorm}) {
      NormOptions options;
      options.kind = kind;
      options.centring = centring;
      all.push_back(options);
    }
    for (std::int64_t groups = 1; groups <= shape[1]; ++groups) {
      if (shape[1] % groups != 0) continue;
      NormOptions options;
      options.kind = Normalization::kGroupNorm;
      options.groups = groups;
      options.centring = centring;
      all.push_back(options);
    }
  }
  return all;
}

std::vector<ops::SoftmaxOptions> softmaxes_of(const tensor::Shape& shape) {
  std::vector<ops::SoftmaxOptions> all;
  for (const bool log : {false, true}) {
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      if (shape[dim] < 2) continue;
      ops::SoftmaxOptions options;
      options.dim = dim + 1 == shape.size() ? -1 : static_cast<std::int64_t>(dim);
      options.log = log;
      all.push_back(options);
    }
  }
  return all;
}

std::vector<compute::Operation> relatives_of(const tensor::Shape& shape) {
  constexpr std::array<double, 2> kLengthScales{1.0, 0.43};
  std::vector<compute::Operation> all;
  for (ops::SoftmaxOptions softmax : softmaxes_of(shape)) {
    for (const auto& relative : ops::relative_names()) {
      // Those without a dimension are maps of a number, which are searched otherwise.
      const ops::RelativeOptions options{.kind = relative.value, .dim = softmax.dim};
      if (!softmax.log && ops::is_over_dimension(options)) all.emplace_back(options);
    }
    for (const double scale : kLengthScales) {
      softmax.length_scale = scale;
      all.emplace_back(softmax);
    }
    softmax.length_scale = 0;
    softmax.sink = 0;
    all.emplace_back(softmax);
  }
  return all;
}

CandidateSearch::CandidateSearch(Reading reading) : reading_(std::move(reading)) {
  if (!reading_.norms) return;
  for (const NormOptions& options : norms_of(reading_.x->shape())) {
    // Kinds without channels do not care where those are.
    const bool trailing = ops::rule_of(options.kind).grouping == ops::Grouping::kTrailing;
    if (reading_.channels_only && trailing) continue;
    add_rows(rows_, options);
    // The mean is one variant for each shape of layer norm.
    if (options.kind != Normalization::kLayerNorm) continue;
    NormOptions mean = options;
    mean.returned = ops::Returned::kMean;
    add_rows(rows_, mean);
  }
}

void CandidateSearch::add_rows(std::deque<NormRows>& all, const NormOptions& options) const {
  const auto plan = ops::plan_norm(reading_.x->shape(), options);
  if (!plan || plan->groups.size < 2) return;
  std::span<const float> gamma;
  if (reading_.gamma) {
    if (plan->affine_shape != reading_.gamma->shape()) return;
    gamma = reading_.gamma->values();
  }
  all.push_back(
      make_rows(*plan, reading_.x->values(), reading_.y->values(), gamma, kExplainSample));
  // The plan names the last dimension, which candidates leave as the default.
  all.back().plan.options = options;
}

std::vector<Candidate> CandidateSearch::search(Mode mode, const Allowance& allowance) {
  allowance_ = allowance;
  return mode == Mode::kPlain ? plain() : mode == Mode::kAffine ? affine(rows_) : one_pass();
}

std::vector<Candidate> CandidateSearch::plain() const {
  std::vector<Candidate> found;
  if (reading_.kind.empty() && !reading_.gamma && is_input()) {
    NormOptions identity;
    identity.returned = ops::Returned::kInput;
    found.push_back({identity});
  }
  for (const NormRows& rows : rows_) {
    add_families(found, rows, search_plain(rows, tolerance(rows.plan.groups.size)));
  }
  if (!reading_.softmaxes) return found;
  const auto more = softmaxes();
  found.insert(found.end(), more.begin(), more.end());
  // What has a name among the others needs no relative.
  const bool round = std::ranges::any_of(
      found, [](const Candidate& candidate) { return has_round_number(candidate.operation); });
  if (round || reading_.dim) return found;
  const auto others = relatives();
  found.insert(found.end(), others.begin(), others.end());
  return found;
}

std::vector<Candidate> CandidateSearch::affine(std::deque<NormRows>& all) const {
  std::vector<Candidate> found;
  for (NormRows& rows : all) {
    order_by_affine(rows);
    add_families(found, rows, search_affine(rows, tolerance(rows.plan.groups.size)));
  }
  return found;
}

std::vector<Candidate> CandidateSearch::one_pass() {
  for (const NormOptions& options : norms_of(reading_.x->shape())) {
    NormOptions one_pass = options;
    one_pass.algorithm = ops::VarianceAlgorithm::kOnePass;
    if (one_pass.centred()) add_rows(one_pass_rows_, one_pass);
  }
  std::vector<Candidate> found;
  for (const NormRows& rows : one_pass_rows_) {
    add_families(found, rows, search_plain(rows, tolerance(rows.plan.groups.size)));
  }
  return found.empty() ? affine(one_pass_rows_) : found;
}

std::vector<Candidate> CandidateSearch::softmaxes() const {
  std::vector<Candidate> found;
  for (ops::SoftmaxOptions options : softmaxes_of(reading_.x->shape())) {
    if (reading_.dim && options.dim != *reading_.dim) continue;
    const auto plan = ops::plan_softmax(reading_.x->shape(), options);
    if (!plan) continue;
    const auto range = search_temperature(*plan, reading_.x->values(), reading_.y->values(),
                                          tolerance(plan->groups.size), kExplainSample);
    if (!range) continue;
    options.temperature = number_choices(options, *range).front();
    found.push_back({options, Affine::kNone, range});
  }
  return found;
}

std::vector<Candidate> CandidateSearch::relatives() const {
  std::vector<Candidate> found;
  const Plainly plainly(*reading_.x, *reading_.y, allowance_.precision);
  for (const compute::Operation& operation : relatives_of(reading_.x->shape())) {
    const compute::Request request{operation, reading_.x};
    const auto plan = compute::plan_request(request);
    if (!plan) continue;
    const Tolerance allowed = tolerance(compute::groups_of(*plan).size);
    const auto fits = [&](std::int64_t most) {
      const auto gap = output_gap(request, *reading_.y, allowed, most, plainly);
      return gap && gap->within();
    };
    // One group tells most of them apart.
    if (fits(1) && fits(kExplainSample)) found.push_back({operation});
  }
  return found;
}

bool CandidateSearch::is_input() const {
  const double allowed = tolerance(1).output_half_unit * (1 + 1e-6);
  const auto x = reading_.x->values();
  const auto y = reading_.y->values();
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k] == y[k] || (std::isnan(x[k]) && std::isnan(y[k]))) continue;
    const double rounding = tolerance(1).output_rounding;
    const double more = rounding > 0x1p-24 ? rounding * std::abs(static_cast<double>(y[k])) : 0.0;
    if (!(std::abs(static_cast<double>(y[k]) - static_cast<double>(x[k])) <= allowed + more)) {
      return false;
    }
  }
  return true;
}

bool CandidateSearch::determines_affine() {
  for (NormRows& rows : rows_) {
    order_by_affine(rows);
    if (determines(rows, Affine::kBoth)) return true;
  }
  return false;
}

}  // namespace normscope::variants
