// SPDX-License-Identifier: MIT
// Provenance against what changes: each input and parameter, and numbers on the way, are changed
// much, the whole chain is computed in double, and a cell must be made from exactly those whose
// change changes it.
#include "app/results/derivation/provenance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/trace/operations.hpp"
#include "tests/app/results/provenance_cases.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using tensor::Shape;
using testing::DoubleChain;
using testing::Numbers;
using testing::ProvenanceCase;
using testing::Replaced;
using trace::Role;
using trace::TensorRef;
using ChangedCells = std::vector<std::vector<bool>>;  // for each card, for each cell

TensorRef tensor_of(const Shape& shape, const Numbers& numbers) {
  return std::make_shared<const tensor::Tensor>(
      testing::make(shape, std::vector<float>(numbers.begin(), numbers.end())));
}

TensorRef parameter_of(const DoubleChain& chain, const Numbers& numbers) {
  if (numbers.empty()) return nullptr;
  const auto& options = std::get<ops::NormOptions>(chain.operation);
  const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(operation_shape(chain), options));
  return tensor_of(plan.affine_shape, numbers);
}

// The evaluation of a chain whose weights no document can have, as evaluate() puts it together.
Evaluation evaluation_of(const DoubleChain& chain) {
  Evaluation evaluation;
  TensorRef x = tensor_of(chain.shape, chain.x);
  const auto add = [&](trace::Trace traced) {
    const int last = static_cast<int>(traced.steps().size()) - 1;
    x = std::make_shared<const tensor::Tensor>(NORMSCOPE_VALUE_OR_FAIL(traced.whole(last)));
    evaluation.stages.push_back({"", std::move(traced)});
  };
  for (const testing::ChainLayer& layer : chain.layers) {
    if (layer.weight.empty()) {
      add(trace::trace_relu(x));
      continue;
    }
    const auto out = static_cast<std::int64_t>(layer.bias.size());
    const auto in = static_cast<std::int64_t>(layer.weight.size()) / out;
    add(NORMSCOPE_VALUE_OR_FAIL(
        trace::trace_linear(x, tensor_of({out, in}, layer.weight), tensor_of({out}, layer.bias))));
  }
  if (const auto* norm = std::get_if<ops::NormOptions>(&chain.operation)) {
    add(NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(x, parameter_of(chain, chain.gamma),
                                                  parameter_of(chain, chain.beta), *norm)));
  } else {
    add(NORMSCOPE_VALUE_OR_FAIL(
        trace::trace_softmax(x, std::get<ops::SoftmaxOptions>(chain.operation))));
  }
  evaluation.result = std::make_shared<const compute::Result>();
  evaluation.cards = cards_of(evaluation.stages);
  return evaluation;
}

std::string step_name(const Evaluation& evaluation, const Card& card) {
  return evaluation.stages[card.stage].trace.steps()[static_cast<std::size_t>(card.step)].name;
}

std::vector<Numbers> cells_of(const Evaluation& evaluation,
                              const std::vector<testing::ChainSteps>& stages) {
  std::vector<Numbers> cells;
  for (const Card& card : evaluation.cards) {
    cells.push_back(testing::step_of(stages[card.stage], step_name(evaluation, card)));
  }
  return cells;
}

// Whether a number changed. A cell that does not depend on the changed number is computed from the
// same numbers in the same order, so it is equal to the last bit; the tolerance, far below any
// effect of these changes, is for the functions of the only element of a group that are constant
// but rounded, such as log(exp(v)) - v.
bool differs(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a != b;
  return std::abs(a - b) > 1e-9 * std::max(std::abs(a), std::abs(b)) + 1e-12;
}

// A sign flip, the values of others, values beyond all others, small and large steps.
Numbers changes_of(const Numbers& values, std::size_t at) {
  const double value = values[at];
  Numbers changes{-value, value + 0.75, value - 0.75, 2 * value, value + 40, value - 40};
  const auto [least, most] = std::ranges::minmax(values);
  changes.push_back(most + 1.5);
  changes.push_back(least - 1.5);
  for (const double other : values) {
    if (other != value) changes.push_back(other);
  }
  return changes;
}

// For one case: what its numbers are, and the provenance of each cell.
struct Bench {
  const ProvenanceCase& tested;
  Evaluation evaluation = evaluation_of(tested.chain);
  std::vector<Numbers> cells = cells_of(evaluation, run_chain(tested.chain));
  std::vector<std::vector<Provenance>> provenance{};

