// SPDX-License-Identifier: MIT
// Lessons on a computer where cells do not run: without the program that runs them, and on a system
// that cannot confine them.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct WithoutKernelTest : public ApplicationTest {
  // Opens a lesson of one cell with this program in the place of the kernel's.
  void open(const std::string& program) {
    start({.kernel_program = program});
    write_file(folder / "one.md",
               "+++\nid = \"one\"\ntitle = \"One\"\nsource = \"here\"\nlanguage = \"en\"\n+++\n\n"
               "## A sum\n\n```normscope\ninput = { name = \"x\", values = [1, 2] }\n```\n\n"
               "```python\n1 + 1\n```\n\n```output\n2\n```\n");
    open_and_run(folder / "one.md");
    ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/without"); }));
    EXPECT_EQ(text("lesson/text/0/state"), "not run here");
    EXPECT_EQ(text("lesson/text/0/output"), "2");
    EXPECT_TRUE(text("lesson/text/0/without")
                    .starts_with("This output is the lesson's own. Cells do not run here: "))
        << text("lesson/text/0/without");
    EXPECT_EQ(document().inputs[0].values.at(1), 2.0F) << "the stage is set";
  }
  TemporaryFolder folder;
};

TEST_F(WithoutKernelTest, WithoutTheProgramNothingIsOffered) {
  open((folder / "no-such-program").string());
  EXPECT_NE(text("lesson/text/0/without")
                .find("there is no normscope-kernel, the program that runs cells; it is part of"),
            std::string::npos)
      << text("lesson/text/0/without");
  EXPECT_FALSE(driver->has("lesson/text/0/unconfined"));
}

#ifdef NORMSCOPE_WITHOUT
// The kernel on a system without Landlock, which a filter takes away from it.
TEST_F(WithoutKernelTest, OnlyAPersonLetsCellsRunUnconfined) {
  const std::filesystem::path program = folder / "kernel";
  write_file(program, "#!/bin/sh\nexec " NORMSCOPE_WITHOUT " landlock " NORMSCOPE_KERNEL_PROGRAM
                      " \"$@\"\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  open(program.string());
  EXPECT_TRUE(text("lesson/text/0/without")
                  .ends_with("this system has no Landlock: Function not implemented."))
      << text("lesson/text/0/without");
  EXPECT_FALSE(driver->has("lesson/reach")) << "no cell has run";
  driver->click("lesson/text/0/unconfined");
  driver->settle();
  EXPECT_NE(text("dialog/trust/words").find("the cells of \"One\" can read, change and send"),
            std::string::npos)
      << text("dialog/trust/words");
  EXPECT_EQ(driver->shell().focus().id(), "dialog/trust/cancel");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/trust/words"));
  EXPECT_EQ(text("lesson/text/0/state"), "not run here");

  driver->click("lesson/text/0/unconfined");
  driver->settle();
  driver->click("dialog/trust/accept");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/trust/words"));
  EXPECT_TRUE(wait_for([&] {
    return text("lesson/text/0/state").find("as expected") != std::string::npos;
  })) << text("lesson/text/0/state");
  EXPECT_FALSE(driver->has("lesson/text/0/without"));

  // The person spoke of this lesson alone.
  std::string other = read_file(folder / "one.md");
  other.replace(other.find("\"one\""), 5, "\"two\"");
  write_file(folder / "two.md", other);
  open_and_run(folder / "two.md");
  EXPECT_TRUE(wait_for([&] { return driver->has("lesson/text/0/without"); }));
}
#endif

}  // namespace
}  // namespace normscope::testing
