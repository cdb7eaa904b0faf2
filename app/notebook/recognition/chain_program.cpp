// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/chain_program.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "app/notebook/recognition/chain.hpp"
#include "app/notebook/recognition/operation_step.hpp"

namespace normscope::notebook::recognition {
namespace {

using protocol::Record;
using protocol::RecordGraph;
using trace::Primitive;
using trace::WrittenStep;
using Steps = std::vector<WrittenRecord>;

const Record& record_at(const RecordGraph& graph, int at) {
  return graph.records[static_cast<std::size_t>(at)];
}

// The records that are operands of these steps.
std::set<int> taken_by(const std::vector<WrittenStep>& steps) {
  std::set<int> records;
  for (const WrittenStep& step : steps) {
    for (const int operand : {step.a, step.b}) {
      if (record_of_operand(operand) >= 0) records.insert(record_of_operand(operand));
    }
  }
  return records;
}

// Which records become steps, and which of them are given.
class Choice {
 public:
  Choice(const RecordGraph& graph, std::optional<int> input)
      : graph_(graph), steps_(graph.records.size()), operands_(graph.records.size()) {
    std::vector<bool> known(graph.records.size());
    for (std::size_t i = 0; i < graph.records.size(); ++i) {
      const int at = static_cast<int>(i);
      if (at != input) steps_[i] = steps_of(graph, at);
      operands_[i] = taken_by(steps_[i]);
      const bool operands = std::ranges::all_of(
          operands_[i], [&](int operand) { return known[static_cast<std::size_t>(operand)]; });
      if (!operands) steps_[i].clear();
      known[i] = graph.records[i].held || !steps_[i].empty();
    }
  }

  const std::vector<WrittenStep>& steps(int at) const {
    return steps_[static_cast<std::size_t>(at)];
  }

  // Goes from the last record backwards, the latest first, so that all uses of a record come before
  // it. When a single record is left to be computed, all paths pass through it: it is a gate.
  bool choose(std::size_t most) {
    const int last = static_cast<int>(graph_.records.size()) - 1;
    computed_.clear();
    std::set<int> pending{last};
    std::vector<int> gates;
    while (!pending.empty() && computed_.size() < most) {
      const int at = *pending.rbegin();
      if (pending.size() == 1 && at != last) gates.push_back(at);
      pending.erase(at);
      computed_.insert(at);
      for (const int operand : operands(at)) {
        if (!steps(operand).empty()) pending.insert(operand);
      }
    }
    if (pending.size() == 1) gates.push_back(*pending.begin());
    if (!pending.empty()) begin_at_a_gate(std::move(gates));
    return std::ranges::all_of(given(), [&](int at) { return record_at(graph_, at).held; });
  }

  const std::set<int>& computed() const { return computed_; }

  // The records that are given: operands of computed records that are not computed themselves.
  std::set<int> given() const {
    std::set<int> all;
    for (const int at : computed_) {
      for (const int operand : operands(at)) {
        if (!computed_.contains(operand)) all.insert(operand);
      }
    }
    return all;
  }

 private:
  const std::set<int>& operands(int at) const { return operands_[static_cast<std::size_t>(at)]; }

  // Begins at the farthest gate whose values are held and behind which no other step is needed.
  void begin_at_a_gate(std::vector<int> gates) {
    std::ranges::reverse(gates);
    for (const int gate : gates) {
      if (!record_at(graph_, gate).held) continue;
      std::set<int> kept(computed_.upper_bound(gate), computed_.end());
      std::swap(kept, computed_);
      std::set<int> needed = given();
      needed.erase(gate);
      if (!are_behind(needed, gate)) return;
      std::swap(kept, computed_);
    }
  }

  // Whether a gate was made of one of these.
  bool are_behind(const std::set<int>& these, int gate) const {
    std::set<int> behind{gate};
    while (!behind.empty()) {
      const int next = *behind.rbegin();
      if (these.contains(next)) return true;
      behind.erase(next);
      const auto& all = record_at(graph_, next).operands;
      behind.insert(all.begin(), all.end());
    }
    return false;
  }

  const RecordGraph& graph_;
  std::vector<std::vector<WrittenStep>> steps_;
  std::vector<std::set<int>> operands_;
  std::set<int> computed_{};
};

// Makes the steps of the chosen records in their order; unused ones are removed later.
class Builder {
 public:
  explicit Builder(const RecordGraph& graph) : graph_(graph) {}

