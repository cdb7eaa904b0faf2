// SPDX-License-Identifier: MIT
#include "app/results/sheet/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "app/results/backward.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/results/sheet/step_words.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::results {

using trace::Step;

namespace {

class Composer {
 public:
  Composer(const Evaluation& evaluation, std::size_t focus)
      : evaluation_(evaluation), focus_(focus), operation_(evaluation.stages.size() - 1) {}

  Sheet compose() {
    sheet_.focus = focus_;
    const Card& card = evaluation_.cards[focus_];
    sheet_.explanation = words_of_step(evaluation_, focus_);
    const std::size_t input = 0;
    const std::size_t output = evaluation_.cards.size() - 1;
    const std::size_t activations = card_of(evaluation_, operation_, 0);
    const std::optional<BackwardCards> backward = backward_cards(evaluation_);
    pinned_ = {input, activations, output};
    if (backward) pinned_.insert(pinned_.end(), {backward->output, backward->upstream});

    // In the order of computation: a step of a layer stands above the activations that are made
    // from it.
    add({.card = input, .part = SheetPart::kTop});
    const bool layer = activations != input && focus_ > input && focus_ <= activations;
    if (layer) {
      add_focus(card);
      add({.card = activations, .part = SheetPart::kBottom});
    } else if (activations != input) {
      add({.card = activations, .part = SheetPart::kTop});
    }
    if (backward && !layer) {
      add({.card = backward->output, .part = SheetPart::kTop});
      add({.card = backward->upstream, .part = SheetPart::kTop});
    }
    if (evaluation_.compared && !evaluation_.compared->failure) {
      if (!layer) add_comparison(card);
      if (card.step == 0 || focus_ != output) {
        add({.card = output, .part = SheetPart::kBottom, .side = SheetSide::kDifference});
      }
      return std::move(sheet_);
    }
    if (!layer) add_focus(card);
    if (output != activations) add({.card = output, .part = SheetPart::kBottom});
    add_statistics(activations, backward ? backward->upstream : evaluation_.cards.size());
    if (backward && !layer) add_statistics(backward->upstream, evaluation_.cards.size());
    return std::move(sheet_);
  }

 private:
  void add(SheetBand band) { sheet_.bands.push_back(std::move(band)); }

  const Step& step_of(std::size_t card) const { return step_of(evaluation_, card); }
  static const Step& step_of(const Evaluation& evaluation, std::size_t card) {
    const Card& of = evaluation.cards[card];
    return evaluation.stages[of.stage].trace.steps()[static_cast<std::size_t>(of.step)];
  }

  // A and B of a step of the operation with their difference.
  void add_comparison(const Card& card) {
    const Compared& compared = *evaluation_.compared;
    const bool compares = card.stage == operation_ && card.step > 0;
    if (compares && focus_ + 1 == evaluation_.cards.size()) return add_sides(SheetPart::kBottom);
    const StepPair& pair = compared.pairs[focus_];
    // The same numbers are shown once.
    if (!compares || !compared.b || pair.parting == Parting::kAlone ||
        pair.parting == Parting::kSame) {
      add_focus(card);
      add_standing();
    } else if (is_statistic(evaluation_, focus_)) {
      SheetBand band{.kind = SheetBand::Kind::kStatistics};
      band.statistics = {{focus_, "A", true}, {*pair.b, "B", true, SheetSide::kB}};
      if (pair.parting != Parting::kOtherShape) {
        band.statistics.push_back({focus_, "A − B", true, SheetSide::kDifference});
      }
      add(std::move(band));
    } else {
      add_sides(SheetPart::kFocus);
    }
  }

  void add_sides(SheetPart part) {
    const Compared& compared = *evaluation_.compared;
    add({.card = focus_, .part = part, .statistics = main_statistics(evaluation_, SheetSide::kA)});
    SheetBand b{.card = focus_, .part = part, .side = SheetSide::kB};
    if (compared.b) {
      b.card = *compared.pairs[focus_].b;
      b.statistics = main_statistics(*compared.b, SheetSide::kB);
    }
    add(std::move(b));
    add({.card = focus_, .part = part, .side = SheetSide::kDifference});
  }

