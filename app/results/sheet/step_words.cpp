// SPDX-License-Identifier: MIT
#include "app/results/sheet/step_words.hpp"

#include <fmt/format.h>

#include <string_view>

#include "app/results/sheet/sheet.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"
#include "core/trace/step_name.hpp"

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
      return std::string(
          tr("How much the loss grows with each number of the output. Edit any of them."));
    }
    if (step_.role == trace::Role::kInput) {
      return tr("The numbers that come in. Edit any of them.");
    }
    const trace::Sentences& all = trace::row_of(step_.primitive).sentences;
    std::string_view sentence = all.usual;
    if (is_statistic(step_.a) && !all.of_statistics.empty()) sentence = all.of_statistics;
    if (parameter() >= 0 && !all.of_parameter.empty()) sentence = all.of_parameter;
    if (step_.c != 1 && !all.divided.empty()) {
      const bool by_count = step_.c == static_cast<double>(step_.over.size);
      sentence = by_count ? all.divided_by_count : all.divided;
    }
    return tr(sentence, arg("each", each()), arg("Each", text::capitalized(each())),
              arg("other", other()), arg("number", number(step_.c)), arg("divisor", step_.c),
              arg("parameter", parameter_name()), arg("owner", owner()));
  }

 private:
  const Step& operand(int at) const { return trace_.steps()[static_cast<std::size_t>(at)]; }

  bool is_statistic(int at) const { return at >= 0 && operand(at).per_group; }

  // The operand that is a parameter, with a value for each place; or -1.
  int parameter() const {
    for (const int from : {step_.a, step_.b}) {
      if (trace_.program().is_parameter(from) && !operand(from).shape.empty()) return from;
    }
    return -1;
  }

  // What the step does something to; empty where there is nothing.
  std::string each() const {
    if (step_.a < 0) return {};
    const Step& from = operand(step_.a);
    if (from.primitive == trace::Primitive::kConstant) return number(from.c);
    return is_statistic(step_.a)
               ? tr("each {name}", arg("name", trace::step_name_in_words(from.name)))
               : tr("each number");
  }

  // What the step does it with.
  std::string other() const {
    if (step_.b < 0) return {};
    const Step& from = operand(step_.b);
    const std::string name = trace::step_name_in_words(from.name);
    if (from.primitive == trace::Primitive::kConstant) return number(from.c);
    if (from.shape.empty()) return tr("the {name}", arg("name", name));  // one for all groups
    return is_statistic(step_.b) ? tr("the {name} of its group", arg("name", name))
                                 : tr("the {name} at its place", arg("name", name));
  }

  static std::string number(double value) { return fmt::format("{:.4g}", value); }

  std::string parameter_name() const {
    return parameter() < 0 ? std::string() : trace::step_name_in_words(operand(parameter()).name);
  }

  // What has a value of its own in the parameter: in a batch of rows always a column; else a
  // channel, or a place within the normalized dimensions.
  std::string_view owner() const {
    if (parameter() < 0) return {};
    const tensor::Shape& shape = operand(parameter()).shape;
    if (shape.size() < 2) return tr("column");
    return shape.back() == 1 && step_.shape.size() > 2 ? tr("channel (dim 1)")
                                                       : tr("place of a group");
  }

  const trace::Trace& trace_;
  const Step& step_;
};

}  // namespace

std::string name_of_step(const Evaluation& evaluation, std::size_t stage, int step) {
  return trace::step_name_in_words(evaluation.stages[stage].trace.program().step(step).name);
}

std::string words_of_step(const Evaluation& evaluation, std::size_t card) {
  return Words(evaluation, card).sentence();
}

std::string made_words(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  const trace::Trace& trace = evaluation.stages[of.stage].trace;
  const auto named = [&](int step) {
    return step < 0 ? std::string()
                    : trace::step_name_in_words(trace.steps()[static_cast<std::size_t>(step)].name);
  };
  const Step& made = trace.steps()[static_cast<std::size_t>(of.step)];
  if (made.a < 0) return {};
  const std::string of_a = named(made.a);
  const auto a = arg("a", of_a);
  if (trace::row_of(made.primitive).kind == trace::Kind::kStatistic) {
    return tr("from each group of {a}", a);
  }
  if (made.b < 0) return tr("from {a}", a);
  const std::string of_b = named(made.b);
  const auto b = arg("b", of_b);
  const std::string_view sign = trace::row_of(made.primitive).sign;
  if (sign == "+") return tr("from {a} plus {b}", a, b);
  if (sign == "−") return tr("from {a} minus {b}", a, b);
  if (sign == "×") return tr("from {a} times {b}", a, b);
  if (sign == "÷") return tr("from {a} divided by {b}", a, b);
  return tr("from {a} and {b}", a, b);
}

}  // namespace normscope::results
