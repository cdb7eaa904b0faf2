// SPDX-License-Identifier: MIT
#include "core/variants/explain/candidate_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

#include "core/variants/explain/explain_verify.hpp"
#include "core/variants/explain/simplicity.hpp"
#include "core/variants/explain/softmax_search.hpp"

namespace normscope::variants {
namespace {

using ops::Normalization;
using ops::NormOptions;

auto simplicity(const Candidate& candidate) {
  return std::tuple(!has_round_number(candidate.operation), unknowns_of(candidate.affine),
                    preset_of(candidate.operation).empty(), deviations(candidate.operation));
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
  std::vector<compute::Operation> all{ops::RelativeOptions{}};
  for (ops::SoftmaxOptions softmax : softmaxes_of(shape)) {
    if (!softmax.log) {
      all.emplace_back(ops::RelativeOptions{.kind = ops::Relative::kL2Norm, .dim = softmax.dim});
      all.emplace_back(ops::RelativeOptions{.kind = ops::Relative::kSparsemax, .dim = softmax.dim});
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

CandidateSearch::CandidateSearch(const tensor::Tensor& x, const tensor::Tensor& y)
    : x_(x),
      y_(y),
      x_decimals_(printed_decimals(x.values())),
      y_decimals_(printed_decimals(y.values())) {
  for (const NormOptions& options : norms_of(x_.shape())) {
    add_rows(rows_, options);
    // The mean is one variant for each shape of layer norm.
    if (options.kind != Normalization::kLayerNorm) continue;
    NormOptions mean = options;
    mean.returned = ops::Returned::kMean;
    add_rows(rows_, mean);
  }
}

void CandidateSearch::add_rows(std::deque<NormRows>& all, const NormOptions& options) const {
  const auto plan = ops::plan_norm(x_.shape(), options);
  if (!plan || plan->groups.size < 2) return;
  all.push_back(make_rows(*plan, x_.values(), y_.values(), kExplainSample));
  // The plan names the last dimension, which candidates leave as the default.
  all.back().plan.options = options;
}

std::vector<Candidate> CandidateSearch::run() {
  using enum Arithmetic;
  // Printed decimals hide whether a value was rounded once or several times.
  std::vector<Arithmetic> arithmetics{kFloat32, kFloat32Loops};
  if (!y_decimals_) arithmetics.insert(arithmetics.begin(), kRoundedOnce);
  std::vector<Candidate> found = search_mode(Mode::kPlain, arithmetics);
  if (found.empty()) found = search_mode(Mode::kAffine, arithmetics);
  // How wrong a one-pass variance is depends on the order of its sums, so it comes late.
  if (found.empty()) found = search_mode(Mode::kOnePass, std::array{kFloat32Loops});
  if (x_decimals_ && *x_decimals_ > 0) {
    if (found.empty()) found = search_mode(Mode::kPlain, std::array{kInputDecimals});
    if (found.empty()) found = search_mode(Mode::kAffine, std::array{kInputDecimals});
  }
  if (found.empty()) arithmetic_ = kFloat32Loops;
  std::ranges::stable_sort(found, {}, simplicity);
  return found;
}

std::vector<Candidate> CandidateSearch::search_mode(Mode mode,
                                                    std::span<const Arithmetic> arithmetics) {
  std::vector<Candidate> strictest;
  Arithmetic of_strictest = arithmetic_;
  for (const Arithmetic arithmetic : arithmetics) {
    arithmetic_ = arithmetic;
    auto found = mode == Mode::kPlain    ? plain(rows_)
                 : mode == Mode::kAffine ? affine(rows_)
                                         : one_pass();
    const bool round = std::ranges::any_of(
        found, [](const Candidate& c) { return has_round_number(c.operation); });
    if (round) return found;
    if (!found.empty() && strictest.empty()) {
      strictest = std::move(found);
      of_strictest = arithmetic;
    }
  }
  arithmetic_ = of_strictest;
  return strictest;
}

std::vector<Candidate> CandidateSearch::plain(const std::deque<NormRows>& all) const {
  std::vector<Candidate> found;
  if (is_input()) {
    NormOptions identity;
    identity.returned = ops::Returned::kInput;
    found.push_back({identity});
  }
  for (const NormRows& rows : all) {
    add_families(found, rows, search_plain(rows, tolerance(rows.plan.groups.size)));
  }
  const auto more = softmaxes();
  found.insert(found.end(), more.begin(), more.end());
  // What has a name among the others needs no relative.
  const bool round = std::ranges::any_of(
      found, [](const Candidate& candidate) { return has_round_number(candidate.operation); });
  if (round) return found;
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
  for (const NormOptions& options : norms_of(x_.shape())) {
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
  for (ops::SoftmaxOptions options : softmaxes_of(x_.shape())) {
    const auto plan = ops::plan_softmax(x_.shape(), options);
    if (!plan) continue;
    const auto range = search_temperature(*plan, x_.values(), y_.values(),
                                          tolerance(plan->groups.size), kExplainSample);
    if (!range) continue;
    options.temperature = number_choices(options, *range).front();
    found.push_back({options, Affine::kNone, range});
  }
  return found;
}

std::vector<Candidate> CandidateSearch::relatives() const {
  // The caller keeps x while the answer is made.
  const std::shared_ptr<const tensor::Tensor> x(std::shared_ptr<const tensor::Tensor>(), &x_);
  std::vector<Candidate> found;
  for (const compute::Operation& operation : relatives_of(x_.shape())) {
    const compute::Request request{operation, x};
    const auto plan = compute::plan_request(request);
    if (!plan) continue;
    const Tolerance allowed = tolerance(compute::groups_of(*plan).size);
    const auto fits = [&](std::int64_t most) {
      const auto gap = output_gap(request, y_, allowed, most);
      return gap && gap->within;
    };
    // One group tells most of them apart.
    if (fits(1) && fits(kExplainSample)) found.push_back({operation});
  }
  return found;
}

bool CandidateSearch::is_input() const {
  const double allowed = tolerance(1).output_half_unit * (1 + 1e-6);
  const auto x = x_.values();
  const auto y = y_.values();
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k] == y[k] || (std::isnan(x[k]) && std::isnan(y[k]))) continue;
    if (!(std::abs(static_cast<double>(y[k]) - static_cast<double>(x[k])) <= allowed)) return false;
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
