// SPDX-License-Identifier: MIT
#include "core/trace/backward_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <tuple>
#include <utility>

#include "core/trace/notation.hpp"

namespace normscope::trace {

using tensor::GroupLayout;
using tensor::Shape;

namespace {

// Formulas up to this length stand for themselves in later ones; longer ones get a letter.
constexpr std::size_t kLongFormula = 24;

bool same_spread(const Spread& a, const Spread& b) {
  return (!a && !b) || (a && b && tensor::same_layout(*a, *b));
}

bool same_step(const Step& a, const Step& b) {
  const auto fields = [](const Step& of) {
    return std::tuple(of.primitive, of.a, of.b, std::bit_cast<std::uint64_t>(of.c));
  };
  return fields(a) == fields(b) && a.shape == b.shape && tensor::same_layout(a.over, b.over) &&
         same_spread(a.spread_a, b.spread_a) && same_spread(a.spread_b, b.spread_b);
}

// Whether a and b have one value for each of the same groups.
bool has_groups(const Value& a, const Value& b) {
  return a.spread && (!b || same_spread(a.spread, b.spread));
}

}  // namespace

BackwardBuilder::BackwardBuilder(Program forward) : program_(std::move(forward)) {
  for (int at = 0; at < program_.size(); ++at) {
    names_.insert(program_.step(at).name);
    labelled_.insert(at);
  }
}

std::string BackwardBuilder::own_name(const std::string& noun) {
  std::string name = noun;
  for (int number = 2; !names_.insert(name).second; ++number) {
    name = fmt::format("{} {}", noun, number);
  }
  return name;
}

void BackwardBuilder::write(Step& step) {
  const PrimitiveRow& row = row_of(step.primitive);
  const auto symbol = [&](int from) -> std::string_view {
    return from < 0 ? std::string_view() : program_.step(from).symbol;
  };
  const bool mean = row.kind == Kind::kStatistic && step.primitive == Primitive::kSumOver &&
                    step.over.size > 1 && step.c == static_cast<double>(step.over.size);
  step.name = own_name(std::string(mean ? "mean" : row.noun));
  if (step.primitive == Primitive::kRepeat) {
    step.symbol = step.formula = symbol(step.a);
    return;
  }
  step.formula = formula_of({step.primitive, symbol(step.a), symbol(step.b), step.c, mean}).text;
  const bool letter = row.kind == Kind::kStatistic || step.formula.size() > kLongFormula;
  step.symbol = letter ? fmt::format("u_{{{}}}", ++letters_) : step.formula;
}

Value BackwardBuilder::push(Step step, Spread spread) {
  const auto known = std::ranges::find_if(program_.steps, [&](const Step& other) {
    return !other.is_leaf() && same_step(step, other);
  });
  if (known != program_.steps.end()) {
    return of(static_cast<int>(known - program_.steps.begin()), std::move(spread));
  }
  // Whether the shapes say which values serve which elements.
  for (const auto& [from, groups] :
       {std::pair(step.a, &step.spread_a), std::pair(step.b, &step.spread_b)}) {
    if (from < 0 || row_of(step.primitive).kind != Kind::kElement) continue;
    const Shape& shape = program_.step(from).shape;
    const Spread by_shape = spread_of(program_, step.shape, shape);
    const bool fits =
        *groups ? by_shape && tensor::same_layout(*by_shape, **groups) : shape == step.shape;
    step.by_shape = step.by_shape && fits;
  }
  write(step);
  program_.steps.push_back(std::move(step));
  return of(program_.size() - 1, std::move(spread));
}

Value BackwardBuilder::leaf(Role role, const std::string& symbol, Shape shape) {
  Step step;
  step.role = role;
  step.name = own_name(std::string(base::name_of(role_names(), role)));
  step.symbol = step.formula = symbol;
  step.shape = std::move(shape);
  labelled_.insert(program_.size());
  program_.steps.push_back(std::move(step));
  return of(program_.size() - 1);
}

Value BackwardBuilder::constant(double value) {
  const Value leaf = this->leaf(Role::kNone, fmt::format("{:.6g}", value), {});
  program_.steps.back().primitive = Primitive::kConstant;
  program_.steps.back().c = value;
  return of(leaf.step, std::make_shared<const GroupLayout>(tensor::whole_group(shape_)));
}

Value BackwardBuilder::add(Primitive primitive, const Value& a, const Value& b, double c) {
  const bool grouped = primitive != Primitive::kRepeat && has_groups(a, b);
  Step step;
  step.primitive = primitive;
  step.a = a.step;
  step.b = b.step;
  step.c = c;
  step.shape = grouped ? shape_of(a) : shape_;
  if (!grouped) step.spread_a = a.spread;
  if (!grouped) step.spread_b = b.spread;
  // Of statistics alone; a number serves all.
  bool statistic = false;
  step.per_group = true;
  for (const Value* const value : {&a, &b}) {
    if (!*value || program_.step(value->step).primitive == Primitive::kConstant) continue;
    statistic = true;
    const bool whole = grouped || !value->spread;
    step.per_group = step.per_group && whole && program_.step(value->step).per_group;
  }
  step.per_group = step.per_group && statistic;
  return push(std::move(step), grouped ? a.spread : nullptr);
}

Value BackwardBuilder::repeated(const Value& a) {
  return a.spread ? add(Primitive::kRepeat, a) : a;
}

Value BackwardBuilder::reduce(Primitive primitive, const Value& a, const GroupLayout& over,
                              Shape shape, double c) {
  Step step;
  step.primitive = primitive;
  step.a = repeated(a).step;
  step.c = c;
  step.shape = std::move(shape);
  step.over = over;
  step.over.reduced_shape = step.shape;
  const Shape& elements = program_.step(step.a).shape;
  step.per_group = tensor::same_layout(over, program_.groups) &&
                   tensor::product(elements) == tensor::product(program_.steps.front().shape);
  const Spread by_shape = spread_of(program_, elements, step.shape);
  step.by_shape = by_shape && tensor::same_layout(*by_shape, over);
  return push(std::move(step), std::make_shared<const GroupLayout>(over));
}

Value BackwardBuilder::product(Primitive primitive, const Value& a, const Value& b) {
  Step step;
  step.primitive = primitive;
  step.a = repeated(a).step;
  step.b = repeated(b).step;
  step.shape = product_shape(primitive, program_.step(step.a).shape, program_.step(step.b).shape);
  return push(std::move(step), nullptr);
}

void BackwardBuilder::label(const Value& value, Role role, const std::string& name,
                            const std::string& symbol) {
  if (!labelled_.insert(value.step).second) return;
  Step& step = program_.steps[static_cast<std::size_t>(value.step)];
  step.role = role;
  step.name = own_name(name);
  step.symbol = symbol;
}

}  // namespace normscope::trace
