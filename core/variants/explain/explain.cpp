// SPDX-License-Identifier: MIT
#include "core/variants/explain/explain.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <tuple>
#include <utility>

#include "core/base/memory.hpp"
#include "core/ops/operation.hpp"
#include "core/ops/presets.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"
#include "core/variants/explain/candidate_search.hpp"
#include "core/variants/explain/explain_verify.hpp"
#include "core/variants/explain/explain_words.hpp"
#include "core/variants/explain/map_search.hpp"
#include "core/variants/explain/plan_search.hpp"
#include "core/variants/explain/ranking.hpp"
#include "core/variants/explain/simplicity.hpp"
#include "core/variants/explain/suspicion.hpp"

namespace normscope::variants {

namespace {

using ops::NormOptions;

constexpr std::size_t kMostNearest = 4;
constexpr std::size_t kMostCandidates = 80;  // of one search
constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
// Elements up to which gamma and beta are fitted to all points (at 32 bytes each). Above, they are
// fitted by least squares, which do not minimize the largest error, and may err twice as much; and
// maps are not searched.
constexpr std::int64_t kWholeFit = std::int64_t{1} << 22;

// What is tried in turn, until something simple explains y.
enum class Stage { kPlain, kMaps, kReadings, kAffine, kOnePass };

bool contains(const std::vector<Explanation>& all, const compute::Operation& operation) {
  return std::ranges::any_of(all, [&](const Explanation& explanation) {
    return explanation.kind.empty() && explanation.operation == operation;
  });
}

bool names(const Explanations& answer, const compute::Operation& operation) {
  return contains(answer.ranked, operation) || contains(answer.same_on_these_data, operation);
}

class Answer {
 public:
  Answer(const tensor::Tensor& x, const tensor::Tensor& y, const Known& known)
      // The caller keeps x while the answer is made.
      : x_(std::shared_ptr<const tensor::Tensor>(), &x),
        y_(y),
        known_(known),
        precisions_(precisions_of(y.values(), known.y)),
        plainly_(x, y, worst_precision(y.values(), precisions_)) {
    searches_.emplace_back(plain_reading(*x_, y_));
    if (known.weight) add_weights(*known.weight);
  }

  Expected<Explanations> run() {
    Explanations answer;
    answer.x_decimals = known_.x.decimals;
    if (answer.x_decimals && *answer.x_decimals <= 0) answer.x_decimals.reset();
    answer.y_decimals = precisions_.back().decimals;
    answer.y_format = precisions_.back().format;
    if (auto done = search(answer.x_decimals); !done) return tl::unexpected(done.error());
    rank(answer);
    if (answer.ranked.empty()) take_plan(answer);
    if (!answer.ranked.empty()) {
      answer.verdict = Fit::kExplained;
    } else if (!searches_.front().determines_affine()) {
      answer.verdict = Fit::kNotDetermined;
    }
    if (answer.ranked.empty()) {
      bound_ = {Arithmetic::kFloat32Loops, precisions_.back(), {}};
      answer.arithmetic = bound_.arithmetic;
      answer.suspicion = suspect(x_, y_, plainly_, bound_);
    }
    add_nearest(answer);
    answer.bound =
        answer.plans.empty() ? bound_words(bound_, answer.ranked.front()) : tr("their last bit");
    answer.searched = searched_words(x_->shape());
    answer.sentence = answer_words(answer, x_->size());
    add_plans(answer);
    return answer;
  }

 private:
  // What loses more digits than any rounding explains, in a plan that loses the same.
  void take_plan(Explanations& answer) const {
    auto fit = search_plans(x_, y_, seen());
    if (!fit) return;
    answer.plans = std::move(fit->plans);
    answer.ranked.push_back(std::move(fit->explanation));
  }

  // The type of y by its file or by its numbers.
  Known seen() const {
    Known known = known_;
    known.y.format = precisions_.back().format;
    return known;
  }

  // The plans of the best explanation, where it is of x as it is.
  void add_plans(Explanations& answer) const {
    if (answer.verdict != Fit::kExplained) return;
    const Explanation& best = answer.ranked.front();
    if (answer.plans.empty() && best.kind.empty()) {
      compute::Request request{.operation = best.operation, .x = x_};
      if (best.gamma) request.gamma = std::make_shared<const tensor::Tensor>(*best.gamma);
      if (best.beta) request.beta = std::make_shared<const tensor::Tensor>(*best.beta);
      answer.plans = plans_of(request, y_, seen());
    }
    answer.sentence = text::in_a_row(answer.sentence, plan_words(answer.plans));
  }

