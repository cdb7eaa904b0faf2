// SPDX-License-Identifier: MIT
#include "core/variants/explain/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/base/memory.hpp"
#include "core/ops/norm_options.hpp"
#include "core/ops/presets.hpp"
#include "core/variants/explain/candidate_search.hpp"
#include "core/variants/explain/explain_verify.hpp"
#include "core/variants/explain/explain_words.hpp"
#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {
namespace {

using base::Expected;
using base::Name;
using ops::NormOptions;

constexpr std::array<Name<Fit>, 3> kFits{{
    {Fit::kExplained, "explained"},
    {Fit::kNotDetermined, "not-determined"},
    {Fit::kNotExplained, "not-explained"},
}};
constexpr std::array<Name<Arithmetic>, 4> kArithmetics{{
    {Arithmetic::kRoundedOnce, "rounded-once"},
    {Arithmetic::kFloat32, "float32"},
    {Arithmetic::kFloat32Loops, "float32-loops"},
    {Arithmetic::kInputDecimals, "input-decimals"},
}};

constexpr std::size_t kMostNearest = 4;
constexpr std::size_t kMostSame = 40;
constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
// Elements up to which gamma and beta are fitted to all points (at 32 bytes each). Above, they are
// fitted by least squares, which do not minimize the largest error, and may err twice as much.
constexpr std::int64_t kWholeFit = std::int64_t{1} << 22;

bool contains(const std::vector<Explanation>& all, const compute::Operation& operation) {
  return std::ranges::find(all, operation, &Explanation::operation) != all.end();
}

bool names(const Explanations& answer, const compute::Operation& operation) {
  return contains(answer.ranked, operation) || contains(answer.same_on_these_data, operation);
}

class Answer {
 public:
  Answer(const tensor::Tensor& x, const tensor::Tensor& y)
      // The caller keeps x while the answer is made.
      : x_(std::shared_ptr<const tensor::Tensor>(), &x), y_(y), search_(x, y) {}

  Expected<Explanations> run() {
    const std::vector<Candidate> found = search_.run();
    Explanations answer;
    answer.arithmetic = search_.arithmetic();
    answer.x_decimals = search_.x_decimals();
    answer.y_decimals = search_.y_decimals();
    for (const Candidate& candidate : found) {
      if (answer.same_on_these_data.size() == kMostSame) break;
      // The same operation with gamma, after that with beta, is no other answer.
      if (names(answer, candidate.operation)) continue;
      auto explanation = explanation_of(candidate);
      if (!explanation) return tl::unexpected(explanation.error());
      if (!*explanation) continue;
      const bool first = answer.ranked.empty();
      (first ? answer.ranked : answer.same_on_these_data).push_back(**std::move(explanation));
      if (first) add_one_pass(answer, candidate);
    }
    if (!answer.ranked.empty()) {
      answer.verdict = Fit::kExplained;
    } else if (!search_.determines_affine()) {
      answer.verdict = Fit::kNotDetermined;
    }
    if (const auto added = add_nearest(answer); !added) return tl::unexpected(added.error());
    answer.bound = bound_words(answer);
    answer.searched = searched_words(x_->shape());
    answer.sentence = answer_words(answer, x_->size());
    return answer;
  }

 private:
  // Nothing when the candidate does not hold on all of x.
  Expected<std::optional<Explanation>> explanation_of(const Candidate& candidate) {
    compute::Request request{candidate.operation, x_};
    Tolerance tolerance = search_.tolerance(1);
    bool sampled = x_->size() > kExplainSample;
    if (candidate.rows != nullptr) {
      tolerance = search_.tolerance(candidate.rows->plan.groups.size);
      const auto& options = std::get<NormOptions>(candidate.operation);
      if (candidate.affine != Affine::kNone) {
        const NormRows* rows = candidate.rows;
        NormRows all;
        if (sampled && x_->size() <= kWholeFit) {
          all = rows_of(options, kAll);
          rows = &all;
        }
        sampled = !rows->whole;
        const auto lines = fit_lines(*rows, options, candidate.affine, tolerance);
        if (lines.empty()) return std::nullopt;
        const auto values = solve_affine(*rows, options, candidate.affine, lines, *x_, y_);
        if (!values) return tl::unexpected(values.error());
        request.gamma = values->gamma;
        request.beta = values->beta;
        if (sampled) tolerance = tolerance.times(2);
      }
    }
    const auto gap = output_gap(request, y_, tolerance, kAll);
    if (!gap) return tl::unexpected(gap.error());
    // What was not a sample is within its bounds; gamma and beta were rounded to float32 since.
    if (sampled && !gap->within) return std::nullopt;
    Explanation explanation{candidate.operation, preset_of(candidate.operation), Fit::kExplained};
    if (request.gamma) explanation.gamma = *request.gamma;
    if (request.beta) explanation.beta = *request.beta;
    explanation.largest_error = gap->largest;
    explanation.ulps = gap->ulps;
    explanation.range = candidate.range;
    if (candidate.rows != nullptr && !gap->within) own_denominators(candidate, explanation);
    return explanation;
  }

