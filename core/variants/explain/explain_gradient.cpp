// SPDX-License-Identifier: MIT
#include "core/variants/explain/explain_gradient.hpp"
#include "core/text/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/base/memory.hpp"
#include "core/ops/operation.hpp"
#include "core/text/translate.hpp"
#include "core/variants/explain/candidate_search.hpp"
#include "core/variants/explain/explain_words.hpp"
#include "core/variants/explain/gradient_forms.hpp"
#include "core/variants/explain/gradient_search.hpp"
#include "core/variants/explain/plan_search.hpp"
#include "core/variants/explain/ranking.hpp"
#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {

namespace {

using ops::NormOptions;
using SharedTensor = std::shared_ptr<const tensor::Tensor>;

constexpr std::size_t kMostNear = 4;

// A gamma that d may have.
struct Weighted {
  SharedTensor gamma{};
  std::string_view kind{};
  std::string_view sentence{};  // of the {words} of the backward pass; empty: they alone
  std::string_view option{};
};

// The caller keeps it while the answer is made.
SharedTensor borrowed(const tensor::Tensor& tensor) {
  return {SharedTensor(), &tensor};
}

std::optional<int> rounded_decimals(const Source& source) {
  return source.decimals && *source.decimals > 0 ? source.decimals : std::nullopt;
}

class BackwardAnswer {
 public:
  BackwardAnswer(const tensor::Tensor& x, const tensor::Tensor& dy, const tensor::Tensor& dx,
                 const Known& known)
      : input_{borrowed(x), borrowed(dy)},
        dx_(dx),
        x_(known.x),
        x_decimals_(rounded_decimals(known.x)),
        dy_decimals_(rounded_decimals(known.dy)),
        precisions_(precisions_of(dx.values(), known.y)),
        over_dy_(dy, dx, worst_precision(dx.values(), precisions_)),
        over_x_(x, dx, worst_precision(dx.values(), precisions_)) {
    if (known.weight) add_weights(*known.weight);
    for (const Weighted& weighted : weights_) {
      searches_.emplace_back(GradientQuestion{.input = input_,
                                              .dx = &dx_,
                                              .gamma = weighted.gamma,
                                              .norms = weights_.size() == 1 || weighted.gamma});
    }
    searches_.emplace_back(GradientQuestion{.input = input_, .dx = &dx_, .solves_gamma = true});
  }

  Explanations run() {
    search();
    Explanations answer;
    answer.x_decimals = x_decimals_;
    answer.y_decimals = precisions_.back().decimals;
    answer.y_format = precisions_.back().format;
    Ranking ranking =
        ranked(std::move(accepted_), over_dy_.told(over_dy_.ways().front().deviation));
    Allowance bound{Arithmetic::kFloat32Loops, precisions_.back(), {}};
    if (ranking.best) {
      answer.verdict = Fit::kExplained;
      bound = ranking.best->allowance;
      answer.ranked.push_back(ranking.best->explanation);
      answer.same_on_these_data = std::move(ranking.same);
      for (Explanation& e : ranking.worse) answer.ranked.push_back(std::move(e));
      compare_forms(answer, at_full_precision(bound));
    }
    answer.arithmetic = bound.arithmetic;
    add_nearest(answer, bound);
    answer.bound = bound_of(bound, answer.ranked.front());
    answer.searched = searched();
    answer.sentence = answer_words(answer, dx_.size());
    for (const std::string& more :
         {not_told_words(answer),
          form_words(answer.forms, dx_.size(), answer.ranked.front().largest_error),
          plan_words(answer.plans)}) {
      answer.sentence = text::in_a_row(answer.sentence, more);
    }
    return answer;
  }

 private:
  void add_weights(const tensor::Tensor& weight) {
    std::vector<float> plus_one;
    for (const float value : weight.values()) plus_one.push_back(1 + value);
    weights_.push_back(
        {borrowed(weight), "weight", tr_later("{words}, times the given weight"), " --weight W"});
    auto more = tensor::Tensor::from_values(weight.shape(), std::move(plus_one));
    weights_.push_back({std::make_shared<const tensor::Tensor>(*std::move(more)), "one-plus-weight",
                        tr_later("{words}, times 1 + the given weight")});
  }