  // Something simple ends the search; what is left is then only ranked.
  Expected<void> search(std::optional<int> x_decimals) {
    using enum Stage;
    for (const Stage stage : {kPlain, kMaps, kReadings, kAffine, kOnePass}) {
      for (const auto& group : ladder(stage)) {
        for (const Allowance& allowance : group) {
          if (auto done = look(stage, allowance); !done) return done;
        }
        if (has(0)) return {};
      }
      if (has(stage < kReadings ? 1 : 2)) return {};
    }
    if (!x_decimals) return {};
    for (const Stage stage : {kPlain, kMaps, kReadings, kAffine}) {
      auto done = look(stage, {Arithmetic::kInputDecimals, precisions_.back(), x_decimals});
      if (!done) return done;
      if (has(1)) return {};
    }
    return {};
  }

  Ladder ladder(Stage stage) const {
    if (stage == Stage::kOnePass) return {{{Arithmetic::kFloat32Loops, precisions_.back(), {}}}};
    // Fits of gamma and beta take long.
    return ladder_of(precisions_, stage != Stage::kAffine);
  }

  bool has(int most) const {
    return std::ranges::any_of(accepted_, [most](const Accepted& a) { return a.oddity <= most; });
  }

  Expected<void> look(Stage stage, const Allowance& allowance) {
    switch (stage) {
      case Stage::kPlain:
        for (std::size_t i = 0; i < plain_count_; ++i) {
          auto done = take(searches_[i], Mode::kPlain, allowance);
          if (done && searches_[i].reading().gamma) {
            done = take(searches_[i], Mode::kAffine, allowance);
          }
          if (!done) return done;
        }
        return {};
      case Stage::kMaps:
        if (x_->size() <= kWholeFit)
          take(search_maps(*x_, y_, tolerance_of(allowance, 1)), allowance);
        return {};
      case Stage::kReadings:
        add_readings();
        for (std::size_t i = plain_count_; i < searches_.size(); ++i) {
          auto done = take(searches_[i], Mode::kPlain, allowance);
          if (!done) return done;
        }
        return {};
      case Stage::kAffine:
        for (CandidateSearch& search : searches_) {
          auto done = take(search, Mode::kAffine, allowance);
          if (!done) return done;
        }
        if (x_->size() <= kWholeFit) {
          take(search_channel_lines(*x_, y_, tolerance_of(allowance, 1)), allowance);
        }
        return {};
      case Stage::kOnePass:
        break;
    }
    return take(searches_.front(), Mode::kOnePass, allowance);
  }

  void add_weights(const tensor::Tensor& weight) {
    std::vector<float> plus_one;
    for (const float value : weight.values()) plus_one.push_back(1 + value);
    Reading times = plain_reading(*x_, y_);
    times.softmaxes = false;
    times.kind = "weight";
    times.option = " --weight W";
    Reading more = times;
    times.gamma = std::make_shared<const tensor::Tensor>(weight);
    times.sentence = tr_later("{words}, times the given weight");
    more.gamma = std::make_shared<const tensor::Tensor>(
        *tensor::Tensor::from_values(weight.shape(), std::move(plus_one)));
    more.kind = "one-plus-weight";
    more.option.reset();
    more.sentence = tr_later("{words}, times 1 + the given weight");
    searches_.emplace_back(std::move(times));
    searches_.emplace_back(std::move(more));
    plain_count_ = searches_.size();
  }

  void add_readings() {
    if (searches_.size() > plain_count_) return;
    for (const auto& make : other_readings(*x_, y_)) searches_.emplace_back(make());
  }

  Expected<void> take(CandidateSearch& search, Mode mode, const Allowance& allowance) {
    std::vector<Candidate>& found = candidates_.emplace_back(search.search(mode, allowance));
    std::ranges::stable_sort(found, {}, [](const Candidate& candidate) {
      return std::pair(!has_round_number(candidate.operation), deviations(candidate.operation));
    });
    if (found.size() > kMostCandidates) found.resize(kMostCandidates);
    for (const Candidate& candidate : found) {
      auto done = take(search.reading(), candidate, allowance);
      if (!done) return done;
    }
    return {};
  }

  void take(std::vector<MapFit> fits, const Allowance& allowance) {
    const Tolerance tolerance = tolerance_of(allowance, 1);
    for (MapFit& fit : fits) {
      OutputGap gap(plainly_);
      for (std::size_t k = 0; k < y_.values().size(); ++k) {
        const MapFit::Value value = fit.at(k);
        const float y = y_.values()[k];
        gap.take(static_cast<std::int64_t>(k), y, value.y,
                 allowed_by(tolerance, static_cast<double>(y), value));
      }
      // What is nearly linear where the numbers are coarse is no line.
      constexpr double kSharp = 6;
      const bool coarse = fit.is_line && gap.bits.each() < kSharp;
      if (!gap.within() || coarse || gap.count < fit.least_count) continue;
      Accepted accepted{std::move(fit.explanation), allowance};
      if (accepted.explanation.kind.empty()) {
        accepted.explanation.words = ops::full_words(accepted.explanation.operation);
        accepted.explanation.arguments = ops::arguments_of(accepted.explanation.operation);
      }
      accepted.oddity = fit.unknowns > 0 ? 1 : 0;
      accepted.unknowns = fit.unknowns;
      add_where_told(accepted_, std::move(accepted), gap,
                     gap.bits.saved(fit.cost, fit.unknowns, fit.is_line));
    }
  }

