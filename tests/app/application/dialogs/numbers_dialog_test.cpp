// SPDX-License-Identifier: MIT
// Saving the numbers of a step from the window.
#include <gtest/gtest.h>

#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct NumbersDialogTest : public ApplicationTest {
  NumbersDialogTest() { driver->click("welcome/close"); }

  void open() const {
    driver->click("menu/file");
    driver->settle();
    driver->click("menu/file/save-numbers");
    driver->settle();
  }
  // Saves under this name, in a temporary folder.
  std::filesystem::path save(std::string_view name) const {
    std::filesystem::path path = folder / name;
    driver->replace_text("numbers/path", path.string());
    driver->click("numbers/accept");
    EXPECT_TRUE(wait_for([&] { return !driver->has("numbers/accept"); }));
    return path;
  }
  const trace::Trace& operation() const {
    return application->workspace().shown->stages.back().trace;
  }

  TemporaryFolder folder;
};

TEST_F(NumbersDialogTest, TheStepOnTheSheetIsSaved) {
  open();
  const auto path = save("y.npy");
  const auto saved = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(path));
  const auto last = static_cast<int>(operation().steps().size()) - 1;
  EXPECT_EQ(saved, NORMSCOPE_VALUE_OR_FAIL(operation().whole(last)));
}

TEST_F(NumbersDialogTest, AnotherStepAndFormat) {
  open();
  EXPECT_TRUE(text("numbers/path").ends_with(".npy")) << text("numbers/path");
  driver->click("numbers/format/1");
  driver->settle();
  driver->click("numbers/step");
  driver->settle();
  driver->click("numbers/step/0");
  driver->settle();
  EXPECT_EQ(text("numbers/path"), "input.csv");
  const auto saved = NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(save("x.csv")));
  EXPECT_EQ(saved, *application->workspace().shown->input);
}

TEST_F(NumbersDialogTest, AllStepsAreOneFile) {
  const std::size_t cards = application->workspace().shown->cards.size();
  open();
  driver->click("numbers/step");
  driver->settle();
  driver->click("numbers/step/" + std::to_string(cards));
  driver->settle();
  EXPECT_EQ(text("numbers/path"), "steps.safetensors");
  const auto path = save("all.safetensors");
  const auto source = NORMSCOPE_VALUE_OR_FAIL(io::ByteSource::open(path));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(io::arrays_in(source, path))->entries.size(), cards);
}

TEST_F(NumbersDialogTest, AFileThatIsThereIsReplacedOnlyAfterAQuestion) {
  const auto old = make({1}, {42});
  ASSERT_TRUE(io::write_tensor(folder / "y.npy", old));
  open();
  driver->replace_text("numbers/path", (folder / "y.npy").string());
  driver->click("numbers/accept");
  driver->settle();
  ASSERT_TRUE(driver->has("dialog/replace/words"));
  EXPECT_TRUE(driver->widget("dialog/replace/cancel").focused) << "the careful answer is at hand";
  EXPECT_NE(text("dialog/replace/words").find("y.npy is there already"), std::string::npos);
  driver->click("dialog/replace/cancel");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/replace/words"));
  EXPECT_TRUE(driver->has("numbers/accept"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder / "y.npy")), old);
  driver->click("numbers/accept");
  driver->settle();
  driver->click("dialog/replace/accept");
  ASSERT_TRUE(wait_for([&] { return !driver->has("numbers/accept"); }));
  EXPECT_NE(NORMSCOPE_VALUE_OR_FAIL(io::read_tensor(folder / "y.npy")), old);
}

TEST_F(NumbersDialogTest, WhatCannotBeWrittenIsSaid) {
  open();
  driver->replace_text("numbers/path", (folder / "none/y.npy").string());
  driver->click("numbers/accept");
  ASSERT_TRUE(wait_for([&] { return driver->has("numbers/complaint"); }));
  EXPECT_TRUE(driver->has("numbers/accept"));
  driver->settle();
  EXPECT_TRUE(driver->widget("numbers/path").focused) << "the path is edited again";
}

}  // namespace
}  // namespace normscope::testing
