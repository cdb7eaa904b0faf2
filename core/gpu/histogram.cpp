// SPDX-License-Identifier: MIT
// Histograms on the device. The double edges become integer keys that order as floats do, so that
// the counts are exactly those of the double edges; most values get their bin without them.
#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/compute/progress.hpp"
#include "core/gpu/dispatch.hpp"
#include "core/gpu/run.hpp"

namespace normscope::gpu {

namespace {

constexpr int kInvocations = 256;
// Values of a work group: enough to outweigh clearing and adding up its counters, and so few that
// ten million values occupy every multiprocessor of a large gpu several times.
constexpr std::int64_t kValuesOfItem = std::int64_t{1} << 14;

std::uint32_t key_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value == 0 ? 0.0F : value);
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000U;
}

// The smallest float that is at least `edge`.
float at_least(double edge) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  if (edge <= static_cast<double>(-kLargest)) return -kLargest;
  if (edge > static_cast<double>(kLargest)) return std::numeric_limits<float>::infinity();
  const auto nearest = static_cast<float>(edge);
  return static_cast<double>(nearest) >= edge ? nearest : std::nextafter(nearest, HUGE_VALF);
}

float at_most(double edge) {
  return -at_least(-edge);
}

// A bound, in bins, on the error of a value's place as the shader computes it. The place: two
// differences, the scale and the product, each rounded by at most 2^-24 of the bins. The first edge
// as a double-float, and every edge: 2^-48 of the largest. Doubled, because the bound itself is
// rounded. Where floats may overflow or vanish, no place is certain.
float margin_of(const std::vector<double>& edges, double scale) {
  const double largest = std::max(std::abs(edges.front()), std::abs(edges.back()));
  const double range = edges.back() - edges.front();
  constexpr double kMost = 0x1p60;
  if (largest > kMost || range < 1 / kMost || scale > kMost || scale < 1 / kMost) return 1.0F;
  const double margin = 0x1p-21 * static_cast<double>(edges.size()) + 0x1p-46 * largest * scale;
  return static_cast<float>(std::min(margin, 1.0));
}

void set_bins(const Program& program, const std::vector<double>& edges, std::int64_t count) {
  const double low = edges.front();
  const auto nearest = static_cast<float>(low);
  const auto bins = edges.size() - 1;
  const double scale = static_cast<double>(bins) / (edges.back() - low);
  const float margin = margin_of(edges, scale);
  program.set("u_count", static_cast<std::uint32_t>(count));
  program.set("u_bins", static_cast<std::uint32_t>(bins));
  program.set("u_first_key", key_of(at_least(low)));
  program.set("u_last_key", key_of(at_most(edges.back())));
  program.set("u_values_of_item", static_cast<std::uint32_t>(kValuesOfItem));
  program.set("u_low", std::array{nearest, static_cast<float>(low - static_cast<double>(nearest))});
  program.set("u_scale", margin < 1 ? static_cast<float>(scale) : 0.0F);
  program.set("u_margin", margin);
}

}  // namespace

Expected<stats::Histogram> count_values(Device& device, std::span<const float> values,
                                        stats::Histogram histogram, const compute::Control& control,
                                        std::int64_t slice_elements) {
  CallChecks& calls = device.calls();
  const auto bins = histogram.counts.size();
  std::vector<std::uint32_t> keys(bins);
  for (std::size_t i = 0; i < bins; ++i) keys[i] = key_of(at_least(histogram.edges[i]));
  std::vector<std::uint32_t> counts(bins + 2);
  const auto program = device.program("histogram.comp", {{"LOCAL", kInvocations}});
  if (!program) return tl::unexpected(program.error());
  const auto check = [](const Expected<void>& done) -> Expected<stats::Histogram> {
    return tl::unexpected(done.error());
  };
  if (auto done = device.memory().groups.reserve(calls, keys.size() * 4); !done) return check(done);
  if (auto done = device.memory().groups.upload(calls, 0, std::as_bytes(std::span(keys))); !done) {
    return check(done);
  }
  const auto capacity = static_cast<std::size_t>(slice_elements);
  compute::Progress progress(control, static_cast<std::int64_t>(values.size()));
  Dispatches dispatches(device, control, progress);
  for (std::size_t first = 0; first < values.size(); first += capacity) {
    const auto slice = values.subspan(first, std::min(capacity, values.size() - first));
    const auto count = static_cast<std::int64_t>(slice.size());
    if (progress.stopped()) return compute::cancelled();
    Memory& memory = device.memory();
    memory.batch.reset();
    if (auto done = memory.x.reserve(calls, slice.size_bytes()); !done) return check(done);
    if (auto done = memory.staging.upload(calls, memory.x, 0, std::as_bytes(slice)); !done) {
      return check(done);
    }
    // 32-bit counters cannot overflow within a slice; slices are added up in 64 bits.
    if (auto done = device.memory().parts.reserve(calls, counts.size() * 4); !done)
      return check(done);
    if (auto done = device.memory().parts.clear(calls, counts.size() * 4); !done)
      return check(done);
    set_bins(**program, histogram.edges, count);
    device.memory().x.bind(0);
    device.memory().groups.bind(1);
    device.memory().parts.bind(2);
    const Work work{0, (count - 1) / kValuesOfItem + 1, kValuesOfItem};
    if (auto done = dispatches.begin(); !done) return check(done);
    if (auto done = dispatches.add(**program, work); !done) return check(done);
    if (auto done = dispatches.finish(); !done) return check(done);
    const auto bytes = std::as_writable_bytes(std::span(counts));
    if (auto done = device.memory().parts.download(calls, 0, bytes); !done) return check(done);
    for (std::size_t i = 0; i < bins; ++i) histogram.counts[i] += counts[i];
    histogram.outside += counts[bins];
    histogram.left_out += counts[bins + 1];
  }
  return histogram;
}

}  // namespace normscope::gpu
