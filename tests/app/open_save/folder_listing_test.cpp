// SPDX-License-Identifier: MIT
// What a folder holds is listed, filtered, sorted and completed as a person expects who looks for
// a file by its name.
#include "app/open_save/folder_listing.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "app/open_save/places.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;
using open_save::FolderListing;
using open_save::ListingView;

struct FolderListingTest : public ::testing::Test {
  FolderListingTest() {
    fs::create_directory(folder / "weights");
    fs::create_directory(folder / "Activations");
    for (const char* name : {"batch.npy", "Batch2.npy", "notes.md", "run.PY", ".hidden.npy",
                             "my batch.csv", "picture.jpg"}) {
      write_file(folder / name, "12345");
    }
    fs::create_symlink(folder / "weights", folder / "link");
    fs::create_symlink(folder / "nowhere", folder / "broken");
  }
  std::vector<std::string> names(const ListingView& view) const {
    const auto listing = NORMSCOPE_VALUE_OR_FAIL(open_save::list_folder(folder.path()));
    std::vector<std::string> names;
    for (const std::size_t at : open_save::shown_entries(listing, view)) {
      names.push_back(listing.entries[at].name);
    }
    return names;
  }
  std::string completed(const ListingView& view) const {
    return open_save::completion(NORMSCOPE_VALUE_OR_FAIL(open_save::list_folder(folder.path())),
                                 view);
  }
  TemporaryFolder folder;
};

using Names = std::vector<std::string>;

TEST_F(FolderListingTest, FoldersComeFirstAndNamesInOrder) {
  EXPECT_EQ(names({}), (Names{"Activations", "link", "weights", "batch.npy", "Batch2.npy",
                              "my batch.csv", "notes.md", "picture.jpg", "run.PY"}));
  EXPECT_EQ(names({.hidden = true}).at(3), ".hidden.npy");
  const auto listing = NORMSCOPE_VALUE_OR_FAIL(open_save::list_folder(folder.path()));
  EXPECT_EQ(listing.entries.size(), 10U) << "a link that leads nowhere is left out";
  EXPECT_TRUE(listing.entries[1].is_folder) << "a link to a folder is one";
  EXPECT_EQ(listing.entries[4].bytes, 5U);
}

TEST_F(FolderListingTest, OnlyFilesOfTheKindAreShown) {
  const auto filters = open_save::filters_to_open();
  EXPECT_EQ(names({.filter = filters.front()}),
            (Names{"Activations", "link", "weights", "batch.npy", "Batch2.npy", "my batch.csv",
                   "notes.md", "run.PY"}));
  EXPECT_EQ(names({.filter = open_save::filters_of("PDF", ".pdf").front()}),
            (Names{"Activations", "link", "weights"}));
  EXPECT_EQ(names({.filter = filters.back()}).size(), 9U);
}

TEST_F(FolderListingTest, TypedTextFiltersWithoutRegardToCase) {
  EXPECT_EQ(names({.part = "BATCH"}), (Names{"batch.npy", "Batch2.npy", "my batch.csv"}));
  EXPECT_EQ(names({.part = ".h"}), Names{".hidden.npy"}) << "a dot asks for hidden names";
  EXPECT_EQ(names({.part = "none"}), Names{});
}

TEST_F(FolderListingTest, CompletesWhatNamesHaveInCommon) {
  EXPECT_EQ(completed({.part = "ba"}), "batch");
  EXPECT_EQ(completed({.part = "batch2"}), "Batch2.npy");
  EXPECT_EQ(completed({.part = "w"}), "weights/");
  EXPECT_EQ(completed({.part = "my"}), "my batch.csv");
  EXPECT_EQ(completed({.part = "x"}), "");
  EXPECT_EQ(completed({.filter = open_save::filters_of_numbers().front(), .part = "n"}), "")
      << "what is not listed does not complete";
}

