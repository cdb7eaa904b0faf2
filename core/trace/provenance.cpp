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

std::size_t slot(int step) {
  return static_cast<std::size_t>(step);
}

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

// The rows of a weight that make columns of a product.
Cells weight_rows(const Cells& product, const Shape& weight) {
  Cells rows{false, weight, {{product.box.first.back(), 0}, {product.box.last.back(), weight[1]}}};
  rows.without = product.without;
  rows.without_behind = 1;
  return rows;
}

// The columns of a product that are made with rows of a weight.
Cells product_columns(const Cells& weight, const Shape& product) {
  Cells columns{false, product, {Shape(product.size(), 0), product}};
  columns.box.first.back() = weight.box.first.front();
  columns.box.last.back() = weight.box.last.front();
  if (weight.without_behind == 1) columns.without = weight.without;
  return columns;
}

// All cells of a step, where nobody knows which.
Cells every_cell(const Shape& shape) {
  return {false, shape, {Shape(shape.size(), 0), shape}};
}

// The columns of a factor that make rows of a product, and rows that are made of columns.
Cells turned_columns(const Cells& product, const Shape& shape) {
  Cells columns = every_cell(shape);
  columns.box.first.back() = product.box.first.front();
  columns.box.last.back() = product.box.last.front();
  return columns;
}
Cells turned_rows(const Cells& factor, const Shape& shape) {
  Cells rows = every_cell(shape);
  rows.box.first.front() = factor.box.first.back();
  rows.box.last.front() = factor.box.last.back();
  return rows;
}

// The columns of a product's second factor that make columns of the product, and the other way.
Cells same_columns(const Cells& cells, const Shape& shape) {
  Cells columns = every_cell(shape);
  columns.box.first.back() = cells.box.first.back();
  columns.box.last.back() = cells.box.last.back();
  return columns;
}

// Whether both operands are one, at the same place; the rows and the columns of a product are not.
bool is_one_operand(const Step& step) {
  return step.a == step.b && row_of(step.primitive).kind != Kind::kProduct;
}

bool is_unknown(const Step& step) {
  return step.primitive == Primitive::kGiven && step.a >= 0;
}

}  // namespace

Provenance::Provenance(const TraceParts& parts)
    : parts_(parts), always_(always_of(parts.program, 0)) {
  const Program& program = parts.program;
  for (const Step& step : program.steps) {
    int parameter = -1;
    if (step.primitive == Primitive::kMultiply) {
      if (program.is_parameter(step.a)) parameter = step.a;
      if (program.is_parameter(step.b)) parameter = step.b;
    } else if (step.primitive == Primitive::kDivide) {
      parameter = vanishing_[slot(step.a)];
    }
    vanishing_.push_back(parameter);
  }
}

const std::vector<std::int64_t>& Provenance::zeros(int weight) const {
  static const std::vector<std::int64_t> none;
  return slot(weight) < parts_.zeros.size() ? parts_.zeros[slot(weight)] : none;
}

// Beside a factor of 0 nothing passes; and 0 divided by a deviation is 0 whatever the deviation is.
std::shared_ptr<const Gate> Provenance::gate(int to, int from) const {
  const Step& step = parts_.program.step(to);
  int parameter = -1;
  if (step.primitive == Primitive::kMultiply) {
    const int other = step.a == from ? step.b : step.a;
    if (parts_.program.is_parameter(other)) parameter = other;
  } else if (step.primitive == Primitive::kDivide && step.b == from) {
    parameter = vanishing_[slot(step.a)];
  }
  if (parameter < 0 || parts_.given_of(parameter) == nullptr) return nullptr;
  return std::make_shared<const Gate>(
      Gate{parts_.given_of(parameter),
           spread_of(parts_.program, step.shape, parts_.program.step(parameter).shape)});
}

