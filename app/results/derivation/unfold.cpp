// SPDX-License-Identifier: MIT
#include "app/results/derivation/unfold.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "app/results/derivation/derivation.hpp"
#include "core/base/ulp.hpp"
#include "core/trace/double_values.hpp"
#include "core/trace/places.hpp"

namespace normscope::results {

using trace::Program;
using trace::Role;
using trace::Step;

namespace {

// The steps that a step is made from, and the step itself.
std::set<int> ancestors(const Program& program, int step) {
  std::set<int> all{step};
  for (int at = step; at > 0; --at) {
    if (!all.contains(at)) continue;
    for (const int from : {program.step(at).a, program.step(at).b}) {
      if (from >= 0) all.insert(from);
    }
  }
  return all;
}

bool is_product(const Step& step) {
  return trace::row_of(step.primitive).kind == trace::Kind::kProduct;
}

FloatValue compared(float value, std::optional<double> exact) {
  FloatValue result{value};
  if (!exact) return result;
  const auto rounded = static_cast<float>(*exact);
  if (std::isnan(value) && std::isnan(rounded)) {
    result.distance = 0;
  } else if (!std::isnan(value) && !std::isnan(rounded)) {
    result.distance = base::ulp_distance(value, rounded);
  }
  result.error = base::ulp_error(value, *exact);
  return result;
}

// The value of a step in a device's result, if it holds one.
std::optional<float> held(const compute::Result& result, const Program& program, int step,
                          std::int64_t at) {
  const auto index = static_cast<std::size_t>(at);
  if (step + 1 == program.size()) return result.y.values()[index];
  const Step& of = program.step(step);
  if (result.names.first.empty()) return std::nullopt;
  const float first = result.first.values()[of.per_group ? index : 0];
  const float second = result.second.values()[of.per_group ? index : 0];
  if (result.names.first == "mean") {
    if (of.role == Role::kMean) return first;
    // rstd is the reciprocal of whatever divides the centred values.
    const int normalized = program.find(Role::kNormalized);
    const bool divides = normalized >= 0 && program.step(normalized).b == step &&
                         program.step(normalized).primitive == trace::Primitive::kDivide;
    return divides ? std::optional(1.0F / second) : std::nullopt;
  }
  if (of.role == Role::kSum) return second;
  // With a temperature the device has the maximum of x, not of x / T.
  const bool divided = program.find(Role::kDividedByTemperature) >= 0;
  return of.role == Role::kMaximum && !divided ? std::optional(first) : std::nullopt;
}

// "0 10001 0010110000".
std::string fields_text(double value, const formats::Format& format) {
  const std::uint64_t code = formats::encode(value, format);
  std::string text;
  for (int bit = format.bits() - 1; bit >= 0; --bit) {
    text += ((code >> static_cast<unsigned>(bit)) & 1U) != 0 ? '1' : '0';
    if (bit == format.bits() - 1 || bit == format.fraction_bits) text += ' ';
  }
  return text;
}

StoredValue stored_value(const precision::Examination& examined, int step, std::int64_t at) {
  const formats::Format& format = examined.format_of(step);
  const double value = examined.values().value(step, at);
  const formats::Neighbours next = formats::neighbours_of(value, format);
  // Below the smallest normal number the spacing stays.
  const double spacing =
      std::isfinite(value) ? std::max(formats::unit_in_last_place(value, format), format.smallest())
                           : std::numeric_limits<double>::quiet_NaN();
  return {format.name, fields_text(value, format),  next.below, next.above,
          spacing,     examined.cell(step, at).loss};
}

class Unfolder {
 public:
  Unfolder(const Evaluation& evaluation, std::optional<std::int64_t> selected)
      : evaluation_(evaluation), selected_(selected) {
    if (evaluation.result) result_.device = evaluation.result->device;
  }

  Unfold run(std::size_t stage, int step, std::int64_t at) {
    rows_to(stage, step, at);
    return std::move(result_);
  }

 private:
  void rows_to(std::size_t stage, int step, std::int64_t at) {
    const Program& program = evaluation_.stages[stage].trace.program();
    const std::set<int> needed = ancestors(program, step);
    const bool linear =
        std::ranges::any_of(needed, [&](int one) { return is_product(program.step(one)); });
    const bool weighted = linear && program.find(Role::kWeight) >= 0;
    const auto positions = positions_of(program, needed, step, at);
    if (weighted) {
      add_linear_inputs(stage, at);
    } else if (positions.contains(0)) {
      if (stage > 0) {
        rows_to(stage - 1, last_step(stage - 1), positions.at(0));
      } else {
        add_row(stage, 0, positions.at(0));
      }
    }
    for (const int one : needed) {
      if (program.step(one).is_leaf()) continue;
      // The steps of a linear layer share their positions; its groups are those of its output.
      add_row(stage, one, weighted ? at : positions.at(one));
    }
  }

  int last_step(std::size_t stage) const {
    return static_cast<int>(evaluation_.stages[stage].trace.steps().size()) - 1;
  }