TEST_F(FolderListingTest, WhatTwoFoldersHaveInCommonIsNoFolder) {
  fs::create_directory(folder / "zone-a");
  fs::create_directory(folder / "zone-b");
  EXPECT_EQ(completed({.part = "zo"}), "zone-");
  EXPECT_EQ(completed({.part = "zone-a"}), "zone-a/");
}

TEST_F(FolderListingTest, SaysWhyAFolderCannotBeRead) {
  const auto missing = open_save::list_folder(folder / "nowhere");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().sentence, "there is no such folder");
  const auto file = open_save::list_folder(folder / "notes.md");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().sentence, "this is not a folder");
  std::stop_source stopped;
  stopped.request_stop();
  const auto cancelled = open_save::list_folder(folder.path(), stopped.get_token());
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().kind, base::ErrorKind::kCancelled);
  if (::geteuid() == 0) return;  // whom no permission stops
  fs::permissions(folder / "weights", fs::perms::none);
  const auto closed = open_save::list_folder(folder / "weights");
  fs::permissions(folder / "weights", fs::perms::owner_all);
  ASSERT_FALSE(closed);
  EXPECT_EQ(closed.error().sentence, "you have no permission to read this folder");
}

TEST(FolderListing, TellsTheDateInWords) {
  constexpr std::int64_t kDay = 86'400;
  const std::int64_t now = open_save::seconds_now();
  EXPECT_EQ(open_save::date_words(now, now).size(), 5U);
  EXPECT_EQ(open_save::date_words(now, now).at(2), ':');
  EXPECT_EQ(open_save::date_words(now - kDay, now), "yesterday");
  const std::string old = open_save::date_words(0, now);
  EXPECT_TRUE(old == "1970-01-01" || old == "1969-12-31") << old;
}

TEST(FileFilter, NamesTheKindByTheEndOfTheName) {
  EXPECT_EQ(open_save::kind_word("a.JSON"), "session");
  EXPECT_EQ(open_save::kind_word("a.py"), "script");
  EXPECT_EQ(open_save::kind_word("a.npy"), "numbers");
  EXPECT_EQ(open_save::kind_word("a"), "");
  EXPECT_EQ(open_save::kind_word("a.jpg"), "");
}

TEST(FileFilter, SuggestsANameThatIsFree) {
  const TemporaryFolder folder;
  EXPECT_EQ(open_save::free_name(folder.path(), "s.json"), "s.json");
  write_file(folder / "s.json", "");
  EXPECT_EQ(open_save::free_name(folder.path(), "s.json"), "s-2.json");
  write_file(folder / "s-2.json", "");
  EXPECT_EQ(open_save::free_name(folder.path(), "s.json"), "s-3.json");
}

TEST(Places, AreReadFromTheUsersFile) {
  const auto places = open_save::places_in(
      "# comment\nXDG_DESKTOP_DIR=\"$HOME/Arbeitsfl\xc3\xa4"
      "che\"\nXDG_DOWNLOAD_DIR=\"/data\"\n"
      "XDG_DOCUMENTS_DIR=\"$HOME/\"\nXDG_MUSIC_DIR=\"$HOME/Music\"\nXDG_DOCUMENTS_DIR=docs",
      "/home/ada");
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0], (open_save::Place{"Desktop",
                                         "/home/ada/Arbeitsfl\xc3\xa4"
                                         "che"}));
  EXPECT_EQ(places[1], (open_save::Place{"Downloads", "/data"}));
}

TEST(Places, ATypedPathMayBeginAtHome) {
  ::setenv("HOME", "/home/ada", 1);
  EXPECT_EQ(open_save::typed_path("x.npy", "/data"), "/data/x.npy");
  EXPECT_EQ(open_save::typed_path("/x.npy", "/data"), "/x.npy");
  EXPECT_EQ(open_save::typed_path("~/x.npy", "/data"), "/home/ada/x.npy");
  EXPECT_EQ(open_save::typed_path("~", "/data"), "/home/ada");
  EXPECT_EQ(open_save::typed_path("~x", "/data"), "/data/~x");
}

}  // namespace
}  // namespace normscope::testing
