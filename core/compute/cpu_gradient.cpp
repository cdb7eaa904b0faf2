// SPDX-License-Identifier: MIT
#include "core/compute/cpu_gradient.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/compute/group_run.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/program_run.hpp"
#include "core/compute/progress.hpp"
#include "core/kernels/norm_gradient_rows.hpp"
#include "core/kernels/norm_group.hpp"
#include "core/kernels/norm_vectors.hpp"
#include "core/kernels/softmax_gradient_rows.hpp"
#include "core/kernels/softmax_row.hpp"
#include "core/text/translate.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/operations.hpp"

namespace normscope::compute {

using tensor::Shape;
using trace::Role;

namespace {

// Blocks of rows whose parameters' gradients are added up apart: the more, the more threads can
// work, and the more partial sums stand in memory.
constexpr std::int64_t kMostBlocks = 64;
constexpr std::int64_t kMostPartialSums = std::int64_t{1} << 22;

const ops::AffineLayout& affine_of(const Plan& plan) {
  static const ops::AffineLayout none{};
  if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) return norm->affine;
  const auto* const relative = std::get_if<ops::RelativePlan>(&plan);
  return relative != nullptr ? relative->affine : none;
}

// The backward pass of one group, seen as a row.
Expected<trace::Gradient> row_program(const Plan& plan, const GradientBuffers& buffers) {
  const std::int64_t size = groups_of(plan).size;
  const Shape row{1, size};
  const Shape affine{size};
  const Shape* const gamma = buffers.gamma.empty() && buffers.dgamma.empty() ? nullptr : &affine;
  const Shape* const beta = buffers.dbeta.empty() ? nullptr : &affine;
  if (const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan)) {
    ops::SoftmaxOptions options = softmax->options;
    options.dim = -1;
    return trace::softmax_gradient(row, options, trace::BackwardForm::kClosed);
  }
  if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) {
    ops::NormOptions options = norm->options;
    options.centring = options.centred();
    options.kind = ops::Normalization::kLayerNorm;
    options.normalized_shape = affine;
    return trace::norm_gradient(row, gamma, beta, options, trace::BackwardForm::kClosed);
  }
  ops::RelativeOptions options = std::get<ops::RelativePlan>(plan).options;
  options.dim = -1;
  return trace::relative_program(row, gamma, beta, options).and_then([](const auto& forward) {
    std::vector<int> wanted;
    for (const Role role : {Role::kGamma, Role::kBeta}) {
      if (forward.find(role) >= 0) wanted.push_back(forward.find(role));
    }
    return trace::gradient_of(forward, wanted);
  });
}

// The runs of one piece of work: of each group its dx, and its share of the parameters' gradients.
class BackwardRun {
 public:
  BackwardRun(const Plan& plan, const trace::Gradient& backward, const GradientBuffers& buffers)
      : layout_(groups_of(plan)),
        affine_(affine_of(plan)),
        backward_(backward),
        buffers_(buffers),
        run_(backward.program),
        gamma_(backward.program.find(Role::kGamma)),
        dgamma_(backward.of(Role::kGamma)),
        dbeta_(backward.of(Role::kBeta)),
        size_(static_cast<std::size_t>(layout_.size)) {
    const bool gathers = !layout_.contiguous();
    if (gathers) gathered_.resize(3 * size_);
    if (gamma_ >= 0 && (buffers.gamma.empty() || affine_.run > 1)) own_gamma_.resize(size_, 1.0F);
  }

  void rows(std::int64_t begin, std::int64_t end, std::span<double> dgamma, std::span<double> dbeta,
            const Progress& progress) {
    for (std::int64_t at = begin; at < end && !progress.stopped(); ++at) group(at, dgamma, dbeta);
  }

 private:
  void group(std::int64_t group, std::span<double> dgamma, std::span<double> dbeta) {
    set_gamma(group);
    if (gathered_.empty()) {
      const auto base = size_ == 0 ? 0 : static_cast<std::size_t>(layout_.base(group));
      row(buffers_.x_floats.subspan(base, size_), buffers_.dy.subspan(base, size_),
          buffers_.dx.subspan(base, size_));
    } else {
      const std::span<float> all(gathered_);
      tensor::gather(buffers_.x_floats, layout_, group, all.first(size_));
      tensor::gather(buffers_.dy, layout_, group, all.subspan(size_, size_));
      row(all.first(size_), all.subspan(size_, size_), all.last(size_));
      tensor::scatter(all.last(size_), layout_, group, buffers_.dx);
    }
    add(group, dgamma_, dgamma);
    add(group, dbeta_, dbeta);
  }

