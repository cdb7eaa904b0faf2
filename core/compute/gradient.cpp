// SPDX-License-Identifier: MIT
#include "core/compute/gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/compute/group_run.hpp"
#include "core/compute/pieces.hpp"
#include "core/compute/progress.hpp"
#include "core/ops/reference_gradient.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/operations.hpp"

namespace normscope::compute {

using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Shape;
using tensor::Tensor;
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

const Shape* affine_shape_of(const Plan& plan) {
  if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) return &norm->affine_shape;
  const auto* const relative = std::get_if<ops::RelativePlan>(&plan);
  const bool has = relative != nullptr && relative->options.kind == ops::Relative::kDyt;
  return has ? &relative->affine_shape : nullptr;
}

// The buffers of a backward pass.
struct GradientBuffers {
  ops::Numbers x;
  std::span<const float> x_floats;
  std::span<const float> gamma;
  std::span<const float> dy;
  std::span<float> dx;
  std::span<double> dgamma;  // empty: not wanted
  std::span<double> dbeta;
};

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

Expected<void> run_on_cpu(const Plan& plan, const GradientBuffers& buffers,
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

Expected<void> run_reference(const Plan& plan, const GradientBuffers& buffers,
                             const Control& control) {
  const tensor::GroupLayout& layout = groups_of(plan);
  std::vector<double> row(static_cast<std::size_t>(layout.size));
  const ops::GroupGradient of{buffers.x, buffers.dy,     buffers.gamma,
                              row,       buffers.dgamma, buffers.dbeta};
  Progress progress(control, layout.count);
  for (std::int64_t group = 0; group < layout.count; ++group) {
    if (progress.stopped()) return cancelled();
    if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) {
      ops::reference_norm_gradient(*norm, group, of);
    } else if (const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan)) {
      ops::reference_softmax_gradient(*softmax, group, of);
    } else {
      ops::reference_relative_gradient(std::get<ops::RelativePlan>(plan), group, of);
    }
    const std::int64_t base = layout.base(group);
    for (std::int64_t k = 0; k < layout.size; ++k) {
      buffers.dx[static_cast<std::size_t>(base + layout.offset(k))] =
          static_cast<float>(row[static_cast<std::size_t>(k)]);
    }
    progress.done(1);
  }
  return {};
}

Expected<void> check_request(const GradientRequest& request, const Plan& plan,
                             const Settings& settings) {
  if (settings.device == Device::kGpu) {
    return fail(ErrorKind::kUnavailable, "the gpu has no shader for gradients",
                "--device cpu and --device reference compute them");
  }
  const Shape& shape = request.forward.x->shape();
  if (request.dy->shape() != shape) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("the gradient of the output must have the output's shape {}, but has {}",
                    tensor::shape_to_text(shape), tensor::shape_to_text(request.dy->shape())));
  }
  if ((request.of_gamma || request.of_beta) && affine_shape_of(plan) == nullptr) {
    return fail(ErrorKind::kInvalidArgument,
                "the operation has no weight and no bias, so that they have no gradient");
  }
  return {};
}

Expected<Tensor> rounded(const std::vector<double>& sums, const Shape& shape) {
  auto tensor = Tensor::unfilled(shape);
  if (!tensor) return tensor;
  std::ranges::transform(sums, tensor->values().begin(),
                         [](double sum) { return static_cast<float>(sum); });
  return tensor;
}

}  // namespace

Expected<Gradients> compute_gradient(const GradientRequest& request, const Settings& settings) {
  const auto plan = plan_request(request.forward);
  if (!plan) return tl::unexpected(plan.error());
  if (auto fits = check_request(request, *plan, settings); !fits) {
    return tl::unexpected(fits.error());
  }
  const Request& forward = request.forward;
  auto dx = Tensor::unfilled(forward.x->shape());
  if (!dx) return tl::unexpected(dx.error());
  const Shape* const affine = affine_shape_of(*plan);
  const std::size_t count =
      affine == nullptr ? 0 : static_cast<std::size_t>(tensor::product(*affine));
  std::vector<double> dgamma(request.of_gamma ? count : 0);
  std::vector<double> dbeta(request.of_beta ? count : 0);
  const std::span<const float> x = forward.x->values();
  const GradientBuffers buffers{
      forward.exact ? ops::Numbers(std::span<const double>(*forward.exact)) : ops::Numbers(x),
      x,
      forward.gamma ? forward.gamma->values() : std::span<const float>{},
      request.dy->values(),
      dx->values(),
      dgamma,
      dbeta};
  const Control control{settings.threads, settings.stop, settings.progress};
  // The batch has no part in running statistics: as forwards, they are left to double.
  const auto* const norm = std::get_if<ops::NormPlan>(&*plan);
  const bool reference = forward.exact != nullptr || settings.device == Device::kReference ||
                         (norm != nullptr && norm->options.running);
  const auto start = std::chrono::steady_clock::now();
  const auto done = base::within_memory("the gradients", [&] {
    return reference ? run_reference(*plan, buffers, control) : run_on_cpu(*plan, buffers, control);
  });
  if (!done) return tl::unexpected(done.error());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  Gradients result{*std::move(dx)};
  result.device = !reference                              ? "cpu, step by step"
                  : settings.device == Device::kReference ? "reference (double, one thread)"
                                                          : "cpu (double, one thread)";
  result.kernel_seconds = elapsed.count();
  result.bytes_moved =
      sizeof(float) * (3 * x.size() + buffers.gamma.size() + dgamma.size() + dbeta.size());
  for (const auto& [sums, wanted, place] : {std::tuple(&dgamma, request.of_gamma, &result.dgamma),
                                            std::tuple(&dbeta, request.of_beta, &result.dbeta)}) {
    if (!wanted) continue;
    auto tensor = rounded(*sums, *affine);
    if (!tensor) return tl::unexpected(tensor.error());
    *place = *std::move(tensor);
  }
  return result;
}

}  // namespace normscope::compute
