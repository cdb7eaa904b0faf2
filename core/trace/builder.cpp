// SPDX-License-Identifier: MIT
#include "core/trace/builder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/trace/values.hpp"

namespace normscope::trace {

using base::Expected;
using tensor::Shape;
using tensor::Tensor;

namespace {

// A layout as an array of at most three dimensions, and the dimensions that a group extends over:
// the shape in which PyTorch reduces the array after merging adjacent dimensions.
struct Reduction {
  Shape shape;
  std::vector<std::size_t> dimensions;
};

std::size_t index_of(std::int64_t step) {
  return static_cast<std::size_t>(step);
}

Reduction reduction_of(const tensor::GroupLayout& groups) {
  if (groups.contiguous()) return {{groups.count, groups.size}, {1}};
  if (groups.run < groups.size) {
    return {{groups.size / groups.run, groups.count, groups.run}, {0, 2}};
  }
  return {{groups.count / groups.inner_groups, groups.size, groups.inner_groups}, {1}};
}

torch_arithmetic::View view_of(std::span<const float> values, const Shape& shape) {
  return {values, shape, torch_arithmetic::contiguous_strides(shape)};
}

// Elements of whole rows that are computed and reduced at a time: they stay in the processor's
// cache, and a step of a hundred million elements needs no memory of its own. Of longer rows two.
constexpr std::int64_t kBlock = std::int64_t{1} << 15;
constexpr std::int64_t kMostGathered = 2 * kBlock;

// The longest row whose statistics are computed when they are asked for, within a millisecond: an
// edit asks for those of some places anew.
constexpr std::int64_t kLongestLate = std::int64_t{1} << 17;

constexpr std::array<std::size_t, 1> kColumns = {1};

// Groups that alternate in memory, such as columns or the channels of a batch of images: each line
// has `width` elements of every group.
struct Lines {
  std::int64_t count = 0;
  std::int64_t stride = 0;  // from one to the next
  std::int64_t width = 1;
};

Lines lines_of(const tensor::GroupLayout& groups) {
  if (groups.run < groups.size) {
    return {groups.size / groups.run, groups.run_stride, groups.run};
  }
  return {groups.size, groups.element_stride, 1};
}

// The same of a block of such groups, and the fewest elements that are worth a block.
constexpr std::int64_t kLargestLate = std::int64_t{1} << 20;
constexpr std::int64_t kSmallestLate = std::int64_t{1} << 12;

// PyTorch adds neighbouring columns four vectors of eight at a time, then a vector, then one by
// one, each in another order: a block begins where four vectors do and has at least one. Of other
// groups a block has two, because PyTorch reduces a single one in another order.
constexpr std::int64_t kColumnsAtOnce = 32;
constexpr std::int64_t kLeastColumns = 8;
constexpr std::int64_t kLeastGroups = 2;

// Reduces the contiguous rows from `first` on, of at most kMostGathered elements: PyTorch reduces
// each of several contiguous rows separately, however many there are. A single row has another
// variance, so that its neighbour is reduced with it.
void reduce_block(const TraceParts& parts, int from, const Builder::Reduce& reduce,
                  std::int64_t first, std::span<float> places) {
  const auto& groups = parts.groups;
  const auto wanted = static_cast<std::int64_t>(places.size());
  const std::int64_t rows = std::max<std::int64_t>(wanted, 2);
  const std::int64_t begin = std::min(first, groups.count - rows);
  const auto reduce_values = [&](std::span<const float> values) {
    const Tensor reduced = reduce(view_of(values, {rows, groups.size}), kColumns);
    std::ranges::copy(std::as_const(reduced).values().last(places.size()), places.begin());
  };
  const std::int64_t count = rows * groups.size;
  if (const TensorRef& given = parts.given[index_of(from)]) {
    reduce_values(
        std::as_const(*given).values().subspan(index_of(begin * groups.size), index_of(count)));
  } else if (count <= kMostGathered) {
    // write_values sets every number that is read.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    std::array<float, kMostGathered> gathered;
    const auto values = std::span(gathered).first(index_of(count));
    write_values(parts, from, begin * groups.size, values);
    reduce_values(values);
  } else {
    std::vector<float> gathered(index_of(count));
    base::parallel_for(count, kBlock, 0, [&](std::int64_t at, std::int64_t end) {
      write_values(parts, from, begin * groups.size + at,
                   std::span(gathered).subspan(index_of(at), index_of(end - at)));
    });
    reduce_values(gathered);
  }
}

// Reduces the block of alternating groups from `first` on, from a copy of its elements.
void reduce_lines(const TraceParts& parts, int from, const Builder::Reduce& reduce,
                  std::int64_t first, std::span<float> places) {
  const auto& groups = parts.groups;
  const Lines lines = lines_of(groups);
  const auto wanted = static_cast<std::int64_t>(places.size());
  const std::int64_t length = wanted * lines.width;
  std::vector<float> gathered(index_of(lines.count * length));
  const auto gather = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t line = begin; line < end; ++line) {
      write_values(parts, from, groups.base(first) + line * lines.stride,
                   std::span(gathered).subspan(index_of(line * length), index_of(length)));
    }
  };
  base::parallel_for(lines.count, std::max<std::int64_t>(1, kBlock / length), 0, gather);
  Shape shape = {lines.count, wanted};
  std::vector<std::size_t> reduced = {0};
  if (lines.width > 1) {
    shape.push_back(lines.width);
    reduced.push_back(2);
  }
  const Tensor statistics = reduce(view_of(gathered, shape), reduced);
  std::ranges::copy(statistics.values(), places.begin());
}

