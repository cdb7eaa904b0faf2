// SPDX-License-Identifier: MIT
#include "core/trace/provenance.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>

#include "core/trace/shift.hpp"

namespace normscope::trace {

using tensor::Shape;

namespace {

std::int64_t last_of(const Shape& shape) {
  return shape.empty() ? 1 : shape.back();
}

// All columns of the rows of `cells`, in a step that differs in its last dimension alone, without
// those whose every factor is 0. `zeros` visits the weights of 0 as (column of `cells`, column).
template <class Zeros>
Cells across(const Cells& cells, const Shape& shape, Zeros zeros) {
  Cells result{false, shape, cells.box};
  result.box.first.back() = 0;
  result.box.last.back() = last_of(shape);
  const std::int64_t first = cells.box.first.back();
  const std::int64_t last = cells.box.last.back();
  const auto factors = last - first - static_cast<std::int64_t>(cells.without.size());
  std::map<std::int64_t, std::int64_t> counts;  // of factors that are 0, by column
  zeros([&](std::int64_t from, std::int64_t to) {
    const bool counted =
        from >= first && from < last && !std::ranges::binary_search(cells.without, from);
    if (counted) ++counts[to];
  });
  for (const auto& [column, count] : counts) {
    if (count == factors) result.without.push_back(column);
  }
  if (static_cast<std::int64_t>(result.without.size()) == last_of(shape)) return {};
  return result;
}

}  // namespace

std::shared_ptr<const GammaGate> Provenance::gate() const {
  // gamma is a parameter of the whole trace, so that a gate is made only for a set that needs it.
  return std::make_shared<const GammaGate>(GammaGate{parts_.gamma, parts_.groups, parts_.affine});
}

bool Provenance::across_product(int to, int from) const {
  const int user = user_of(Parameter::kWeight);
  return user >= 0 && to >= user && from < user;
}

Cells Provenance::linked(const Link& link, const Cells& cells, int to) const {
  const Shape& shape = parts_.steps[static_cast<std::size_t>(to)].shape;
  if (link.group != Reach::kNever) {
    return in_groups_of(cells, shape, parts_.steps.front().shape, parts_.groups.reduced_shape);
  }
  return link.cell == Reach::kNever ? Cells{} : cells;
}

Cells Provenance::sources(int to, const Cells& cells, int from) const {
  if (cells.none || from > to) return {};
  if (across_product(to, from)) {
    const std::int64_t in = parts_.weight->shape()[1];
    return across(cells, parts_.steps[static_cast<std::size_t>(from)].shape, [&](auto visit) {
      for (const std::int64_t zero : parts_.zero_weights) visit(zero / in, zero % in);
    });
  }
  Link link = links_.between(to, from);
  // Only a single cell is asked for its gamma: several are the output of a layer, which has none.
  const std::int64_t at = cells.single();
  const auto closed = [&](Reach& reach) {
    if (reach == Reach::kWhereGamma && at >= 0 && !gate()->passes(at)) reach = Reach::kNever;
  };
  closed(link.cell);
  closed(link.group);
  return linked(link, cells, from);
}

Cells Provenance::made(int from, const Cells& cells, int to) const {
  if (cells.none || from > to) return {};
  if (across_product(to, from)) {
    const std::int64_t in = parts_.weight->shape()[1];
    return across(cells, parts_.steps[static_cast<std::size_t>(to)].shape, [&](auto visit) {
      for (const std::int64_t zero : parts_.zero_weights) visit(zero % in, zero / in);
    });
  }
  const Link link = links_.between(to, from);
  Cells result = linked(link, cells, to);
  const bool everywhere = link.cell == Reach::kAlways || link.group == Reach::kAlways;
  if (!result.none && !everywhere) result.gate = gate();
  return result;
}

int Provenance::user_of(Parameter parameter) const {
  Primitive primitive = Primitive::kMatrixProduct;
  if (parameter == Parameter::kGamma) primitive = Primitive::kMultiplyByGamma;
  if (parameter == Parameter::kBeta) primitive = Primitive::kAddBeta;
  const auto found = std::ranges::find(parts_.steps, primitive, &Step::primitive);
  return found == parts_.steps.end() ? -1 : static_cast<int>(found - parts_.steps.begin());
}

Elements Provenance::elements_of(Parameter parameter, int user) const {
  const Step& step = parts_.steps[static_cast<std::size_t>(user)];
  // Beside an operand that is always undefined no element counts, beside one always 0 no gamma.
  const Always operand = links_.always(step.a);
  if (operand == Always::kUndefined) return {};
  if (operand == Always::kZero && parameter == Parameter::kGamma) return {};
  Elements elements;
  if (tensor::product(step.shape) != 0) {
    elements.cells = {false, step.shape, {Shape(step.shape.size(), 0), step.shape}};
  }
  // One element for each place of the last dimensions; with a step between groups, one for each
  // channel, which is dimension 1.
  if (parameter == Parameter::kWeight) {
    elements.shape = {parts_.weight->shape()[0]};
    elements.each = parts_.weight->shape()[1];
  } else {
    elements.shape = (parameter == Parameter::kGamma ? parts_.gamma : parts_.beta)->shape();
  }
  elements.before = parts_.affine.step == 0 ? step.shape.size() - elements.shape.size() : 1;
  return elements;
}

Elements Provenance::sources(int to, const Cells& cells, Parameter from) const {
  const int user = user_of(from);
  if (user < 0 || user > to) return {};
  Elements elements = elements_of(from, user);
  if (!elements.cells.none) elements.cells = sources(to, cells, user);
  return elements;
}

Cells Provenance::made(Parameter from, std::int64_t position, int to) const {
  const int user = user_of(from);
  if (user < 0 || user > to) return {};
  return made(user, elements_of(from, user).used_at(position), to);
}

bool Provenance::cancels_column_shift(int to) const {
  const Shape& whole = parts_.steps.front().shape;
  const Shape& reduced = parts_.groups.reduced_shape;
  if (whole.empty() || reduced.size() != whole.size() || reduced.back() != whole.back()) {
    return false;
  }
  return steps_without_shift(parts_)[static_cast<std::size_t>(to)];
}

Cells Elements::used_at(std::int64_t position) const {
  if (cells.none || position < 0) return {};
  const Cells one = one_cell(shape, position / each);
  if (one.none) return {};
  Cells used{false, cells.shape, {Shape(cells.shape.size(), 0), cells.shape}};
  const auto first = static_cast<std::ptrdiff_t>(before);
  std::ranges::copy(one.box.first, used.box.first.begin() + first);
  std::ranges::copy(one.box.last, used.box.last.begin() + first);
  return used;
}

bool Elements::contains(std::int64_t position) const {
  return intersect(cells, used_at(position));
}

}  // namespace normscope::trace
