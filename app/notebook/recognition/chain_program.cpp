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
using Steps = std::vector<ProgramStep>;

const Record& record_at(const RecordGraph& graph, int at) {
  return graph.records[static_cast<std::size_t>(at)];
}

// Which records become steps, and which of them are given.
class Choice {
 public:
  Choice(const RecordGraph& graph, std::optional<int> input)
      : graph_(graph),
        input_(input),
        known_(graph.records.size()),
        computable_(graph.records.size()) {
    for (std::size_t i = 0; i < graph.records.size(); ++i) {
      const int at = static_cast<int>(i);
      const Record& record = graph.records[i];
      const bool operands = std::ranges::all_of(
          record.operands, [&](int operand) { return known_[static_cast<std::size_t>(operand)]; });
      computable_[i] = operands && at != input && !steps_of(graph, at).empty();
      known_[i] = record.held || computable_[i];
    }
  }

  // From the last record back, those with the latest operands first, so that all uses of a record
  // come before it. A record that is computed alone, with no other on the way, is one through which
  // all paths pass.
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
      for (const int operand : record_at(graph_, at).operands) {
        if (computable_[static_cast<std::size_t>(operand)]) pending.insert(operand);
      }
    }
    if (pending.size() == 1) gates.push_back(*pending.begin());
    if (!pending.empty()) begin_at_a_gate(std::move(gates));
    return std::ranges::all_of(given(), [&](int at) { return record_at(graph_, at).held; });
  }

  bool is_computed(int at) const { return computed_.contains(at); }
  const std::set<int>& computed() const { return computed_; }

  // What computed records begin with.
  std::set<int> given() const {
    std::set<int> all;
    for (const int at : computed_) {
      for (const int operand : record_at(graph_, at).operands) {
        if (!computed_.contains(operand)) all.insert(operand);
      }
    }
    return all;
  }

  bool starts() const { return computable_.back(); }

 private:
  // The farthest one whose values are held, and behind which nothing else is needed.
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
      const auto& operands = record_at(graph_, next).operands;
      behind.insert(operands.begin(), operands.end());
    }
    return false;
  }

  const RecordGraph& graph_;
  std::optional<int> input_;
  std::vector<bool> known_;
  std::vector<bool> computable_;
  std::set<int> computed_{};
};

// The steps of chosen records in their order; some are of no use yet.
class Builder {
 public:
  explicit Builder(const RecordGraph& graph) : graph_(graph) {}

  void add_given(int at) {
    ProgramStep step;
    step.kind = StepKind::kParameter;
    step.shape = record_at(graph_, at).shape;
    step.place = {record_at(graph_, at).run, record_at(graph_, at).line};
    step.record = at;
    // x[0], written twice, is one array.
    for (const ProgramStep& before : steps_) {
      const bool is_given = before.kind == StepKind::kParameter;
      if (is_given && same({graph_, static_cast<std::size_t>(before.record)},
                           {graph_, static_cast<std::size_t>(at)})) {
        places_[at] = static_cast<int>(&before - steps_.data());
        return;
      }
    }
    push(at, std::move(step));
  }

  void add_computed(int at) {
    for (ProgramStep& step : steps_of(graph_, at)) {
      for (int& operand : step.operands) {
        operand = places_.at(operand < 0 ? at : operand);
      }
      if (step.operation == "reshape" && is_the_same(step, at)) return;
      if (step.operation == "reshape") step = kept_statistic(std::move(step));
      widen(step);
      push(at, std::move(step));
    }
  }

  Steps take() { return std::move(steps_); }

 private:
  ProgramStep& step_at(int at) { return steps_[static_cast<std::size_t>(at)]; }

  // What was written twice is one step, of the later record.
  void push(int at, ProgramStep step) {
    for (ProgramStep& before : steps_) {
      ProgramStep other = before;
      other.place = step.place;
      other.record = step.record;
      if (step.kind != StepKind::kComputed || other != step) continue;
      if (step.record >= 0 && record_at(graph_, step.record).held) before.record = step.record;
      places_[at] = static_cast<int>(&before - steps_.data());
      return;
    }
    places_[at] = static_cast<int>(steps_.size());
    steps_.push_back(std::move(step));
  }

  // A copy, or a view of the same shape.
  bool is_the_same(const ProgramStep& step, int at) {
    if (step_at(step.operands[0]).shape != step.shape) return false;
    places_[at] = step.operands[0];
    return true;
  }

  // A statistic whose dimensions come back as 1 is one that kept them.
  ProgramStep kept_statistic(ProgramStep view) {
    const ProgramStep& statistic = step_at(view.operands[0]);
    if (statistic.dims.empty() || statistic.keepdim || statistic.operands.size() != 1) return view;
    tensor::Shape kept = step_at(statistic.operands[0]).shape;
    for (const std::size_t d : statistic.dims) kept[d] = 1;
    if (kept != view.shape || statistic.operation == "permute") return view;
    ProgramStep step = statistic;
    step.keepdim = true;
    step.shape = view.shape;
    step.record = view.record;
    return step;
  }

  // What broadcasts by itself need not be expanded before; and a reciprocal times 1 is itself.
  void widen(ProgramStep& step) {
    const auto* const row = protocol::operation_of(step.operation);
    if (row == nullptr || row->work != protocol::Work::kElementwise) return;
    if (step.operation == "mul" && step.constant == 1.0 &&
        step_at(step.operands[0]).operation == "reciprocal") {
      const int record = step.record;
      step = step_at(step.operands[0]);
      step.record = record;
      return;
    }
    for (int& operand : step.operands) {
      const ProgramStep& wide = step_at(operand);
      if (wide.operation != "expand" && wide.operation != "broadcast_to") continue;
      const int narrow = std::exchange(operand, wide.operands[0]);
      if (!gives_its_shape(step)) operand = narrow;
    }
  }