  void search() {
    for (const bool solves : {false, true}) {
      for (const auto& group : ladder_of(precisions_, !solves)) {
        for (const Allowance& allowance : group) look(solves, allowance, {});
        if (has(0)) return;
      }
      if (has(1)) return;
    }
    if (has(2) || (!x_decimals_ && !dy_decimals_)) return;
    for (const bool solves : {false, true}) {
      look(solves, {Arithmetic::kInputDecimals, precisions_.back(), x_decimals_}, dy_decimals_);
      if (has(1)) return;
    }
  }

  bool has(int most) const {
    return std::ranges::any_of(accepted_, [most](const Accepted& a) { return a.oddity <= most; });
  }

  // Without gamma, or with a given one; or with gamma solved for.
  void look(bool solves, const Allowance& allowance, std::optional<int> dy_decimals) {
    if (solves && !searches_[0].norms()) return;  // gamma is given
    const std::size_t first = solves ? searches_.size() - 1 : 0;
    const std::size_t end = solves ? searches_.size() : searches_.size() - 1;
    for (std::size_t i = first; i < end; ++i) {
      const GradientAllowance allowed{allowance, dy_decimals};
      for (const FoundGradient& found : searches_[i].search(allowed)) {
        take(allowed, found, weights_.at(i % weights_.size()));
      }
    }
  }

  // Takes what holds on all of dx, where the numbers speak for it.
  void take(const GradientAllowance& allowed, const FoundGradient& found,
            const Weighted& weighted) {
    const auto& [operation, way, gamma] = found.candidate;
    // The search may have measured by a sample; a solved gamma was rounded to float32.
    const double slack = found.unknowns > 0 ? 2.5 : 1.01;
    Gap gap(*this);
    const auto plan = compute::plan_request({operation, input_.x});
    if (!plan) return;
    BackwardTolerance tolerance = allowed.tolerance(compute::groups_of(*plan).size);
    tolerance.steps = tolerance.steps.times(slack);
    tolerance.dy_half_unit *= slack;
    walk_gradient(input_, found.candidate, tolerance, kAllElements,
                  [&](const ExpectedNumber& number) { return gap.take(number); });
    const bool round = has_round_number(operation);
    // Gamma is tried with every epsilon and placement of every kind; mistakes are many.
    const double tried = (found.unknowns > 0 ? 10 : 5) + (way->id.empty() ? 0 : 3);
    Explanation explanation;
    explanation.operation = operation;
    explanation.kind = way->id.empty() ? weighted.kind : way->id;
    explanation.words = words_of(operation, weighted, *way, found.unknowns > 0);
    if (way->id.empty()) explanation.arguments = arguments_of(operation, weighted);
    if (explanation.kind.empty()) explanation.preset = preset_of(operation);
    if (gamma && !way->forgets_gamma) explanation.gamma = *gamma;
    explanation.range = found.range;
    accept(std::move(explanation), allowed.steps, gap, tried + deviations(operation),
           found.unknowns, round);
  }

  // The errors of dx against a candidate, and how much shorter dx is with it than by lines.
  struct Gap {
    explicit Gap(const BackwardAnswer& answer)
        : dx(answer.dx_), of(answer.over_dy_), over_x(answer.over_x_) {}
    bool take(const ExpectedNumber& number) {
      const float value = dx.values()[static_cast<std::size_t>(number.at)];
      if (!agrees(value, number)) ++wrong;
      if (number.may_be_nan && std::isnan(value)) return wrong == 0;
      of.take(number.at, value, number.exact, number.allowed);
      if (std::isfinite(value) && std::isfinite(number.exact)) {
        over_x.add(number.at, number.exact, number.allowed);
      }
      return wrong == 0;
    }
    double saved(double cost, double unknowns) const {
      return std::min(of.bits.saved(cost, unknowns), over_x.saved(cost, unknowns));
    }
    const tensor::Tensor& dx;
    OutputGap of;
    BitCount over_x;
    std::int64_t wrong = 0;
  };

