// SPDX-License-Identifier: MIT
#include "core/compute/cpu_gradient.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/compute/group_run.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/progress.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/operations.hpp"

namespace normscope::compute {

using base::Expected;
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

 private:
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

// Rows of a block: the more sums there are, the longer the blocks.
std::int64_t block_rows(std::int64_t groups, std::size_t sums) {
  const auto most = kMostPartialSums / std::max<std::int64_t>(1, static_cast<std::int64_t>(sums));
  const auto blocks = std::clamp<std::int64_t>(most, 1, kMostBlocks);
  return std::max<std::int64_t>(1, (groups + blocks - 1) / blocks);
}

void add_to(std::span<double> sums, std::span<const double> addends) {
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += addends[k];
}

}  // namespace

Expected<void> run_gradient_on_cpu(const Plan& plan, const GradientBuffers& buffers,
                                   const Control& control) {
  const auto backward = row_program(plan, buffers);
  if (!backward) return tl::unexpected(backward.error());
  const std::int64_t groups = groups_of(plan).count;
  const std::size_t sums = buffers.dgamma.size() + buffers.dbeta.size();
  const std::int64_t rows =
      sums > 0 ? block_rows(groups, sums)
               : std::max<std::int64_t>(
                     1, kPieceElements / std::max<std::int64_t>(groups_of(plan).size, 1));
  const std::int64_t blocks = (groups + rows - 1) / rows;
  std::vector<double> partial(static_cast<std::size_t>(sums > 0 ? blocks : 0) * sums);
  Progress progress(control, groups);
  base::parallel_for(blocks, 1, control.threads, [&](std::int64_t begin, std::int64_t end) {
    BackwardRun run(plan, *backward, buffers);
    for (std::int64_t block = begin; block < end; ++block) {
      const auto own = std::span(partial).subspan(static_cast<std::size_t>(block) * sums, sums);
      const auto dgamma = own.first(buffers.dgamma.size());
      const auto dbeta = own.last(buffers.dbeta.size());
      const std::int64_t last = std::min(groups, (block + 1) * rows);
      for (std::int64_t group = block * rows; group < last; ++group) {
        if (progress.stopped()) return;
        run.group(group, dgamma, dbeta);
      }
      progress.done(last - block * rows);
    }
  });
  if (control.stop.stop_requested()) return cancelled();
  for (std::int64_t block = 0; block < blocks && sums > 0; ++block) {
    const auto own = std::span(partial).subspan(static_cast<std::size_t>(block) * sums, sums);
    add_to(buffers.dgamma, own.first(buffers.dgamma.size()));
    add_to(buffers.dbeta, own.last(buffers.dbeta.size()));
  }
  return {};
}

}  // namespace normscope::compute
