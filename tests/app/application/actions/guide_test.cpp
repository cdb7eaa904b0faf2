// SPDX-License-Identifier: MIT
// The guide is found beside the program, and its pages name only pages and pictures that are there.
#include "app/application/actions/guide.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using application::guide_page;

// The values of an attribute in a page of HTML.
std::set<std::string> values_of(const std::string& attribute, const std::string& html) {
  std::set<std::string> values;
  const std::regex pattern(attribute + "=\"([^\"]*)\"");
  for (auto found = std::sregex_iterator(html.begin(), html.end(), pattern);
       found != std::sregex_iterator(); ++found) {
    values.insert(found->str(1));
  }
  return values;
}

TEST(Guide, LiesBesideTheProgramOrBelowShare) {
  const TemporaryFolder root;
  fs::create_directories(root / "usr/bin");
  fs::create_directories(root / "usr/share/normscope/guide");
  const fs::path program = root / "usr/bin/normscope";
  const auto none = guide_page(program);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, base::ErrorKind::kUnavailable);
  write_file(root / "usr/share/normscope/guide/index.html", "installed");
  EXPECT_EQ(read_file(NORMSCOPE_VALUE_OR_FAIL(guide_page(program))), "installed");
  fs::create_directories(root / "usr/bin/guide");
  write_file(root / "usr/bin/guide/index.html", "of the build");
  EXPECT_EQ(read_file(NORMSCOPE_VALUE_OR_FAIL(guide_page(program))), "of the build");
}

TEST(Guide, EveryPageIsReachedAndEveryPictureIsThere) {
  const fs::path guide = NORMSCOPE_GUIDE;
  std::set<std::string> pages;
  std::set<std::string> pictures;
  for (const auto& entry : fs::directory_iterator(guide)) {
    if (entry.path().extension() != ".html") continue;
    pages.insert(entry.path().filename().string());
    const std::string html = read_file(entry.path());
    EXPECT_NE(html.find("<h1>"), std::string::npos) << entry.path();
    for (const std::string& target : values_of("href", html)) {
      EXPECT_TRUE(fs::exists(guide / target)) << entry.path() << ": " << target;
    }
    for (const std::string& picture : values_of("src", html)) {
      EXPECT_TRUE(fs::exists(guide / picture)) << entry.path() << ": " << picture;
      pictures.insert(picture);
    }
  }
  std::set<std::string> reached = values_of("href", read_file(guide / "index.html"));
  EXPECT_EQ(reached, pages);
  for (const auto& entry : fs::directory_iterator(fs::path(NORMSCOPE_DOCS) / "pictures")) {
    EXPECT_TRUE(pictures.contains("pictures/" + entry.path().filename().string()))
        << entry.path() << " is on no page";
  }
}

}  // namespace
}  // namespace normscope::testing