  // Where each step is followed: at the place of the number that is unfolded and, in groups where
  // that is none, at the selected place or the first.
  std::map<int, std::int64_t> positions_of(const Program& program, const std::set<int>& needed,
                                           int step, std::int64_t at) const {
    const tensor::Shape& whole = program.steps.front().shape;
    const std::int64_t focus = program.step(step).shape == whole ? at : selected_.value_or(-1);
    std::map<int, std::int64_t> positions{{step, at}};
    const std::vector<int> backwards(needed.rbegin(), needed.rend());
    for (const int one : backwards) {
      const Step& of = program.step(one);
      const std::int64_t position = positions.at(one);
      for (const int from : {of.a, of.b}) {
        if (from < 0 || positions.contains(from)) continue;
        const bool follows =
            program.step(from).shape == whole && focus >= 0 && focus < tensor::product(whole);
        positions[from] = operand_at(program, one, from, position, follows ? focus : -1);
      }
    }
    return positions;
  }

  static std::int64_t operand_at(const Program& program, int step, int from, std::int64_t position,
                                 std::int64_t focus) {
    const Step& of = program.step(step);
    const bool given = of.primitive == trace::Primitive::kGiven;
    if (is_product(of)) {
      const trace::Factors first = trace::factors_of(program, step, position, 0);
      return from == of.a ? first.a : first.b;
    }
    if (!trace::reduces(of.primitive) && !(given && of.per_group)) {
      return trace::operand_position(program, step, from, position);
    }
    const tensor::GroupLayout& over = given ? program.groups : of.over;
    if (focus >= 0 && over.locate(focus).group == position) return focus;
    return over.base(position);
  }

  // The rows of the inputs of one number of a linear layer, after the rows that lead to the
  // largest.
  void add_linear_inputs(std::size_t stage, std::int64_t at) {
    const trace::Trace& trace = evaluation_.stages[stage].trace;
    const auto& weight = *trace.parameter(Role::kWeight);
    const std::int64_t out = weight.shape()[0];
    const std::int64_t in = weight.shape()[1];
    const std::int64_t row = at / out * in;
    std::int64_t largest = 0;
    float share = -1;
    for (std::int64_t k = 0; k < in; ++k) {
      const auto place = static_cast<std::size_t>(at % out * in + k);
      const float here = std::abs(trace.value(0, row + k) * weight.values()[place]);
      if (here > share) {
        largest = k;
        share = here;
      }
    }
    if (in > 0 && stage > 0) {
      rows_to(stage - 1, last_step(stage - 1), row + largest);
      result_.rows.pop_back();  // added again below, among the others in their order
    }
    const auto shown = shown_elements(in, largest);
    if (static_cast<std::int64_t>(shown.size()) < in) result_.elided = true;
    for (const std::int64_t k : shown) {
      if (stage > 0) {
        add_row(stage - 1, last_step(stage - 1), row + k);
      } else {
        add_row(stage, 0, row + k);
      }
    }
  }

  void add_row(std::size_t stage, int step, std::int64_t at) {
    const trace::Trace& trace = evaluation_.stages[stage].trace;
    const Cell cell{card_of(evaluation_, stage, step), at};
    UnfoldRow row{.title = evaluation_.cards[cell.card].title, .cell = cell};
    if (auto symbol = indexed_symbol(evaluation_, cell)) row.symbol = *std::move(symbol);
    const float value = trace.value(step, at);
    row.exact = step == 0 ? std::optional(static_cast<double>(value)) : exact(stage, step, at);
    const bool last = stage + 1 == evaluation_.stages.size();
    if (last && evaluation_.examined) {
      row.exact = evaluation_.examined->exact().value(step, at);
      row.stored = stored_value(*evaluation_.examined, step, at);
    }
    // Under a plan what is lost is counted in units of the plan's format.
    row.torch = row.stored ? FloatValue{value} : compared(value, row.exact);
    if (last && !row.stored && step > 0 && evaluation_.result) {
      const auto other = held(*evaluation_.result, trace.program(), step, at);
      const std::string_view backend = evaluation_.result->backend;
      if (other && backend == "cpu") row.fast = compared(*other, row.exact);
      if (other && backend == "gpu") row.gpu = compared(*other, row.exact);
    }
    result_.rows.push_back(std::move(row));
  }

  std::optional<double> exact(std::size_t stage, int step, std::int64_t at) {
    const auto values = doubles_.try_emplace(stage, evaluation_.stages[stage].trace.parts()).first;
    return values->second.value(step, at);
  }

  const Evaluation& evaluation_;
  std::optional<std::int64_t> selected_;
  // By stage: steps of one group share its statistics.
  std::map<std::size_t, trace::DoubleValues> doubles_;
  Unfold result_;
};

}  // namespace

Bits bits_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return {bits >> 31, bits >> 23 & 0xffU, bits & 0x7fffffU};
}

Expected<Unfold> unfold(const Evaluation& evaluation, const Cell& cell,
                        std::optional<std::int64_t> selected) {
  const auto trace = trace_of(evaluation, cell);
  if (!trace) return tl::unexpected(trace.error());
  const Card& card = evaluation.cards[cell.card];
  return Unfolder(evaluation, selected).run(card.stage, card.step, cell.position);
}

}  // namespace normscope::results
