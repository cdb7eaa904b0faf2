// SPDX-License-Identifier: MIT
#include "core/compute/masked.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/tensor/permute.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {

using tensor::Tensor;

namespace {

constexpr float kOut = -std::numeric_limits<float>::infinity();

std::shared_ptr<const Tensor> shared(Tensor tensor) {
  return std::make_shared<const Tensor>(std::move(tensor));
}

// The groups by the number of their elements that take part.
std::map<std::int64_t, std::vector<std::int64_t>> groups_by_count(
    std::span<const float> logits, const tensor::GroupLayout& layout) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(layout.count));
  tensor::for_each_element(layout, [&](std::int64_t at, std::int64_t group, std::int64_t) {
    if (logits[static_cast<std::size_t>(at)] != kOut) ++counts[static_cast<std::size_t>(group)];
  });
  std::map<std::int64_t, std::vector<std::int64_t>> groups;
  for (std::int64_t group = 0; group < layout.count; ++group) {
    groups[counts[static_cast<std::size_t>(group)]].push_back(group);
  }
  return groups;
}

// The options for groups of `size` numbers of which `count` take part.
ops::SoftmaxOptions of_count(ops::SoftmaxOptions options, std::int64_t count, std::int64_t size) {
  options.dim = -1;
  if (!options.has_length_scale() || size < 2) return options;
  const double factor = std::log(static_cast<double>(count)) / std::log(static_cast<double>(size));
  // 0 would be no scale at all, and a product with 0 is none of -inf.
  constexpr double kLeast = 1e-30;
  options.length_scale = std::max(options.length_scale * factor, kLeast);
  return options;
}

// A softmax whose mask is added.
struct Masked {
  ops::SoftmaxPlan plan{};
  Tensor logits;
  std::vector<double> exact{};  // the same in double, where the request has it; else empty
};

Expected<Masked> add_mask(const Request& request, const Tensor& mask) {
  if (request.precision != precision::Plan{}) {
    return base::fail(base::ErrorKind::kUnsupported,
                      tr("a softmax with a mask is computed without a precision plan"),
                      tr("add the mask to the input, with -inf for what takes no part"));
  }
  const auto plan = plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&*plan);
  if (softmax == nullptr) {
    return base::fail(base::ErrorKind::kInvalidArgument, tr("a mask is for a softmax"));
  }
  auto added = tensor::broadcast_to(mask, request.x->shape());
  if (!added) return tl::unexpected(added.error());
  Masked masked{*softmax, *std::move(added), {}};
  const std::span<float> logits = masked.logits.values();
  if (request.exact) masked.exact = *request.exact;
  for (std::size_t at = 0; at < masked.exact.size(); ++at) {
    double& exact = masked.exact[at];
    exact =
        logits[at] == kOut ? static_cast<double>(kOut) : exact + static_cast<double>(logits[at]);
  }
  for (std::size_t at = 0; at < logits.size(); ++at) {
    // What takes no part is out whatever it is, NaN and infinity, too.
    if (logits[at] != kOut) logits[at] += request.x->values()[at];
  }
  return masked;
}

// The groups that are computed together, with the options for them; none of which nothing takes
// part in.
std::vector<std::pair<ops::SoftmaxOptions, std::vector<std::int64_t>>> parts_of(
    const Masked& masked) {
  const tensor::GroupLayout& layout = masked.plan.groups;
  auto groups = groups_by_count(masked.logits.values(), layout);
  groups.erase(0);
  if (!masked.plan.options.has_length_scale() && !groups.empty()) {
    // The number of those that take part does not matter then.
    std::vector<std::int64_t> all;
    for (const auto& [count, of_count] : groups) {
      all.insert(all.end(), of_count.begin(), of_count.end());
    }
    std::ranges::sort(all);
    groups = {{layout.size, std::move(all)}};
  }
  std::vector<std::pair<ops::SoftmaxOptions, std::vector<std::int64_t>>> parts;
  parts.reserve(groups.size());
  for (auto& [count, of_groups] : groups) {
    parts.emplace_back(of_count(masked.plan.options, count, layout.size), std::move(of_groups));
  }
  return parts;
}

// Some groups as the rows of a matrix.
Expected<Tensor> rows_of(std::span<const float> values, const tensor::GroupLayout& layout,
                         const std::vector<std::int64_t>& groups) {
  const auto size = static_cast<std::size_t>(layout.size);
  auto rows = Tensor::unfilled({static_cast<std::int64_t>(groups.size()), layout.size});
  if (!rows) return rows;
  for (std::size_t row = 0; row < groups.size(); ++row) {
    tensor::gather(values, layout, groups[row], rows->values().subspan(row * size, size));
  }
  return rows;
}

Expected<Request> request_of(const Masked& masked, const ops::SoftmaxOptions& options,
                             const std::vector<std::int64_t>& groups) {
  const tensor::GroupLayout& layout = masked.plan.groups;
  auto rows = rows_of(masked.logits.values(), layout, groups);
  if (!rows) return tl::unexpected(rows.error());
  Request request{options, shared(*std::move(rows))};
  if (masked.exact.empty()) return request;
  std::vector<double> of_rows;
  for (const std::int64_t group : groups) {
    for (std::int64_t k = 0; k < layout.size; ++k) {
      const std::int64_t at = layout.base(group) + layout.offset(k);
      of_rows.push_back(masked.exact[static_cast<std::size_t>(at)]);
    }
  }
  request.exact = std::make_shared<const std::vector<double>>(std::move(of_rows));
  return request;
}

