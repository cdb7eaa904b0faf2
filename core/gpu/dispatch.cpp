// SPDX-License-Identifier: MIT
#include "core/gpu/dispatch.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

namespace normscope::gpu {

using base::Expected;

Expected<void> Dispatches::run(const Program& program, const Work& work) {
  InFlight in_flight;
  const auto seconds = time([&] { return start_all(program, work, in_flight); },
                            [&]() -> Expected<void> {
                              while (!in_flight.empty()) {
                                if (auto done = wait_for_one(in_flight); !done) return done;
                              }
                              return {};
                            });
  if (!seconds) return tl::unexpected(seconds.error());
  seconds_ += *seconds;
  return {};
}

Expected<double> Dispatches::time(const std::function<Expected<void>()>& start,
                                  const std::function<Expected<void>()>& wait) {
  CallChecks& calls = device_.calls();
  const auto began = std::chrono::steady_clock::now();
  if (auto done = device_.memory().stopwatch.begin(calls); !done)
    return tl::unexpected(done.error());
  const auto started = start();
  // The query ends even after an error, or the next one could not begin; and it ends before the
  // processor waits, or it would count the device's idle time.
  const auto ended = device_.memory().stopwatch.end(calls);
  if (!started) return tl::unexpected(started.error());
  if (!ended) return tl::unexpected(ended.error());
  if (const auto waited = wait(); !waited) return tl::unexpected(waited.error());
  auto seconds = device_.memory().stopwatch.seconds(calls);
  if (!seconds || !device_.capabilities().software) return seconds;
  // A software renderer's queries do not count the processor's computing time, but its work is done
  // when the query ends: the elapsed time is taken.
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began;
  return elapsed.count();
}

Expected<void> Dispatches::wait_for_one(InFlight& in_flight) {
  const auto& [fence, elements] = in_flight.front();
  if (auto done = fence.wait(device_.calls()); !done) return done;
  progress_.done(elements);
  in_flight.pop_front();
  return {};
}

Expected<void> Dispatches::start_all(const Program& program, const Work& work,
                                     InFlight& in_flight) {
  CallChecks& calls = device_.calls();
  const Capabilities& device = device_.capabilities();
  const std::int64_t by_size =
      work.elements > 0 ? device.dispatch_elements / work.elements : work.items;
  const std::int64_t most = std::clamp<std::int64_t>(by_size, 1, device.work_groups);
  program.use();
  for (std::int64_t first = 0; first < work.items; first += most) {
    if (control_.stop.stop_requested()) return compute::cancelled();
    program.set("u_first_item", static_cast<std::uint32_t>(first));
    if (auto done = calls.check(Call::kUniforms); !done) return done;
    const std::int64_t items = std::min(most, work.items - first);
    glDispatchCompute(static_cast<GLuint>(items), 1, 1);
    auto fence = Fence::insert(calls);
    if (!fence) return tl::unexpected(fence.error());
    in_flight.emplace_back(*std::move(fence), items * work.elements);
    // At most two dispatches are queued: enough that the device never idles, few enough that a stop
    // takes effect soon.
    if (in_flight.size() > 2) {
      if (auto done = wait_for_one(in_flight); !done) return done;
    }
  }
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  return {};
}

}  // namespace normscope::gpu
