// SPDX-License-Identifier: MIT
#include "core/precision/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/text/translate.hpp"
#include "core/trace/pieces.hpp"
#include "core/trace/places.hpp"
#include "core/trace/statistics.hpp"

namespace normscope::precision {

using formats::SumOrder;
using tensor::Tensor;
using trace::Kind;
using trace::Primitive;
using trace::Program;
using trace::Step;
using trace::TensorRef;

namespace {

// Elements, and groups, that a thread takes at a time.
constexpr std::int64_t kGrain = std::int64_t{1} << 14;
constexpr std::int64_t kGroups = 16;

std::size_t as_size(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

bool is_product_of_elements(Primitive primitive) {
  return primitive == Primitive::kMultiply || primitive == Primitive::kSquare;
}

// Where the values of type T of a step lie.
template <class T>
std::span<const T> kept(const Values& values, int step);
template <>
std::span<const float> kept(const Values& values, int step) {
  const TensorRef& tensor = values.floats()[as_size(step)];
  return tensor ? tensor->values() : std::span<const float>{};
}
template <>
std::span<const double> kept(const Values& values, int step) {
  return values.doubles()[as_size(step)];
}

// What Pieces reads: every step but the one that is computed.
template <class T>
class Earlier {
 public:
  Earlier(const Values& values, int target) : values_(values), target_(target) {}
  bool knows(int step) const { return step != target_; }
  std::span<const T> read(int step, std::int64_t first, std::span<T> room) const {
    return kept<T>(values_, step).subspan(as_size(first), room.size());
  }

 private:
  const Values& values_;
  int target_;
};

template <class T>
class Run {
 public:
  Run(Program program, std::span<const TensorRef> leaves, const Plan& plan)
      : program_(std::move(program)), leaves_(leaves), plan_(plan), values_(leaves.size()) {
    if (!plan.constants) return;
    for (Step& step : program_.steps) {
      if (trace::row_of(step.primitive).kind == Kind::kStatistic) continue;
      step.c = formats::rounded_to(step.c, formats::format_of(*plan.constants), plan.rounding);
    }
  }

  Expected<Values> all(Keep keep) && {
    std::vector<int> last_use(program_.steps.size(), -1);
    for (int at = 0; at < program_.size(); ++at) {
      for (const int from : {program_.step(at).a, program_.step(at).b}) {
        if (from >= 0) last_use[as_size(from)] = at;
      }
    }
    for (int at = 0; at < program_.size(); ++at) {
      if (auto done = compute(at); !done) return tl::unexpected(done.error());
      if (keep == Keep::kAllSteps || plan_.fused) continue;
      for (int from = 0; from < at; ++from) {
        if (last_use[as_size(from)] > at) continue;
        values_.floats()[as_size(from)].reset();
        values_.doubles()[as_size(from)] = {};
      }
    }
    return std::move(values_);
  }

 private:
  std::int64_t size_of(int at) const { return tensor::product(program_.step(at).shape); }

  const formats::Format& format_of(int at) const { return plan_.format_of(program_, at); }

  Expected<void> compute(int at) {
    const Step& step = program_.step(at);
    if (step.primitive == Primitive::kGiven) return store(at);
    const auto& row = trace::row_of(step.primitive);
    if (row.kind == Kind::kStatistic && by_torch()) return reduce_as_torch(at);
    auto room = make_room(at);
    if (!room) return tl::unexpected(room.error());
    const std::span<T> places = *room;
    switch (row.kind) {
      case Kind::kStatistic:
        reduce(at, places);
        break;
      case Kind::kProduct:
        multiply(at, places);
        break;
      case Kind::kLeaf:
      case Kind::kElement:
        fill(at, places);
        return {};
    }
    round(at, 0, places);
    return {};
  }

  // Memory for the values of a step.
  Expected<std::span<T>> make_room(int at) {
    const Step& step = program_.step(at);
    if constexpr (std::is_same_v<T, float>) {
      auto tensor = Tensor::unfilled(step.shape);
      if (!tensor) return tl::unexpected(tensor.error());
      auto shared = std::make_shared<Tensor>(*std::move(tensor));
      const std::span<float> places = shared->values();
      values_.floats()[as_size(at)] = std::move(shared);
      return places;
    } else {
      auto& place = values_.doubles()[as_size(at)];
      const auto bytes = static_cast<std::uint64_t>(size_of(at)) * sizeof(double);
      if (auto fits = base::check_memory(bytes, text::tr_later("a step in double")); !fits) {
        return tl::unexpected(fits.error());
      }
      place.resize(as_size(size_of(at)));
      return std::span<double>(place);
    }
  }

  void round(int at, std::int64_t first, std::span<T> places) const {
    formats::round_all(places, format_of(at), plan_.rounding, static_cast<std::uint64_t>(at),
                       static_cast<std::uint64_t>(first));
  }

  // A leaf, as it is stored.
  Expected<void> store(int at) {
    const TensorRef& leaf = leaves_[as_size(at)];
    if constexpr (std::is_same_v<T, float>) {
      if (!formats::Rounder<float>(format_of(at), plan_.rounding).changes()) {
        values_.floats()[as_size(at)] = leaf;
        return {};
      }
    }
    auto room = make_room(at);
    if (!room) return tl::unexpected(room.error());
    each_piece(
        room->size(),
        [&](std::int64_t first, std::span<T> places) {
          std::ranges::copy(leaf->values().subspan(as_size(first), places.size()), places.begin());
          round(at, first, places);
        },
        *room);
    return {};
  }

  template <class Body>
  static void each_piece(std::size_t size, const Body& body, std::span<T> places) {
    base::parallel_for(static_cast<std::int64_t>(size), kGrain, 0,
                       [&](std::int64_t first, std::int64_t last) {
                         body(first, places.subspan(as_size(first), as_size(last - first)));
                       });
  }

  // Elements.
  void fill(int at, std::span<T> places) const {
    const int product = plan_.fused ? fused_operand(at) : -1;
    each_piece(
        places.size(),
        [&](std::int64_t first, std::span<T> part) {
          if (product >= 0) {
            fuse(at, product, first, part);
            return round(at, first, part);
          }
          Earlier<T> source(values_, at);
          trace::Pieces<T, Earlier<T>> pieces(
              program_, source, at,
              std::min(trace::kPiece, static_cast<std::int64_t>(part.size())));
          for (std::int64_t done = 0; done < static_cast<std::int64_t>(part.size());) {
            const auto count =
                std::min(trace::kPiece, static_cast<std::int64_t>(part.size()) - done);
            const auto piece = part.subspan(as_size(done), as_size(count));
            (void)pieces.run(first + done, piece);
            round(at, first + done, piece);
            done += count;
          }
        },
        places);
  }

  // The operand of an addition that is a product, or -1: the first, if both are.
  int fused_operand(int at) const {
    const Step& step = program_.step(at);
    if (step.primitive != Primitive::kAdd && step.primitive != Primitive::kSubtract) return -1;
    for (const int from : {step.a, step.b}) {
      if (is_product_of_elements(program_.step(from).primitive)) return from;
    }
    return -1;
  }

  // The product's factors times each other, plus or minus the other operand, rounded once.
  void fuse(int at, int product, std::int64_t first, std::span<T> places) const {
    const Step& step = program_.step(at);
    const Step& factors = program_.step(product);
    const bool leads = step.a == product;
    const int other = leads ? step.b : step.a;
    const bool subtracts = step.primitive == Primitive::kSubtract;
    const int by = factors.primitive == Primitive::kSquare ? factors.a : factors.b;
    for (T& place : places) {
      const std::int64_t in_product = trace::operand_position(program_, at, product, first);
      const T a = operand(product, factors.a, in_product);
      const T b = operand(product, by, in_product);
      const T c = operand(at, other, first++);
      place = std::fma(subtracts && !leads ? -a : a, b, subtracts && leads ? -c : c);
    }
  }

  T operand(int at, int from, std::int64_t position) const {
    const auto all = kept<T>(values_, from);
    if (all.size() == 1) return all.front();
    return all[as_size(trace::operand_position(program_, at, from, position))];
  }

  bool by_torch() const { return plan_.order == SumOrder::kTorch; }

  // In float32, with the bits of PyTorch.
  Expected<void> reduce_as_torch(int at) {
    const Step& step = program_.step(at);
    trace::TraceParts parts{program_, std::vector<TensorRef>(program_.steps.size())};
    auto operand = values_.tensor(program_, step.a);
    if (!operand) return tl::unexpected(operand.error());
    parts.given[as_size(step.a)] = *operand;
    auto reduced = trace::compute_statistic(parts, at);
    if (!reduced) return tl::unexpected(reduced.error());
    if constexpr (std::is_same_v<T, float>) {
      round(at, 0, reduced->values());
      values_.floats()[as_size(at)] = std::make_shared<const Tensor>(*std::move(reduced));
    } else {
      auto room = make_room(at);
      if (!room) return tl::unexpected(room.error());
      std::ranges::copy(reduced->values(), room->begin());
      round(at, 0, *room);
    }
    return {};
  }

  // The factors of a sum of products that are added without a rounding; empty: it has none.
  std::pair<int, int> fused_factors(const Step& step) const {
    if (!plan_.fused || step.primitive != Primitive::kSumOver) return {-1, -1};
    const Step& product = program_.step(step.a);
    if (!is_product_of_elements(product.primitive)) return {-1, -1};
    const int by = product.primitive == Primitive::kSquare ? product.a : product.b;
    const bool same =
        program_.step(product.a).shape == product.shape && program_.step(by).shape == product.shape;
    return same ? std::pair(product.a, by) : std::pair(-1, -1);
  }

  void reduce(int at, std::span<T> places) const {
    const Step& step = program_.step(at);
    const std::pair<int, int> fused = fused_factors(step);
    const bool fuses = fused.first >= 0;
    const std::span<const T> values = kept<T>(values_, fuses ? fused.first : step.a);
    const std::span<const T> factors =
        fuses ? kept<T>(values_, fused.second) : std::span<const T>{};
    const tensor::GroupLayout& over = step.over;
    const auto size = as_size(over.size);
    const auto body = [&](std::int64_t first, std::int64_t last) {
      const auto count = as_size(last - first);
      std::vector<T> gathered;
      std::vector<T> gathered_factors;
      const auto rows = [&](std::span<const T> from, std::vector<T>& room) {
        if (over.contiguous()) return from.subspan(as_size(over.base(first)), count * size);
        room.resize(count * size);
        for (std::int64_t group = first; group < last; ++group) {
          for (std::int64_t k = 0; k < over.size; ++k) {
            room[as_size(group - first) * size + as_size(k)] =
                from[as_size(over.base(group) + over.offset(k))];
          }
        }
        return std::span<const T>(room);
      };
      formats::Rows<T> some{.values = size == 0 ? values.first(0) : rows(values, gathered),
                            .size = over.size};
      if (fuses && size != 0) some.factors = rows(factors, gathered_factors);
      auto how = plan_.summation(at);
      how.at = static_cast<std::uint64_t>(first) << 32U;
      reduce_rows(step, some, how, places.subspan(as_size(first), count));
    };
    const std::int64_t grain =
        std::max(kGroups, kGrain / std::max<std::int64_t>(over.size, 1) / kGroups * kGroups);
    base::parallel_for(over.count, grain, 0, body);
  }

  static void reduce_rows(const Step& step, const formats::Rows<T>& rows,
                          const formats::Summation& how, std::span<T> places) {
    const auto& row = trace::row_of(step.primitive);
    if constexpr (std::is_same_v<T, float>) {
      if (row.summed != nullptr) return row.summed(rows, step.c, how, places);
    } else {
      if (row.double_summed != nullptr) return row.double_summed(rows, step.c, how, places);
    }
    const auto size = as_size(rows.size);
    for (std::size_t group = 0; group < places.size(); ++group) {
      const auto values = rows.values.subspan(group * size, size);
      if constexpr (std::is_same_v<T, float>) {
        places[group] = row.row_statistic(values, step.c);
      } else {
        places[group] = row.double_statistic(values, step.c);
      }
    }
  }

  // Products of rows: exact products into the accumulator, as matrix units have them.
  void multiply(int at, std::span<T> places) const {
    const Step& step = program_.step(at);
    const auto a = kept<T>(values_, step.a);
    const auto b = kept<T>(values_, step.b);
    const std::int64_t length = trace::product_length(program_, at);
    auto how = plan_.summation(at);
    if (by_torch()) how.order = SumOrder::kSequential;
    const bool fused = how.order == SumOrder::kSequential;
    base::parallel_for(static_cast<std::int64_t>(places.size()), kGroups, 0,
                       [&](std::int64_t first, std::int64_t last) {
                         const auto count = as_size((last - first) * length);
                         std::vector<T> values(count);
                         std::vector<T> factors(count);
                         for (std::size_t i = 0; i < count; ++i) {
                           const auto k = static_cast<std::int64_t>(i);
                           const trace::Factors from =
                               trace::factors_of(program_, at, first + k / length, k % length);
                           values[i] = a[as_size(from.a)];
                           factors[i] = b[as_size(from.b)];
                           if (!fused) values[i] *= factors[i];
                         }
                         how.at = static_cast<std::uint64_t>(first) << 32U;
                         formats::sum_rows(
                             formats::Rows<T>{.values = values,
                                              .factors = fused ? std::span<const T>(factors)
                                                               : std::span<const T>{},
                                              .size = length},
                             how, places.subspan(as_size(first), as_size(last - first)));
                       });
  }

  Program program_;
  std::span<const TensorRef> leaves_;
  const Plan& plan_;
  Values values_;
};

}  // namespace

double Values::value(int step, std::int64_t at) const {
  const TensorRef& tensor = floats_[as_size(step)];
  return tensor ? static_cast<double>(tensor->values()[as_size(at)])
                : doubles_[as_size(step)][as_size(at)];
}

std::int64_t Values::size(int step) const {
  const TensorRef& tensor = floats_[as_size(step)];
  return tensor ? tensor->size() : static_cast<std::int64_t>(doubles_[as_size(step)].size());
}

std::vector<double> Values::all(int step) const {
  const TensorRef& tensor = floats_[as_size(step)];
  if (tensor) return {tensor->values().begin(), tensor->values().end()};
  return {doubles_[as_size(step)].begin(), doubles_[as_size(step)].end()};
}

Expected<TensorRef> Values::tensor(const Program& program, int step) const {
  if (const TensorRef& kept_tensor = floats_[as_size(step)]) return kept_tensor;
  auto tensor = Tensor::unfilled(program.step(step).shape);
  if (!tensor) return tl::unexpected(tensor.error());
  std::ranges::transform(doubles_[as_size(step)], tensor->values().begin(),
                         [](double value) { return static_cast<float>(value); });
  return std::make_shared<const Tensor>(*std::move(tensor));
}

Expected<Values> evaluate(const Program& program, std::span<const TensorRef> leaves,
                          const Plan& plan, Keep keep) {
  std::vector<TensorRef> all(leaves.begin(), leaves.end());
  all.resize(program.steps.size());
  std::uint64_t numbers = 0;
  for (const Step& step : program.steps) {
    numbers += static_cast<std::uint64_t>(tensor::product(step.shape));
  }
  const std::uint64_t bytes = numbers * (plan.needs_doubles() ? sizeof(double) : sizeof(float));
  if (auto fits = base::check_memory(bytes, text::tr_later("the steps of a precision plan"));
      !fits) {
    return tl::unexpected(fits.error());
  }
  return base::within_memory(text::tr_later("the steps of a precision plan"),
                             [&]() -> Expected<Values> {
                               if (plan.needs_doubles())
                                 return Run<double>(program, all, plan).all(keep);
                               return Run<float>(program, all, plan).all(keep);
                             });
}

std::vector<TensorRef> leaves_of(const trace::Trace& trace) {
  std::vector<TensorRef> leaves(trace.steps().size());
  for (std::size_t at = 0; at < leaves.size(); ++at) {
    const Step& step = trace.steps()[at];
    if (step.primitive == Primitive::kGiven) leaves[at] = trace.parts().given[at];
  }
  return leaves;
}

Expected<trace::Trace> trace_of(const Program& program, const Values& values) {
  trace::TraceParts parts{program, std::vector<TensorRef>(program.steps.size())};
  for (int at = 0; at < program.size(); ++at) {
    auto step = values.tensor(program, at);
    if (!step) return tl::unexpected(step.error());
    parts.given[as_size(at)] = *std::move(step);
  }
  return trace::Trace(std::move(parts));
}

Expected<trace::Trace> trace_under(const trace::Trace& trace, const Plan& plan) {
  auto values = evaluate(trace.program(), leaves_of(trace), plan);
  if (!values) return tl::unexpected(values.error());
  return trace_of(trace.program(), *values);
}

}  // namespace normscope::precision
