// SPDX-License-Identifier: MIT
// Every class of OpenGL call fails, with every fault: under `auto` the cpu computes the same
// request and the note gives the reason; an explicit gpu fails with that sentence; and the next
// request works again.
#include <gtest/gtest.h>

#include <set>

#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

using compute::Request;
using compute::Settings;

struct Trap {
  Call call;
  Fault fault;
  int after;     // calls of the class that still succeed
  int seen = 0;  // calls of the class so far
  bool sprung = false;
};

class GpuFaults : public testing::GpuTest {
 protected:
  static Options with(const std::shared_ptr<Trap>& trap) {
    Options options = GpuTest::options();
    options.slice_elements = 4096;
    options.subgroups = false;  // a fault while they are checked leaves them out
    options.faults = [trap](Call call) {
      if (trap->sprung || call != trap->call || trap->seen++ < trap->after) return Fault::kNone;
      trap->sprung = true;
      return trap->fault;
    };
    return options;
  }

  // Several slices, cut groups and joined parts: every class of call occurs, several times.
  static Request request() {
    random::Generator generator(1);
    return {ops::NormOptions{}, std::make_shared<const tensor::Tensor>(
                                    NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {2, 10000})))};
  }
};

TEST_F(GpuFaults, EveryClassOfCallFailsOverToTheCpu) {
  Settings cpu;
  cpu.device = compute::Device::kCpu;
  cpu.measure_copy = true;
  const auto expected =
      NORMSCOPE_VALUE_OR_FAIL(compute::compute(compute::make_backends(), request(), cpu));
  std::set<Call> reached;
  for (const auto& [call, doing] : call_names()) {
    for (const Fault fault : {Fault::kOutOfMemory, Fault::kContextLost, Fault::kRefused}) {
      // At once, and in the middle of the request.
      for (const int after : {0, 2}) {
        for (const compute::Device device : {compute::Device::kAuto, compute::Device::kGpu}) {
          const auto trap = std::make_shared<Trap>(Trap{call, fault, after});
          const compute::Backends backends = make_backends(with(trap));
          Settings settings;
          settings.device = device;
          settings.measure_copy = true;
          const auto result = compute::compute(backends, request(), settings);
          if (!trap->sprung) {
            ASSERT_GT(after, 0) << doing << " never happens";
            continue;
          }
          reached.insert(call);
          if (device == compute::Device::kAuto) {
            ASSERT_TRUE(result) << doing << ": " << result.error().sentence;
            EXPECT_EQ(result->y, expected.y) << doing;
            EXPECT_EQ(result->first, expected.first) << doing;
            EXPECT_TRUE(result->device.starts_with("cpu")) << doing;
            EXPECT_TRUE(result->note.starts_with("the cpu computed this: the gpu "))
                << result->note;
            EXPECT_NE(result->note.find(doing), std::string::npos) << result->note;
          } else {
            ASSERT_FALSE(result) << doing;
            const bool memory = fault == Fault::kOutOfMemory;
            EXPECT_EQ(result.error().kind,
                      memory ? base::ErrorKind::kTooLarge : base::ErrorKind::kUnavailable);
            EXPECT_NE(result.error().sentence.find(doing), std::string::npos);
            EXPECT_EQ(result.error().sentence.find('\n'), std::string::npos);
          }
        }
      }
    }
  }
  EXPECT_EQ(reached.size(), call_names().size());
}

TEST_F(GpuFaults, AfterAFailureTheNextRequestHasANewDevice) {
  const auto trap = std::make_shared<Trap>(Trap{Call::kWait, Fault::kContextLost, 1});
  const compute::Backends backends = make_backends(with(trap));
  EXPECT_FALSE(compute::compute(backends, request(), on_gpu()));
  EXPECT_TRUE(trap->sprung);
  const auto again = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request(), on_gpu()));
  EXPECT_TRUE(again.device.starts_with("gpu"));
}

TEST_F(GpuFaults, RealErrorsAndMessagesAreSeen) {
  const auto device = NORMSCOPE_VALUE_OR_FAIL(Device::open(options()));
  // Larger than any buffer: the driver itself reports that it is out of memory. NVIDIA's (580) says
  // nothing, not even when the last word is sent.
  const auto done = device->memory().x.reserve(device->calls(), std::size_t{1} << 45);
  if (done) {
    EXPECT_NE(this->device().find("NVIDIA"), std::string::npos) << "it took 32 TiB";
  } else {
    EXPECT_EQ(done.error().kind, base::ErrorKind::kTooLarge) << done.error().sentence;
  }
  // Reading beyond a buffer's end is an OpenGL error, which KHR_debug reports, too.
  ASSERT_TRUE(device->memory().y.reserve(device->calls(), 16));
  std::vector<std::byte> bytes(64);
  EXPECT_FALSE(device->memory().y.download(device->calls(), 0, bytes));
}

}  // namespace
}  // namespace normscope::gpu
