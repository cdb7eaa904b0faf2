// SPDX-License-Identifier: MIT
// A Python of the person's own in the window: chosen from a list or by its path, remembered with
// the cells, confined until the person says otherwise, and what cells read.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

struct PythonChoiceTest : public ApplicationTest {
  PythonChoiceTest() { start_again(); }

  void SetUp() override {
    if (!has_kernel()) GTEST_SKIP() << "this build has no kernel";
  }

  // The program as on a computer with the build's Python as the active environment.
  void start_again() {
    Folders folders;
    folders.state = folder / "state";
    folders.pythons.virtual_environment = NORMSCOPE_PYTHON;
    start(folders);
  }
  void open(const std::vector<std::string>& cells, const std::string& name = "lecture.ipynb") {
    nlohmann::json file = {{"nbformat", 4}, {"nbformat_minor", 5}, {"metadata", {{"x", 1}}}};
    for (const std::string& source : cells) {
      file["cells"].push_back({{"cell_type", "code"},
                               {"metadata", {{"x", 1}}},
                               {"source", source},
                               {"execution_count", 1},
                               {"outputs", nlohmann::json::array()}});
    }
    write_file(folder / name, file.dump());
    open_and_run(folder / name);
  }
  [[nodiscard]] bool wait_for_text(const std::string& id, const std::string& part) const {
    return wait_for([&] { return driver->has(id) && text(id).find(part) != std::string::npos; });
  }
  void click(const std::string& id) const {
    driver->click(id);
    driver->settle();
  }
  void choose_own() const {
    click("lesson/python");
    click("python/row/1");
    click("python/accept");
  }

  TemporaryFolder folder;
};

const char* const kWho =
    "import sys\nprint('normscope_kernel.own.serve' in sys.modules, sys.executable)";
const char* const kEnvironment = "import os\nprint(sorted(os.environ)[:1], os.getcwd())";

TEST_F(PythonChoiceTest, IsRememberedWithTheCells) {
  open({kWho});
  ASSERT_TRUE(wait_for_text("lesson/python", "Built-in Python 3."));
  EXPECT_FALSE(driver->has("lesson/python/unconfined"));
  click("lesson/python");
  EXPECT_TRUE(driver->widget("python/row/0").selected.value_or(false))
      << "nothing is chosen unasked";
  EXPECT_EQ(driver->shell().focus().id(), "python/row/0");
  click("python/row/1");
  EXPECT_EQ(text("python/program"), NORMSCOPE_PYTHON);
  click("python/accept");
  EXPECT_FALSE(driver->has("python/accept"));
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "True " NORMSCOPE_PYTHON));
  // The Python says its version when it begins; its files have the first two numbers.
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "done"));
  EXPECT_TRUE(text("lesson/python").starts_with("Python 3.")) << text("lesson/python");
  const std::string words = text("lesson/python");

  // Other cells have the built-in one.
  open({"print('other')"}, "other.ipynb");
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "other"));
  EXPECT_NE(text("lesson/python").find("Built-in"), std::string::npos);

  start_again();
  ASSERT_TRUE(application->open(folder / "lecture.ipynb"));
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "True " NORMSCOPE_PYTHON));
  EXPECT_TRUE(wait_for([&] { return text("lesson/python") == words; }));
  click("lesson/python");
  EXPECT_TRUE(driver->widget("python/row/1").selected.value_or(false));
  click("python/row/0");
  click("python/accept");
  ASSERT_TRUE(wait_for_text("lesson/python", "Built-in Python 3."));
  EXPECT_TRUE(wait_for_text("lesson/text/0/output", "False "));
}