  void add_given(int at) {
    // x[0], written twice, is one array.
    for (std::size_t before = 0; before < steps_.size(); ++before) {
      const WrittenRecord& other = steps_[before];
      const bool is_given = other.step.primitive == Primitive::kGiven;
      if (is_given && same({graph_, static_cast<std::size_t>(other.record)},
                           {graph_, static_cast<std::size_t>(at)})) {
        places_[at] = static_cast<int>(before);
        return;
      }
    }
    WrittenRecord given;
    given.step.shape = record_at(graph_, at).shape;
    given.place = {record_at(graph_, at).run, record_at(graph_, at).line};
    given.record = at;
    places_[at] = static_cast<int>(steps_.size());
    steps_.push_back(std::move(given));
  }

  void add_computed(int at, const std::vector<WrittenStep>& steps) {
    std::vector<int> own;
    for (const WrittenStep& step : steps) {
      WrittenRecord made{step, {record_at(graph_, at).run, record_at(graph_, at).line}, -1};
      for (int* const operand : {&made.step.a, &made.step.b}) {
        if (*operand == -1) continue;
        *operand = *operand < 0 ? places_.at(record_of_operand(*operand))
                                : own[static_cast<std::size_t>(*operand)];
      }
      if (own.size() + 1 == steps.size()) made.record = at;
      own.push_back(push(std::move(made)));
    }
    places_[at] = own.back();
  }

  Steps take() { return std::move(steps_); }

 private:
  // Two equal steps become one, of the later record.
  int push(WrittenRecord made) {
    for (std::size_t before = 0; before < steps_.size(); ++before) {
      if (steps_[before].step != made.step) continue;
      if (made.record >= 0 && record_at(graph_, made.record).held) {
        steps_[before].record = made.record;
      }
      return static_cast<int>(before);
    }
    steps_.push_back(std::move(made));
    return static_cast<int>(steps_.size()) - 1;
  }

  const RecordGraph& graph_;
  std::map<int, int> places_{};  // the step of each record
  Steps steps_{};
};

bool is_given(const WrittenRecord& at) {
  return at.step.primitive == Primitive::kGiven;
}

bool is_view(const WrittenRecord& at) {
  return at.step.primitive == Primitive::kRepeat;
}

bool is_work(const WrittenRecord& at) {
  return !is_given(at) && !is_view(at) && at.step.primitive != Primitive::kConstant;
}

// The steps in another order, in which operands come first; steps that are not in it are left out.
Steps reordered(Steps steps, const std::vector<std::size_t>& order) {
  Steps result;
  std::vector<int> places(steps.size(), -1);
  for (const std::size_t at : order) {
    places[at] = static_cast<int>(result.size());
    for (int* const operand : {&steps[at].step.a, &steps[at].step.b}) {
      if (*operand >= 0) *operand = places[static_cast<std::size_t>(*operand)];
    }
    result.push_back(std::move(steps[at]));
  }
  return result;
}

// Without the steps that the last one does not need.
Steps pruned(Steps steps) {
  std::vector<bool> needed(steps.size());
  needed.back() = true;
  std::vector<std::size_t> order;
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (!needed[i]) continue;
    order.push_back(i);
    for (const int operand : {steps[i].step.a, steps[i].step.b}) {
      if (operand >= 0) needed[static_cast<std::size_t>(operand)] = true;
    }
  }
  std::ranges::reverse(order);
  return reordered(std::move(steps), order);
}

// How many computed steps depend on a step; views do not count.
std::size_t dependents_of(const Steps& steps, std::size_t on) {
  std::vector<bool> depends(steps.size());
  depends[on] = true;
  std::size_t count = 0;
  for (std::size_t i = on + 1; i < steps.size(); ++i) {
    for (const int operand : {steps[i].step.a, steps[i].step.b}) {
      if (operand >= 0 && depends[static_cast<std::size_t>(operand)]) depends[i] = true;
    }
    if (depends[i] && is_work(steps[i])) ++count;
  }
  return count;
}

// The arrays that the chain begins with, in the order in which it comes to them from its end.
std::vector<std::size_t> given_of(const Steps& steps) {
  std::vector<std::size_t> all;
  std::vector<bool> seen(steps.size());
  std::vector<int> open{static_cast<int>(steps.size()) - 1};
  while (!open.empty()) {
    const int next = open.back();
    open.pop_back();
    if (next < 0 || seen[static_cast<std::size_t>(next)]) continue;
    const auto at = static_cast<std::size_t>(next);
    seen[at] = true;
    if (is_given(steps[at])) all.push_back(at);
    open.push_back(steps[at].step.b);
    open.push_back(steps[at].step.a);
  }
  return all;
}

// Whether the step scales, shifts or mixes another one: it is broadcast, or the second factor of a
// product.
bool serves(const Steps& steps, std::size_t at) {
  const auto size = tensor::product(steps[at].step.shape);
  return std::ranges::any_of(steps, [&](const WrittenRecord& other) {
    const WrittenStep& step = other.step;
    const int own = static_cast<int>(at);
    if (step.b < 0 || (step.a != own && step.b != own)) return false;
    if (trace::row_of(step.primitive).kind == trace::Kind::kProduct) return step.a != own;
    const int partner = step.a == own ? step.b : step.a;
    const WrittenRecord& with = steps[static_cast<std::size_t>(partner)];
    return is_given(with) && tensor::product(with.step.shape) > size;
  });
}

// The input, which becomes the first step.
std::size_t input_of(const RecordGraph& graph, std::optional<int> input, const Steps& steps) {
  const auto rank = [&](std::size_t at) {
    return std::tuple(steps[at].record == input, !record_at(graph, steps[at].record).parameter,
                      dependents_of(steps, at), !serves(steps, at));
  };
  const auto all = given_of(steps);
  return *std::ranges::max_element(all, {}, rank);
}

Steps beginning_with(Steps steps, std::size_t input) {
  std::vector<std::size_t> order{input};
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (at != input) order.push_back(at);
  }
  return reordered(std::move(steps), order);
}