  bool gives_its_shape(const ProgramStep& step) {
    std::size_t rank = 0;
    for (const int operand : step.operands) rank = std::max(rank, step_at(operand).shape.size());
    tensor::Shape all(rank, 1);
    for (const int operand : step.operands) {
      const tensor::Shape& shape = step_at(operand).shape;
      for (std::size_t d = 1; d <= shape.size(); ++d) {
        if (shape[shape.size() - d] != 1) all[rank - d] = shape[shape.size() - d];
      }
    }
    return all == step.shape;
  }

  const RecordGraph& graph_;
  std::map<int, int> places_{};  // the step of each record
  Steps steps_{};
};

bool is_view(const ProgramStep& step) {
  return step.operation == "reshape" || step.operation == "permute" || step.operation == "expand" ||
         step.operation == "broadcast_to";
}

bool is_work(const ProgramStep& step) {
  return step.kind == StepKind::kComputed && !is_view(step);
}

// Without the steps that the last one does not need.
Steps pruned(Steps steps) {
  std::vector<bool> needed(steps.size());
  needed.back() = true;
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const int operand : steps[i].operands) needed[static_cast<std::size_t>(operand)] = true;
  }
  Steps kept;
  std::vector<int> places(steps.size(), -1);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!needed[i]) continue;
    places[i] = static_cast<int>(kept.size());
    for (int& operand : steps[i].operands) operand = places[static_cast<std::size_t>(operand)];
    kept.push_back(std::move(steps[i]));
  }
  return kept;
}

// How many computed steps depend on a step; views do not count.
std::size_t dependents_of(const Steps& steps, std::size_t on) {
  std::vector<bool> depends(steps.size());
  depends[on] = true;
  std::size_t count = 0;
  for (std::size_t i = on + 1; i < steps.size(); ++i) {
    depends[i] = std::ranges::any_of(
        steps[i].operands, [&](int operand) { return depends[static_cast<std::size_t>(operand)]; });
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
    const auto at = static_cast<std::size_t>(open.back());
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (steps[at].kind != StepKind::kComputed) all.push_back(at);
    open.insert(open.end(), steps[at].operands.rbegin(), steps[at].operands.rend());
  }
  return all;
}

// Whether a step broadcasts it, as it does gamma.
bool is_spread(const Steps& steps, std::size_t at) {
  return std::ranges::any_of(steps, [&](const ProgramStep& step) {
    const auto* const row = protocol::operation_of(step.operation);
    return row != nullptr && row->work == protocol::Work::kElementwise &&
           std::ranges::find(step.operands, static_cast<int>(at)) != step.operands.end() &&
           tensor::product(step.shape) > tensor::product(steps[at].shape);
  });
}

void name_input(const RecordGraph& graph, std::optional<int> input, Steps& steps) {
  const auto rank = [&](std::size_t at) {
    const ProgramStep& step = steps[at];
    return std::tuple(step.record == input, !record_at(graph, step.record).parameter,
                      dependents_of(steps, at), !is_spread(steps, at));
  };
  const auto all = given_of(steps);
  const auto best = std::ranges::max_element(all, {}, rank);
  if (best != all.end()) steps[*best].kind = StepKind::kInput;
}

// A parameter that is only seen in another way is given as it is seen.
Steps parameters_as_seen(const RecordGraph& graph, Steps steps) {
  for (ProgramStep& step : steps) {
    if (!is_view(step) || step.record < 0 || !record_at(graph, step.record).held) continue;
    if (steps[static_cast<std::size_t>(step.operands[0])].kind != StepKind::kParameter) continue;
    ProgramStep given;
    given.kind = StepKind::kParameter;
    given.shape = std::move(step.shape);
    given.place = step.place;
    given.record = step.record;
    step = std::move(given);
  }
  return pruned(std::move(steps));
}

}  // namespace

std::optional<std::vector<ProgramStep>> chain_program(const RecordGraph& graph,
                                                      std::optional<int> input) {
  if (graph.records.empty()) return std::nullopt;
  Choice choice(graph, input);
  if (!choice.starts()) return std::nullopt;
  for (std::size_t most = kMostProgramSteps; most > 0;) {
    if (!choice.choose(most)) return std::nullopt;
    const std::set<int> given = choice.given();
    Builder builder(graph);
    for (int at = 0; at < static_cast<int>(graph.records.size()); ++at) {
      if (given.contains(at)) builder.add_given(at);
      if (choice.is_computed(at)) builder.add_computed(at);
    }
    Steps steps = pruned(builder.take());
    if (std::ranges::none_of(steps, is_work)) return std::nullopt;
    name_input(graph, input, steps);
    steps = parameters_as_seen(graph, std::move(steps));
    if (steps.size() <= kMostProgramSteps) return steps;
    // Fewer computed steps begin with fewer arrays.
    most = std::min(most - 1, most * kMostProgramSteps / steps.size());
  }
  return std::nullopt;
}

std::optional<std::vector<ProgramStep>> chain_program(const RecordGraph& graph,
                                                      const Recognized& recognized) {
  const int input = recognized.steps.front().record;
  if (input < 0) return std::nullopt;
  auto steps = chain_program(graph, input);
  if (!steps) return std::nullopt;
  const auto node = [&](int record) {
    return before_views({graph, static_cast<std::size_t>(record)});
  };
  for (const Step& named : recognized.steps) {
    const auto is_named = [&](const ProgramStep& step) {
      return step.record >= 0 && named.record >= 0 && same(node(step.record), node(named.record));
    };
    const auto step = std::ranges::find_if(*steps, is_named);
    if (step != steps->end()) step->role = named.name;
  }
  return steps;
}

}  // namespace normscope::notebook::recognition
