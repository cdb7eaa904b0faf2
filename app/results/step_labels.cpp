// SPDX-License-Identifier: MIT
#include "app/results/step_labels.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "core/trace/notation.hpp"

namespace normscope::results {

using trace::Primitive;
using trace::WrittenStep;

namespace {

// LaTeX up to this length stands for itself in later formulas; longer ones get a letter.
constexpr std::size_t kLongSymbol = 24;

class Labeller {
 public:
  explicit Labeller(std::vector<WrittenStep> steps) : steps_(std::move(steps)) {
    for (const WrittenStep& step : steps_) names_.insert(step.name);
  }

  std::vector<WrittenStep> run() {
    for (std::size_t at = 0; at < steps_.size(); ++at) label(at);
    return std::move(steps_);
  }

 private:
  const std::string& symbol(int step) const {
    return steps_[static_cast<std::size_t>(step)].symbol;
  }

  void label(std::size_t at) {
    WrittenStep& step = steps_[at];
    const trace::PrimitiveRow& row = trace::row_of(step.primitive);
    const bool last = at + 1 == steps_.size();
    if (step.name.empty()) step.name = own_name(at == 0 ? "input" : last ? "output" : noun(step));
    if (!step.symbol.empty()) return;
    if (at == 0) {
      step.symbol = step.formula = "x";
    } else if (step.primitive == Primitive::kConstant) {
      step.symbol = step.formula = fmt::format("{:.6g}", step.c);
    } else if (row.kind == trace::Kind::kLeaf) {
      step.symbol = step.formula = parameters_++ == 0 ? "p" : fmt::format("p_{{{}}}", parameters_);
    } else if (step.primitive == Primitive::kRepeat) {
      step.symbol = symbol(step.a);
      step.formula = step.symbol;
    } else {
      const std::string_view second = step.b < 0 ? std::string_view() : symbol(step.b);
      step.formula =
          trace::formula_of({step.primitive, symbol(step.a), second, step.c, step.of_size}).text;
      const bool letter = row.kind == trace::Kind::kStatistic || step.formula.size() > kLongSymbol;
      step.symbol = last ? "y" : letter ? letter_of(step) : step.formula;
    }
  }

  std::string letter_of(const WrittenStep& step) {
    const bool mean = step.of_size && step.primitive == Primitive::kSumOver;
    const char letter = mean ? 'm' : step.dims.empty() ? 'u' : 's';
    return fmt::format("{}_{{{}}}", letter, ++letters_);
  }

  static std::string noun(const WrittenStep& step) {
    if (step.of_size && step.primitive == Primitive::kSumOver) return "mean";
    return std::string(trace::row_of(step.primitive).noun);
  }

  std::string own_name(const std::string& noun) {
    std::string name = noun;
    for (int number = 2; !names_.insert(name).second; ++number) {
      name = fmt::format("{} {}", noun, number);
    }
    return name;
  }

  std::vector<WrittenStep> steps_;
  std::set<std::string> names_{};
  int parameters_ = 0;
  int letters_ = 0;
};

}  // namespace

std::vector<WrittenStep> labelled(std::vector<WrittenStep> steps) {
  return Labeller(std::move(steps)).run();
}

}  // namespace normscope::results