// A parameter that only a view uses is replaced by that view.
Steps parameters_as_seen(const RecordGraph& graph, Steps steps) {
  for (WrittenRecord& at : steps) {
    if (!is_view(at) || at.step.a == 0 || at.record < 0) continue;
    if (!record_at(graph, at.record).held) continue;
    if (!is_given(steps[static_cast<std::size_t>(at.step.a)])) continue;
    at.step.primitive = Primitive::kGiven;
    at.step.a = -1;
  }
  return pruned(std::move(steps));
}

}  // namespace

std::optional<Steps> chain_program(const RecordGraph& graph, std::optional<int> input) {
  if (graph.records.empty()) return std::nullopt;
  Choice choice(graph, input);
  if (choice.steps(static_cast<int>(graph.records.size()) - 1).empty()) return std::nullopt;
  for (std::size_t most = trace::kMostWrittenSteps; most > 0;) {
    if (!choice.choose(most)) return std::nullopt;
    const std::set<int> given = choice.given();
    Builder builder(graph);
    for (int at = 0; at < static_cast<int>(graph.records.size()); ++at) {
      if (given.contains(at)) builder.add_given(at);
      if (choice.computed().contains(at)) builder.add_computed(at, choice.steps(at));
    }
    Steps steps = pruned(builder.take());
    // The result in another shape is still the result.
    while (is_view(steps.back()) && steps.back().step.a + 2 == static_cast<int>(steps.size())) {
      steps.pop_back();
    }
    if (std::ranges::none_of(steps, is_work) || given_of(steps).empty()) return std::nullopt;
    const std::size_t first = input_of(graph, input, steps);
    steps = parameters_as_seen(graph, beginning_with(std::move(steps), first));
    if (steps.size() <= trace::kMostWrittenSteps) return steps;
    // With fewer computed steps, the chain has fewer inputs.
    most = std::min(most - 1, most * trace::kMostWrittenSteps / steps.size());
  }
  return std::nullopt;
}

bool same_array(const RecordGraph& graph, int a, int b) {
  const auto node = [&](int record) {
    return before_views({graph, static_cast<std::size_t>(record)});
  };
  return a >= 0 && b >= 0 && same(node(a), node(b));
}

std::optional<Steps> chain_program(const RecordGraph& graph, const Recognized& recognized) {
  const int input = recognized.steps.front().record;
  if (input < 0) return std::nullopt;
  auto steps = chain_program(graph, input);
  if (!steps || steps->front().record != input) return std::nullopt;
  for (const Step& named : recognized.steps) {
    const auto is_named = [&](const WrittenRecord& at) {
      return same_array(graph, at.record, named.record);
    };
    const auto found = std::ranges::find_if(*steps, is_named);
    if (found == steps->end()) continue;
    WrittenStep& step = found->step;
    step.role = named.role;
    step.name = named.name;
    step.symbol = named.symbol;
    step.formula = named.formula;
  }
  return steps;
}

}  // namespace normscope::notebook::recognition
