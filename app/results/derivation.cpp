// SPDX-License-Identifier: MIT
#include "app/results/derivation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/results/expression.hpp"
#include "core/trace/places.hpp"

namespace normscope::results {

using base::Expected;
using trace::Primitive;
using trace::Step;
using trace::TraceParts;
using Kind = LinkTarget::Kind;

namespace {

std::size_t index_of(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

// The same part of a formula in symbols and in numbers.
struct Both {
  Piece symbols;
  Piece numbers;
};

template <class Combine>
Both combine(const Both& a, Combine with) {
  return {with(a.symbols), with(a.numbers)};
}
template <class Combine>
Both combine(const Both& a, const Both& b, Combine with) {
  return {with(a.symbols, b.symbols), with(a.numbers, b.numbers)};
}

// "_{0,3}": the index of a value; a statistic has none for the dimensions that it is taken over.
std::string index_text(const TraceParts& parts, int step, std::int64_t at) {
  const auto& shape = parts.steps[index_of(step)].shape;
  const auto& whole = parts.steps.front().shape;
  const bool statistic = trace::per_group(parts, step) && shape != whole;
  std::vector<std::string> index;
  for (std::size_t back = shape.size(); back-- > 0;) {
    if (!statistic || shape[back] != 1 || whole[back] == 1) {
      index.push_back(std::to_string(at % shape[back]));
    }
    at /= shape[back];
  }
  std::ranges::reverse(index);
  return index.empty() ? "" : fmt::format("_{{{}}}", fmt::join(index, ","));
}

std::string symbol_with_index(const TraceParts& parts, int step, std::int64_t at) {
  const Step& target = parts.steps[index_of(step)];
  Piece symbol = symbol_piece(target.symbol);
  const bool last = step + 1 == static_cast<int>(parts.steps.size());
  if (last && (symbol.binding < Binding::kPower || target.primitive == Primitive::kRepeat)) {
    symbol = {"y"};
  }
  const std::string index = index_text(parts, step, at);
  const bool plain = symbol.binding >= Binding::kPower && !symbol.text.starts_with("e^") &&
                     !symbol.text.starts_with("\\sqrt") && !has_outside_brackets(symbol.text, "_");
  if (plain || index.empty()) return symbol.text + index;
  return "(" + symbol.text + ")" + index;
}

bool same_but_spaces(std::string a, std::string b) {
  std::erase(a, ' ');
  std::erase(b, ' ');
  return a == b;
}

// A divisor: a count, or a count with eps, which the digits of the cards would hide.
std::string count_text(double count, const NumberText& number_text) {
  if (count == std::floor(count) && std::abs(count) < 1e15) return fmt::format("{:.0f}", count);
  if (count > 1e-3 && count < 1e9) return fmt::format("{:.9g}", count);
  return number_text(static_cast<float>(count));
}

// Writes the derivation of one cell of one stage.
class Writer {
 public:
  Writer(const Evaluation& evaluation, std::size_t stage, const NumberText& number_text,
         std::optional<std::int64_t> selected)
      : evaluation_(evaluation),
        stage_(stage),
        trace_(evaluation.stages[stage].trace),
        parts_(trace_.parts()),
        number_text_(number_text),
        selected_(selected) {}

  Derivation run(int step, std::int64_t at) {
    const Step& target = parts_.steps[index_of(step)];
    result_.symbol = symbol_with_index(parts_, step, at);
    if (trace::reduces(target.primitive)) {
      result_.formula = target.formula;
      result_.numbers = statistic(target, at);
    } else if (target.primitive == Primitive::kGiven) {
      if (step != 0) result_.formula = target.formula;
    } else {
      const Both both = expression(step, at);
      result_.formula = both.symbols.text;
      result_.numbers = both.numbers.text;
    }
    // "x - \mu" of a step with this symbol; "y" keeps its formula.
    const bool named_by_formula = !result_.symbol.starts_with('y');
    if (named_by_formula && same_but_spaces(result_.formula, target.symbol)) {
      result_.formula.clear();
    }
    result_.value = cell_number(step, at).text;
    return std::move(result_);
  }

 private:
  Piece number(double value, const std::string& text, LinkTarget target) {
    target.value = value;
    result_.links.push_back(target);
    const std::string id = std::to_string(result_.links.size() - 1);
    if (std::isnan(value)) return number_piece("\\mathrm{nan}", id);
    if (std::isinf(value)) return number_piece(value < 0 ? "-\\infty" : "\\infty", id);
    return number_piece(text, id);
  }

  Piece float_number(float value, const LinkTarget& target) {
    return number(static_cast<double>(value), std::isfinite(value) ? number_text_(value) : "",
                  target);
  }

  Piece cell_number(int step, std::int64_t at) {
    return float_number(trace_.value(step, at),
                        {.card = card_of(evaluation_, stage_, step), .position = at});
  }

  Both cell(int step, std::int64_t at) {
    return {symbol_piece(parts_.steps[index_of(step)].symbol), cell_number(step, at)};
  }

  Both option(std::string symbol, double value, Kind kind) {
    return {symbol_piece(std::move(symbol)),
            number(value, number_text_(static_cast<float>(value)), {.kind = kind})};
  }

  // gamma, beta, or the bias of a linear layer, for the value of a step at `at`.
  Both parameter(Kind kind, const std::string& symbol, int step, std::int64_t at) {
    const auto [group, element] = trace::place_in_group(parts_, step, at);
    const std::int64_t position = parts_.affine.index(group, element);
    const auto values = (kind == Kind::kGamma ? parts_.gamma : parts_.beta)->values();
    return {symbol_piece(symbol),
            float_number(values[index_of(position)],
                         {.kind = kind, .stage = stage_, .position = position})};
  }

  // The operand's value that the step's value at `at` is made from.
  std::int64_t operand_position(int step, int from, std::int64_t at) const {
    if (!trace::per_group(parts_, from) || trace::per_group(parts_, step)) return at;
    return parts_.groups.locate(at).group;
  }

  // An operand as a part of a formula: a number of its own, or its formula in turn. Numbers of
  // their own are those that formulas have letters for: inputs, logits, statistics.
  Both operand(int step, int from, std::int64_t at) {
    const std::int64_t position = operand_position(step, from, at);
    const Primitive primitive = parts_.steps[index_of(from)].primitive;
    const bool letter = primitive == Primitive::kGiven || trace::reduces(primitive) ||
                        primitive == Primitive::kDivideConstant ||
                        (primitive == Primitive::kSubtract && trace::per_group(parts_, from));
    return letter ? cell(from, position) : expression(from, position);
  }

  Both expression(int step, std::int64_t at) {
    const Step& target = parts_.steps[index_of(step)];
    if (target.primitive == Primitive::kMatrixProduct) return matrix_product(target, at);
    Both a = operand(step, target.a, at);
    switch (target.primitive) {
      case Primitive::kRepeat:
        return a;
      case Primitive::kSubtract:
        return combine(a, operand(step, target.b, at), difference);
      case Primitive::kDivide:
        return combine(a, operand(step, target.b, at), fraction);
      case Primitive::kSquare:
        return combine(a, square);
      case Primitive::kSquareRoot:
        return combine(a, square_root);
      case Primitive::kAddConstant:
        return combine(a, option("\\epsilon", target.c, Kind::kEpsilon), sum);
      case Primitive::kDivideConstant: {
        const bool counts = trace::per_group(parts_, step);
        const Both divisor = option("", target.c, counts ? Kind::kCount : Kind::kTemperature);
        return {{target.formula, Binding::kProduct}, quotient(a.numbers, divisor.numbers)};
      }
      case Primitive::kExponential:
        return combine(a, exponential);
      case Primitive::kLogarithm:
        return combine(a, logarithm);
      case Primitive::kRectify:
        return combine(a, rectified);
      case Primitive::kMultiplyByGamma: {
        const Both gamma = parameter(Kind::kGamma, "\\gamma", step, at);
        return {product(gamma.symbols, a.symbols, false), product(gamma.numbers, a.numbers, true)};
      }
      case Primitive::kAddBeta:
        return combine(a,
                       parts_.weight ? parameter(Kind::kBias, "b", step, at)
                                     : parameter(Kind::kBeta, "\\beta", step, at),
                       sum);
      default:  // stored values, statistics: numbers of their own
        return cell(step, at);
    }
  }

  // Calls write(element, whether elements before it are left out) for the elements that are shown.
  template <class Write>
  std::vector<Listed> list(std::int64_t count, std::optional<std::int64_t> selected, Write write) {
    std::vector<Listed> pieces;
    std::int64_t next = 0;
    for (const std::int64_t element : shown_elements(count, selected)) {
      pieces.push_back({write(element), element != next});
      if (element != next) result_.elided = true;
      next = element + 1;
    }
    return pieces;
  }

  // The list; with the number of elements where some are left out and no divisor states it.
  std::string with_total(const Piece& listed, std::int64_t count) const {
    return result_.elided ? fmt::format("{} \\text{{ ({} in all)}}", listed.text, count)
                          : listed.text;
  }

  Both matrix_product(const Step& target, std::int64_t at) {
    const std::int64_t out = parts_.weight->shape()[0];
    const std::int64_t in = parts_.weight->shape()[1];
    const auto term = [&](std::int64_t k) {
      const std::int64_t weight = at % out * in + k;
      const Piece x = cell_number(target.a, at / out * in + k);
      return product(x,
                     float_number(parts_.weight->values()[index_of(weight)],
                                  {.kind = Kind::kWeight, .stage = stage_, .position = weight}),
                     true);
    };
    if (in == 0) return {{target.formula, Binding::kProduct}, {"0"}};
    const auto symbols = [](std::int64_t k) {
      return Piece{fmt::format("x_{{{0}}} w_{{{0}}}", k), Binding::kProduct};
    };
    std::vector<Listed> ends{{symbols(0)}};
    if (in > 1) ends.push_back({symbols(in - 1), in > 2});
    Both both{sum_of(ends), sum_of(list(in, {}, term))};
    both.numbers.text = with_total(both.numbers, in);
    return both;
  }

  // The element of a group that is selected.
  std::optional<std::int64_t> selected_element(std::int64_t group) const {
    const auto size = tensor::product(parts_.steps.front().shape);
    if (!selected_ || *selected_ < 0 || *selected_ >= size) return {};
    const auto place = parts_.groups.locate(*selected_);
    return place.group == group ? std::optional(place.element) : std::nullopt;
  }

  // The statistic of the same values that is subtracted from them; -1: the chain has none.
  int subtracted(int from, Primitive primitive) const {
    for (std::size_t step = 0; step < parts_.steps.size(); ++step) {
      const Step& other = parts_.steps[step];
      const bool of_size =
          primitive == Primitive::kMaximum || other.c == static_cast<double>(parts_.groups.size);
      if (other.primitive == primitive && other.a == from && of_size) return static_cast<int>(step);
    }
    return -1;
  }

  std::string over_count(const Step& target, const Piece& all) {
    const Piece count =
        number(target.c, count_text(target.c, number_text_), {.kind = Kind::kCount});
    return fmt::format("\\frac{{1}}{{{}}}({})", count.text, all.text);
  }

  // The numbers of a statistic; empty where they cannot be written.
  std::string statistic(const Step& target, std::int64_t group) {
    const std::int64_t size = parts_.groups.size;
    if (size == 0) return {};
    const auto selected = selected_element(group);
    const auto value = [&](std::int64_t k) {
      return cell_number(target.a, parts_.groups.base(group) + parts_.groups.offset(k));
    };
    switch (target.primitive) {
      case Primitive::kMaximum:
        return with_total(maximum_of(list(size, selected, value)), size);
      case Primitive::kSumOver: {
        const Piece all = sum_of(list(size, selected, value));
        const bool divided = target.c != 1 || target.formula.starts_with("\\frac");
        return divided ? over_count(target, all) : with_total(all, size);
      }
      case Primitive::kVariance: {
        const int mean = subtracted(target.a, Primitive::kSumOver);
        if (mean < 0) return {};
        const auto squared = [&](std::int64_t k) {
          const Piece x = value(k);
          return square(difference(x, cell_number(mean, group)));
        };
        return over_count(target, sum_of(list(size, selected, squared)));
      }
      case Primitive::kOnlineSum: {
        const int top = subtracted(target.a, Primitive::kMaximum);
        if (top < 0) return {};
        const auto power = [&](std::int64_t k) {
          const Piece x = value(k);
          return exponential(difference(x, cell_number(top, group)));
        };
        return with_total(sum_of(list(size, selected, power)), size);
      }
      default:
        return {};
    }
  }

  const Evaluation& evaluation_;
  std::size_t stage_;
  const trace::Trace& trace_;
  const TraceParts& parts_;
  const NumberText& number_text_;
  std::optional<std::int64_t> selected_;
  Derivation result_;
};

}  // namespace

std::string Derivation::line() const {
  std::string line = symbol;
  for (const std::string* part : {&formula, &numbers, &value}) {
    if (!part->empty()) line += " = " + *part;
  }
  return line;
}

Expected<std::string> indexed_symbol(const Evaluation& evaluation, const Cell& cell) {
  const auto trace = trace_of(evaluation, cell);
  if (!trace) return tl::unexpected(trace.error());
  return symbol_with_index((*trace)->parts(), evaluation.cards[cell.card].step, cell.position);
}

Expected<Derivation> derive(const Evaluation& evaluation, const Cell& cell,
                            const NumberText& number_text, std::optional<std::int64_t> selected) {
  const auto trace = trace_of(evaluation, cell);
  if (!trace) return tl::unexpected(trace.error());
  const Card& card = evaluation.cards[cell.card];
  const bool operation = card.stage + 1 == evaluation.stages.size();
  if (!operation) selected.reset();
  return Writer(evaluation, card.stage, number_text, selected).run(card.step, cell.position);
}

}  // namespace normscope::results
