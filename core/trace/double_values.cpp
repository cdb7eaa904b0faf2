// SPDX-License-Identifier: MIT
#include "core/trace/double_values.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/trace/pieces.hpp"
#include "core/trace/places.hpp"

namespace normscope::trace {

namespace {

std::size_t as_size(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

}  // namespace

std::optional<double> DoubleValues::value(int step, std::int64_t position) {
  return is_computable(step) ? std::optional(at(step, position)) : std::nullopt;
}

// Leaves are known by their values; every other stored step needs a primitive that computes it.
bool DoubleValues::is_computable(int step) const {
  std::vector<bool> known;
  for (int at = 0; at <= step; ++at) {
    const Step& target = parts_.program.step(at);
    const auto is_known = [&](int from) { return from < 0 || known[as_size(from)]; };
    known.push_back(target.is_leaf() || (target.primitive != Primitive::kGiven &&
                                         is_known(target.a) && is_known(target.b)));
  }
  return known.back();
}

bool DoubleValues::knows(int step) const {
  return row_of(parts_.program.step(step).primitive).kind != Kind::kElement;
}

std::span<const double> DoubleValues::read(int step, std::int64_t first, std::span<double> room) {
  for (double& place : room) place = at(step, first++);
  return room;
}

double DoubleValues::at(int step, std::int64_t position) {
  const Step& target = parts_.program.step(step);
  if (target.primitive == Primitive::kConstant) return target.c;
  switch (row_of(target.primitive).kind) {
    case Kind::kLeaf: {
      const auto stored = static_cast<double>(parts_.given_of(step)->values()[as_size(position)]);
      const bool moves = step == moved_.leaf && position == moved_.position;
      return moves ? stored + moved_.by : stored;
    }
    case Kind::kStatistic:
      return statistic(step, position);
    case Kind::kProduct:
      return product(step, position);
    case Kind::kElement:
      break;
  }
  double value = 0;
  write(step, position, {&value, 1});
  return value;
}

void DoubleValues::write(int step, std::int64_t first, std::span<double> places) {
  const auto size = static_cast<std::int64_t>(places.size());
  Pieces<double, DoubleValues> pieces(parts_.program, *this, step, std::min(kPiece, size));
  for (std::int64_t done = 0; done < size; done += kPiece) {
    const auto part = places.subspan(as_size(done), as_size(std::min(kPiece, size - done)));
    const auto values = pieces.run(first + done, part);
    if (values.data() != part.data()) std::ranges::copy(values, part.begin());
  }
}

double DoubleValues::statistic(int step, std::int64_t group) {
  const auto known = kept_.find({step, group});
  if (known != kept_.end()) return known->second;
  const Step& target = parts_.program.step(step);
  const tensor::GroupLayout& over = target.over;
  std::vector<double> values(as_size(over.size));
  const std::int64_t run = over.element_stride == 1 ? std::min(over.run, over.size) : 1;
  for (std::int64_t k = 0; k < over.size; k += run) {
    const std::int64_t count = std::min(run, over.size - k);
    write(target.a, over.base(group) + over.offset(k),
          std::span(values).subspan(as_size(k), as_size(count)));
  }
  const double value = row_of(target.primitive).double_statistic(values, target.c);
  kept_.emplace(std::pair{step, group}, value);
  return value;
}

double DoubleValues::product(int step, std::int64_t position) {
  const auto known = kept_.find({step, position});
  if (known != kept_.end()) return known->second;
  const Step& target = parts_.program.step(step);
  double sum = 0;
  for (std::int64_t k = 0; k < product_length(parts_.program, step); ++k) {
    const Factors factors = factors_of(parts_.program, step, position, k);
    sum += at(target.a, factors.a) * at(target.b, factors.b);
  }
  kept_.emplace(std::pair{step, position}, sum);
  return sum;
}

}  // namespace normscope::trace
