// SPDX-License-Identifier: MIT
// The dialog that compares the document with this computer's PyTorch; a shell script stands for
// PyTorch.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/app/application/fixture.hpp"
#include "tests/app/verification/fake_python.hpp"

namespace normscope::testing {
namespace {

struct VerifyDialogTest : public ApplicationTest {
  void TearDown() override { unsetenv("NORMSCOPE_PYTHON"); }
  static void set_python(const std::filesystem::path& python) {
    setenv("NORMSCOPE_PYTHON", python.c_str(), 1);
  }
  void open_dialog() const {
    driver->click("menu/edit");
    driver->settle();
    driver->click("menu/edit/verify");
    driver->settle();
  }
  // Draws until PyTorch has answered, and the dialog has its new height.
  void answer() const {
    ASSERT_TRUE(wait_for([&] { return !driver->has("verify/stop"); }));
    for (int frame = 0; frame < 2; ++frame) {
      driver->shell().pacing().activity();
      driver->settle();
    }
  }

  TemporaryFolder folder;
};

TEST_F(VerifyDialogTest, ShowsEachStepAndWhereItDiffers) {
  const auto evaluation =
      results::evaluate(document(), 0, compute::make_backends(), compute::Device::kCpu);
  const auto program = verification::program_of(document(), evaluation);
  const float mean = program.rows[1].ours(1, 1).front();
  set_python(reporting_python(folder, report_of(program, {{1, 1, mean + 0x1p-16F}})));
  open_dialog();
  answer();
  EXPECT_NE(text("verify/sentence").find("PyTorch 9.8.7 (FAKE, one thread)"), std::string::npos);
  EXPECT_EQ(text("verify/row/0"), "input");
  EXPECT_EQ(text("verify/row/0/ulps"), "the same");
  EXPECT_EQ(text("verify/row/1"), "mean");
  // The mean is 50, whose ULP is 2^-18.
  EXPECT_EQ(text("verify/row/1/ulps"), "4 ULP");
  EXPECT_EQ(text("verify/row/1/at"), "[1, 0]");
  driver->click("verify/close");
  driver->settle();
  EXPECT_FALSE(driver->has("verify/close"));
}

TEST_F(VerifyDialogTest, SaysInASentenceThatThereIsNoPyTorch) {
  set_python(python_without_torch(folder));
  open_dialog();
  answer();
  EXPECT_NE(text("verify/sentence").find("has no PyTorch"), std::string::npos);
  EXPECT_NE(text("verify/sentence").find("apt install python3-torch"), std::string::npos);
}

TEST_F(VerifyDialogTest, IsStoppedAndBegunAgain) {
  set_python(fake_python(folder, "python3", "sleep 600"));
  open_dialog();
  ASSERT_TRUE(driver->has("verify/stop"));
  driver->click("verify/stop");
  driver->settle();
  EXPECT_EQ(text("verify/sentence"), "Stopped.");
  EXPECT_TRUE(driver->widget("verify/close").focused) << "the focus is not lost with the button";
  set_python(python_without_torch(folder));
  driver->click("verify/again");
  driver->settle();
  answer();
  EXPECT_NE(text("verify/sentence").find("has no PyTorch"), std::string::npos);
}

TEST_F(VerifyDialogTest, ClosingEndsIt) {
  set_python(fake_python(folder, "python3", "sleep 600"));
  open_dialog();
  driver->click("verify/close");
  driver->settle();
  EXPECT_FALSE(driver->has("verify/close"));
  driver->shell().pacing().activity();
  driver->settle();
  set_python(python_without_torch(folder));
  open_dialog();
  answer();
  EXPECT_NE(text("verify/sentence").find("has no PyTorch"), std::string::npos)
      << "the first one does not hold it up";
}

}  // namespace
}  // namespace normscope::testing