  explicit Bench(const ProvenanceCase& of) : tested(of) {
    for (std::size_t card = 0; card < cells.size(); ++card) {
      provenance.emplace_back();
      for (std::size_t at = 0; at < cells[card].size(); ++at) {
        provenance.back().push_back(provenance_of(evaluation, card, static_cast<std::int64_t>(at)));
      }
    }
  }
  ChangedCells unchanged() const {
    ChangedCells changed;
    for (const Numbers& values : cells) changed.emplace_back(values.size(), false);
    return changed;
  }
  // `finite`: a number that stops being finite is no evidence.
  void compare(const std::vector<Numbers>& before, const std::vector<Numbers>& after,
               ChangedCells& changed, bool finite = true) const {
    for (std::size_t card = 0; card < before.size(); ++card) {
      for (std::size_t at = 0; at < before[card].size(); ++at) {
        const bool lost = std::isfinite(before[card][at]) && !std::isfinite(after[card][at]);
        if (finite && lost) continue;
        if (differs(before[card][at], after[card][at])) changed[card][at] = true;
      }
    }
  }
  std::string at(std::size_t card, std::size_t position) const {
    return evaluation.cards[card].id + "[" + std::to_string(position) + "]";
  }
};

// Every cell is made from this number where it changed with the number, and nowhere else.
// `forward`: what the provenance of the number says of a cell; `backward`: what that of the cell
// says of the number.
template <class Forward, class Backward>
void expect_agreement(const Bench& bench, const ChangedCells& changed, const std::string& source,
                      const Forward& forward, const Backward& backward) {
  for (std::size_t card = 0; card < changed.size(); ++card) {
    for (std::size_t at = 0; at < changed[card].size(); ++at) {
      const bool made = changed[card][at];
      EXPECT_EQ(forward(card, static_cast<std::int64_t>(at)),
                made ? Relation::kMadeFrom : Relation::kNone)
          << bench.tested.name << ": " << bench.at(card, at) << " from " << source;
      EXPECT_EQ(backward(bench.provenance[card][at]), made ? Relation::kSource : Relation::kNone)
          << bench.tested.name << ": " << bench.at(card, at) << " back to " << source;
    }
  }
}

// The batches in which something is changed: the case's own and, where a number may have no effect
// beside a value that happens to be 0, as behind a ReLU, some more.
std::vector<DoubleChain> batches_of(const DoubleChain& chain, bool several) {
  std::vector<DoubleChain> batches{chain};
  if (!several) return batches;
  for (const double scale : {-1.0, 2.0, 1.0, -1.0}) {
    const bool one_sign = batches.size() > 2;  // all rows on the same side of a ReLU
    DoubleChain other = chain;
    const std::size_t turn = batches.size() % other.x.size();
    std::ranges::rotate(other.x, other.x.begin() + static_cast<std::ptrdiff_t>(turn));
    for (double& value : other.x) value = scale * (one_sign ? std::abs(value) : value);
    batches.push_back(std::move(other));
  }
  return batches;
}

// Changes one cell of a card, in the step itself.
void check_cell(const Bench& bench, std::size_t card, std::size_t at, bool finite_only) {
  ChangedCells changed = bench.unchanged();
  const Card& of = bench.evaluation.cards[card];
  const std::string step = step_name(bench.evaluation, of);
  const bool several = !bench.tested.chain.layers.empty();
  for (const DoubleChain& chain : batches_of(bench.tested.chain, several)) {
    const auto before = cells_of(bench.evaluation, run_chain(chain));
    const double value = before[card][at];
    Numbers changes = changes_of(before[card], at);
    if (card > 0 && finite_only) changes = {1.5 * value, 0.5 * value, value + 0.25, 2.0};
    // The maximum cancels in a softmax, so that only the overflow of large changes shows it.
    const bool overflow = step == "maximum" && !finite_only;
    if (overflow) changes.insert(changes.end(), {value + 1000, value - 1000});
    for (const double change : changes) {
      const auto after = run_chain(chain, Replaced{of.stage, step, at, change});
      bench.compare(before, cells_of(bench.evaluation, after), changed, !overflow);
    }
  }
  const Provenance& from = bench.provenance[card][at];
  const auto position = static_cast<std::int64_t>(at);
  for (std::size_t to = 0; to < changed.size(); ++to) {
    for (std::size_t cell = 0; cell < changed[to].size(); ++cell) {
      if (finite_only && !std::isfinite(bench.cells[to][cell])) continue;
      const bool self = to == card && cell == at;
      const bool before = to < card || (to == card && !self);
      const bool made = changed[to][cell] && !self;
      const auto there = static_cast<std::int64_t>(cell);
      const Relation forward = from.of_cell(to, there);
      const Relation backward = bench.provenance[to][cell].of_cell(card, position);
      const std::string what =
          bench.tested.name + ": " + bench.at(to, cell) + " from " + bench.at(card, at);
      if (self) {
        EXPECT_EQ(forward, Relation::kSelf) << what;
      } else if (!before) {
        EXPECT_EQ(forward, made ? Relation::kMadeFrom : Relation::kNone) << what;
        EXPECT_EQ(backward, made ? Relation::kSource : Relation::kNone) << what;
      } else {
        EXPECT_FALSE(made) << what;  // a step does not change those before it
      }
    }
  }
}

