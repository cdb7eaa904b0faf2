// SPDX-License-Identifier: MIT
#include "app/results/step_words.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "app/results/sheet.hpp"
#include "core/text/ascii.hpp"

namespace normscope::results {

using trace::Primitive;
using trace::Step;

namespace {

class Words {
 public:
  Words(const Evaluation& evaluation, std::size_t card)
      : evaluation_(evaluation),
        stage_(evaluation.cards[card].stage),
        trace_(evaluation.stages[stage_].trace),
        step_(trace_.steps()[static_cast<std::size_t>(evaluation.cards[card].step)]) {}

  std::string sentence() const {
    switch (step_.primitive) {
      case Primitive::kGiven:
        return step_.name == "input" ? "The numbers that come in. Edit any of them."
                                     : "The numbers as they are given.";
      case Primitive::kRepeat:
        return "The same number for every element of the group.";
      case Primitive::kSubtract:
        return fmt::format("From {}, {} is subtracted.", each(), other());
      case Primitive::kDivide:
        return begun(fmt::format("{} is divided by {}.", each(), other()));
      case Primitive::kSquare:
        return begun(fmt::format("{} is multiplied by itself.", each()));
      case Primitive::kSquareRoot:
        return fmt::format("The square root of {}: back to the unit of the numbers.", each());
      case Primitive::kAddConstant:
        return fmt::format("Epsilon is added to {}, so that none is 0.", each());
      case Primitive::kDivideConstant:
        return begun(fmt::format("{} {}divided by {:.4g}.", each(),
                                 is_statistic(step_.a) ? "gets another divisor: it is " : "is ",
                                 step_.c));
      case Primitive::kExponential:
        return fmt::format("e to the power of {}.", each());
      case Primitive::kLogarithm:
        return fmt::format("The natural logarithm of {}.", each());
      case Primitive::kRectify:
        return "Numbers below 0 become 0, the others stay.";
      case Primitive::kMultiplyByGamma:
        return fmt::format("Each {} is scaled by its own gamma.", owner());
      case Primitive::kAddBeta:
        return fmt::format("To each {} its own {} is added.", owner(),
                           of_operation() ? "beta" : "bias");
      case Primitive::kMatrixProduct:
        return "Each row times each column of the transposed weights, added up.";
      case Primitive::kSumOver:
        return fmt::format("The numbers of each group are added up{}.", divisor());
      case Primitive::kMaximum:
        return "The largest number of each group.";
      case Primitive::kVariance:
        return "The mean squared distance of each group's numbers from their mean.";
      case Primitive::kOnlineSum:
        return "The exponentials of each group, added up in one pass.";
    }
    return {};
  }

 private:
  static std::string begun(std::string sentence) { return text::capitalized(std::move(sentence)); }

  bool of_operation() const { return stage_ + 1 == evaluation_.stages.size(); }

  const Step& operand(int at) const { return trace_.steps()[static_cast<std::size_t>(at)]; }

  // Of a layer no step has a value for each group.
  bool is_statistic(int at) const {
    return of_operation() && at > 0 && operand(at).shape != trace_.steps().back().shape;
  }

  // What the step does something to.
  std::string each() const {
    return is_statistic(step_.a) ? "each " + operand(step_.a).name : "each number";
  }

  std::string other() const {
    return fmt::format("the {} {}", operand(step_.b).name,
                       is_statistic(step_.b) ? "of its group" : "at its place");
  }

  std::string divisor() const {
    if (step_.c == 1) return {};
    if (step_.c == static_cast<double>(trace_.parts().groups.size)) {
      return " and divided by their count";
    }
    return fmt::format(" and divided by {:.6g}", step_.c);
  }

  // What has a gamma and a beta, or a bias, of its own: in a batch of rows always a column; else a
  // channel, or a place within the normalized dimensions.
  std::string_view owner() const {
    const ops::AffineLayout& affine = trace_.parts().affine;
    const bool channel = of_operation() && (affine.step > 0 || affine.run > 1);
    if (channel && step_.shape.size() > 2) return "channel (dim 1)";
    const auto& values =
        step_.primitive == Primitive::kMultiplyByGamma ? trace_.parts().gamma : trace_.parts().beta;
    return channel || values == nullptr || values->shape().size() < 2 ? "column"
                                                                      : "place of a group";
  }

  const Evaluation& evaluation_;
  std::size_t stage_;
  const trace::Trace& trace_;
  const Step& step_;
};

}  // namespace

std::string words_of_step(const Evaluation& evaluation, std::size_t card) {
  return Words(evaluation, card).sentence();
}

}  // namespace normscope::results
