// SPDX-License-Identifier: MIT
// The list of backends, and the choice of a backend, with backends written for these tests.
#include <gtest/gtest.h>

#include "core/compute/backend.hpp"

namespace normscope::compute {
namespace {

// A backend that accepts norms, softmaxes, both or neither.
class Selective final : public Backend {
 public:
  Selective(std::string_view name, bool norms, bool softmaxes)
      : name_(name), norms_(norms), softmaxes_(softmaxes) {}
  std::string_view name() const override { return name_; }
  std::string device() override { return "made for a test"; }
  bool accepts(const Plan& plan) const override {
    return std::holds_alternative<ops::NormPlan>(plan) ? norms_ : softmaxes_;
  }
  base::Expected<RunReport> run(const Plan&, const Buffers&, const Control&) override {
    return RunReport{};
  }

 private:
  std::string_view name_;
  bool norms_;
  bool softmaxes_;
};

const Plan kNorm = ops::NormPlan{};
const Plan kSoftmax = ops::SoftmaxPlan{};

void expect_refused(const base::Expected<Backend*>& choice, std::string_view sentence) {
  ASSERT_FALSE(choice.has_value());
  EXPECT_EQ(choice.error().kind, base::ErrorKind::kUnavailable);
  EXPECT_EQ(choice.error().sentence, sentence);
}

TEST(Backends, TheFastestComesFirstAndTheReferenceLast) {
  const Backends backends = make_backends();
  ASSERT_EQ(backends.size(), 2U);
  EXPECT_EQ(backends.front()->name(), "cpu");
  EXPECT_EQ(backends.back()->name(), "reference");
  for (const auto& backend : backends) {
    // The reference ends the list, so that every plan has a backend.
    EXPECT_TRUE(backend->accepts(kNorm));
    EXPECT_TRUE(backend->accepts(kSoftmax));
    EXPECT_TRUE(base::value_of(device_names(), backend->name()).has_value());
    EXPECT_TRUE(backend->device().starts_with(backend->name()));
  }
}

TEST(Backends, EveryDeviceHasAName) {
  ASSERT_EQ(device_names().size(), static_cast<std::size_t>(Device::kReference) + 1);
  EXPECT_EQ(base::list_names(device_names()), "auto, cpu, gpu, reference");
}

TEST(ChooseBackend, AutoTakesTheFirstAndANameItsOwn) {
  const Backends backends = make_backends();
  EXPECT_EQ(choose_backend(backends, Device::kAuto, kNorm).value()->name(), "cpu");
  EXPECT_EQ(choose_backend(backends, Device::kCpu, kNorm).value()->name(), "cpu");
  EXPECT_EQ(choose_backend(backends, Device::kReference, kNorm).value()->name(), "reference");
}

TEST(ChooseBackend, AGpuThatIsNotThereIsRefused) {
  expect_refused(choose_backend(make_backends(), Device::kGpu, kNorm),
                 "the device gpu is not available here; there are: cpu, reference");
}

TEST(ChooseBackend, AutoPassesOverWhoCannotRunThePlan) {
  Backends backends;
  backends.push_back(std::make_unique<Selective>("gpu", false, true));
  backends.push_back(std::make_unique<Selective>("cpu", true, false));
  EXPECT_EQ(choose_backend(backends, Device::kAuto, kNorm).value()->name(), "cpu");
  EXPECT_EQ(choose_backend(backends, Device::kAuto, kSoftmax).value()->name(), "gpu");
}

TEST(ChooseBackend, ANamedBackendThatCannotRunThePlanIsRefused) {
  Backends backends;
  backends.push_back(std::make_unique<Selective>("gpu", false, true));
  backends.push_back(std::make_unique<Selective>("cpu", true, true));
  expect_refused(choose_backend(backends, Device::kGpu, kNorm),
                 "the device gpu cannot run this operation; there are: gpu, cpu");
}

TEST(ChooseBackend, WhenNobodyCanRunThePlanAutoSaysSo) {
  Backends backends;
  backends.push_back(std::make_unique<Selective>("cpu", false, true));
  expect_refused(choose_backend(backends, Device::kAuto, kNorm),
                 "the device auto cannot run this operation; there are: cpu");
}

}  // namespace
}  // namespace normscope::compute
