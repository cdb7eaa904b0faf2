// SPDX-License-Identifier: MIT
// What belongs to a Python of the person's own, read from its files; and which are refused.
#include "app/notebook/client/own_python.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/support/support.hpp"

namespace normscope::notebook::client {
namespace {

namespace fs = std::filesystem;

// Files that nobody executes: nothing of them is a program.
class OwnPythonTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text = {}) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    testing::write_file(path, text);
  }
  void install(const std::string& prefix) {
    write(prefix + "/bin/python3", "no program\n");
    write(prefix + "/lib/python3.12/os.py");
  }
  fs::path at(const std::string& name) const { return fs::canonical(folder_.path()) / name; }
  static bool reads(const OwnPython& python, const fs::path& path) {
    return std::ranges::any_of(python.places, [&](const fs::path& place) {
      return std::ranges::mismatch(place, path).in1 == place.end();
    });
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(OwnPythonTest, AProgramBelongsToTheFolderWithItsLibrary) {
  install("python");
  write("python/secret");
  const auto python = own_python(at("python/bin/python3"), at("home"));
  ASSERT_TRUE(python) << python.error().sentence;
  EXPECT_EQ(python->program, at("python/bin/python3"));
  EXPECT_TRUE(reads(*python, at("python/lib/python3.12/os.py")));
  EXPECT_FALSE(reads(*python, at("python/secret")));
  EXPECT_FALSE(python->has_torch);
  // By its folder, and by a link to it.
  EXPECT_EQ(own_python(at("python"), {})->program, at("python/bin/python3"));
  fs::create_symlink(at("python/bin/python3"), at("link"));
  EXPECT_TRUE(reads(own_python(at("link"), {}).value(), at("python/lib/python3.12/os.py")));
}

TEST_F(OwnPythonTest, AnEnvironmentNamesThePythonThatItBelongsTo) {
  install("python");
  write("python/lib/python3.12/site-packages/torch/__init__.py");
  write("project/pyvenv.cfg", "home = " + at("python/bin").string() +
                                  "\ninclude-system-site-packages = false\nversion = 3.12.1\n");
  write("project/lib/python3.12/site-packages/numpy/__init__.py");
  write("project/data.csv");
  fs::create_directories(at("project/bin"));
  fs::create_symlink(at("python/bin/python3"), at("project/bin/python3"));
  const auto python = own_python(at("project"), {});
  ASSERT_TRUE(python) << python.error().sentence;
  EXPECT_EQ(python->program, at("project/bin/python3"));
  EXPECT_TRUE(reads(*python, at("project/pyvenv.cfg")));
  EXPECT_TRUE(reads(*python, at("project/lib/python3.12/site-packages/numpy/__init__.py")));
  EXPECT_TRUE(reads(*python, at("python/lib/python3.12/os.py")));
  EXPECT_FALSE(reads(*python, at("project/data.csv")));
  EXPECT_FALSE(python->has_torch) << "it does not see the packages outside";
  write("project/pyvenv.cfg",
        "home = " + at("python/bin").string() + "\ninclude-system-site-packages = true\n");
  EXPECT_TRUE(own_python(at("project"), {})->has_torch);
  write("project/lib/python3.12/site-packages/torch/__init__.py");
  write("project/pyvenv.cfg", "home=" + at("python/bin").string());
  EXPECT_TRUE(own_python(at("project"), {})->has_torch);
}

// conda keeps what it has installed in conda-meta; the program is a link in the same folder, and
// each of its environments is an installation of its own.
TEST_F(OwnPythonTest, AnInstallationOfCondaIsAFolderOfItsOwn) {
  for (const std::string prefix : {"home/conda", "home/conda/envs/ml"}) {
    write(prefix + "/conda-meta/history");
    write(prefix + "/bin/python3.11", "no program\n");
    fs::create_symlink("python3.11", at(prefix + "/bin/python3"));
    fs::create_symlink("python3.11", at(prefix + "/bin/python"));
    write(prefix + "/lib/python3.11/os.py");
  }
  write("home/conda/envs/ml/lib/python3.11/site-packages/torch/__init__.py");
  write("home/conda/envs/ml/lib/python3.11/site-packages/torch/version.py",
        "from typing import Optional\n__all__ = ['__version__']\n__version__ = '2.6.0+cpu'\n");
  const auto base = own_python(at("home/conda"), at("home"));
  ASSERT_TRUE(base) << base.error().sentence;
  EXPECT_EQ(base->version, "3.11");
  EXPECT_FALSE(base->has_torch);
  EXPECT_FALSE(reads(*base, at("home/conda/envs/ml/lib/python3.11/os.py")));
  for (const std::string name : {"", "/bin/python", "/bin/python3", "/bin/python3.11"}) {
    const auto python = own_python(at("home/conda/envs/ml" + name), at("home"));
    ASSERT_TRUE(python) << name << python.error().sentence;
    EXPECT_TRUE(reads(*python, at("home/conda/envs/ml/lib/python3.11/os.py")));
    EXPECT_FALSE(reads(*python, at("home/conda/lib/python3.11/os.py")));
    EXPECT_TRUE(python->has_torch);
    EXPECT_EQ(python->torch_version, "2.6.0+cpu");
  }
}

TEST_F(OwnPythonTest, VersionsAreReadFromFilesAndAreWords) {
  install("python");
  write("python/lib/python3.12/site-packages/torch/__init__.py");
  EXPECT_EQ(own_python(at("python"), {})->version, "3.12");
  EXPECT_EQ(own_python(at("python"), {})->torch_version, "");
  for (const auto& [line, version] :
       {std::pair{"__version__ = '1.13.0a0'\n", "1.13.0a0"},
        std::pair{"debug = False\n__version__ = \"2.6\"\r\n", "2.6"},
        std::pair{"__version__ = '2.6\x1b[31m'\n", ""}, std::pair{"__version__ = '2.6", "2.6"},
        std::pair{"__version__", ""}, std::pair{"", ""}}) {
    write("python/lib/python3.12/site-packages/torch/version.py", line);
    EXPECT_EQ(own_python(at("python"), {})->torch_version, version) << line;
  }
}

TEST_F(OwnPythonTest, PackagesOfThePersonBelongToAPythonOutsideOfEnvironments) {
  install("python");
  write("home/.local/lib/python3.12/site-packages/torch/__init__.py");
  const auto python = own_python(at("python"), at("home"));
  ASSERT_TRUE(python);
  EXPECT_EQ(python->user_base, at("home/.local"));
  EXPECT_TRUE(python->has_torch);
  EXPECT_FALSE(reads(*python, at("home/.local/share/mail")));
  write("project/pyvenv.cfg", "home = " + at("python/bin").string());
  write("project/bin/python3");
  EXPECT_TRUE(own_python(at("project"), at("home"))->user_base.empty());
}

TEST_F(OwnPythonTest, WhatHoldsTheHomeFolderIsRefused) {
  const auto refused = [](const base::Expected<OwnPython>& python) {
    EXPECT_FALSE(python);
    return !python && python.error().kind == base::ErrorKind::kInvalidArgument;
  };
  fs::create_directories(at("all/home"));
  install("all");
  install("all/home");
  EXPECT_TRUE(refused(own_python(at("all"), at("all/home"))));
  EXPECT_TRUE(refused(own_python(at("all/home"), at("all/home"))));
  install("all/home/python");
  EXPECT_TRUE(own_python(at("all/home/python"), at("all/home")));
  // An environment that is the home folder itself, and one whose Python is there.
  write("all/home/pyvenv.cfg", "home = " + at("all/home/python/bin").string());
  EXPECT_TRUE(refused(own_python(at("all/home"), at("all/home"))));
  write("other/bin/python3");
  write("other/pyvenv.cfg", "home = " + at("all/bin").string());
  EXPECT_TRUE(refused(own_python(at("other"), at("all/home"))));
  // The home folder by a link.
  fs::create_directory_symlink(at("all/home"), at("by-link"));
  EXPECT_TRUE(refused(own_python(at("all"), at("by-link"))));
}

TEST_F(OwnPythonTest, AProgramBesideItIsNotTakenForIt) {
  install("python");
  write("python/bin/pip", "no program\n");
  const auto refused = own_python(at("python/bin/pip"), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::kInvalidArgument);
  EXPECT_NE(refused.error().sentence.find("pip is no Python by its name"), std::string::npos)
      << refused.error().sentence;
}

TEST_F(OwnPythonTest, WhatIsNoPythonIsNotFound) {
  const auto missing = [](const base::Expected<OwnPython>& python) {
    return !python && python.error().kind == base::ErrorKind::kNotFound;
  };
  EXPECT_TRUE(missing(own_python(at("nowhere"), {})));
  write("empty/bin/python3");
  EXPECT_TRUE(missing(own_python(at("empty"), {})));
  write("env/bin/python3");
  write("env/pyvenv.cfg", "home = /nowhere\n");
  EXPECT_TRUE(missing(own_python(at("env"), {})));
  write("env/pyvenv.cfg", "nothing\n= =\n");
  EXPECT_TRUE(missing(own_python(at("env"), {})));
}

TEST(OwnPython, OfThisSystemIsFound) {
  const auto python = own_python(NORMSCOPE_PYTHON, {});
  ASSERT_TRUE(python) << python.error().sentence;
  EXPECT_EQ(python->program, NORMSCOPE_PYTHON);
}

}  // namespace
}  // namespace normscope::notebook::client