// Computes some groups into their places of y.
Expected<void> compute_groups(const Backends& backends, const Settings& settings,
                              const Masked& masked, const ops::SoftmaxOptions& options,
                              const std::vector<std::int64_t>& groups, Result& result) {
  const tensor::GroupLayout& layout = masked.plan.groups;
  const auto size = static_cast<std::size_t>(layout.size);
  const auto request = request_of(masked, options, groups);
  if (!request) return tl::unexpected(request.error());
  auto done = compute(backends, *request, settings);
  if (!done) return tl::unexpected(done.error());
  for (std::size_t row = 0; row < groups.size(); ++row) {
    tensor::scatter(done->y.values().subspan(row * size, size), layout, groups[row],
                    result.y.values());
    const auto group = static_cast<std::size_t>(groups[row]);
    result.first.values()[group] = done->first.values()[row];
    result.second.values()[group] = done->second.values()[row];
  }
  result.names = done->names;
  result.device = done->device;
  result.backend = done->backend;
  result.note = done->note;
  result.kernel_seconds += done->kernel_seconds;
  result.bytes_moved += done->bytes_moved;
  return {};
}

}  // namespace

Tensor added_mask(const Tensor& mask, bool truth_values) {
  const auto is_truth = [](float value) { return value == 0 || value == 1; };
  const bool keeps =
      truth_values || (std::ranges::all_of(mask.values(), is_truth) &&
                       std::ranges::find(mask.values(), 1.0F) != mask.values().end());
  Tensor added = mask;
  if (keeps) {
    for (float& value : added.values()) value = value == 0 ? kOut : 0.0F;
  }
  return added;
}

Expected<Tensor> causal_mask(const tensor::Shape& x) {
  if (x.size() < 2) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("a causal mask needs two dimensions, queries and keys, but the input's shape is {shape}",
           arg("shape", tensor::shape_to_text(x))));
  }
  const std::int64_t queries = x[x.size() - 2];
  const std::int64_t keys = x.back();
  auto mask = Tensor::full({queries, keys}, 0.0F);
  if (!mask) return mask;
  for (std::int64_t query = 0; query < queries; ++query) {
    for (std::int64_t key = query + 1; key < keys; ++key) {
      mask->values()[static_cast<std::size_t>(query * keys + key)] = kOut;
    }
  }
  return mask;
}

Expected<Result> compute_masked(const Backends& backends, const Request& request,
                                const Tensor& mask, const Settings& settings) {
  const auto masked = add_mask(request, mask);
  if (!masked) return tl::unexpected(masked.error());
  const ops::SoftmaxPlan& plan = masked->plan;
  auto y = Tensor::full(request.x->shape(), plan.options.log ? kOut : 0.0F);
  if (!y) return tl::unexpected(y.error());
  auto first = Tensor::full(plan.groups.reduced_shape, kOut);
  if (!first) return tl::unexpected(first.error());
  auto second = Tensor::full(plan.groups.reduced_shape, 0.0F);
  if (!second) return tl::unexpected(second.error());
  Result result{*std::move(y), statistic_names(plan), *std::move(first), *std::move(second), {}};
  for (const auto& [options, groups] : parts_of(*masked)) {
    const auto done = compute_groups(backends, settings, *masked, options, groups, result);
    if (!done) return tl::unexpected(done.error());
  }
  return result;
}

Expected<Gradients> compute_masked_gradient(const GradientRequest& request, const Tensor& mask,
                                            const Settings& settings, const Backends& backends) {
  const auto masked = add_mask(request.forward, mask);
  if (!masked) return tl::unexpected(masked.error());
  // Of another shape than the output dy is refused as without a mask.
  if (request.dy->shape() != request.forward.x->shape()) {
    return compute_gradient(request, settings, backends);
  }
  const tensor::GroupLayout& layout = masked->plan.groups;
  const auto size = static_cast<std::size_t>(layout.size);
  auto dx = Tensor::full(request.forward.x->shape(), 0.0F);
  if (!dx) return tl::unexpected(dx.error());
  Gradients result{*std::move(dx)};
  for (const auto& [options, groups] : parts_of(*masked)) {
    GradientRequest rows{};
    auto forward = request_of(*masked, options, groups);
    if (!forward) return tl::unexpected(forward.error());
    rows.forward = *std::move(forward);
    auto dy = rows_of(request.dy->values(), layout, groups);
    if (!dy) return tl::unexpected(dy.error());
    rows.dy = shared(*std::move(dy));
    const auto done = compute_gradient(rows, settings, backends);
    if (!done) return tl::unexpected(done.error());
    for (std::size_t row = 0; row < groups.size(); ++row) {
      tensor::scatter(done->dx.values().subspan(row * size, size), layout, groups[row],
                      result.dx.values());
    }
    result.device = done->device;
    result.kernel_seconds += done->kernel_seconds;
    result.bytes_moved += done->bytes_moved;
  }
  // What takes no part moves nothing.
  const auto out = tensor::broadcast_to(mask, result.dx.shape());
  if (!out) return tl::unexpected(out.error());
  for (std::size_t at = 0; at < out->values().size(); ++at) {
    if (out->values()[at] == kOut) result.dx.values()[at] = 0;
  }
  return result;
}

}  // namespace normscope::compute
