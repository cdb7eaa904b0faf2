// SPDX-License-Identifier: MIT
#include "core/trace/gradient/finish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/trace/notation.hpp"

namespace normscope::trace {

std::string gradient_symbol(std::string_view symbol) {
  const Piece piece = symbol_piece(std::string(symbol));
  if (piece.binding >= Binding::kPower) return fmt::format("\\mathrm{{d}}{}", symbol);
  return fmt::format("\\mathrm{{d}}({})", symbol);
}

Value upstream_leaf(BackwardBuilder& builder, const Program& forward) {
  const Step& output = forward.steps.back();
  return builder.leaf(Role::kUpstreamGradient, gradient_symbol(output.symbol), output.shape);
}

namespace {

bool is_used(const Program& program, int step) {
  return std::ranges::any_of(program.steps,
                             [step](const Step& of) { return of.a == step || of.b == step; });
}

// The gradient of a leaf: a step of its shape.
int whole_gradient(BackwardBuilder& builder, const Program& forward, int leaf, Value gradient) {
  const Step& of = forward.step(leaf);
  builder.set_shape(of.shape);
  if (!gradient) gradient = builder.constant(0);  // nothing leads to the leaf
  return builder.repeated(gradient).step;
}

// dx as the last step, which no other step needs.
int input_gradient(BackwardBuilder& builder, const Program& forward, const Gradient& result,
                   const Value& gradient, const Value& dy) {
  Program& program = builder.program();
  int dx = whole_gradient(builder, forward, 0, gradient);
  const bool shared = std::ranges::find(result.gradient.begin() + 1, result.gradient.end(), dx) !=
                      result.gradient.end();
  if (dx <= dy.step || shared || is_used(program, dx)) {
    dx = builder.add(Primitive::kRepeat, builder.of(dx)).step;
  }
  builder.label(builder.of(dx), Role::kInputGradient, "gradient of the input",
                gradient_symbol("x"));
  program.steps[static_cast<std::size_t>(dx)].role = Role::kInputGradient;
  return dx;
}

// Marks what the marked steps are made from.
void add_operands(const Program& program, std::vector<bool>& needed) {
  for (std::size_t at = program.steps.size(); at-- > 0;) {
    if (!needed[at]) continue;
    for (const int from : {program.steps[at].a, program.steps[at].b}) {
      if (from >= 0) needed[static_cast<std::size_t>(from)] = true;
    }
  }
}

// Moves the steps that are needed to the result, `last` behind the others; where each stands then.
std::vector<int> keep_needed(const Program& program, const std::vector<bool>& needed, int last,
                             Program& result) {
  std::vector<int> places(program.steps.size(), -1);
  const auto place_of = [&](int at) { return at < 0 ? -1 : places[static_cast<std::size_t>(at)]; };
  const auto keep = [&](int at) {
    Step step = program.step(at);
    step.a = place_of(step.a);
    step.b = place_of(step.b);
    places[static_cast<std::size_t>(at)] = result.size();
    result.steps.push_back(std::move(step));
  };
  for (int at = 0; at < program.size(); ++at) {
    if (needed[static_cast<std::size_t>(at)] && at != last) keep(at);
  }
  keep(last);
  result.groups = program.groups;
  return places;
}

}  // namespace

Gradient finished(BackwardBuilder& builder, const Program& forward,
                  std::span<const Value> gradients, const Value& dy) {
  const Program& program = builder.program();
  Gradient result;
  for (std::size_t at = 0; at < gradients.size(); ++at) {
    result.leaves.push_back(forward.steps[at].is_leaf() ? forward.steps[at].role : Role::kNone);
    const bool leaf = at > 0 && forward.steps[at].is_leaf() && gradients[at];
    result.gradient.push_back(
        leaf ? whole_gradient(builder, forward, static_cast<int>(at), gradients[at])
             : gradients[at].step);
  }
  const int dx = input_gradient(builder, forward, result, gradients.front(), dy);
  result.gradient.front() = dx;

  std::vector<bool> needed(program.steps.size());
  needed.front() = true;
  needed[static_cast<std::size_t>(dy.step)] = true;
  for (std::size_t at = 0; at < gradients.size(); ++at) {
    const int gradient = result.gradient[at];
    const bool leaf = at == 0 || forward.steps[at].is_leaf();
    if (leaf && gradient >= 0) needed[static_cast<std::size_t>(gradient)] = true;
  }
  add_operands(program, needed);
  const std::vector<int> places = keep_needed(program, needed, dx, result.program);
  const auto place_of = [&](int at) { return at < 0 ? -1 : places[static_cast<std::size_t>(at)]; };
  result.upstream = place_of(dy.step);
  for (int& at : result.gradient) at = place_of(at);
  for (int at = 0; at < forward.size(); ++at) result.forward.push_back(place_of(at));
  return result;
}

}  // namespace normscope::trace
