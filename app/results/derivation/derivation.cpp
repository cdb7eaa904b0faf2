// SPDX-License-Identifier: MIT
#include "app/results/derivation/derivation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/trace/notation.hpp"
#include "core/trace/places.hpp"

namespace normscope::results {

using Kind = LinkTarget::Kind;
using trace::Primitive;
using trace::Program;
using trace::Step;

namespace {

using trace::Binding;

using trace::has_outside_brackets;
using trace::Piece;
using trace::symbol_piece;
using trace::written;

// One of several pieces; `gap`: pieces before it were left out.
struct Listed {
  Piece piece;
  bool gap = false;
};
Piece sum_of(std::span<const Listed> addends);
// A function of all of them: "\max(1, 2)".
Piece function_of(std::string_view name, std::span<const Listed> numbers);

// A number in LaTeX, as "-1.6 \times 10^{-5}"; `id` becomes its link, unless it is empty.
Piece number_piece(std::string_view text, std::string_view id) {
  Binding binding = Binding::kAtom;
  if (text.starts_with('-')) {
    binding = Binding::kNegative;
  } else if (text.find("\\times") != std::string_view::npos) {
    binding = Binding::kProduct;
  }
  if (id.empty()) return {std::string(text), binding};
  return {fmt::format("\\href{{{}}}{{{}}}", id, text), binding};
}

// Two symbols next to each other; numbers have a dot between them.
Piece sum(const Piece& a, const Piece& b) {
  return written(trace::row_of(trace::Primitive::kAdd).form, a, b, {}, true);
}

Piece product(const Piece& a, const Piece& b, bool numbers) {
  return written(trace::row_of(trace::Primitive::kMultiply).form, a, b, {}, numbers);
}

Piece sum_of(std::span<const Listed> addends) {
  Piece all;
  for (const Listed& addend : addends) {
    if (addend.gap) all.text += " + \\ldots";
    all = all.text.empty() ? addend.piece : sum(all, addend.piece);
  }
  return all;
}

Piece function_of(std::string_view name, std::span<const Listed> numbers) {
  std::string list;
  for (const Listed& number : numbers) {
    if (number.gap) list += ", \\ldots";
    if (!list.empty()) list += ", ";
    list += number.piece.text;
  }
  return {fmt::format("{}({})", name, list), Binding::kProduct};
}

// The same part of a formula in symbols and in numbers.
struct Both {
  Piece symbols;
  Piece numbers;
};

// The form in both.
Both written(const trace::Form& form, const Both& a, const Both& b, const Both& c) {
  return {results::written(form, a.symbols, b.symbols, c.symbols, false),
          results::written(form, a.numbers, b.numbers, c.numbers, true)};
}

// "_{0,3}": the index of a value; a statistic has none for the dimensions that it is taken over.
std::string index_text(const Program& program, int step, std::int64_t at) {
  const auto& shape = program.step(step).shape;
  const auto& whole = program.steps.front().shape;
  const bool statistic = program.step(step).per_group && shape != whole;
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

std::string symbol_with_index(const Program& program, int step, std::int64_t at) {
  const Step& target = program.step(step);
  Piece symbol = symbol_piece(target.symbol);
  const bool last = step + 1 == static_cast<int>(program.steps.size());
  if (last && (symbol.binding < Binding::kPower || target.primitive == Primitive::kRepeat)) {
    symbol = {"y"};
  }
  const std::string index = index_text(program, step, at);
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
        program_(trace_.program()),
        number_text_(number_text),
        selected_(selected) {}

  Derivation run(int step, std::int64_t at) {
    const Step& target = program_.step(step);
    result_.symbol = symbol_with_index(program_, step, at);
    if (trace::reduces(target.primitive)) {
      result_.formula = target.formula;
      result_.numbers = statistic(step, at);
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
    return {symbol_piece(program_.step(step).symbol), cell_number(step, at)};
  }

  Both option(std::string symbol, double value, const LinkTarget& target) {
    return {symbol_piece(std::move(symbol)),
            number(value, number_text_(static_cast<float>(value)), target)};
  }

  // The value of a parameter: gamma, a bias, the temperature.
  Both parameter(int from, std::int64_t position) {
    const Step& leaf = program_.step(from);
    const LinkTarget target{.kind = Kind::kParameter,
                            .parameter = leaf.role,
                            .step = from,
                            .stage = stage_,
                            .position = position};
    if (leaf.primitive == Primitive::kConstant) return option(leaf.symbol, leaf.c, target);
    return {symbol_piece(leaf.symbol), float_number(trace_.value(from, position), target)};
  }

  Piece factor(int from, std::int64_t position) {
    return program_.is_parameter(from) ? parameter(from, position).numbers
                                       : cell_number(from, position);
  }

  // Numbers of their own are those that formulas have letters for: inputs, logits, statistics.
  bool is_letter(int step) const {
    const Step& of = program_.step(step);
    const bool scaled = of.b >= 0 && program_.step(of.b).primitive == Primitive::kConstant;
    return trace::row_of(of.primitive).letter || scaled ||
           (of.primitive == Primitive::kSubtract && of.per_group);
  }

  // An operand as a part of a formula: a number of its own, or its formula in turn.
  Both operand(int step, int from, std::int64_t at) {
    if (from < 0) return {};
    const std::int64_t position = trace::operand_position(program_, step, from, at);
    if (program_.is_parameter(from)) return parameter(from, position);
    return is_letter(from) ? cell(from, position) : expression(from, position);
  }

  Both expression(int step, std::int64_t at) {
    const Step& target = program_.step(step);
    const trace::PrimitiveRow& row = trace::row_of(target.primitive);
    if (row.kind == trace::Kind::kProduct) return matrix_product(step, at);
    // Stored values and statistics are numbers of their own.
    if (row.form.text.empty()) return cell(step, at);
    const bool by_number =
        target.b >= 0 && program_.step(target.b).primitive == Primitive::kConstant;
    const bool short_form = by_number && !row.form_by_number.text.empty();
    const Both a = operand(step, target.a, at);
    const Both b = operand(step, target.b, at);
    Both c;
    if (row.has_constant) {
      const bool adds =
          target.primitive == Primitive::kAddConstant && target.role != trace::Role::kNone;
      c = option(adds ? "\\epsilon" : "", target.c, {.kind = adds ? Kind::kEpsilon : Kind::kCount});
    }
    Both both = written(short_form ? row.form_by_number : row.form, a, b, c);
    if (short_form || (row.has_constant && c.symbols.text.empty())) {
      both.symbols = {target.formula, Binding::kProduct};
    }
    return both;
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

  Both matrix_product(int step, std::int64_t at) {
    const Step& target = program_.step(step);
    const std::int64_t in = trace::product_length(program_, step);
    const auto term = [&](std::int64_t k) {
      const trace::Factors factors = trace::factors_of(program_, step, at, k);
      return product(factor(target.a, factors.a), factor(target.b, factors.b), true);
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
    const auto size = tensor::product(program_.steps.front().shape);
    if (!selected_ || *selected_ < 0 || *selected_ >= size) return {};
    const auto place = program_.groups.locate(*selected_);
    return place.group == group ? std::optional(place.element) : std::nullopt;
  }

  // The statistic of the same values that is subtracted from them; -1: the chain has none.
  int subtracted(int from, Primitive primitive) const {
    for (int step = 0; step < program_.size(); ++step) {
      const Step& other = program_.step(step);
      const bool of_size =
          primitive == Primitive::kMaximum || other.c == static_cast<double>(other.over.size);
      if (other.primitive == primitive && other.a == from && of_size) return step;
    }
    return -1;
  }

  std::string over_count(const Step& target, const Piece& all) {
    const Piece count =
        number(target.c, count_text(target.c, number_text_), {.kind = Kind::kCount});
    return fmt::format("\\frac{{1}}{{{}}}({})", count.text, all.text);
  }

  // The sum of the numbers of a group that are above its statistic, minus 1, divided by their
  // count. Empty for a group so long that one does not look through it for a formula.
  std::string share_above(int step, std::int64_t group, const Step& target) {
    constexpr std::int64_t kMost = 4096;
    if (target.over.size > kMost) return {};
    const auto position = [&](std::int64_t k) {
      return target.over.base(group) + target.over.offset(k);
    };
    const float bound = trace_.value(step, group);
    const auto selected = selected_element(group);
    std::optional<std::int64_t> chosen;
    std::vector<std::int64_t> above;
    for (std::int64_t k = 0; k < target.over.size; ++k) {
      if (!(trace_.value(target.a, position(k)) > bound)) continue;
      if (selected == k) chosen = static_cast<std::int64_t>(above.size());
      above.push_back(position(k));
    }
    if (above.empty()) return {};
    const auto count = static_cast<double>(above.size());
    const auto addend = [&](std::int64_t k) {
      return cell_number(target.a, above[static_cast<std::size_t>(k)]);
    };
    const Piece all = sum_of(list(static_cast<std::int64_t>(above.size()), chosen, addend));
    const Piece divisor = number(count, count_text(count, number_text_), {.kind = Kind::kCount});
    return fmt::format("\\frac{{{} - 1}}{{{}}}", all.text, divisor.text);
  }

  // The numbers of a statistic; empty where they cannot be written.
  std::string statistic(int step, std::int64_t group) {
    const Step& target = program_.step(step);
    const std::int64_t size = program_.groups.size;
    if (size == 0) return {};
    const auto selected = selected_element(group);
    const auto value = [&](std::int64_t k) {
      return cell_number(target.a, target.over.base(group) + target.over.offset(k));
    };
    const trace::Addends& addends = trace::row_of(target.primitive).addends;
    if (addends.listed.empty()) return {};
    if (addends.above) return share_above(step, group, target);
    const bool compares = addends.centre != Primitive::kGiven;
    const int centre = compares ? subtracted(target.a, addends.centre) : -1;
    if (compares && centre < 0) return {};
    const auto addend = [&](std::int64_t k) {
      Piece x = value(k);
      if (!compares) return x;
      return results::written(addends.form, x, cell_number(centre, group), {}, true);
    };
    const auto listed = list(size, selected, addend);
    if (addends.listed != "+") return with_total(function_of(addends.listed, listed), size);
    const Piece all = sum_of(listed);
    const bool divided = target.c != 1 || target.formula.starts_with("\\frac");
    return addends.divided && divided ? over_count(target, all) : with_total(all, size);
  }

  const Evaluation& evaluation_;
  std::size_t stage_;
  const trace::Trace& trace_;
  const Program& program_;
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
  return symbol_with_index((*trace)->program(), evaluation.cards[cell.card].step, cell.position);
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
