// SPDX-License-Identifier: MIT
// Which Pythons are offered for the cells of a notebook, by made-up folders.
#include "app/cells/pythons.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/support.hpp"

namespace normscope::cells {
namespace {

namespace fs = std::filesystem;

struct PythonsTest : public ::testing::Test {
  fs::path at(const std::string& name) const { return fs::canonical(folder.path()) / name; }
  void write(const std::string& name, const std::string& text = {}) const {
    fs::create_directories((folder / name).parent_path());
    testing::write_file(folder / name, text);
  }
  void install(const std::string& prefix, bool torch) const {
    write(prefix + "/bin/python3", "no program\n");
    write(prefix + "/lib/python3.12/os.py");
    if (torch) write(prefix + "/lib/python3.12/site-packages/torch/__init__.py");
  }
  // An environment of the installation "system".
  void make_environment(const std::string& prefix) const {
    write(prefix + "/pyvenv.cfg", "home = " + at("system/bin").string() + "\n");
    fs::create_directories(folder / prefix / "bin");
    fs::create_symlink(at("system/bin/python3"), at(prefix + "/bin/python3"));
  }
  // "where: program", the program below the folder of the test.
  std::vector<std::string> found(const PythonPlaces& places,
                                 const fs::path& notebook_folder = {}) const {
    std::vector<std::string> all;
    for (const FoundPython& each : found_pythons(places, notebook_folder)) {
      all.push_back(std::string(each.where) + ": " +
                    each.python.program.lexically_relative(at("")).string());
    }
    return all;
  }
  using Found = std::vector<std::string>;

  testing::TemporaryFolder folder;
};

TEST_F(PythonsTest, WithoutPlacesNothingIsFound) {
  EXPECT_EQ(found({}), Found{});
}

TEST_F(PythonsTest, EachPlaceHasItsName) {
  install("system", true);
  install("conda", false);
  make_environment("active");
  make_environment("course/.venv");
  EXPECT_EQ(
      found({at("active"), at("conda"), at("system/bin").string(), at("home")}, at("course")),
      (Found{"Active environment: active/bin/python3", "Environment of conda: conda/bin/python3",
             "python3 of the path: system/bin/python3",
             "Beside the notebook: course/.venv/bin/python3"}));
}

// As a shell puts the active environment first on the path.
TEST_F(PythonsTest, NoneIsOfferedTwice) {
  install("system", true);
  make_environment("course/.venv");
  const std::string path = at("course/.venv/bin").string() + ":" + at("system/bin").string();
  EXPECT_EQ(found({at("course/.venv"), {}, path, {}}, at("course")),
            (Found{"Active environment: course/.venv/bin/python3",
                   "python3 of the path: system/bin/python3"}));
}

TEST_F(PythonsTest, OfThePathTheFirstThatHasTorch) {
  install("plain", false);
  install("one", true);
  install("two", true);
  const auto path = [this](const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += at(name).string() + ":";
    return all + ":bin";
  };
  EXPECT_EQ(found({{}, {}, path({"none/bin", "plain/bin", "one/bin", "two/bin"}), {}}),
            Found{"python3 of the path: one/bin/python3"});
  EXPECT_EQ(found({{}, {}, path({"plain/bin"}), {}}), Found{});
}

TEST_F(PythonsTest, WhatHoldsTheHomeOrIsNotNamedFromTheRootIsNotOffered) {
  install("home", true);
  EXPECT_EQ(found({at("home"), "conda", at("home/bin").string() + ":bin", at("home")}), Found{});
}

// A folder of this name that is no environment is a folder.
TEST_F(PythonsTest, BesideTheNotebookIsAnEnvironmentAlone) {
  install("course/venv", true);
  EXPECT_EQ(found({}, at("course")), Found{});
  install("system", true);
  make_environment("week/venv");
  EXPECT_EQ(found({}, at("week")), Found{"Beside the notebook: week/venv/bin/python3"});
}

TEST_F(PythonsTest, WordsSayWhatIsKnown) {
  OwnPython python;
  EXPECT_EQ(python_words(python), "Python without PyTorch");
  python.version = "3.12";
  python.has_torch = true;
  EXPECT_EQ(python_words(python), "Python 3.12, PyTorch");
  python.torch_version = "2.6.0+cpu";
  EXPECT_EQ(python_words(python), "Python 3.12, PyTorch 2.6.0+cpu");
  EXPECT_EQ(python_words(python, "3.12.4"), "Python 3.12.4, PyTorch 2.6.0+cpu");
  EXPECT_TRUE(builtin_words("3.11.2").starts_with("Built-in Python 3.11.2, PyTorch "));
}

}  // namespace
}  // namespace normscope::cells
