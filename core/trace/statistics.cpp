// SPDX-License-Identifier: MIT
#include "core/trace/statistics.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/text/translate.hpp"
#include "core/trace/values.hpp"

namespace normscope::trace {

using tensor::Shape;
using tensor::Tensor;

namespace {

std::size_t index_of(std::int64_t step) {
  return static_cast<std::size_t>(step);
}

// A layout as an array of at most three dimensions, and the dimensions that a group extends over:
// the shape in which PyTorch reduces the array after merging adjacent dimensions.
struct Reduction {
  Shape shape;
  std::vector<std::size_t> dimensions;
};

Reduction reduction_of(const tensor::GroupLayout& groups) {
  if (groups.contiguous()) return {{groups.count, groups.size}, {1}};
  if (groups.run < groups.size) {
    return {{groups.size / groups.run, groups.count, groups.run}, {0, 2}};
  }
  return {{groups.count / groups.inner_groups, groups.size, groups.inner_groups}, {1}};
}

// The values of a statistic, one for each group of the view.
Tensor reduced(const Step& step, const torch_arithmetic::View& values,
               torch_arithmetic::Dimensions dimensions) {
  return row_of(step.primitive).statistic(values, dimensions, step.c, step.over.size);
}

torch_arithmetic::View view_of(std::span<const float> values, const Shape& shape) {
  return {values, shape, torch_arithmetic::contiguous_strides(shape)};
}

// Elements of whole rows that are computed and reduced at a time: they stay in the processor's
// cache, and a step of a hundred million elements needs no memory of its own. Of longer rows two.
constexpr std::int64_t kBlock = std::int64_t{1} << 15;

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

// Reduces the contiguous rows from `first` on: PyTorch reduces each of several contiguous rows
// separately, however many there are. A single row has another variance, so that its neighbour is
// reduced with it.
void reduce_block(const TraceParts& parts, int step, std::int64_t first, std::span<float> places,
                  int threads) {
  const Step& target = parts.program.step(step);
  const auto& groups = target.over;
  const auto wanted = static_cast<std::int64_t>(places.size());
  const std::int64_t rows = std::max<std::int64_t>(wanted, 2);
  const std::int64_t begin = std::min(first, groups.count - rows);
  const std::int64_t count = rows * groups.size;
  std::vector<float> gathered;
  std::span<const float> values;
  if (const TensorRef& given = parts.given_of(target.a)) {
    values = given->values().subspan(index_of(begin * groups.size), index_of(count));
  } else {
    gathered.resize(index_of(count));
    values = gathered;
    const auto gather = [&](std::int64_t at, std::int64_t end) {
      write_values(parts, target.a, begin * groups.size + at,
                   std::span(gathered).subspan(index_of(at), index_of(end - at)));
    };
    base::parallel_for(count, kBlock, threads, gather);
  }
  const Tensor statistics = reduced(target, view_of(values, {rows, groups.size}), kColumns);
  std::ranges::copy(statistics.values().last(places.size()), places.begin());
}

// Reduces the block of alternating groups from `first` on, from a copy of its elements.
void reduce_lines(const TraceParts& parts, int step, std::int64_t first, std::span<float> places,
                  int threads) {
  const Step& target = parts.program.step(step);
  const auto& groups = target.over;
  const Lines lines = lines_of(groups);
  const auto wanted = static_cast<std::int64_t>(places.size());
  const std::int64_t length = wanted * lines.width;
  std::vector<float> gathered(index_of(lines.count * length));
  const auto gather = [&](std::int64_t begin, std::int64_t end) {
    StepReader reader(parts, target.a, length);
    for (std::int64_t line = begin; line < end; ++line) {
      reader.write(groups.base(first) + line * lines.stride,
                   std::span(gathered).subspan(index_of(line * length), index_of(length)));
    }
  };
  base::parallel_for(lines.count, std::max<std::int64_t>(1, kBlock / length), threads, gather);
  Shape shape = {lines.count, wanted};
  std::vector<std::size_t> dimensions = {0};
  if (lines.width > 1) {
    shape.push_back(lines.width);
    dimensions.push_back(2);
  }
  const Tensor statistics = reduced(target, view_of(gathered, shape), dimensions);
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
Expected<Tensor> reduce_rows(const TraceParts& parts, int step) {
  const Step& target = parts.program.step(step);
  const auto& groups = target.over;
  auto statistics = Tensor::full({groups.count}, 0.0F);
  if (!statistics) return statistics;
  const std::span<float> places = statistics->values();
  const auto reduce_all = [&]() -> Expected<void> {
    base::parallel_for(
        groups.count, block_rows(groups), 0, [&](std::int64_t first, std::int64_t last) {
          reduce_block(parts, step, first, places.subspan(index_of(first), index_of(last - first)),
                       takes_long(groups) ? 0 : 1);
        });
    return {};
  };
  if (const auto done = base::within_memory(text::tr_later("a row's statistics"), reduce_all);
      !done) {
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

Expected<Tensor> compute_statistic(const TraceParts& parts, int step) {
  const Step& target = parts.program.step(step);
  const auto shaped = [&target](Tensor values) -> Expected<Tensor> {
    // Groups are numbered in the row-major order of the reduced shape.
    return std::move(values).reshaped(target.shape);
  };
  if (has_blocks(target.over)) {
    auto statistics = reduce_rows(parts, step);
    if (!statistics) return statistics;
    return shaped(*std::move(statistics));
  }
  TensorRef values = parts.given_of(target.a);
  if (values == nullptr) {
    auto computed = values_of(parts, target.a);
    if (!computed) return computed;
    values = std::make_shared<const Tensor>(*std::move(computed));
  }
  const Reduction reduction = reduction_of(target.over);
  return shaped(reduced(target, view_of(values->values(), reduction.shape), reduction.dimensions));
}

std::shared_ptr<const LateStatistic> late_statistic(const TraceParts& parts, int step) {
  const auto compute = [step](const TraceParts& of, std::int64_t first, std::span<float> places,
                              int threads) {
    const bool rows = of.program.step(step).over.contiguous();
    (rows ? reduce_block : reduce_lines)(of, step, first, places, threads);
  };
  return std::make_shared<const LateStatistic>(blocks_of(parts.program.step(step).over), compute);
}

Expected<void> make_all(const TraceParts& parts, int step) {
  const LateStatistic& late = *parts.late_of(step);
  return base::within_memory(text::tr_later("a group's statistics"), [&]() -> Expected<void> {
    base::parallel_for(late.blocks().count(), 1, 0, [&](std::int64_t first, std::int64_t last) {
      for (; first < last; ++first) late.make_alone(parts, first);
    });
    return {};
  });
}

}  // namespace normscope::trace