  void row(std::span<const float> x, std::span<const float> dy, std::span<float> dx) {
    run_.set(0, x);
    run_.set(backward_.upstream, dy);
    run_.run(dx);
  }

  // Gamma of each element of a group.
  void set_gamma(std::int64_t group) {
    if (gamma_ < 0) return;
    if (own_gamma_.empty()) {
      const auto first = static_cast<std::size_t>(affine_.index(group, 0));
      return run_.set(gamma_, buffers_.gamma.subspan(first, size_));
    }
    for (std::size_t k = 0; k < size_ && !buffers_.gamma.empty(); ++k) {
      const auto at = affine_.index(group, static_cast<std::int64_t>(k));
      own_gamma_[k] = buffers_.gamma[static_cast<std::size_t>(at)];
    }
    run_.set(gamma_, own_gamma_);
  }

  // Adds the values of a step to those that they are a share of.
  void add(std::int64_t group, int step, std::span<double> sums) const {
    if (step < 0 || sums.empty()) return;
    const std::span<const float> values = run_.values(step);
    const auto run = static_cast<std::size_t>(affine_.run);
    const auto first = static_cast<std::size_t>(affine_.index(group, 0));
    if (run == 1) {
      for (std::size_t k = 0; k < size_; ++k) sums[first + k] += static_cast<double>(values[k]);
      return;
    }
    for (std::size_t k = 0; k < size_; ++k) {
      sums[first + k / run] += static_cast<double>(values[k]);
    }
  }

  const tensor::GroupLayout& layout_;
  const ops::AffineLayout& affine_;
  const trace::Gradient& backward_;
  const GradientBuffers& buffers_;
  GroupRun run_;
  int gamma_;
  int dgamma_;  // steps
  int dbeta_;
  std::size_t size_;
  std::vector<float> gathered_{};  // x, dy, dx, where groups are not contiguous
  std::vector<float> own_gamma_{};
};

// Whether kernels compute a backward pass: contiguous rows whose forward pass vectors compute, with
// a gamma for each element of a row.
bool has_kernels(const Plan& plan, const GradientBuffers& buffers) {
  const tensor::GroupLayout& layout = groups_of(plan);
  if (!layout.contiguous() || layout.size == 0 || runs_by_program(plan)) return false;
  if (const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan)) {
    return kernels::uses_vectors(softmax->options);
  }
  const auto& norm = std::get<ops::NormPlan>(plan);
  const bool plain = buffers.gamma.empty() && buffers.dgamma.empty() && buffers.dbeta.empty();
  const bool each = norm.affine.run == 1 && norm.affine.period == 1;
  return kernels::uses_vectors(norm.options) && (plain || each);
}

// The same by kernels.
class KernelRun {
 public:
  KernelRun(const Plan& plan, const GradientBuffers& buffers)
      : plan_(plan), buffers_(buffers), size_(static_cast<std::size_t>(groups_of(plan).size)) {
    const bool sums = !buffers.dgamma.empty() || !buffers.dbeta.empty();
    if (sums && buffers.gamma.empty()) ones_.resize(size_, 1.0F);
  }

  void rows(std::int64_t begin, std::int64_t end, std::span<double> dgamma, std::span<double> dbeta,
            const Progress& progress) const {
    const std::int64_t several = std::max<std::int64_t>(1, kPieceElements / groups_of(plan_).size);
    for (std::int64_t at = begin; at < end && !progress.stopped(); at += several) {
      piece(at, std::min(end, at + several), dgamma, dbeta);
    }
    kernels::finish_writing();
  }