// Changes one element of a parameter.
ChangedCells changed_by(const Bench& bench, const std::function<double&(DoubleChain&)>& element) {
  ChangedCells changed = bench.unchanged();
  for (DoubleChain& chain : batches_of(bench.tested.chain, true)) {
    const auto before = cells_of(bench.evaluation, run_chain(chain));
    const double value = element(chain);
    for (const double change : {-value, value + 0.75, value - 40, value + 40}) {
      element(chain) = change;
      bench.compare(before, cells_of(bench.evaluation, run_chain(chain)), changed);
    }
  }
  return changed;
}

void check_parameters(const Bench& bench) {
  const std::size_t operation = bench.evaluation.stages.size() - 1;
  const auto check = [&](std::size_t stage, Role parameter, std::size_t count,
                         const auto& element) {
    for (std::size_t at = 0; at < count; ++at) {
      const auto position = static_cast<std::int64_t>(at);
      const ParameterElement start{bench.evaluation.stages[stage].trace.find(parameter), stage,
                                   position};
      const Provenance made = provenance_of(bench.evaluation, start);
      EXPECT_EQ(made.of(start), Relation::kSelf);
      const ChangedCells changed =
          changed_by(bench, [&](DoubleChain& chain) -> double& { return element(chain)[at]; });
      expect_agreement(
          bench, changed,
          "parameter " + std::to_string(static_cast<int>(parameter)) + " of stage " +
              std::to_string(stage) + "[" + std::to_string(at) + "]",
          [&](std::size_t card, std::int64_t cell) { return made.of_cell(card, cell); },
          [&](const Provenance& of) { return of.of(start); });
    }
  };
  const DoubleChain& chain = bench.tested.chain;
  for (std::size_t layer = 0; layer < chain.layers.size(); ++layer) {
    check(layer, Role::kWeight, chain.layers[layer].weight.size(),
          [&](DoubleChain& of) -> Numbers& { return of.layers[layer].weight; });
    check(layer, Role::kBias, chain.layers[layer].bias.size(),
          [&](DoubleChain& of) -> Numbers& { return of.layers[layer].bias; });
  }
  check(operation, Role::kGamma, chain.gamma.size(),
        [](DoubleChain& of) -> Numbers& { return of.gamma; });
  check(operation, Role::kBeta, chain.beta.size(),
        [](DoubleChain& of) -> Numbers& { return of.beta; });
}

void check_case(const ProvenanceCase& tested) {
  const Bench bench(tested);
  const bool alone = group_size(tested.chain) == 1;
  for (std::size_t card = 0; card < bench.cells.size(); ++card) {
    const Numbers& values = bench.cells[card];
    if (card > 0 && !tested.every_step) break;
    for (std::size_t at = 0; at < values.size(); ++at) {
      check_cell(bench, card, at, card > 0 && alone);
    }
  }
  check_parameters(bench);
}

TEST(Provenance, IsWhatChangesForEveryOperation) {
  for (const ProvenanceCase& tested : testing::operation_cases()) check_case(tested);
}

TEST(Provenance, IsWhatChangesForEveryVariant) {
  for (const ProvenanceCase& tested : testing::variant_cases()) check_case(tested);
}

TEST(Provenance, IsWhatChangesBehindLayers) {
  for (const ProvenanceCase& tested : testing::layer_cases()) check_case(tested);
}

}  // namespace
}  // namespace normscope::results
