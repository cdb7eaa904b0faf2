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

namespace normscope::compute {

using base::Expected;
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

// Computes some groups, as the rows of a matrix, into their places of y.
Expected<void> compute_groups(const Backends& backends, const Settings& settings,
                              const ops::SoftmaxOptions& options, const Tensor& logits,
                              std::span<const double> exact, const tensor::GroupLayout& layout,
                              const std::vector<std::int64_t>& groups, Result& result) {
  const auto size = static_cast<std::size_t>(layout.size);
  auto rows = Tensor::unfilled({static_cast<std::int64_t>(groups.size()), layout.size});
  if (!rows) return tl::unexpected(rows.error());
  for (std::size_t row = 0; row < groups.size(); ++row) {
    tensor::gather(logits.values(), layout, groups[row], rows->values().subspan(row * size, size));
  }
  Request request{options, shared(*std::move(rows))};
  if (!exact.empty()) {
    std::vector<double> of_rows;
    of_rows.reserve(groups.size() * size);
    for (const std::int64_t group : groups) {
      for (std::int64_t k = 0; k < layout.size; ++k) {
        of_rows.push_back(exact[static_cast<std::size_t>(layout.base(group) + layout.offset(k))]);
      }
    }
    request.exact = std::make_shared<const std::vector<double>>(std::move(of_rows));
  }
  auto done = compute(backends, request, settings);
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
    return base::fail(base::ErrorKind::kInvalidArgument,
                      "a causal mask needs two dimensions, queries and keys, but the input's shape "
                      "is " +
                          tensor::shape_to_text(x));
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
  const auto plan = plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&*plan);
  if (softmax == nullptr) {
    return base::fail(base::ErrorKind::kInvalidArgument, "a mask is for a softmax");
  }
  auto logits = tensor::broadcast_to(mask, request.x->shape());
  if (!logits) return tl::unexpected(logits.error());
  std::vector<double> exact;
  if (request.exact) exact = *request.exact;
  for (std::size_t at = 0; at < exact.size(); ++at) {
    const float mask_at = logits->values()[at];
    exact[at] =
        mask_at == kOut ? static_cast<double>(kOut) : exact[at] + static_cast<double>(mask_at);
  }
  for (std::size_t at = 0; at < request.x->values().size(); ++at) {
    // What takes no part is out whatever it is, NaN and infinity, too.
    float& value = logits->values()[at];
    if (value != kOut) value += request.x->values()[at];
  }
  const tensor::GroupLayout& layout = softmax->groups;
  auto y = Tensor::full(request.x->shape(), softmax->options.log ? kOut : 0.0F);
  if (!y) return tl::unexpected(y.error());
  auto first = Tensor::full(layout.reduced_shape, kOut);
  if (!first) return tl::unexpected(first.error());
  auto second = Tensor::full(layout.reduced_shape, 0.0F);
  if (!second) return tl::unexpected(second.error());
  Result result{*std::move(y), statistic_names(*plan), *std::move(first), *std::move(second), {}};

  auto groups = groups_by_count(logits->values(), layout);
  groups.erase(0);  // nothing takes part: as it was filled
  if (!softmax->options.has_length_scale() && !groups.empty()) {
    // The number of those that take part does not matter then.
    std::vector<std::int64_t> all;
    for (const auto& [count, of_count] : groups)
      all.insert(all.end(), of_count.begin(), of_count.end());
    std::ranges::sort(all);
    groups = {{layout.size, std::move(all)}};
  }
  for (const auto& [count, of_groups] : groups) {
    const auto done =
        compute_groups(backends, settings, of_count(softmax->options, count, layout.size), *logits,
                       exact, layout, of_groups, result);
    if (!done) return tl::unexpected(done.error());
  }
  return result;
}

}  // namespace normscope::compute
