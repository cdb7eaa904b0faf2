// SPDX-License-Identifier: MIT
#include "app/results/sheet/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/results/sheet/sheet.hpp"
#include "core/text/ascii.hpp"

namespace normscope::results {

using trace::Step;

namespace {

class Words {
 public:
  Words(const Evaluation& evaluation, std::size_t card)
      : trace_(evaluation.stages[evaluation.cards[card].stage].trace),
        step_(trace_.steps()[static_cast<std::size_t>(evaluation.cards[card].step)]) {}

  std::string sentence() const {
    if (step_.role == trace::Role::kUpstreamGradient) {
      return "How much the loss grows with each number of the output. Edit any of them.";
    }
    if (step_.role == trace::Role::kInput) return "The numbers that come in. Edit any of them.";
    const trace::Sentences& all = trace::row_of(step_.primitive).sentences;
    std::string_view sentence = all.usual;
    if (is_statistic(step_.a) && !all.of_statistics.empty()) sentence = all.of_statistics;
    if (parameter() >= 0 && !all.of_parameter.empty()) sentence = all.of_parameter;
    return filled(sentence);
  }

 private:
  // A sentence of the table with the words of this step.
  std::string filled(std::string_view sentence) const {
    std::string words;
    while (!sentence.empty()) {
      const auto at = std::ranges::find_if(
          kPlaces, [&](const Place& place) { return sentence.starts_with(place.name); });
      if (at == kPlaces.end()) {
        words += sentence.front();
        sentence.remove_prefix(1);
      } else {
        words += (this->*at->words)();
        sentence.remove_prefix(at->name.size());
      }
    }
    return words;
  }

  const Step& operand(int at) const { return trace_.steps()[static_cast<std::size_t>(at)]; }

  bool is_statistic(int at) const { return at >= 0 && operand(at).per_group; }

  // The operand that is a parameter, with a value for each place; or -1.
  int parameter() const {
    for (const int from : {step_.a, step_.b}) {
      if (trace_.program().is_parameter(from) && !operand(from).shape.empty()) return from;
    }
    return -1;
  }

  // What the step does something to.
  std::string each() const {
    if (operand(step_.a).primitive == trace::Primitive::kConstant)
      return number(operand(step_.a).c);
    return is_statistic(step_.a) ? "each " + operand(step_.a).name : "each number";
  }
  std::string begun_each() const { return text::capitalized(each()); }

  std::string other() const {
    const Step& from = operand(step_.b);
    if (from.primitive == trace::Primitive::kConstant) return number(from.c);
    if (from.shape.empty()) return "the " + from.name;  // one for all groups
    return fmt::format("the {} {}", from.name,
                       is_statistic(step_.b) ? "of its group" : "at its place");
  }

  static std::string number(double value) { return fmt::format("{:.4g}", value); }
  std::string constant() const { return number(step_.c); }
  std::string parameter_name() const { return operand(parameter()).name; }

  std::string divisor() const {
    if (step_.c == 1) return {};
    if (step_.c == static_cast<double>(step_.over.size)) {
      return " and divided by their count";
    }
    return fmt::format(" and divided by {:.6g}", step_.c);
  }

  // What has a value of its own in the parameter: in a batch of rows always a column; else a
  // channel, or a place within the normalized dimensions.
  std::string owner() const {
    const tensor::Shape& shape = operand(parameter()).shape;
    if (shape.size() < 2) return "column";
    return shape.back() == 1 && step_.shape.size() > 2 ? "channel (dim 1)" : "place of a group";
  }

  struct Place {
    std::string_view name;
    std::string (Words::*words)() const;
  };
  static constexpr std::array<Place, 7> kPlaces{{{"#owner", &Words::owner},
                                                 {"#divisor", &Words::divisor},
                                                 {"#A", &Words::begun_each},
                                                 {"#a", &Words::each},
                                                 {"#b", &Words::other},
                                                 {"#c", &Words::constant},
                                                 {"#p", &Words::parameter_name}}};

  const trace::Trace& trace_;
  const Step& step_;
};

}  // namespace

std::string words_of_step(const Evaluation& evaluation, std::size_t card) {
  return Words(evaluation, card).sentence();
}

}  // namespace normscope::results
