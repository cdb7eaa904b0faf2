// SPDX-License-Identifier: MIT
#include "core/compute/cpu_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/program_run.hpp"
#include "core/compute/progress.hpp"
#include "core/kernels/norm_group.hpp"
#include "core/kernels/norm_rows.hpp"
#include "core/kernels/norm_vectors.hpp"
#include "core/kernels/softmax_row.hpp"
#include "core/kernels/softmax_rows.hpp"
#include "core/kernels/strip.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {
namespace {

using kernels::kBlock;
using kernels::kLanes;

// A row so long that threads share it when there are too few rows for all of them.
constexpr std::int64_t kLongRow = std::int64_t{1} << 17;

// The most tiles of a strip: as wide as can be, up to a page of memory, while the scratch memory
// takes half a MiB, which stays in a second-level cache. Measured for the softmax of the columns of
// 1024x768, in GB/s: 128 KiB 7.3, 512 KiB 7.6, 2 MiB 6.5.
constexpr std::int64_t kStripTiles = 64;
constexpr std::int64_t kStripElements = std::int64_t{1} << 13;

// Shorter runs of a group are gathered and scattered. Measured in GB/s, gathered and in place:
// [32, 64, 49] 15.6 and 12.5, [32, 64, 196] 16 and 21, [32, 64, 3136] 7.2 and 9.4.
constexpr std::int64_t kLeastRun = 128;

// One run of a plan over its buffers.
template <class AnyPlan>
struct Job {
  const AnyPlan& plan;
  const Buffers& buffers;
  const Control& control;
  Progress progress;