  // The statistics of an operation that stand at its rows: where the groups lie, and what they are
  // divided by.
  std::vector<SheetStatistic> main_statistics(const Evaluation& evaluation, SheetSide side) const {
    std::vector<SheetStatistic> statistics;
    for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
      if (evaluation.cards[card].stage != operation_ || !is_statistic(evaluation, card)) continue;
      if (!trace::is_landmark(step_of(evaluation, card).role)) continue;
      statistics.push_back({.card = card, .needed = true, .side = side});
    }
    // Of a deviation and the deviation plus eps, the operation divides by the last.
    while (statistics.size() > 2) statistics.erase(statistics.end() - 2);
    return statistics;
  }

  // Beside the input of a comparison stand only the statistics that the equation counts on.
  void add_standing() {
    for (SheetBand& band : sheet_.bands) {
      if (band.part != SheetPart::kTop || band.card != pinned_[1]) continue;
      for (const std::size_t card : standing_) {
        band.statistics.push_back({.card = card, .needed = true});
      }
    }
  }

  bool is_pinned(std::size_t card) const {
    return std::ranges::find(pinned_, card) != pinned_.end();
  }

  // The equation: operands that are not in sight already, parameters, the result.
  void add_focus(const Card& card) {
    const Step& step = step_of(focus_);
    const std::size_t first = sheet_.bands.size();
    place_statistics(add_operands(card.stage, step), first);
    const trace::Program& program = evaluation_.stages[card.stage].trace.program();
    for (const int from : {step.a, step.b}) {
      if (!program.is_parameter(from) || program.step(from).shape.empty()) continue;
      add({.kind = SheetBand::Kind::kParameter,
           .stage = card.stage,
           .parameter = program.step(from).role,
           .step = from,
           .sign = trace::row_of(step.primitive).sign});
    }
    if (!is_pinned(focus_) && !is_statistic(evaluation_, focus_)) {
      add({.card = focus_, .sign = step.a < 0 ? "" : "="});
    }
  }

  // Adds the matrices among the operands; returns the statistics among them.
  std::vector<SheetStatistic> add_operands(std::size_t stage, const Step& step) {
    std::vector<SheetStatistic> statistics;
    const trace::Program& program = evaluation_.stages[stage].trace.program();
    const std::string_view second =
        step.b >= 0 && !program.is_parameter(step.a) ? trace::row_of(step.primitive).sign : "";
    for (const int operand : {step.a, step.b}) {
      if (operand < 0 || program.is_parameter(operand)) continue;
      const std::size_t from = card_of(evaluation_, stage, operand);
      const std::string_view sign = operand == step.b ? second : std::string_view();
      if (is_statistic(evaluation_, from)) {
        statistics.push_back({from, sign, true});
      } else if (!is_pinned(from)) {
        add({.card = from, .sign = sign});
      }
    }
    return statistics;
  }

  // Statistics stand at the right of the operand's band, else in a band of their own. Those that
  // stand at the rows of the operation's input anyway are seen there.
  void place_statistics(std::vector<SheetStatistic> statistics, std::size_t first) {
    const bool statistic = is_statistic(evaluation_, focus_);
    const bool alone = sheet_.bands.size() == first;
    if (statistic && alone && statistics.empty() && trace::is_landmark(step_of(focus_).role)) {
      standing_ = {focus_};
      add({.kind = SheetBand::Kind::kStatistics});
      return;
    }
    if (statistic) {
      statistics.push_back({focus_, "=", true});
    } else if (alone) {
      std::erase_if(statistics, [&](const SheetStatistic& each) {
        const bool seen = trace::is_landmark(step_of(each.card).role);
        if (seen) standing_.push_back(each.card);
        return seen;
      });
    }
    if (statistics.empty()) return;
    if (!alone) {
      sheet_.bands.back().statistics = std::move(statistics);
    } else if (statistic || !is_pinned(focus_)) {
      add({.kind = SheetBand::Kind::kStatistics, .statistics = std::move(statistics)});
    }
  }

  // The statistics of the operation's cards from one on, up to an end, at the right of that one.
  void add_statistics(std::size_t first_card, std::size_t end) {
    const auto band = std::ranges::find_if(sheet_.bands, [&](const SheetBand& each) {
      return each.kind == SheetBand::Kind::kCard && each.card == first_card;
    });
    std::size_t last_always = 0;
    for (std::size_t card = first_card; card < end; ++card) {
      if (evaluation_.cards[card].stage != operation_ || !is_statistic(evaluation_, card)) continue;
      const bool always = trace::is_landmark(step_of(card).role);
      if (always) last_always = band->statistics.size();
      band->statistics.push_back({card, "", always});
    }
    // Needed are the first and the last of them: of a deviation and the deviation plus eps, the
    // operation divides by the last.
    bool first = true;
    for (std::size_t i = 0; i < band->statistics.size(); ++i) {
      auto& statistic = band->statistics[i];
      if (statistic.needed && !std::exchange(first, false) && i != last_always) {
        statistic.needed = false;
      }
    }
    for (auto& statistic : band->statistics) {
      const bool standing = std::ranges::find(standing_, statistic.card) != standing_.end();
      statistic.needed = statistic.needed || standing;
    }
  }