// The function that the learner begins with says which Python runs it.
constexpr const char* kExercise =
    "+++\nid = \"mine\"\ntitle = \"Mine\"\nsource = \"us\"\n+++\n## One\n\n"
    "```exercise\ntask = \"Return the square.\"\nfunction = \"square\"\n"
    "arguments = [{ name = \"x\", shape = \"n\", values = [\"integers\"] }]\noutputs = [\"y\"]\n"
    "start = '''\nimport sys\ndef square(x):\n    raise ValueError('normscope_kernel.own.serve' in "
    "sys.modules)\n'''\n"
    "solution = '''\ndef square(x):\n    y = x * x\n    return y\n'''\n```\n\n"
    "```python\nimport sys\nprint('in', 'normscope_kernel.own.serve' in sys.modules)\n```\n\n"
    "```normscope\ninput = { values = [[1, 2]] }\noperation = \"layer-norm\"\n```\n";

TEST_F(PythonChoiceTest, ExercisesAreJudgedByOnesOwnAndCellsOfTheLessonAreNot) {
  write_file(folder / "mine.md", kExercise);
  open_and_run(folder / "mine.md");
  const std::string verdict = "lesson/exercise/0/verdict";
  ASSERT_TRUE(wait_for_text("lesson/exercise/0/python", "Built-in"));
  click("lesson/exercise/0/check");
  ASSERT_TRUE(wait_for_text(verdict, "ValueError: False"));
  click("lesson/exercise/0/python");
  click("python/row/1");
  click("python/accept");
  EXPECT_EQ(text("lesson/exercise/0/python").find("Built-in"), std::string::npos);
  click("lesson/exercise/0/check");
  EXPECT_TRUE(wait_for_text(verdict, "ValueError: True")) << text(verdict);
  EXPECT_TRUE(wait_for_text("lesson/text/1/output", "in False"));

  start_again();
  open_and_run(folder / "mine.md");
  EXPECT_EQ(text("lesson/exercise/0/python").find("Built-in"), std::string::npos)
      << "it is remembered";
}

TEST_F(PythonChoiceTest, APathIsTakenOrRefusedInTheDialog) {
  open({kWho});
  click("lesson/python");
  driver->replace_text("python/path", "/etc/hostname");
  click("python/accept");
  EXPECT_EQ(text("python/complaint"), "No library of Python belongs to /etc/hostname.");
  EXPECT_EQ(driver->shell().focus().id(), "python/path");
  driver->replace_text("python/path", NORMSCOPE_PYTHON);
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_FALSE(driver->has("python/accept"));
  EXPECT_TRUE(wait_for_text("lesson/text/0/output", "True " NORMSCOPE_PYTHON));
}

TEST_F(PythonChoiceTest, OneThatIsGoneIsSaidAndTheBuiltInOneRuns) {
  fs::create_directories(folder / "env/bin");
  fs::create_symlink(NORMSCOPE_PYTHON, folder / "env/bin/python3");
  write_file(folder / "env/pyvenv.cfg",
             "home = " + fs::path(NORMSCOPE_PYTHON).parent_path().string() + "\n");
  open({kWho});
  click("lesson/python");
  driver->replace_text("python/path", (folder / "env").string());
  click("python/accept");
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "env/bin/python3"));
  fs::remove_all(folder / "env");
  start_again();
  ASSERT_TRUE(application->open(folder / "lecture.ipynb"));
  ASSERT_TRUE(wait_for_text("status/trouble", "the Python that was chosen for these cells cannot"));
  EXPECT_TRUE(wait_for_text("lesson/python", "Built-in"));
}

TEST_F(PythonChoiceTest, BesideTheNotebookIsOfferedAndNotChosen) {
  fs::create_directories(folder / ".venv/bin");
  fs::create_symlink(NORMSCOPE_PYTHON, folder / ".venv/bin/python3");
  write_file(folder / ".venv/pyvenv.cfg",
             "home = " + fs::path(NORMSCOPE_PYTHON).parent_path().string() + "\n");
  open({kWho});
  ASSERT_TRUE(wait_for_text("lesson/python", "Built-in Python 3."));
  click("lesson/python");
  EXPECT_EQ(text("python/row/2"), "Beside the notebook");
  EXPECT_TRUE(driver->widget("python/row/0").selected.value_or(false));
}