  std::size_t size() const { return static_cast<std::size_t>(plan.groups.size); }
  std::span<const float> x(std::size_t at, std::size_t count) const {
    return buffers.x.subspan(at, count);
  }
  std::span<float> y(std::size_t at, std::size_t count) const {
    return buffers.y.subspan(at, count);
  }
  bool past_caches() const { return 2 * buffers.x.size_bytes() >= kPastCachesBytes; }
  void note(std::int64_t group, const GroupStatistics& statistics) const {
    buffers.first[static_cast<std::size_t>(group)] = static_cast<float>(statistics.first);
    buffers.second[static_cast<std::size_t>(group)] = static_cast<float>(statistics.second);
  }
};
using NormJob = Job<ops::NormPlan>;
using SoftmaxJob = Job<ops::SoftmaxPlan>;

// gamma and beta of the elements of a group from `element` on.
kernels::RowAffine affine_of(const NormJob& job, std::int64_t group, std::int64_t element) {
  const ops::AffineLayout& affine = job.plan.affine;
  return {job.buffers.gamma, job.buffers.beta, affine.index(group, element), affine.run,
          element % affine.run};
}

kernels::GroupScale running_scale(const ops::NormPlan& plan, std::int64_t channel) {
  const double mean = plan.running.mean_of(channel);
  const double root = ops::denominator(plan.running.variance_of(channel), plan.options);
  return {mean, plan.options.centred() ? mean : 0, 1 / root};
}

GroupStatistics run_group(const NormJob& job, std::int64_t group, std::span<const float> x,
                          std::span<float> y) {
  const ops::NormOptions& options = job.plan.options;
  const auto scale = options.running
                         ? running_scale(job.plan, group)
                         : kernels::scale_of(kernels::group_moments(x, options), x.size(), options);
  kernels::write_group(x, scale, options, affine_of(job, group, 0), y, job.past_caches());
  return {scale.mean, scale.rstd};
}

GroupStatistics run_group(const SoftmaxJob& job, std::int64_t, std::span<const float> x,
                          std::span<float> y) {
  const auto row = kernels::softmax_row(x, job.plan.options, y);
  return {row.subtracted, row.sum};
}

// The elements of some contiguous groups, one after the other.
struct Rows {
  std::size_t at;
  std::size_t count;
};
template <class AnyPlan>
Rows rows_of(const Job<AnyPlan>& job, std::int64_t begin, std::int64_t end) {
  // An empty group has no valid base offset.
  const std::int64_t base = job.size() == 0 ? 0 : job.plan.groups.base(begin);
  return {static_cast<std::size_t>(base), static_cast<std::size_t>(end - begin) * job.size()};
}

void run_piece(const NormJob& job, std::int64_t begin, std::int64_t end) {
  const Rows rows = rows_of(job, begin, end);
  const auto first = static_cast<std::size_t>(begin);
  const auto count = static_cast<std::size_t>(end - begin);
  if (kernels::uses_vectors(job.plan.options)) {
    const Buffers& b = job.buffers;
    kernels::norm_rows({job.plan, b.gamma, b.beta, begin, job.x(rows.at, rows.count),
                        job.y(rows.at, rows.count), b.first.subspan(first, count),
                        b.second.subspan(first, count), job.past_caches()});
    return;
  }
  for (std::int64_t group = begin; group < end && !job.progress.stopped(); ++group) {
    const auto [at, size] = rows_of(job, group, group + 1);
    job.note(group, run_group(job, group, job.x(at, size), job.y(at, size)));
  }
}

void run_piece(const SoftmaxJob& job, std::int64_t begin, std::int64_t end) {
  if (kernels::uses_vectors(job.plan.options)) {
    const Rows rows = rows_of(job, begin, end);
    const auto first = static_cast<std::size_t>(begin);
    const auto count = static_cast<std::size_t>(end - begin);
    kernels::softmax_rows({job.plan.options, job.size(), job.x(rows.at, rows.count),
                           job.y(rows.at, rows.count), job.buffers.first.subspan(first, count),
                           job.buffers.second.subspan(first, count), job.past_caches()});
    return;
  }
  for (std::int64_t group = begin; group < end && !job.progress.stopped(); ++group) {
    const auto [at, size] = rows_of(job, group, group + 1);
    job.note(group, run_group(job, group, job.x(at, size), job.y(at, size)));
  }
}

// Contiguous groups, many to a piece of work.
template <class AnyPlan>
void run_rows(Job<AnyPlan>& job) {
  const std::int64_t grain = kPieceElements / std::max<std::int64_t>(job.plan.groups.size, 1);
  const auto piece = [&](std::int64_t begin, std::int64_t end) {
    if (job.progress.stopped()) return;
    run_piece(job, begin, end);
    kernels::finish_writing();
    job.progress.done(end - begin);
  };
  base::parallel_for(job.plan.groups.count, grain, job.control.threads, piece);
}

// Calls work(index, first element, elements) for the blocks of a long row, on all threads.
template <class AnyPlan, class Work>
void for_each_block(const Job<AnyPlan>& job, Work work) {
  const auto blocks = static_cast<std::int64_t>((job.size() - 1) / kBlock + 1);
  constexpr std::int64_t kGrain = kPieceElements / static_cast<std::int64_t>(kBlock);
  const auto piece = [&](std::int64_t begin, std::int64_t end) {
    if (job.progress.stopped()) return;
    for (auto block = static_cast<std::size_t>(begin); block < static_cast<std::size_t>(end);
         ++block) {
      work(block, block * kBlock, std::min(kBlock, job.size() - block * kBlock));
    }
    kernels::finish_writing();
  };
  base::parallel_for(blocks, kGrain, job.control.threads, piece);
}

GroupStatistics run_long_row(const NormJob& job, std::int64_t group, std::size_t base) {
  const ops::NormOptions& options = job.plan.options;
  std::vector<kernels::RowMoments> blocks((job.size() - 1) / kBlock + 1);
  for_each_block(job, [&](std::size_t block, std::size_t at, std::size_t count) {
    blocks[block] = kernels::pivot_moments(job.x(base + at, count), options.centred());
  });
  const auto moments = kernels::joined(blocks, job.size(), options.centred());
  const auto scale = kernels::scale_of(
      kernels::group_moments(job.x(base, job.size()), moments, options), job.size(), options);
  for_each_block(job, [&](std::size_t, std::size_t at, std::size_t count) {
    const auto affine = affine_of(job, group, static_cast<std::int64_t>(at));
    kernels::write_group(job.x(base + at, count), scale, options, affine, job.y(base + at, count),
                         job.past_caches());
  });
  return {scale.mean, scale.rstd};
}

GroupStatistics run_long_row(const SoftmaxJob& job, std::int64_t, std::size_t base) {
  const ops::SoftmaxOptions& options = job.plan.options;
  std::vector<kernels::BlockSoftmax> blocks((job.size() - 1) / kBlock + 1);
  for_each_block(job, [&](std::size_t block, std::size_t at, std::size_t count) {
    blocks[block] =
        kernels::start_softmax_block(job.x(base + at, count), options, job.y(base + at, count));
  });
  auto row = kernels::joined(blocks, options);
  if (std::isnan(row.sum)) {
    row = kernels::softmax_row_in_double(job.x(base, job.size()), options, job.y(base, job.size()));
    return {row.subtracted, row.sum};
  }
  for_each_block(job, [&](std::size_t block, std::size_t at, std::size_t count) {
    kernels::finish_softmax_block(job.x(base + at, count), blocks[block], row, options,
                                  job.y(base + at, count));
  });
  return {row.subtracted, row.sum};
}

// Contiguous groups, one after the other, each on all threads.
template <class AnyPlan>
void run_long_rows(Job<AnyPlan>& job) {
  for (std::int64_t group = 0; group < job.plan.groups.count; ++group) {
    const auto base = static_cast<std::size_t>(job.plan.groups.base(group));
    const GroupStatistics statistics = run_long_row(job, group, base);
    if (job.progress.stopped()) return;
    job.note(group, statistics);
    job.progress.done(1);
  }
}

// The distance of the elements of groups that lie beside each other, as columns do; else 0.
std::int64_t column_stride(const tensor::GroupLayout& layout) {
  if (layout.inner_stride != 1 || layout.size < 2) return 0;
  return layout.run == 1             ? layout.run_stride
         : layout.run >= layout.size ? layout.element_stride
                                     : 0;
}

void run_strip(const NormJob& job, std::int64_t group, const kernels::Strip& strip,
               std::span<float> scratch) {
  std::vector<kernels::GroupScale> scales(strip.tiles * kLanes);
  const auto part = [&](std::span<const float> values) {
    const auto first = static_cast<std::size_t>(job.plan.affine.index(group, 0));
    return values.empty() ? values : values.subspan(first, scales.size());
  };
  kernels::norm_strip(strip, job.plan.options, part(job.buffers.gamma), part(job.buffers.beta),
                      scratch, scales);
  for (const kernels::GroupScale& scale : scales) job.note(group++, {scale.mean, scale.rstd});
}

void run_strip(const SoftmaxJob& job, std::int64_t group, const kernels::Strip& strip,
               std::span<float> scratch) {
  std::vector<kernels::RowSoftmax> rows(strip.tiles * kLanes);
  kernels::softmax_strip(strip, job.plan.options, scratch, rows);
  for (const kernels::RowSoftmax& row : rows) job.note(group++, {row.subtracted, row.sum});
}

// Columns, in strips of several tiles. Where the tiles do not cover the columns, a last tile
// overlaps the one before it: both write the same numbers, on one thread.
template <class AnyPlan>
void run_columns(Job<AnyPlan>& job) {
  constexpr auto kTile = static_cast<std::int64_t>(kLanes);
  const tensor::GroupLayout& layout = job.plan.groups;
  const std::int64_t columns = layout.inner_groups;
  const std::int64_t tiles = columns / kTile;
  const int threads = job.control.threads > 0 ? job.control.threads : base::hardware_threads();
  const std::int64_t grain = std::clamp<std::int64_t>(
      std::min(kStripElements / layout.size, tiles / threads), 1, kStripTiles);
  const std::int64_t strips = (tiles - 1) / grain + 1;
  const auto piece = [&](std::int64_t begin, std::int64_t end) {
    const std::size_t floats = kernels::scratch_size(job.size(), static_cast<std::size_t>(grain));
    // NOLINTNEXTLINE(*-avoid-c-arrays): a vector is filled
    const auto memory = std::make_unique_for_overwrite<float[]>(floats);
    const std::span<float> scratch(memory.get(), floats);
    const auto run = [&](std::int64_t outer, std::int64_t column, std::int64_t count) {
      const std::int64_t group = outer * columns + column;
      const auto base = static_cast<std::size_t>(layout.base(group));
      const kernels::Strip strip{job.buffers.x.data() + base, job.buffers.y.data() + base,
                                 static_cast<std::size_t>(column_stride(layout)), job.size(),
                                 static_cast<std::size_t>(count)};
      run_strip(job, group, strip, scratch);
    };
    for (std::int64_t at = begin; at < end; ++at) {
      if (job.progress.stopped()) return;
      const std::int64_t first = at % strips * grain;
      const std::int64_t last = std::min(first + grain, tiles);
      run(at / strips, first * kTile, last - first);
      if (last == tiles && columns % kTile != 0) run(at / strips, columns - kTile, 1);
    }
    job.progress.done(end - begin);
  };
  base::parallel_for(layout.count / columns * strips,
                     std::max<std::int64_t>(1, kPieceElements / (layout.size * kTile * grain)),
                     job.control.threads, piece);
}

// A group of any layout: gathered, computed, and scattered back.
template <class AnyPlan>
void run_gathered(const Job<AnyPlan>& job, std::int64_t group, std::vector<float>& scratch) {
  scratch.resize(2 * job.size());
  const std::span<float> in = std::span(scratch).first(job.size());
  const std::span<float> out = std::span(scratch).last(job.size());
  tensor::gather(job.buffers.x, job.plan.groups, group, in);
  job.note(group, run_group(job, group, in, out));
  tensor::scatter(out, job.plan.groups, group, job.buffers.y);
}

// Calls work(element, offset, elements) for the runs of a group's elements from `first` on, before
// `last`; a run may be cut at either end.
template <class Work>
void for_each_run(const tensor::GroupLayout& layout, std::int64_t group, std::int64_t first,
                  std::int64_t last, Work work) {
  for (std::int64_t at = first; at < last;) {
    const std::int64_t count = std::min(layout.run - at % layout.run, last - at);
    work(static_cast<std::size_t>(at),
         static_cast<std::size_t>(layout.base(group) + layout.offset(at)),
         static_cast<std::size_t>(count));
    at += count;
  }
}

// A group of contiguous runs, such as a channel of a batch of images, in place. Its moments come
// from copies of its blocks; a short group is written from its copy.
void run_in_runs(const NormJob& job, std::int64_t group, std::vector<float>& scratch) {
  const tensor::GroupLayout& layout = job.plan.groups;
  const ops::NormOptions& options = job.plan.options;
  const bool held = layout.size <= static_cast<std::int64_t>(kernels::kHeldElements);
  scratch.resize(held ? job.size() : kBlock);
  std::vector<kernels::RowMoments> blocks;
  blocks.reserve((job.size() - 1) / kBlock + 1);
  for (std::size_t at = 0; at < job.size(); at += kBlock) {
    const std::size_t count = std::min(kBlock, job.size() - at);
    const std::span<float> copy = std::span(scratch).subspan(held ? at : 0, count);
    for_each_run(layout, group, static_cast<std::int64_t>(at),
                 static_cast<std::int64_t>(at + count),
                 [&](std::size_t element, std::size_t offset, std::size_t elements) {
                   std::ranges::copy(job.x(offset, elements), copy.subspan(element - at).begin());
                 });
    blocks.push_back(kernels::pivot_moments(copy, options.centred()));
  }
  const auto moments = kernels::joined(blocks, job.size(), options.centred());
  const auto scale = kernels::scale_of({moments, true}, job.size(), options);
  if (!std::isfinite(moments.squares) || !scale.by_vectors)
    return run_gathered(job, group, scratch);
  for_each_run(layout, group, 0, layout.size,
               [&](std::size_t element, std::size_t offset, std::size_t elements) {
                 kernels::write_group(
                     held ? std::span<const float>(scratch).subspan(element, elements)
                          : job.x(offset, elements),
                     scale, options, affine_of(job, group, static_cast<std::int64_t>(element)),
                     job.y(offset, elements), false);
               });
  job.note(group, {scale.mean, scale.rstd});
}

// Groups that are neither contiguous nor columns.
template <class AnyPlan>
void run_scattered(Job<AnyPlan>& job) {
  const tensor::GroupLayout& layout = job.plan.groups;
  const auto piece = [&](std::int64_t begin, std::int64_t end) {
    std::vector<float> scratch;
    for (std::int64_t group = begin; group < end; ++group) {
      if (job.progress.stopped()) return;
      if constexpr (std::is_same_v<AnyPlan, ops::NormPlan>) {
        if (kernels::uses_vectors(job.plan.options) && layout.element_stride == 1 &&
            kLeastRun <= layout.run && layout.run <= layout.size) {
          run_in_runs(job, group, scratch);
          continue;
        }
      }
      run_gathered(job, group, scratch);
    }
    kernels::finish_writing();
    job.progress.done(end - begin);
  };
  base::parallel_for(layout.count, kPieceElements / std::max<std::int64_t>(layout.size, 1),
                     job.control.threads, piece);
}

// Elements of a first call after a pause that one thread has computed before another would help
// (tests/bench/README.md).
constexpr std::size_t kBeforeHelpers = std::size_t{1} << 19;

template <class AnyPlan>
void run_plan(const AnyPlan& plan, const Buffers& buffers, Control control) {
  const tensor::GroupLayout& layout = plan.groups;
  if (buffers.x.size() < kBeforeHelpers && !base::helpers_are_near()) control.threads = 1;
  Job<AnyPlan> job{plan, buffers, control, Progress(control, layout.count)};
  const bool vectors = kernels::uses_vectors(plan.options);
  const int threads = control.threads > 0 ? control.threads : base::hardware_threads();
  if (layout.contiguous()) {
    const bool shared =
        vectors && layout.size >= kLongRow && layout.count < std::int64_t{4} * threads;
    return shared ? run_long_rows(job) : run_rows(job);
  }
  const bool tiled = vectors && column_stride(layout) != 0 &&
                     layout.inner_groups >= static_cast<std::int64_t>(kLanes);
  return tiled ? run_columns(job) : run_scattered(job);
}

class CpuBackend final : public Backend {
 public:
  std::string_view name() const override { return "cpu"; }
  std::string device() override {
    const int threads = base::hardware_threads();
    return text::tr_n("cpu ({n} thread)", "cpu ({n} threads)", threads, text::arg("n", threads));
  }
  bool accepts(const Plan&) const override { return true; }

  base::Expected<RunReport> run(const Plan& plan, const Buffers& buffers,
                                const Control& control) override {
    return base::within_memory(text::tr_later("the rows in work"),
                               [&]() -> base::Expected<RunReport> {
                                 if (runs_by_program(plan))
                                   return run_program(plan, buffers, control);
                                 if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) {
                                   run_plan(*norm, buffers, control);
                                 } else {
                                   run_plan(std::get<ops::SoftmaxPlan>(plan), buffers, control);
                                 }
                                 if (control.stop.stop_requested()) return cancelled();
                                 return RunReport{};
                               });
  }
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend() {
  return std::make_unique<CpuBackend>();
}

}  // namespace normscope::compute