  const Evaluation& evaluation_;
  std::size_t focus_;
  std::vector<std::size_t> standing_{};  // statistics of the equation that stand at the input
  std::size_t operation_;
  std::vector<std::size_t> pinned_{};
  Sheet sheet_{};
};

}  // namespace

std::optional<BackwardCards> backward_cards(const Evaluation& evaluation) {
  if (evaluation.stages.empty()) return std::nullopt;
  const std::size_t operation = evaluation.stages.size() - 1;
  const int upstream = evaluation.stages.back().trace.find(trace::Role::kUpstreamGradient);
  if (upstream < 0) return std::nullopt;
  const std::size_t card = card_of(evaluation, operation, upstream);
  return BackwardCards{card - 1, card};
}

std::size_t card_of(const Evaluation& evaluation, std::string_view id) {
  const auto& cards = evaluation.cards;
  const auto found = std::ranges::find(cards, id, &Card::id);
  if (found != cards.end()) return static_cast<std::size_t>(found - cards.begin());
  for (std::size_t card = cards.size(); !id.empty() && card-- > 0;) {
    const Stage& stage = evaluation.stages[cards[card].stage];
    const auto& steps = stage.trace.steps();
    const auto step = static_cast<std::size_t>(cards[card].step);
    if (cards[card].stage + 1 == evaluation.stages.size()) {
      if (steps[step].name == id) return card;
      continue;
    }
    const bool linear = stage.name.starts_with("Linear");
    if (step + 1 == steps.size() && step > 0 && id == (linear ? "linear" : "relu")) return card;
  }
  return cards.empty() ? 0 : cards.size() - 1;
}

Cell selected_cell(const Evaluation& evaluation, const document::Selection& selection,
                   std::string_view step) {
  const std::size_t card = card_of(evaluation, step);
  return {card,
          position_of(evaluation.activations->shape(), shape_of_card(evaluation, card), selection)};
}

bool is_statistic(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  const trace::Trace& trace = evaluation.stages[of.stage].trace;
  const auto& steps = trace.steps();
  // Behind the operation's own gradient are those of the layers before it.
  const int gradient = operation_gradient(evaluation);
  const int last = gradient < 0 ? trace.program().size() - 1 : gradient;
  return of.step > 0 && of.step <= last && of.stage + 1 == evaluation.stages.size() &&
         steps[static_cast<std::size_t>(of.step)].shape !=
             steps[static_cast<std::size_t>(last)].shape;
}

std::string shared_dimensions(const Evaluation& evaluation) {
  const auto is_statistic = [](const trace::Step& step) { return trace::reduces(step.primitive); };
  if (std::ranges::none_of(evaluation.stages.back().trace.steps(), is_statistic)) return {};
  const tensor::Shape& shape = evaluation.activations->shape();
  const tensor::Shape& reduced = evaluation.layout.reduced_shape;
  std::vector<std::string> numbers;
  for (std::size_t dim = 0; dim < shape.size() && dim < reduced.size(); ++dim) {
    if (reduced[dim] == shape[dim]) continue;
    const auto back = static_cast<std::int64_t>(dim) - static_cast<std::int64_t>(shape.size());
    numbers.push_back(reduced[dim] <= 1
                          ? fmt::format("{} ({})", back, shape[dim])
                          : tr("{dim} ({part} of {whole})", arg("dim", back),
                               arg("part", shape[dim] / reduced[dim]), arg("whole", shape[dim])));
  }
  if (numbers.empty()) return tr("every number by itself");
  const std::string last = numbers.back();
  numbers.pop_back();
  if (numbers.empty()) return tr("over dim {dim}", arg("dim", last));
  return tr("over dims {dims} and {last}", arg("dims", text::listed(numbers)), arg("last", last));
}

Sheet sheet_of(const Evaluation& evaluation, std::size_t focus) {
  return Composer(evaluation, focus).compose();
}

}  // namespace normscope::results
