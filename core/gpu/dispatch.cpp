// SPDX-License-Identifier: MIT
#include "core/gpu/dispatch.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace normscope::gpu {

Expected<void> Dispatches::begin() {
  in_flight_.clear();
  unfenced_ = 0;
  began_ = std::chrono::steady_clock::now();
  return device_.memory().stopwatch.begin(device_.calls());
}

Expected<void> Dispatches::add(const Program& program, const Work& work) {
  CallChecks& calls = device_.calls();
  const Capabilities& device = device_.capabilities();
  const std::int64_t by_size =
      work.elements > 0 ? device.dispatch_elements / work.elements : work.items;
  const std::int64_t most = std::clamp<std::int64_t>(by_size, 1, device.work_groups);
  program.use();
  const std::int64_t end = work.first + work.items;
  for (std::int64_t first = work.first; first < end; first += most) {
    if (control_.stop.stop_requested()) return compute::cancelled();
    program.set("u_first_item", static_cast<std::uint32_t>(first));
    if (auto done = calls.check(Call::kUniforms); !done) return done;
    const std::int64_t items = std::min(most, end - first);
    glDispatchCompute(static_cast<GLuint>(items), 1, 1);
    ++device_.counts().dispatches;
    unfenced_ += items * work.elements;
    if (unfenced_ < device.dispatch_elements) continue;
    if (auto done = fence(); !done) return done;
    // Two are queued: enough that the device never idles, few enough that a stop takes effect soon.
    if (in_flight_.size() <= 2) continue;
    if (auto done = wait_for_one(); !done) return done;
  }
  return {};
}

void Dispatches::order() {
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  ++device_.counts().barriers;
}

Expected<void> Dispatches::finish() {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  auto done = fence();
  // The query ends before the processor waits, or it would count the device's idle time.
  auto ended = device_.memory().stopwatch.end(device_.calls());
  if (!done) return done;
  if (!ended) return ended;
  while (!in_flight_.empty()) {
    if (done = wait_for_one(); !done) return done;
  }
  const auto seconds = stop_clock();
  if (!seconds) return tl::unexpected(seconds.error());
  seconds_ += *seconds;
  return {};
}

Expected<double> Dispatches::time_copy(const Program& program, std::int64_t groups) {
  if (const auto done = begin(); !done) return tl::unexpected(done.error());
  program.use();
  glDispatchCompute(static_cast<GLuint>(groups), 1, 1);
  const auto copied = device_.calls().check(Call::kDispatch);
  // The query ends even after an error, or the next one could not begin.
  const auto ended = device_.memory().stopwatch.end(device_.calls());
  if (!copied) return tl::unexpected(copied.error());
  if (!ended) return tl::unexpected(ended.error());
  return stop_clock();
}

// A software renderer's queries do not count the processor's computing time, but its work is done
// when the query's result is there: the elapsed time is taken.
Expected<double> Dispatches::stop_clock() {
  auto seconds = device_.memory().stopwatch.seconds(device_.calls());
  if (!seconds || !device_.capabilities().software) return seconds;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
  return elapsed.count();
}

Expected<void> Dispatches::fence() {
  auto fence = Fence::insert(device_.calls());
  if (!fence) return tl::unexpected(fence.error());
  in_flight_.emplace_back(*std::move(fence), std::exchange(unfenced_, 0));
  return {};
}

Expected<void> Dispatches::wait_for_one() {
  const auto& [fence, elements] = in_flight_.front();
  ++device_.counts().waits;
  if (auto done = fence.wait(device_.calls()); !done) return done;
  progress_.done(elements);
  in_flight_.pop_front();
  return {};
}

}  // namespace normscope::gpu