  // A candidate as it is computed: with gamma and beta solved for where it has some.
  struct Solved {
    compute::Request request;
    Tolerance tolerance;
    double unknowns = 0;   // numbers that were solved for
    bool sampled = false;  // gamma and beta are those of a sample
  };

  // errors  as solve_affine; nothing where no gamma and beta fit
  Expected<std::optional<Solved>> solved_of(const Reading& reading, const Candidate& candidate,
                                            const Allowance& allowance) const {
    const bool large = x_->size() > kExplainSample;
    Solved fit{
        {candidate.operation, reading.x, reading.gamma}, tolerance_of(allowance, 1), 0, large};
    if (candidate.rows == nullptr) return fit;
    fit.tolerance = tolerance_of(allowance, candidate.rows->plan.groups.size);
    if (candidate.affine == Affine::kNone) return fit;
    const auto& options = std::get<NormOptions>(candidate.operation);
    const NormRows* rows = candidate.rows;
    NormRows all;
    if (large && x_->size() <= kWholeFit) {
      all = rows_of(reading, options, kAll);
      rows = &all;
    }
    fit.sampled = !rows->whole;
    const auto lines = fit_lines(*rows, options, candidate.affine, fit.tolerance);
    if (lines.empty()) return std::nullopt;
    const auto values = solve_affine(*rows, options, candidate.affine, lines, *reading.x,
                                     *reading.y, given(reading));
    if (!values) return tl::unexpected(values.error());
    if (values->gamma) fit.request.gamma = values->gamma;
    fit.request.beta = values->beta;
    if (fit.sampled) fit.tolerance = fit.tolerance.times(2);
    for (const auto& solved : {values->gamma, values->beta}) {
      if (solved) fit.unknowns += static_cast<double>(solved->size());
    }
    return fit;
  }

  // Takes a candidate that holds on all of x, where the numbers speak for it.
  Expected<void> take(const Reading& reading, const Candidate& candidate,
                      const Allowance& allowance) {
    const auto fit = solved_of(reading, candidate, allowance);
    if (!fit) return tl::unexpected(fit.error());
    if (!fit->has_value()) return {};
    const auto& [request, tolerance, unknowns, sampled] = **fit;
    // The search measured by y and not by the exact values, which is no more than this apart.
    constexpr double kSlack = 1.01;
    auto gap = output_gap(request, *reading.y, tolerance.times(kSlack), kAll, plainly_);
    if (!gap) return tl::unexpected(gap.error());
    // What was not a sample is within its bounds; gamma and beta were rounded to float32 since, and
    // one pass adds in another order.
    const bool exact =
        candidate.affine == Affine::kNone && !ops::sums_in_float(candidate.operation);
    if ((sampled || exact) && !gap->within()) return {};
    const bool round = has_round_number(candidate.operation);
    const bool identity = ops::is_identity(candidate.operation);
    // Gamma and beta are tried with every epsilon and placement of every kind.
    const double tried = candidate.affine == Affine::kNone ? 5 : 10;
    const double cost = tried + deviations(candidate.operation) + reading.cost;
    const double bits = gap->bits.saved(cost, unknowns + (round ? 0 : 1), identity);
    constexpr double kSharp = 6;
    if (identity && gap->bits.each() < kSharp) return {};
    Accepted accepted{.allowance = allowance, .candidate = &candidate};
    accepted.explanation = explanation_of(reading, candidate, request);
    if (candidate.rows != nullptr && !gap->within()) own_denominators(candidate, *gap);
    accepted.oddity = nobody_writes(candidate) ? 3 : round ? 0 : 2;
    accepted.unknowns = unknowns;
    add_where_told(accepted_, std::move(accepted), *gap, bits);
    return {};
  }

  static Explanation explanation_of(const Reading& reading, const Candidate& candidate,
                                    const compute::Request& request) {
    Explanation explanation;
    explanation.operation = candidate.operation;
    explanation.kind = reading.kind;
    explanation.words = reading.words(candidate.operation);
    explanation.arguments = reading.arguments(candidate.operation);
    if (reading.kind.empty()) explanation.preset = preset_of(candidate.operation);
    if (request.gamma) explanation.gamma = *request.gamma;
    if (request.beta) explanation.beta = *request.beta;
    explanation.range = candidate.range;
    return explanation;
  }