std::int64_t block_rows(const tensor::GroupLayout& groups) {
  return groups.size == 0 ? groups.count : std::max(kLeastGroups, kBlock / groups.size);
}

GroupBlocks blocks_of(const tensor::GroupLayout& groups) {
  if (groups.contiguous()) {
    return {groups.count, groups.count, block_rows(groups), kLeastGroups};
  }
  const bool columns = lines_of(groups).width == 1;
  const std::int64_t at_once = columns ? kColumnsAtOnce : kLeastGroups;
  return {groups.count, groups.inner_groups,
          std::max<std::int64_t>(1, kBlock / groups.size / at_once) * at_once,
          columns ? kLeastColumns : kLeastGroups};
}

// Elements of a block of alternating groups.
std::int64_t block_elements(const tensor::GroupLayout& groups) {
  return groups.size * std::min(groups.inner_groups, blocks_of(groups).size);
}

bool has_blocks(const tensor::GroupLayout& groups) {
  return groups.contiguous() && groups.count > 1;
}

// Reduces contiguous rows in blocks.
Expected<Tensor> reduce_rows(const TraceParts& parts, int from, const Builder::Reduce& reduce) {
  const auto& groups = parts.groups;
  auto statistics = Tensor::full({groups.count}, 0.0F);
  if (!statistics) return statistics;
  const std::span<float> places = statistics->values();
  const auto reduce_all = [&]() -> Expected<void> {
    base::parallel_for(groups.count, block_rows(groups), 0,
                       [&](std::int64_t first, std::int64_t last) {
                         reduce_block(parts, from, reduce, first,
                                      places.subspan(index_of(first), index_of(last - first)));
                       });
    return {};
  };
  if (const auto done = base::within_memory("a row's statistics", reduce_all); !done) {
    return tl::unexpected(done.error());
  }
  return statistics;
}

}  // namespace

bool is_late(const tensor::GroupLayout& groups, std::int64_t elements) {
  if (groups.count < kLeastGroups || elements <= base::kWholeStepElements) return false;
  return groups.contiguous() || block_elements(groups) >= kSmallestLate;
}

bool takes_long(const tensor::GroupLayout& groups) {
  return groups.contiguous() ? groups.size > kLongestLate : block_elements(groups) > kLargestLate;
}

Builder::Builder(const TensorRef& x, tensor::GroupLayout groups) {
  parts_.groups = std::move(groups);
  parts_.steps.push_back({"input", "x", "x", x->shape()});
  parts_.given.push_back(x);
}