  void accept(Explanation explanation, const Allowance& allowance, const Gap& gap, double cost,
              double unknowns, bool round) {
    if (gap.wrong > 0 || gap.of.count == 0) return;
    Accepted accepted{std::move(explanation), allowance};
    accepted.oddity = round ? 0 : 2;
    accepted.unknowns = unknowns;
    add_where_told(accepted_, std::move(accepted), gap.of,
                   gap.saved(cost, unknowns + (round ? 0 : 1)));
  }

  static std::string words_of(const compute::Operation& operation, const Weighted& weighted,
                              const GradientWay& way, bool solved) {
    std::string words =
        tr("the backward pass of {words}", arg("words", ops::full_words(operation)));
    if (!way.forgets_gamma && !weighted.sentence.empty()) {
      words = tr(weighted.sentence, arg("words", words));
    }
    if (way.words.empty()) return words;
    const std::string_view sentence = solved ? tr_later("{words} with gamma solved for, {mistake}")
                                             : tr_later("{words}, {mistake}");
    return tr(sentence, arg("words", words), arg("mistake", tr(way.words)));
  }
  static std::string arguments_of(const compute::Operation& operation, const Weighted& weighted) {
    if (weighted.kind == "one-plus-weight") return {};
    std::string arguments = ops::arguments_of(operation);
    if (!arguments.empty()) arguments += std::string(weighted.option) + " --gradient DY";
    return arguments;
  }

  // The mistakes that these numbers do not tell from the best.
  static std::string not_told_words(const Explanations& answer) {
    std::string words;
    for (const GradientWay& way : gradient_ways()) {
      const auto is = [&](const Explanation& e) { return e.kind == way.id; };
      if (way.id.empty() || is(answer.ranked.front())) continue;
      if (!std::ranges::any_of(answer.same_on_these_data, is)) continue;
      words = text::listed_apart(words, tr(way.words));
    }
    return words.empty()
               ? words
               : tr("These numbers do not tell it from: {mistakes}.", arg("mistakes", words));
  }

  static bool at_full_precision(const Allowance& allowance) {
    return allowance.precision.format == NumberFormat::kFloat32 && !allowance.precision.decimals;
  }

  void compare_forms(Explanations& answer, bool bits_tell) const {
    const Explanation& best = answer.ranked.front();
    const bool right = best.kind.empty() || best.kind == "weight";
    if (!right || (best.kind.empty() && best.gamma)) return;
    const SharedTensor gamma =
        best.gamma ? std::make_shared<const tensor::Tensor>(*best.gamma) : SharedTensor();
    const BackwardCandidate candidate{best.operation, &gradient_ways().front(), gamma};
    if (bits_tell) answer.forms = match_forms(input_, candidate, dx_);
    Known seen{.x = x_, .y = {precisions_.back().format, precisions_.back().decimals}};
    answer.plans = plans_of_gradient(input_, candidate, dx_, seen);
  }

