// SPDX-License-Identifier: MIT
#include "app/exercises/parting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace normscope::exercises {
namespace {

// Of the largest number of a step: what shows in the four decimals that a report has. Steps of the
// same numbers in another order of additions differ by far less, others by far more.
constexpr double kSame = 1e-4;

// Whether two steps have the same numbers; those of `a` are divided first.
bool same_numbers(const Output& a, const Output& b, double divisor = 1) {
  if (a.numbers.size() != b.numbers.size()) return false;
  double largest = 0;
  for (const double number : b.numbers) {
    if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  }
  for (std::size_t at = 0; at < a.numbers.size(); ++at) {
    const double x = a.numbers[at] / divisor;
    const double y = b.numbers[at];
    const bool equal = x == y || (std::isnan(x) && std::isnan(y));
    if (!equal && !(std::abs(x - y) <= kSame * largest)) return false;
  }
  return true;
}

class Chains {
 public:
  Chains(const std::vector<MadeStep>& yours, const std::vector<MadeStep>& right)
      : yours_(yours), right_(right), agrees_(yours.size()) {
    // From the end: what a step that agrees was made from is no fault.
    for (std::size_t at = yours_.size(); at-- > 0;) {
      agrees_[at] = agrees_[at] || is_given(yours_[at]) || is_found(at);
      if (!agrees_[at]) continue;
      for (const std::size_t operand : yours_[at].operands) agrees_[operand] = true;
    }
  }

  // The first step that does not agree, of those with a line and numbers; else the number of steps.
  std::size_t first_wrong() const {
    std::size_t at = 0;
    while (at < yours_.size() && (agrees_[at] || yours_[at].line == 0 || !yours_[at].value)) ++at;
    return at;
  }

  bool agrees(std::size_t at) const { return agrees_[at]; }

 private:
  static bool is_given(const MadeStep& step) {
    return step.primitive == trace::Primitive::kGiven ||
           step.primitive == trace::Primitive::kConstant || !step.value;
  }

  bool is_found(std::size_t at) const {
    const Output& value = *yours_[at].value;
    double count = 1;
    if (yours_[at].primitive == trace::Primitive::kSumOver && !yours_[at].operands.empty()) {
      const auto& summed = yours_[yours_[at].operands.front()].value;
      if (summed && !value.numbers.empty()) {
        count =
            static_cast<double>(summed->numbers.size()) / static_cast<double>(value.numbers.size());
      }
    }
    return std::ranges::any_of(right_, [&](const MadeStep& right) {
      return right.value && (same_numbers(value, *right.value) ||
                             (count > 1 && same_numbers(value, *right.value, count)));
    });
  }

  const std::vector<MadeStep>& yours_;
  const std::vector<MadeStep>& right_;
  std::vector<bool> agrees_;
};

// Names the solution's steps that are among the learner's values, and the first that is not.
void name_steps(const std::vector<Output>& yours, const std::vector<MadeStep>& right,
                const std::string& output, Parted& parted) {
  for (std::size_t step = 0; step < right.size(); ++step) {
    const bool last = step + 1 == right.size();
    const std::string& name = last && right[step].name.empty() ? output : right[step].name;
    if (name.empty() || !right[step].value) continue;
    if (std::ranges::any_of(
            yours, [&](const Output& value) { return same_numbers(value, *right[step].value); })) {
      parted.agreed.push_back(name);
    } else if (parted.step.empty()) {
      parted.step = name;
      parted.right = right[step].value;
      parted.right_at = step;
    }
  }
}

// The value at a position of steps that are like others.
template <class Steps>
std::optional<Output> value_at(const Steps& steps, std::size_t count,
                               const std::optional<std::size_t>& at) {
  if (!at || steps.size() != count) return std::nullopt;
  return steps[*at].value;
}

}  // namespace

Parted parting_of(const std::vector<MadeStep>& yours, const std::vector<MadeStep>& right,
                  const std::string& output) {
  const Chains chains(yours, right);
  Parted parted;
  std::size_t at = chains.first_wrong();
  if (at < yours.size()) {
    // The line as a whole.
    while (at + 1 < yours.size() && yours[at + 1].line == yours[at].line &&
           !chains.agrees(at + 1) && yours[at + 1].value) {
      ++at;
    }
    parted.line = yours[at].line;
    parted.text = yours[at].text;
    parted.yours = yours[at].value;
    parted.yours_at = at;
  }
  std::vector<Output> values;
  for (const MadeStep& step : yours) {
    if (step.value) values.push_back(*step.value);
  }
  name_steps(values, right, output, parted);
  return parted;
}

std::optional<Parted> parting_of_lines(const std::vector<MadeLine>& yours,
                                       const std::vector<MadeStep>& right,
                                       const std::string& output) {
  const auto agrees = [&](const MadeLine& line) {
    return std::ranges::any_of(right, [&](const MadeStep& step) {
      return step.value && step.primitive != trace::Primitive::kGiven &&
             step.primitive != trace::Primitive::kConstant && same_numbers(line.value, *step.value);
    });
  };
  const auto last = std::find_if(yours.rbegin(), yours.rend(), agrees);
  if (last == yours.rbegin() || last == yours.rend()) return std::nullopt;
  auto wrong = last.base();
  while (wrong + 1 != yours.end() && (wrong + 1)->line == wrong->line) ++wrong;
  Parted parted;
  parted.line = wrong->line;
  parted.text = wrong->text;
  parted.yours = wrong->value;
  parted.yours_at = static_cast<std::size_t>(wrong - yours.begin());
  std::vector<Output> values;
  values.reserve(yours.size());
  for (const MadeLine& line : yours) values.push_back(line.value);
  name_steps(values, right, output, parted);
  // A line may hold several steps: what comes before one that agrees is no step that is missing.
  const auto agreed = std::find_if(right.rbegin(), right.rend(), [&](const MadeStep& step) {
    return !parted.agreed.empty() && step.name == parted.agreed.back();
  });
  if (parted.right_at && static_cast<std::ptrdiff_t>(*parted.right_at) < right.rend() - agreed) {
    parted.step.clear();
    parted.right.reset();
    parted.right_at.reset();
  }
  return parted;
}

std::optional<Parted> find_parting(Caller& caller, const Inputs& inputs, const Inputs& shown,
                                   std::size_t output, const std::string& output_name,
                                   const std::stop_token& stop) {
  const auto right = caller.solution_steps(inputs, output, stop);
  if (!right) return std::nullopt;
  const auto right_values = [&](Parted& parted) {
    parted.right =
        value_at(caller.solution_steps(shown, output, stop).value_or(std::vector<MadeStep>()),
                 right->size(), parted.right_at);
  };
  const auto yours = caller.learner_steps(inputs, output, stop);
  if (!yours) {
    const auto lines = caller.learner_lines(inputs, stop);
    auto parted = parting_of_lines(lines, *right, output_name);
    if (!parted) return std::nullopt;
    parted->yours = value_at(caller.learner_lines(shown, stop), lines.size(), parted->yours_at);
    right_values(*parted);
    return parted;
  }
  Parted parted = parting_of(*yours, *right, output_name);
  if (parted.line == 0 && parted.step.empty()) return std::nullopt;
  parted.yours =
      value_at(caller.learner_steps(shown, output, stop).value_or(std::vector<MadeStep>()),
               yours->size(), parted.yours_at);
  right_values(parted);
  return parted;
}

}  // namespace normscope::exercises