 private:
  void piece(std::int64_t begin, std::int64_t end, std::span<double> dgamma,
             std::span<double> dbeta) const {
    const std::size_t first = static_cast<std::size_t>(begin) * size_;
    const std::size_t count = static_cast<std::size_t>(end - begin) * size_;
    const auto x = buffers_.x_floats.subspan(first, count);
    const auto dy = buffers_.dy.subspan(first, count);
    const auto dx = buffers_.dx.subspan(first, count);
    const bool past_caches = 3 * buffers_.dx.size_bytes() >= kPastCachesBytes;
    if (const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan_)) {
      return kernels::softmax_gradient_rows({softmax->options, size_, x, dy, dx, past_caches});
    }
    const auto gamma = ones_.empty() ? buffers_.gamma : std::span<const float>(ones_);
    kernels::norm_gradient_rows({std::get<ops::NormPlan>(plan_).options, size_, x, dy, gamma, dx,
                                 dgamma, dbeta, past_caches});
  }

  const Plan& plan_;
  const GradientBuffers& buffers_;
  std::size_t size_;
  std::vector<float> ones_{};
};

// Rows of a piece of work, and of a block whose sums are added up apart: the more sums there are,
// the longer the blocks.
std::int64_t block_rows(const tensor::GroupLayout& layout, std::size_t sums) {
  const auto piece =
      std::max<std::int64_t>(1, kPieceElements / std::max<std::int64_t>(layout.size, 1));
  if (sums == 0) return piece;
  const auto most = kMostPartialSums / static_cast<std::int64_t>(sums);
  const auto blocks = std::clamp<std::int64_t>(most, 1, kMostBlocks);
  return std::max(piece, (layout.count + blocks - 1) / blocks);
}

void add_to(std::span<double> sums, std::span<const double> addends) {
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += addends[k];
}

// Runs the blocks of a batch by what make_run gives, one for each piece of work.
template <class MakeRun>
Expected<void> run_blocks(const Plan& plan, const GradientBuffers& buffers, const Control& control,
                          const MakeRun& make_run) {
  const std::int64_t groups = groups_of(plan).count;
  // Both sums of a block in whole lanes of the kernels.
  const std::size_t count = std::max(buffers.dgamma.size(), buffers.dbeta.size());
  const std::size_t sums = (count + kernels::kLanes - 1) / kernels::kLanes * kernels::kLanes;
  const std::int64_t rows = block_rows(groups_of(plan), 2 * sums);
  const std::int64_t blocks = (groups + rows - 1) / rows;
  // Filling 33 MB, the sums of 4096x50257, took 125 ms in small pages and 9 in large ones.
  const std::size_t all_sums = static_cast<std::size_t>(blocks) * 2 * sums;
  std::vector<double> partial;
  partial.reserve(all_sums);
  base::prefer_large_pages(partial.data(), all_sums * sizeof(double));
  partial.resize(all_sums);
  const auto sums_of = [&](std::int64_t block, std::size_t which) {
    return std::span(partial).subspan((2 * static_cast<std::size_t>(block) + which) * sums, sums);
  };
  Progress progress(control, groups);
  base::parallel_for(blocks, 1, control.threads, [&](std::int64_t begin, std::int64_t end) {
    auto run = make_run();
    for (std::int64_t block = begin; block < end; ++block) {
      const std::int64_t last = std::min(groups, (block + 1) * rows);
      run.rows(block * rows, last, sums_of(block, 0), sums_of(block, 1), progress);
      progress.done(last - block * rows);
    }
  });
  if (control.stop.stop_requested()) return cancelled();
  for (std::int64_t block = 0; block < blocks; ++block) {
    add_to(buffers.dgamma, sums_of(block, 0));
    add_to(buffers.dbeta, sums_of(block, 1));
  }
  return {};
}

}  // namespace

Expected<std::string_view> run_gradient_on_cpu(const Plan& plan, const GradientBuffers& buffers,
                                               const Control& control) {
  if (has_kernels(plan, buffers)) {
    return run_blocks(plan, buffers, control, [&] { return KernelRun(plan, buffers); }).map([] {
      return std::string_view("cpu");
    });
  }
  const auto backward = row_program(plan, buffers);
  if (!backward) return tl::unexpected(backward.error());
  return run_blocks(plan, buffers, control, [&] { return BackwardRun(plan, *backward, buffers); })
      .map([] { return std::string_view(tr("cpu, step by step")); });
}

}  // namespace normscope::compute
