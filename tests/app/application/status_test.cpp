// SPDX-License-Identifier: MIT
// Computations that take long: how far they are, and Stop, in the status bar.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "app/application/application.hpp"
#include "core/compute/backend.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

// A device that gets half-way and waits there until it is stopped or let go.
class HalfWay final : public compute::Backend {
 public:
  explicit HalfWay(const std::atomic<bool>& go_on) : go_on_(go_on) {}
  std::string_view name() const override { return "cpu"; }
  std::string device() override { return "half-way"; }
  bool accepts(const compute::Plan& /*plan*/) const override { return true; }
  base::Expected<compute::RunReport> run(const compute::Plan& /*plan*/,
                                         const compute::Buffers& /*buffers*/,
                                         const compute::Control& control) override {
    if (control.progress) control.progress(0.5);
    EXPECT_TRUE(eventually([&] { return go_on_ || control.stop.stop_requested(); }));
    if (!go_on_) return base::fail(base::ErrorKind::kCancelled, "stopped");
    return compute::RunReport{};
  }

 private:
  const std::atomic<bool>& go_on_;
};

struct ProgressTest : public ::testing::Test {
  void SetUp() override {
    application = NORMSCOPE_VALUE_OR_FAIL(application::Application::create(
        {.shell = [this]() -> ui::Shell& { return driver->shell(); },
         .wake = [] {},
         .close = [] {},
         .devices = {.make = [this] {
           compute::Backends backends;
           backends.push_back(std::make_unique<HalfWay>(go_on));
           return backends;
         }}}));
    driver = std::make_unique<Driver>([this](ui::Context& ui) { application->draw(ui); },
                                      ui::ShellSettings{}, ImVec2{1600, 1000});
    const auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({300, 200}, 2.0F));
    ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
    ASSERT_TRUE(application->open(folder / "x.npy"));
    driver->shell().pacing().activity();
    driver->settle();
  }
  [[nodiscard]] bool wait_for(const std::function<bool()>& done) const {
    return testing::wait_for(*driver, done);
  }

  TemporaryFolder folder;
  std::atomic<bool> go_on = false;
  std::unique_ptr<application::Application> application;
  std::unique_ptr<Driver> driver;
};

TEST_F(ProgressTest, WhatTakesLongSaysHowFarItIs) {
  EXPECT_FALSE(driver->has("status/progress")) << "what takes a moment only must not flicker";
  driver->wait(1);
  ASSERT_TRUE(wait_for([&] { return driver->has("status/progress"); }));
  // The device's half is a part of the whole way.
  ASSERT_TRUE(wait_for([&] {
    return driver->widget("status/progress").text.find("20 %") != std::string::npos;
  })) << driver->widget("status/progress").text;
  go_on = true;
  ASSERT_TRUE(wait_for([&] { return !application->workspace().stale(); }));
  EXPECT_FALSE(driver->has("status/progress"));
  EXPECT_FALSE(driver->has("status/stop"));
}

TEST_F(ProgressTest, StopGivesUpAndTheWindowRests) {
  driver->wait(1);
  ASSERT_TRUE(wait_for([&] { return driver->has("status/stop"); }));
  driver->click("status/stop");
  driver->settle();
  EXPECT_FALSE(driver->has("status/progress"));
  EXPECT_NE(driver->widget("status/notice").text.find("stopped"), std::string::npos);
  EXPECT_TRUE(application->workspace().stale());
  driver->wait(1);
  const std::uint64_t before = driver->frames();
  driver->wait(60);
  EXPECT_EQ(driver->frames(), before);
  // F5 computes it after all.
  go_on = true;
  driver->key(ui::Key::kF5);
  EXPECT_TRUE(wait_for([&] { return !application->workspace().stale(); }));
}

// The stage shows the numbers of a large file while the result is being computed; the figure says
// that it will come.
TEST_F(ProgressTest, NumbersAreShownBeforeTheResult) {
  const auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({4096, 2100}, 2.0F));
  ASSERT_TRUE(io::write_tensor(folder / "large.npy", values));
  const workspace::Workspace& workspace = application->workspace();
  const std::uint64_t opened = workspace.opened;
  application->send(workspace::OpenDropped{{folder / "large.npy"}});
  ASSERT_TRUE(wait_for([&] { return workspace.opened > opened && workspace.awaits_result(); }));
  EXPECT_TRUE(driver->has("stage/input"));
  EXPECT_EQ(workspace.shown->cards.back().id, "normalized");
  EXPECT_FALSE(driver->has("figure/distribution"));
  go_on = true;
  ASSERT_TRUE(
      wait_for([&] { return workspace.shown->result != nullptr && !workspace.figures.busy(); }));
  EXPECT_TRUE(driver->has("figure/distribution"));
}

}  // namespace
}  // namespace normscope::testing
