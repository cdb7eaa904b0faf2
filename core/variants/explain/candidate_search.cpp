// SPDX-License-Identifier: MIT
#include "core/variants/explain/candidate_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/variants/explain/explain_verify.hpp"
#include "core/variants/explain/simplicity.hpp"
#include "core/variants/explain/softmax_search.hpp"

namespace normscope::variants {
namespace {

using ops::Normalization;
using ops::NormOptions;

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