int Builder::add_shaped(StepLabel label, Shape shape, Primitive primitive, int a) {
  parts_.steps.push_back({std::move(label.name), std::move(label.symbol), std::move(label.formula),
                          std::move(shape), primitive, a});
  parts_.given.emplace_back();
  return static_cast<int>(parts_.steps.size()) - 1;
}

int Builder::add(StepLabel label, Primitive primitive, int a, int b, double c) {
  const int step = add_shaped(std::move(label), parts_.steps[index_of(a)].shape, primitive, a);
  parts_.steps.back().b = b;
  parts_.steps.back().c = c;
  const auto statistic = [&](int operand) {
    return operand != kInput && parts_.given[index_of(operand)] != nullptr;
  };
  if (statistic(a) && (b < 0 || statistic(b))) {
    auto values = values_of(parts_, step);
    if (values) parts_.given.back() = std::make_shared<const Tensor>(*std::move(values));
  }
  return step;
}

int Builder::add_statistic(StepLabel label, const Statistic& statistic, Tensor values) {
  const Shape& shape = parts_.groups.reduced_shape;
  parts_.steps.push_back({std::move(label.name), std::move(label.symbol), std::move(label.formula),
                          shape, statistic.primitive, statistic.a});
  parts_.steps.back().c = statistic.c;
  // Groups are numbered in the row-major order of the reduced shape.
  auto shaped = std::move(values).reshaped(shape);
  parts_.given.push_back(std::make_shared<const Tensor>(*std::move(shaped)));
  return static_cast<int>(parts_.steps.size()) - 1;
}

bool Builder::is_late() const {
  return trace::is_late(parts_.groups, parts_.given.front()->size());
}

Expected<int> Builder::add_late(StepLabel label, const Statistic& statistic,
                                LateStatistic::Compute compute) {
  const auto& groups = parts_.groups;
  const int step =
      add_shaped(std::move(label), groups.reduced_shape, statistic.primitive, statistic.a);
  parts_.steps.back().c = statistic.c;
  parts_.late.resize(parts_.steps.size());
  parts_.late.back() = std::make_shared<const LateStatistic>(blocks_of(groups), std::move(compute));
  if (!takes_long(groups)) return step;
  const auto compute_all = [&]() -> Expected<void> {
    const LateStatistic& late = *parts_.late.back();
    base::parallel_for(late.blocks().count(), 1, 0, [&](std::int64_t first, std::int64_t last) {
      for (; first < last; ++first) (void)late.value(parts_, late.blocks().first(first));
    });
    return {};
  };
  if (const auto done = base::within_memory("a group's statistics", compute_all); !done) {
    return tl::unexpected(done.error());
  }
  return step;
}

Expected<int> Builder::reduce(StepLabel label, const Statistic& statistic, const Reduce& reduce) {
  const int from = statistic.a;
  const auto& groups = parts_.groups;
  if (is_late()) {
    return add_late(
        std::move(label), statistic,
        [from, reduce](const TraceParts& parts, std::int64_t first, std::span<float> places) {
          const bool rows = parts.groups.contiguous();
          (rows ? reduce_block : reduce_lines)(parts, from, reduce, first, places);
        });
  }
  if (has_blocks(groups)) {
    auto statistics = reduce_rows(parts_, from, reduce);
    if (!statistics) return tl::unexpected(statistics.error());
    return add_statistic(std::move(label), statistic, *std::move(statistics));
  }
  TensorRef values = parts_.given[index_of(from)];
  if (values == nullptr) {
    auto computed = values_of(parts_, from);
    if (!computed) return tl::unexpected(computed.error());
    values = std::make_shared<const Tensor>(*std::move(computed));
  }
  const Reduction reduction = reduction_of(groups);
  return add_statistic(std::move(label), statistic,
                       reduce(view_of(values->values(), reduction.shape), reduction.dimensions));
}

}  // namespace normscope::trace
