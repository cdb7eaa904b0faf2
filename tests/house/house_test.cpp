// SPDX-License-Identifier: MIT
// The source tree obeys its rules. Each check is first tested with a planted violation, so that a
// check that finds nothing is noticed.
#include "tests/house/house.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/support.hpp"

namespace normscope::house {
namespace {

const std::filesystem::path kRoot = NORMSCOPE_SOURCE_DIR;

Arrows arrows() {
  return read_arrows(testing::read_file(kRoot / "tests/house/arrows.txt"));
}

Findings includes(const std::string& path, const std::string& line) {
  return check_includes(arrows(), {path, "// SPDX-License-Identifier: MIT\n" + line + "\n"});
}

template <class Check>
void expect_clean(Check check) {
  const auto tree = read_tree(kRoot);
  ASSERT_GT(tree.size(), 50U) << "the tree was not read";
  for (const auto& source : tree) {
    const Findings findings = check(source);
    EXPECT_TRUE(findings.empty()) << fmt::format("{}", fmt::join(findings, "\n"));
  }
}

TEST(Arrows, TheTablePointsDownOnly) {
  EXPECT_EQ(arrows().faults, Findings{});
}

TEST(Arrows, ATableThatPointsUpOrRepeatsItselfIsFound) {
  EXPECT_EQ(read_arrows("core/a: core/b\ncore/b:\n").faults.size(), 1U);
  EXPECT_EQ(read_arrows("core/a:\ncore/a:\n").faults.size(), 1U);
  EXPECT_EQ(read_arrows("headers GL/: core/nowhere\n").faults.size(), 1U);
}

TEST(Arrows, AFolderInAFolderMayHaveALineOfItsOwn) {
  const Arrows nested = read_arrows("core/a:\nb/c/d: core\nb/c: b/c/d\nb/e: b/c\n");
  EXPECT_EQ(nested.faults, Findings{});
  EXPECT_EQ(folder_of("b/c/d/x.hpp", nested), "b/c/d");
  EXPECT_EQ(folder_of("b/c/d/deep/x.hpp", nested), "b/c/d");
  EXPECT_EQ(folder_of("b/c/x.hpp", nested), "b/c");
  EXPECT_EQ(folder_of("b/c/other/x.hpp", nested), "b/c");
  EXPECT_EQ(folder_of("b/main.cpp", nested), "b");
  EXPECT_EQ(nested.folders.at("b/e"), (std::set<std::string>{"b/c", "b/c/d"}));
  EXPECT_EQ(nested.folders.at("b/c/d"), (std::set<std::string>{"core/a"}));
  const Arrows parts = read_arrows("b/c:\nb/c/d: b/c\nb/e: b/c\n");
  EXPECT_EQ(parts.folders.at("b/e"), (std::set<std::string>{"b/c"}));
}

TEST(Arrows, WhatIsAllowedPasses) {
  EXPECT_EQ(includes("core/tensor/a.hpp", "#include \"core/base/error.hpp\""), Findings{});
  EXPECT_EQ(includes("core/tensor/a.hpp", "#include \"core/tensor/b.hpp\""), Findings{});
  EXPECT_EQ(includes("core/tensor/a.hpp", "#include <vector>"), Findings{});
  EXPECT_EQ(includes("core/gpu/a.cpp", "#include <epoxy/gl.h>"), Findings{});
  EXPECT_EQ(includes("app/ui/deep/a.cpp", "#include <imgui.h>"), Findings{});
  EXPECT_EQ(includes("app/cli/a.cpp", "#include \"core/compute/backend.hpp\""), Findings{});
  EXPECT_EQ(includes("app/main.cpp", "#include \"app/cli/cli.hpp\""), Findings{});
}

TEST(Arrows, PlantedViolationsAreFound) {
  const std::vector<std::pair<std::string, std::string>> planted = {
      {"core/base/a.hpp", "#include \"core/tensor/shape.hpp\""},     // upward
      {"core/io/a.cpp", "  #  include \"core/stats/moments.hpp\""},  // sideways
      {"core/compute/a.cpp", "#include \"app/cli/cli.hpp\""},        // core knows no app
      {"core/compute/a.cpp", "#include \"core/gpu/context.hpp\""},   // the gpu registers itself
      {"core/tensor/a.hpp", "#include <core/base/error.hpp>"},       // ours, in brackets
      {"core/tensor/a.hpp", "#include \"shape.hpp\""},               // not from the root
      {"core/tensor/a.hpp", "#include \"../base/error.hpp\""},       // nor this
      {"core/tensor/a.cpp", "#include \"tests/support/support.hpp\""},
      {"core/nowhere/a.cpp", "#include <vector>"},  // a folder without a line
      {"core/compute/a.cpp", "#include <epoxy/gl.h>"},
      {"core/compute/a.cpp", "#include <EGL/egl.h>"},
      {"core/compute/a.cpp", "#include <Eigen/Dense>"},
      {"app/document/a.cpp", "#include <imgui.h>"},
      {"app/notebook/a.cpp", "#include <imgui_internal.h>"},
      {"app/notebook/client/a.cpp", "#include <Python.h>"},
      {"app/notebook/arrays/a.cpp", "#include \"app/notebook/ipynb/a.hpp\""},
      {"app/lessons/a.cpp", "#include <GLFW/glfw3.h>"},
      {"app/figures/a.cpp", "#include \"GL/gl.h\""},
      {"app/panels/a.cpp", "#include <epoxy/gl.h>"},
      {"app/workspace/a.cpp", "#include <imgui.h>"},
      {"app/workspace/a.cpp", "#include \"app/ui/grid/grid.hpp\""},
      {"app/workspace/a.cpp", "#include \"app/panels/stage_panel.hpp\""},
      {"app/ui/grid_state/a.hpp", "#include <imgui.h>"},
      {"app/figures/a.cpp", "#include \"app/ui/theme.hpp\""},
  };
  for (const auto& [path, line] : planted) {
    EXPECT_FALSE(includes(path, line).empty()) << path << ": " << line;
  }
}

TEST(Arrows, EveryIncludeObeysTheTable) {
  expect_clean([](const Source& source) { return check_includes(arrows(), source); });
}

TEST(Arrows, OnlyTheApplicationCallsPanels) {
  const std::string calls = "#include \"app/panels/figure_panel.hpp\"\n";
  EXPECT_EQ(check_panels({"app/application/actions.cpp", calls}).size(), 1U);
  EXPECT_EQ(check_panels({"app/application/application.hpp", calls}).size(), 1U);
  EXPECT_TRUE(check_panels({"app/application/application.cpp", calls}).empty());
  EXPECT_TRUE(check_panels({"app/panels/stage_panel.cpp", calls}).empty());
  EXPECT_TRUE(check_panels({"tests/app/panels/a_test.cpp", calls}).empty());
  expect_clean(check_panels);
}

TEST(Links, PlantedViolationsAreFound) {
  const Links upward = read_links("core/base: core/tensor\ncore/tensor: core/base\n");
  EXPECT_EQ(check_links(arrows(), upward, {}).size(), 1U);
  EXPECT_EQ(check_links(arrows(), read_links("core/nowhere: core/base\n"), {}).size(), 1U);

  const Links unlinked = read_links("core/base:\ncore/tensor:\n");
  const Source includes_base{"core/tensor/a.hpp", "#include \"core/base/error.hpp\"\n"};
  EXPECT_EQ(check_links(arrows(), unlinked, {includes_base}).size(), 1U);
  EXPECT_EQ(check_links(arrows(), unlinked, {{"core/io/a.hpp", ""}}).size(), 1U);
  EXPECT_EQ(check_links(arrows(), unlinked, {{"app/main.cpp", ""}}), Findings{});
}

TEST(Links, AnIndirectLinkServesAnInclude) {
  const Links links = read_links("core/base:\ncore/tensor: core/base\ncore/ops: core/tensor\n");
  const Source includes_base{"core/ops/a.hpp", "#include \"core/base/error.hpp\"\n"};
  EXPECT_EQ(check_links(arrows(), links, {includes_base}), Findings{});
}

TEST(Links, EveryTargetObeysTheTableAndLinksWhatItIncludes) {
  const Links links = read_links(testing::read_file(NORMSCOPE_LINKS_FILE));
  ASSERT_TRUE(links.contains("core/tensor"));
  std::vector<Source> tree = read_tree(kRoot);
#ifdef NORMSCOPE_WITHOUT_KERNEL
  // This build makes no libraries of these folders.
  std::erase_if(tree, [](const Source& source) {
    return source.path.starts_with("app/notebook/torch/") ||
           source.path.starts_with("app/notebook/embedded_python/") ||
           source.path.starts_with("app/notebook/notebook_kernel/");
  });
#endif
  const Findings findings = check_links(arrows(), links, tree);
  EXPECT_TRUE(findings.empty()) << fmt::format("{}", fmt::join(findings, "\n"));
}

TEST(Sources, PlantedViolationsAreFound) {
  const std::string spdx = "// SPDX-License-Identifier: MIT\n";
  EXPECT_TRUE(check_opening({"a.cpp", spdx + "int a;\n"}).empty());
  EXPECT_TRUE(check_opening({"a.comp", "#version 430\n" + spdx}).empty());
  EXPECT_TRUE(check_opening({"dev", "#!/bin/sh\n# SPDX-License-Identifier: MIT\n"}).empty());
  EXPECT_FALSE(check_opening({"a.cpp", "int a;\n"}).empty());
  EXPECT_FALSE(check_opening({"a.cpp", ""}).empty());
  EXPECT_FALSE(check_opening({"a.cpp", "\n" + spdx}).empty());
  EXPECT_FALSE(check_opening({"dev", "#!/bin/sh"}).empty());

  EXPECT_TRUE(check_length({"a.cpp", std::string(450, '\n')}).empty());
  EXPECT_FALSE(check_length({"a.cpp", std::string(451, '\n')}).empty());

  const std::string reads = spdx + "const char* a = std::getenv(\"HOME\");\n";
  EXPECT_EQ(check_environment({"app/ui/a.cpp", reads}).size(), 1U);
  EXPECT_EQ(check_environment({"core/io/a.cpp", spdx + "secure_getenv(\"A\")\n"}).size(), 1U);
  EXPECT_TRUE(check_environment({"core/base/environment.cpp", reads}).empty());
  EXPECT_TRUE(check_environment({"tests/a_test.cpp", reads}).empty());

  EXPECT_FALSE(check_cmake({"core/CMakeLists.txt", "file(GLOB x *.cpp)"}).empty());
  EXPECT_FALSE(check_cmake({"core/a.cmake", "FILE ( GLOB_RECURSE x *.cpp)"}).empty());
  EXPECT_FALSE(check_cmake({"core/CMakeLists.txt", "aux_source_directory(. x)"}).empty());
  EXPECT_FALSE(
      check_cmake({"core/CMakeLists.txt", "string(APPEND CMAKE_CXX_FLAGS_RELEASE -O1)"}).empty());
  EXPECT_FALSE(check_cmake({"core/CMakeLists.txt", "set(CMAKE_CXX_FLAGS -O1)"}).empty());
  EXPECT_TRUE(check_cmake({"core/CMakeLists.txt", "add_library(x a.cpp)"}).empty());
}

TEST(Sources, FunctionsThatDoNotSayTheirErrorsAreFound) {
  const auto count = [](const std::string& text) {
    return check_errors({"app/a.hpp", text}).size();
  };
  EXPECT_EQ(count("/// Opens it.\nbase::Expected<void> open();\n"), 1U);
  EXPECT_EQ(count("/// Opens it.\n/// errors  none\nbase::Expected<void> open();\n"), 0U);
  EXPECT_EQ(count("MaybeEdit put(int at);\n"), 1U);
  EXPECT_EQ(count("Expected<std::pair<int, std::vector<int>>>\nread(int at);\n"), 1U);
  EXPECT_EQ(count("// errors  as read\nExpected<int> a();\nExpected<int> b();\n"), 0U);
  EXPECT_EQ(count("/// errors  as read\nExpected<int> a();\n/// Two.\nExpected<int> b();\n"), 1U);
  EXPECT_EQ(count("/// errors  as read\nExpected<int> a();\n\nExpected<int> b();\n"), 1U);
  EXPECT_EQ(
      count("/// errors  as read, here and below\nExpected<int> a();\n\nExpected<int> b();\n"), 0U);
  EXPECT_EQ(
      count("std::function<base::Expected<int>(int)> f;\nusing MaybeEdit = Expected<Edit>;\n"), 0U);
  EXPECT_TRUE(check_errors({"app/a.cpp", "Expected<int> a() {}\n"}).empty());
}

TEST(Sources, EveryFunctionOfAHeaderSaysItsErrors) {
  expect_clean(check_errors);
}

TEST(Sources, TestsThatLieElsewhereThanTheirSourcesAreFound) {
  const auto count = [](const std::string& test) {
    return check_test_places({{"app/a/b/x.cpp", ""}, {"app/c/x.hpp", ""}, {test, ""}}).size();
  };
  EXPECT_EQ(count("tests/app/a/b/x_test.cpp"), 0U);
  EXPECT_EQ(count("tests/app/a/x_test.cpp"), 0U);
  EXPECT_EQ(count("tests/app/c/x_test.cpp"), 0U);
  EXPECT_EQ(count("tests/app/d/x_test.cpp"), 1U);
  EXPECT_EQ(count("tests/app/a/b/d/x_test.cpp"), 1U);
  EXPECT_EQ(count("tests/app/d/y_test.cpp"), 0U) << "no source has this name";
  EXPECT_EQ(count("tests/e2e/x_test.cpp"), 0U) << "whole programs mirror nothing";
}

TEST(Sources, EveryTestLiesWhereItsSourceDoes) {
  const Findings findings = check_test_places(read_tree(kRoot));
  EXPECT_TRUE(findings.empty()) << fmt::format("{}", fmt::join(findings, "\n"));
}

TEST(Sources, ThePlantedFilesOfATreeAreRead) {
  const testing::TemporaryFolder root;
  std::filesystem::create_directories(root / "core/ops/deep");
  std::filesystem::create_directories(root / "tests/data");
  testing::write_file(root / "core/ops/deep/a.hpp", "#include \"app/cli/cli.hpp\"\n");
  testing::write_file(root / "tests/data/a.py", "not a source\n");
  const auto tree = read_tree(root.path());
  ASSERT_EQ(tree.size(), 1U);
  EXPECT_EQ(tree[0].path, "core/ops/deep/a.hpp");
  EXPECT_EQ(check_includes(arrows(), tree[0]).size(), 1U);
  EXPECT_EQ(check_opening(tree[0]).size(), 1U);
}

TEST(Sources, EveryOneOpensWithItsLicence) {
  expect_clean(check_opening);
}

TEST(Sources, EveryOneHasAnEndInSight) {
  expect_clean(check_length);
}

TEST(Sources, TheEnvironmentIsReadInOneFile) {
  expect_clean(check_environment);
}

TEST(Sources, EveryListIsWrittenOutAndFlagsAreTheUsers) {
  expect_clean(check_cmake);
}

}  // namespace
}  // namespace normscope::house
