// SPDX-License-Identifier: MIT
#include "core/trace/values.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/torch_arithmetic/linear.hpp"
#include "core/trace/pieces.hpp"
#include "core/trace/places.hpp"

namespace normscope::trace {

using tensor::Tensor;

namespace {

// Elements of one piece of parallel work: enough to outweigh scheduling it.
constexpr std::int64_t kGrain = std::int64_t{1} << 15;

std::size_t place_of(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

bool is_product(const TraceParts& parts, int step) {
  return row_of(parts.program.step(step).primitive).kind == Kind::kProduct;
}

}  // namespace

// Parts of StepReader, which the header only declares.
namespace reading {

// What Pieces reads: values that are kept, statistics, products.
class Stored {
 public:
  explicit Stored(const TraceParts& parts) : parts_(parts) {}

  bool knows(int step) const {
    return parts_.given_of(step) != nullptr || parts_.late_of(step) != nullptr ||
           is_product(parts_, step);
  }

  std::span<const float> read(int step, std::int64_t first, std::span<float> room) const {
    if (const TensorRef& given = parts_.given_of(step)) {
      return std::as_const(*given).values().subspan(place_of(first), room.size());
    }
    if (const auto* const late = parts_.late_of(step)) {
      return late->values(parts_, first, static_cast<std::int64_t>(room.size()));
    }
    write_products(step, first, room);
    return room;
  }

 private:
  void write_products(int step, std::int64_t first, std::span<float> room) const {
    if (parts_.program.step(step).primitive == Primitive::kTurnedProduct) {
      return write_turned(step, first, room);
    }
    const Step& target = parts_.program.step(step);
    const std::int64_t in = product_length(parts_.program, step);
    const std::int64_t out = target.shape.back();
    std::vector<float> row(place_of(in));
    std::vector<float> other(place_of(in));
    std::int64_t held = -1;
    for (float& place : room) {
      const std::int64_t at = first++;
      if (at / out != held) {
        held = at / out;
        write_values(parts_, target.a, held * in, row);
      }
      write_factors(target, at % out, other);
      float sum = 0;
      for (std::size_t k = 0; k < row.size(); ++k) sum += row[k] * other[k];
      place = sum;
    }
  }

  // What a row is multiplied by for one column of the product.
  void write_factors(const Step& product, std::int64_t column, std::span<float> places) const {
    const auto in = static_cast<std::int64_t>(places.size());
    if (product.primitive == Primitive::kMatrixProduct) {
      return write_values(parts_, product.b, column * in, places);
    }
    for (std::int64_t k = 0; k < in; ++k) {
      places[place_of(k)] = value_of(parts_, product.b, k * product.shape.back() + column);
    }
  }

  // Row after row of both factors, so that each is read once.
  void write_turned(int step, std::int64_t first, std::span<float> room) const {
    const Step& target = parts_.program.step(step);
    std::vector<float> a(place_of(parts_.program.step(target.a).shape.back()));
    std::vector<float> b(place_of(target.shape.back()));
    std::ranges::fill(room, 0.0F);
    for (std::int64_t k = 0; k < product_length(parts_.program, step); ++k) {
      write_values(parts_, target.a, k * static_cast<std::int64_t>(a.size()), a);
      write_values(parts_, target.b, k * static_cast<std::int64_t>(b.size()), b);
      std::size_t at = place_of(first);
      for (float& place : room) {
        place += a[at / b.size()] * b[at % b.size()];
        ++at;
      }
    }
  }

  const TraceParts& parts_;
};

// Statistics that are made when they are asked for: the blocks that a piece of a step needs, all of
// them before the piece, in the order of the steps, so that none waits for another.
class Needed {
 public:
  Needed(const TraceParts& parts, int target) : parts_(parts) {
    if (parts.late.empty()) return;
    std::vector<bool> reached(place_of(target) + 1);
    reached.back() = true;
    for (int step = target; step >= 0; --step) {
      if (!reached[place_of(step)]) continue;
      if (parts.late_of(step) != nullptr) late_.push_back(step);
      for (const int from : {parts.program.step(step).a, parts.program.step(step).b}) {
        if (from >= 0) reached[place_of(from)] = true;
      }
    }
    std::ranges::reverse(late_);
    if (late_.size() < 2) late_.clear();  // one waits for none
    whole_ = parts.program.step(target).shape == parts.program.steps.front().shape;
  }