  NormRows rows_of(const NormOptions& options, std::int64_t limit) const {
    const auto plan = ops::plan_norm(x_->shape(), options);
    NormRows rows = make_rows(*plan, x_->values(), y_.values(), limit);
    order_by_affine(rows);
    return rows;
  }

  // One-pass sums in another order than the kernel's have other errors. The error is then that with
  // the denominator of each group that y itself shows.
  static void own_denominators(const Candidate& candidate, Explanation& explanation) {
    const auto& options = std::get<NormOptions>(candidate.operation);
    const bool one_pass = ops::cancels(options);
    if (!one_pass || candidate.affine != Affine::kNone) return;
    const OutputGap gap = gap_of_own_denominators(*candidate.rows);
    explanation.largest_error = gap.largest;
    explanation.ulps = gap.ulps;
  }

  // The best in one pass, where its sums lose too little to be seen.
  void add_one_pass(Explanations& answer, const Candidate& best) const {
    if (best.rows == nullptr) return;
    NormOptions options = std::get<NormOptions>(best.operation);
    const bool two_pass = options.algorithm == ops::VarianceAlgorithm::kTwoPass;
    if (!two_pass || !options.centred() || options.returned != ops::Returned::kNormalized) return;
    options.algorithm = ops::VarianceAlgorithm::kOnePass;
    const NormRows rows = rows_of(options, kExplainSample);
    if (rows.contradiction || rows.has_unknown_nan) return;
    const Tolerance tolerance = search_.tolerance(rows.plan.groups.size);
    if (fit_lines(rows, options, best.affine, tolerance).empty()) return;
    Explanation one_pass = answer.ranked.front();
    one_pass.operation = options;
    one_pass.preset = preset_of(options);
    answer.same_on_these_data.push_back(std::move(one_pass));
  }

  // The operations that come nearest to y without gamma and beta, on a sample.
  Expected<void> add_nearest(Explanations& answer) const {
    // Beside an explanation with gamma and beta nothing without them comes near.
    if (!answer.ranked.empty() && (answer.ranked[0].gamma || answer.ranked[0].beta)) return {};
    std::vector<compute::Operation> all;
    for (const ops::Preset& preset : ops::presets()) all.emplace_back(preset.options);
    for (const NormOptions& options : norms_of(x_->shape())) all.emplace_back(options);
    for (const auto& options : softmaxes_of(x_->shape())) all.emplace_back(options);
    std::vector<Explanation> nearest;
    for (const compute::Operation& operation : all) {
      if (names(answer, operation) || contains(nearest, operation)) continue;
      if (normalizes_single_elements(operation)) continue;
      const auto gap = output_gap({operation, x_}, y_, search_.tolerance(1), kExplainSample);
      // A preset may need more dimensions than x has.
      if (!gap) continue;
      nearest.push_back({operation, preset_of(operation), Fit::kNotExplained});
      nearest.back().largest_error = gap->largest;
      nearest.back().ulps = gap->ulps;
    }
    std::ranges::stable_sort(nearest, {}, &Explanation::largest_error);
    if (nearest.size() > kMostNearest) nearest.resize(kMostNearest);
    if (answer.verdict == Fit::kNotDetermined && !nearest.empty()) {
      nearest.front().fit = Fit::kNotDetermined;
    }
    answer.ranked.insert(answer.ranked.end(), nearest.begin(), nearest.end());
    return {};
  }

  // Their outputs are all zeros, which come near to everything.
  bool normalizes_single_elements(const compute::Operation& operation) const {
    const auto* norm = std::get_if<NormOptions>(&operation);
    if (norm == nullptr || norm->returned != ops::Returned::kNormalized) return false;
    const auto plan = ops::plan_norm(x_->shape(), *norm);
    return plan && plan->groups.size < 2;
  }

  std::shared_ptr<const tensor::Tensor> x_;
  const tensor::Tensor& y_;
  CandidateSearch search_;
};

}  // namespace

std::span<const Name<Fit>> fit_names() {
  return kFits;
}
std::span<const Name<Arithmetic>> arithmetic_names() {
  return kArithmetics;
}

Expected<Explanations> explain(const tensor::Tensor& x, const tensor::Tensor& y) {
  if (x.shape() != y.shape()) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        fmt::format("the output's shape {} is not the input's shape {}",
                    tensor::shape_to_text(y.shape()), tensor::shape_to_text(x.shape())));
  }
  if (x.size() == 0 || x.rank() == 0) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      fmt::format("an input of shape {} has nothing to explain",
                                  tensor::shape_to_text(x.shape())));
  }
  return base::within_memory("the search", [&] { return Answer(x, y).run(); });
}

}  // namespace normscope::variants