  static std::span<const float> given(const Reading& reading) {
    return reading.gamma ? reading.gamma->values() : std::span<const float>();
  }

  static NormRows rows_of(const Reading& reading, const NormOptions& options, std::int64_t limit) {
    const auto plan = ops::plan_norm(reading.x->shape(), options);
    NormRows rows =
        make_rows(*plan, reading.x->values(), reading.y->values(), given(reading), limit);
    order_by_affine(rows);
    return rows;
  }

  // One-pass sums in another order than the kernel's have other errors. The error is then that with
  // the denominator of each group that y itself shows.
  void own_denominators(const Candidate& candidate, OutputGap& gap) const {
    const auto& options = std::get<NormOptions>(candidate.operation);
    if (!ops::cancels(options) || candidate.affine != Affine::kNone) return;
    gap = gap_of_own_denominators(*candidate.rows, plainly_);
  }

  void rank(Explanations& answer) {
    Ranking ranking =
        ranked(std::move(accepted_), plainly_.told(plainly_.ways().front().deviation));
    if (!ranking.best) return;
    const Accepted& best = *ranking.best;
    bound_ = best.allowance;
    answer.arithmetic = bound_.arithmetic;
    answer.ranked.push_back(best.explanation);
    if (best.candidate != nullptr && best.explanation.kind.empty()) add_one_pass(answer, best);
    for (Explanation& e : ranking.same) answer.same_on_these_data.push_back(std::move(e));
    for (Explanation& e : ranking.worse) answer.ranked.push_back(std::move(e));
  }

  // The best in one pass, where its sums lose too little to be seen.
  void add_one_pass(Explanations& answer, const Accepted& best) const {
    if (best.candidate->rows == nullptr) return;
    NormOptions options = std::get<NormOptions>(best.explanation.operation);
    const bool two_pass = options.algorithm == ops::VarianceAlgorithm::kTwoPass;
    if (!two_pass || !options.centred() || options.returned != ops::Returned::kNormalized) return;
    options.algorithm = ops::VarianceAlgorithm::kOnePass;
    const NormRows rows = rows_of(searches_.front().reading(), options, kExplainSample);
    if (rows.contradiction || rows.has_unknown_nan) return;
    const Tolerance tolerance = tolerance_of(best.allowance, rows.plan.groups.size);
    if (fit_lines(rows, options, best.candidate->affine, tolerance).empty()) return;
    Explanation one_pass = answer.ranked.front();
    one_pass.operation = options;
    one_pass.words = ops::full_words(one_pass.operation);
    one_pass.arguments = ops::arguments_of(one_pass.operation);
    one_pass.preset = preset_of(options);
    answer.same_on_these_data.push_back(std::move(one_pass));
  }

  void add_nearest(Explanations& answer) const {
    // Beside an explanation with gamma and beta nothing without them comes near.
    if (!answer.ranked.empty() && (answer.ranked[0].gamma || answer.ranked[0].beta)) return;
    const std::size_t before = answer.ranked.size();
    for (Explanation& near :
         nearest(x_, y_, plainly_, {answer.arithmetic, precisions_.back(), {}})) {
      if (answer.ranked.size() == before + kMostNearest) break;
      if (!names(answer, near.operation)) answer.ranked.push_back(std::move(near));
    }
    if (answer.verdict == Fit::kNotDetermined && answer.ranked.size() > before) {
      answer.ranked[before].fit = Fit::kNotDetermined;
    }
  }

  std::shared_ptr<const tensor::Tensor> x_;
  const tensor::Tensor& y_;
  const Known& known_;
  std::vector<Precision> precisions_;
  Plainly plainly_;
  std::deque<CandidateSearch> searches_{};  // the plain ones, then the others
  std::size_t plain_count_ = 1;
  std::deque<std::vector<Candidate>> candidates_{};  // accepted ones are kept here
  std::vector<Accepted> accepted_{};
  Allowance bound_{};
};

}  // namespace

Expected<Explanations> explain(const tensor::Tensor& x, const tensor::Tensor& y,
                               const Known& known) {
  if (x.shape() != y.shape()) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("the output's shape {shape} is not the input's shape {own}",
                         arg("shape", tensor::shape_to_text(y.shape())),
                         arg("own", tensor::shape_to_text(x.shape()))));
  }
  if (x.size() == 0 || x.rank() == 0) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("an input of shape {shape} has nothing to explain",
                         arg("shape", tensor::shape_to_text(x.shape()))));
  }
  return base::within_memory(text::tr_later("the search"),
                             [&] { return Answer(x, y, known).run(); });
}

}  // namespace normscope::variants