  void make(std::int64_t first, std::int64_t count) const {
    if (late_.empty() || count == 0) return;
    const tensor::GroupLayout& groups = parts_.program.groups;
    std::int64_t done = 0;
    while (done < count) {
      std::int64_t group = first + done;
      std::int64_t last = first + count - 1;
      std::int64_t length = count;
      if (whole_) {
        const auto stretch = groups.stretch(first + done);
        length = std::min(stretch.count, count - done);
        group = stretch.first.group;
        last = stretch.across ? group + length - 1 : group;
      }
      for (const int step : late_) parts_.late_of(step)->make(parts_, group, last);
      done += length;
    }
  }

 private:
  const TraceParts& parts_;
  std::vector<int> late_{};
  bool whole_ = false;
};

}  // namespace reading

namespace {

using reading::Needed;
using reading::Stored;

// One value of a step, whose operands at the same position are remembered.
class OneValue {
 public:
  OneValue(const TraceParts& parts, std::int64_t at) : parts_(parts), at_(at) {}

  float of(int step) {
    if (const TensorRef& given = parts_.given_of(step)) return given->values()[place_of(at_)];
    if (const auto* const late = parts_.late_of(step)) {
      if (!late->holds(at_)) Needed(parts_, step).make(at_, 1);
      return late->values(parts_, at_, 1).front();
    }
    const auto known = std::ranges::find(known_, step, &std::pair<int, float>::first);
    if (known != known_.end()) return known->second;
    const Step& target = parts_.program.step(step);
    float value = 0;
    if (row_of(target.primitive).kind == Kind::kProduct) {
      (void)Stored(parts_).read(step, at_, {&value, 1});
    } else {
      const float a = operand(target.a, target.spread_a);
      const float b = operand(target.b, target.spread_b);
      row_of(target.primitive).elements({&a, 1}, {&b, 1}, target.c, {&value, 1});
    }
    if (known_.empty()) known_.reserve(parts_.program.steps.size());
    known_.emplace_back(step, value);
    return value;
  }

 private:
  float operand(int from, const Spread& spread) {
    if (from < 0) return 0;
    return spread ? value_of(parts_, from, spread->locate(at_).group) : of(from);
  }

  const TraceParts& parts_;
  std::int64_t at_;
  std::vector<std::pair<int, float>> known_{};
};

}  // namespace

float value_of(const TraceParts& parts, int step, std::int64_t at) {
  return OneValue(parts, at).of(step);
}

struct StepReader::Work {
  Work(const TraceParts& of, int at, std::int64_t most)
      : needed(of, at), source(of), pieces(of.program, source, at, most) {}

  reading::Needed needed;
  reading::Stored source;
  Pieces<float, reading::Stored> pieces;
};

StepReader::StepReader(const TraceParts& parts, int step, std::int64_t most)
    : work_(std::make_unique<Work>(parts, step, std::clamp<std::int64_t>(most, 1, kPiece))) {}

StepReader::~StepReader() = default;

void StepReader::write(std::int64_t first, std::span<float> places) {
  const auto size = static_cast<std::int64_t>(places.size());
  for (std::int64_t done = 0; done < size; done += kPiece) {
    const std::int64_t count = std::min(kPiece, size - done);
    work_->needed.make(first + done, count);
    const auto part = places.subspan(place_of(done), place_of(count));
    const auto values = work_->pieces.run(first + done, part);
    if (values.data() != part.data()) std::ranges::copy(values, part.begin());
  }
}

void write_values(const TraceParts& parts, int step, std::int64_t first, std::span<float> places) {
  StepReader(parts, step, static_cast<std::int64_t>(places.size())).write(first, places);
}

base::Expected<Tensor> values_of(const TraceParts& parts, int step) {
  if (const TensorRef& given = parts.given_of(step)) return *given;
  const Step& target = parts.program.step(step);
  const bool linear = target.primitive == Primitive::kMatrixProduct;
  if (linear && parts.given_of(target.a) && parts.given_of(target.b)) {
    return torch_arithmetic::linear(*parts.given_of(target.a), *parts.given_of(target.b), {});
  }
  auto values = Tensor::unfilled(target.shape);
  if (!values) return values;
  const std::span<float> all = values->values();
  base::parallel_for(values->size(), kGrain, 0, [&](std::int64_t first, std::int64_t last) {
    write_values(parts, step, first, all.subspan(place_of(first), place_of(last - first)));
  });
  return values;
}

}  // namespace normscope::trace