  // Operations with PyTorch's options, as they should be, by their largest error.
  void add_nearest(Explanations& answer, const Allowance& allowance) const {
    if (!answer.ranked.empty() && answer.ranked.front().gamma) return;
    const auto named = [](const std::vector<Explanation>& all, const Explanation& e) {
      return std::ranges::any_of(all,
                                 [&](const Explanation& other) { return other.words == e.words; });
    };
    std::vector<Explanation> near;
    const auto add = [&](const compute::Operation& operation) {
      OutputGap gap(over_dy_);
      const BackwardTolerance tolerance{tolerance_of(allowance, 1)};
      const bool walked =
          walk_gradient(input_, {operation, &gradient_ways().front()}, tolerance, kExplainSample,
                        [&](const ExpectedNumber& number) {
                          gap.take(number.at, dx_.values()[static_cast<std::size_t>(number.at)],
                                   number.exact, number.allowed);
                          return true;
                        });
      if (!walked) return;
      Explanation e{operation};
      e.words = words_of(operation, {}, gradient_ways().front(), false);
      e.arguments = arguments_of(operation, {});
      e.preset = preset_of(operation);
      e.largest_error = gap.largest;
      e.ulps = gap.ulps;
      e.allowed_error = gap.allowed;
      if (!named(answer.ranked, e) && !named(answer.same_on_these_data, e)) {
        near.push_back(std::move(e));
      }
    };
    for (const NormOptions& options : norms_of(dx_.shape())) add(options);
    for (const ops::SoftmaxOptions& options : softmaxes_of(dx_.shape())) add(options);
    std::ranges::stable_sort(near, {}, &Explanation::largest_error);
    if (near.size() > kMostNear) near.resize(kMostNear);
    for (Explanation& e : near) answer.ranked.push_back(std::move(e));
  }

  std::string bound_of(const Allowance& allowance, const Explanation& best) const {
    if (allowance.arithmetic != Arithmetic::kInputDecimals) return bound_words(allowance, best);
    std::vector<std::string> texts;
    const auto add = [&texts](std::string_view name, std::optional<int> decimals) {
      if (decimals) texts.push_back(fmt::format("{} {}", name, *decimals));
    };
    add("x", x_decimals_);
    add("dy", dy_decimals_);
    add("dx", precisions_.back().decimals);
    return tr("{error:.2g}, which the roundings of the texts can do to them (decimals of {texts})",
              arg("error", best.allowed_error), arg("texts", text::listed(texts)));
  }

  std::string searched() const {
    std::string mistakes;
    for (const GradientWay& way : gradient_ways()) {
      if (!way.id.empty()) mistakes = text::listed_apart(mistakes, tr(way.words));
    }
    return tr(
        "{norms}, with eps of any size inside, outside, on the count or nowhere, and gamma where "
        "there "
        "are more equations than unknowns; softmax and log-softmax over a dimension at any "
        "temperature, with a sink of 0 or a length scale of 1 or 0.43; L2 norm and sparsemax over "
        "a dimension, DyT with alpha 0.5 or 1; each as it should be, and with these mistakes: "
        "{mistakes}",
        arg("norms", norms_words(dx_.shape())), arg("mistakes", mistakes));
  }

  BackwardInput input_;
  const tensor::Tensor& dx_;
  Source x_;
  std::optional<int> x_decimals_;
  std::optional<int> dy_decimals_;
  std::vector<Precision> precisions_;
  Plainly over_dy_;
  Plainly over_x_;
  std::vector<Weighted> weights_{{}};  // none, and where a weight is given it and 1 + it
  // For each of those, and with gamma solved for.
  std::vector<GradientSearch> searches_{};
  std::vector<Accepted> accepted_{};
};

}  // namespace

Expected<Explanations> explain_gradient(const tensor::Tensor& x, const tensor::Tensor& dy,
                                        const tensor::Tensor& dx, const Known& known) {
  for (const auto& [tensor, name] :
       {std::pair{&dy, tr_later("the upstream gradient")}, {&dx, "dx"}}) {
    if (tensor->shape() == x.shape()) continue;
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("{name} of shape {shape} is not of the input's shape {own}", arg("name", tr(name)),
           arg("shape", tensor::shape_to_text(tensor->shape())),
           arg("own", tensor::shape_to_text(x.shape()))));
  }
  if (x.size() == 0 || x.rank() == 0) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("an input of shape {shape} has nothing to explain",
                         arg("shape", tensor::shape_to_text(x.shape()))));
  }
  return base::within_memory(text::tr_later("the search"), [&]() -> Expected<Explanations> {
    return BackwardAnswer(x, dy, dx, known).run();
  });
}

}  // namespace normscope::variants