TEST_F(PythonChoiceTest, LessonsHaveTheBuiltInOne) {
  write_file(folder / "one.md",
             "+++\nid = \"one\"\ntitle = \"One\"\nsource = \"here\"\nlanguage = \"en\"\n+++\n\n"
             "## A sum\n\n```normscope\ninput = { name = \"x\", values = [1, 2] }\n```\n\n"
             "```python\n1 + 1\n```\n\n```output\n2\n```\n");
  open_and_run(folder / "one.md");
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "2"));
  EXPECT_FALSE(driver->has("lesson/python"));
  application->send(workspace::ChoosePython{});
  application->send(workspace::RunUnconfined{});
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_FALSE(driver->has("python/accept"));
  EXPECT_FALSE(driver->has("dialog/trust/words"));
}

// Without confinement it has the environment of the person, and begins in the file's folder.
TEST_F(PythonChoiceTest, OnlyThePersonLetsItRunUnconfined) {
  if (is_unconfined()) GTEST_SKIP() << "this system cannot confine cells";
  const std::string own_folder = "] " + fs::canonical(folder.path()).string();
  open({kEnvironment});
  choose_own();
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "] "));
  const std::string confined = text("lesson/text/0/output");
  EXPECT_EQ(confined.find(own_folder), std::string::npos);
  EXPECT_FALSE(driver->has("status/unconfined"));
  click("lesson/python/unconfined");
  EXPECT_NE(text("dialog/trust/words").find("read, change and send all that you can"),
            std::string::npos);
  EXPECT_EQ(driver->shell().focus().id(), "dialog/trust/cancel");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_FALSE(driver->has("status/unconfined"));
  click("lesson/python/unconfined");
  click("dialog/trust/accept");
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", own_folder)) << text("lesson/text/0/output");
  EXPECT_EQ(text("status/unconfined"), "cells unconfined");
  EXPECT_EQ(text("lesson/python/state"), "unconfined");
  // Running again keeps it; confining again ends it.
  driver->key(ui::Key::kF5, kCtrl);
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", own_folder));
  EXPECT_TRUE(driver->has("status/unconfined"));
  click("lesson/python/confined");
  EXPECT_TRUE(wait_for([&] { return !driver->has("status/unconfined"); }));
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "] "));
  EXPECT_EQ(text("lesson/text/0/output").find(own_folder), std::string::npos);

  // It is of this file, of its Python, and of this start of the program.
  click("lesson/python/unconfined");
  click("dialog/trust/accept");
  ASSERT_TRUE(wait_for([&] { return driver->has("status/unconfined"); }));
  open({"print('other')"}, "other.ipynb");
  EXPECT_TRUE(wait_for([&] { return !driver->has("status/unconfined"); }));
  ASSERT_TRUE(application->open(folder / "lecture.ipynb"));
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/python/unconfined"); }));
  EXPECT_FALSE(driver->has("status/unconfined"));
}

TEST_F(PythonChoiceTest, ACellAsksUnderItsOutput) {
  const std::vector<std::string> cells{
      "print('hello')\nname = input('Your name: ')\nprint(name[::-1])"};
  open(cells);
  for (const bool own : {false, true}) {
    if (own) choose_own();
    ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/input"); }));
    EXPECT_EQ(text("lesson/text/0/asks"), "Your name: ");
    EXPECT_EQ(text("lesson/text/0/output"), "hello");
    EXPECT_EQ(text("lesson/text/0/state"), "waits for a line");
    EXPECT_EQ(driver->shell().focus().id(), "lesson/text/0/input");
    driver->type("Ann");
    driver->key(ui::Key::kEnter);
    ASSERT_TRUE(wait_for_text("lesson/text/0/output", "hello\nYour name: Ann\nnnA"));
    EXPECT_FALSE(driver->has("lesson/text/0/input"));
    driver->key(ui::Key::kF5, kCtrl);
    ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/input"); }));
    driver->key(ui::Key::kF5, {.shift = true});
    ASSERT_TRUE(wait_for_text("lesson/text/0/state", "stopped"));
    EXPECT_FALSE(driver->has("lesson/text/0/input"));
  }
}

}  // namespace
}  // namespace normscope::testing
