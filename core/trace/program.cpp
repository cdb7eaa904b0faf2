// SPDX-License-Identifier: MIT
#include "core/trace/program.hpp"

#include <algorithm>
#include <utility>

namespace normscope::trace {

using tensor::Shape;

int Program::find(std::string_view name) const {
  const auto found = std::ranges::find(steps, name, &Step::name);
  return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

int Program::find(Role role) const {
  const auto found = std::ranges::find(steps, role, &Step::role);
  return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

std::vector<int> Program::main_steps() const {
  std::vector<int> positions;
  for (int at = 0; at < size(); ++at) {
    if (!is_parameter(at)) positions.push_back(at);
  }
  return positions;
}

ProgramBuilder::ProgramBuilder(Shape x, tensor::GroupLayout groups) {
  program_.groups = std::move(groups);
  push({Role::kInput, "x", "x"}, Primitive::kGiven, std::move(x), -1, -1, 0);
}

int ProgramBuilder::push(StepLabel label, Primitive primitive, Shape shape, int a, int b,
                         double c) {
  Step step;
  step.role = label.role;
  step.name = base::name_of(role_names(), label.role);
  if (label.role == Role::kNone) step.name += " " + std::to_string(program_.size());
  step.symbol = std::move(label.symbol);
  step.formula = std::move(label.formula);
  step.shape = std::move(shape);
  step.primitive = primitive;
  step.a = a;
  step.b = b;
  step.c = c;
  program_.steps.push_back(std::move(step));
  link(program_, program_.size() - 1);
  return program_.size() - 1;
}

int ProgramBuilder::parameter(Role role, const std::string& symbol, Shape shape) {
  return push({role, symbol, symbol}, Primitive::kGiven, std::move(shape), -1, -1, 0);
}

int ProgramBuilder::group_parameter(Role role, const std::string& symbol) {
  const int step = parameter(role, symbol, program_.groups.reduced_shape);
  program_.steps.back().per_group = true;
  return step;
}

int ProgramBuilder::constant(Role role, const std::string& symbol, double value) {
  return push({role, symbol, symbol}, Primitive::kConstant, {}, -1, -1, value);
}

int ProgramBuilder::add(StepLabel label, Primitive primitive, int a, int b, double c) {
  Shape shape = program_.step(a).shape;
  // A statistic, or a number; a parameter has elements of its own.
  const auto is_single = [&](int operand) {
    return operand < 0 || program_.step(operand).per_group ||
           program_.step(operand).primitive == Primitive::kConstant;
  };
  const bool per_group = is_single(a) && is_single(b);
  if (b >= 0) {
    const Shape& other = program_.step(b).shape;
    if (other.size() > shape.size()) {
      shape.insert(shape.begin(), other.size() - shape.size(), 1);
    }
    const std::size_t before = shape.size() - other.size();
    for (std::size_t d = 0; d < other.size(); ++d) {
      std::int64_t& size = shape[before + d];
      size = size == 1 ? other[d] : (other[d] == 1 ? size : std::max(size, other[d]));
    }
  }
  const int step = push(std::move(label), primitive, std::move(shape), a, b, c);
  program_.steps.back().per_group = per_group;
  return step;
}

int ProgramBuilder::repeat(StepLabel label, int a, Shape shape) {
  return push(std::move(label), Primitive::kRepeat, std::move(shape), a, -1, 0);
}

int ProgramBuilder::reduce(StepLabel label, Primitive primitive, int a, double c) {
  const int step = push(std::move(label), primitive, program_.groups.reduced_shape, a, -1, c);
  program_.steps.back().over = program_.groups;
  program_.steps.back().per_group = true;
  return step;
}

int ProgramBuilder::product(StepLabel label, int a, int b) {
  constexpr Primitive kPrimitive = Primitive::kMatrixProduct;
  Shape shape = product_shape(kPrimitive, program_.step(a).shape, program_.step(b).shape);
  return push(std::move(label), kPrimitive, std::move(shape), a, b, 0);
}

Shape product_shape(Primitive primitive, const Shape& a, const Shape& b) {
  if (primitive == Primitive::kTurnedProduct) return {a.back(), b.back()};
  Shape shape = a;
  shape.back() = primitive == Primitive::kMatrixProduct ? b.front() : b.back();
  return shape;
}

Spread spread_of(const Program& program, const Shape& shape, const Shape& from) {
  if (shape == from) return nullptr;
  if (from == program.groups.reduced_shape && shape == program.steps.front().shape) {
    return std::make_shared<const tensor::GroupLayout>(program.groups);
  }
  auto layout = tensor::blocks(shape, from);
  return layout ? std::make_shared<const tensor::GroupLayout>(*std::move(layout)) : nullptr;
}

void link(Program& program, int at) {
  Step& step = program.steps[static_cast<std::size_t>(at)];
  if (row_of(step.primitive).kind != Kind::kElement) return;
  const auto spread = [&](int from) {
    return from < 0 ? nullptr : spread_of(program, step.shape, program.step(from).shape);
  };
  step.spread_a = spread(step.a);
  step.spread_b = spread(step.b);
}

}  // namespace normscope::trace