Cells Provenance::operand_cells(int to, const Cells& cells, bool second) const {
  const Step& step = parts_.program.step(to);
  const int from = second ? step.b : step.a;
  const Shape& shape = parts_.program.step(from).shape;
  if (row_of(step.primitive).kind == Kind::kProduct) {
    const bool turned = step.primitive == Primitive::kTurnedProduct;
    const bool plain = turned || step.primitive == Primitive::kPlainProduct;
    if (second) return plain ? same_columns(cells, shape) : weight_rows(cells, shape);
    if (turned) return turned_columns(cells, shape);
    const std::int64_t in = shape.back();
    return across(cells, shape, [&](auto visit) {
      for (const std::int64_t zero : zeros(step.b)) visit(zero / in, zero % in);
    });
  }
  if (!step.by_shape && shape != step.shape) return every_cell(shape);
  if (is_unknown(step) && step.b < 0) {
    return resized(resized(cells, parts_.program.groups.reduced_shape), shape);
  }
  // Only a single cell is asked for its gamma: several are the output of a layer, which has none.
  const std::int64_t at = cells.single();
  const auto closing = at >= 0 ? gate(to, from) : nullptr;
  if (closing != nullptr && !closing->passes(at)) return {};
  return resized(cells, shape);
}

Cells Provenance::result_cells(bool second, const Cells& cells, int to) const {
  const Step& step = parts_.program.step(to);
  const int from = second ? step.b : step.a;
  if (row_of(step.primitive).kind == Kind::kProduct) {
    const bool turned = step.primitive == Primitive::kTurnedProduct;
    const bool plain = turned || step.primitive == Primitive::kPlainProduct;
    if (turned && !second) return turned_rows(cells, step.shape);
    if (second) {
      return plain ? same_columns(cells, step.shape) : product_columns(cells, step.shape);
    }
    const std::int64_t in = cells.shape.back();
    return across(cells, step.shape, [&](auto visit) {
      for (const std::int64_t zero : zeros(step.b)) visit(zero % in, zero / in);
    });
  }
  if (!step.by_shape && cells.shape != step.shape) return every_cell(step.shape);
  if (is_unknown(step) && step.b < 0) {
    return resized(resized(cells, parts_.program.groups.reduced_shape), step.shape);
  }
  Cells result = resized(cells, step.shape);
  result.gate = gate(to, from);
  if (result.gate == nullptr && cells.shape == step.shape) result.gate = cells.gate;
  return result;
}

std::vector<Cells> Provenance::sources(int to, const Cells& cells) const {
  std::vector<Cells> found(slot(to) + 1);
  if (cells.none) return found;
  found.back() = cells;
  for (int at = to; at > 0; --at) {
    const Step& step = parts_.program.step(at);
    if (found[slot(at)].none) continue;
    for (const bool second : {false, true}) {
      const int from = second ? step.b : step.a;
      if (from < 0) continue;
      found[slot(from)] = merged(found[slot(from)], operand_cells(at, found[slot(at)], second));
      if (is_one_operand(step)) break;
    }
  }
  for (int from = 0; from < to && parts_.program.groups.size == 1; ++from) {
    const auto always = always_of(parts_.program, from, always_);
    if (always[slot(to)] != Always::kVaries) found[slot(from)] = {};
  }
  return found;
}

Cells Provenance::sources(int to, const Cells& cells, int from) const {
  return from > to ? Cells{} : sources(to, cells)[slot(from)];
}

std::vector<Cells> Provenance::made(int from, const Cells& cells) const {
  std::vector<Cells> found(parts_.program.steps.size());
  if (cells.none) return found;
  found[slot(from)] = cells;
  for (int at = from + 1; at < parts_.program.size(); ++at) {
    const Step& step = parts_.program.step(at);
    for (const bool second : {false, true}) {
      const int operand = second ? step.b : step.a;
      if (operand < from || found[slot(operand)].none) continue;
      found[slot(at)] = merged(found[slot(at)], result_cells(second, found[slot(operand)], at));
      if (is_one_operand(step)) break;
    }
  }
  if (parts_.program.groups.size == 1) {
    const auto always = always_of(parts_.program, from, always_);
    for (int to = from + 1; to < parts_.program.size(); ++to) {
      if (always[slot(to)] != Always::kVaries) found[slot(to)] = {};
    }
  }
  return found;
}

Cells Provenance::made(int from, const Cells& cells, int to) const {
  return to < from ? Cells{} : made(from, cells)[slot(to)];
}

bool Provenance::cancels_column_shift(int to) const {
  const Shape& whole = parts_.program.steps.front().shape;
  const Shape& reduced = parts_.program.groups.reduced_shape;
  if (whole.empty() || reduced.size() != whole.size() || reduced.back() != whole.back()) {
    return false;
  }
  return steps_without_shift(parts_.program)[slot(to)];
}

}  // namespace normscope::trace
