// SPDX-License-Identifier: MIT
// A large file of numbers is read beside the window: what is wrong at its beginning is known at
// once, and what the reader did meanwhile is not lost.
#include "app/application/large_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

using application::LargeFile;

struct LargeFileTest : public ApplicationTest {
  LargeFileTest() {
    auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({1100, 1000}, 2.5F));
    values.values().back() = 7;
    EXPECT_TRUE(io::write_tensor(folder / "large.npy", values));
    EXPECT_TRUE(io::write_tensor(folder / "small.npy", make({2, 2}, {1, 2, 3, 7})));
  }
  bool drop_and_wait(const std::string& name) const {
    application->drop({folder / name});
    driver->shell().pacing().activity();
    driver->settle();
    return wait_for([&] { return application->workspace().opened > 0; });
  }

  TemporaryFolder folder;
};

TEST_F(LargeFileTest, ItsNumbersBecomeTheDocument) {
  EXPECT_TRUE(LargeFile::is_large(folder / "large.npy"));
  EXPECT_FALSE(LargeFile::is_large(folder / "small.npy"));
  EXPECT_FALSE(LargeFile::is_large(folder / "none.npy"));
  EXPECT_FALSE(LargeFile::is_large("/dev/zero"));
  ASSERT_TRUE(drop_and_wait("large.npy"));
  EXPECT_EQ(document().inputs.front().values.shape(), (tensor::Shape{1100, 1000}));
  EXPECT_EQ(document().inputs.front().values.at(1'099'999), 7.0F);
  EXPECT_EQ(text("status/notice"), "opened large.npy");
  EXPECT_EQ(application->title(), "large.npy - Normscope");
}

// Two bytes are missing at the end: the header tells, before anything is read.
TEST_F(LargeFileTest, AFileThatIsCutShortIsRefusedAtOnce) {
  std::filesystem::resize_file(folder / "large.npy",
                               std::filesystem::file_size(folder / "large.npy") - 2);
  const document::Document before = document();
  const auto opened = application->open_or_ask(folder / "large.npy");
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().kind, base::ErrorKind::kMalformed);
  EXPECT_EQ(document(), before);
}

// The beginning of a table tells nothing of its last line: the message is in the window.
TEST_F(LargeFileTest, AnErrorFoundWhileReadingIsSaidInTheWindow) {
  std::string table;
  while (table.size() < LargeFile::kFrom) table += "1,2,3,4,5,6,7,8\n";
  write_file(folder / "table.csv", table + "1,2,3,4,5,6,7,eight\n");
  const document::Document before = document();
  ASSERT_TRUE(application->open_or_ask(folder / "table.csv").has_value());
  ASSERT_TRUE(wait_for([&] { return driver->has("status/trouble"); }));
  EXPECT_TRUE(text("status/trouble").starts_with("table.csv: ")) << text("status/trouble");
  EXPECT_EQ(document(), before);
}

// Another program writes to the file while its numbers are still read from there.
TEST_F(LargeFileTest, AFileThatIsCutShortLaterIsSaidInTheWindow) {
  LargeFile file([] {});
  ASSERT_TRUE(file.begin(folder / "large.npy").has_value());
  std::optional<LargeFile::Opened> opened;
  ASSERT_TRUE(wait_for([&] { return (opened = file.take()).has_value(); }));
  ASSERT_TRUE(opened->has_value());
  const document::Array& values = (*opened)->document.inputs.front().values;
  EXPECT_EQ(values.at(1'099'999), 7.0F);
  std::filesystem::resize_file(folder / "large.npy", 128);
  EXPECT_EQ(values.at(1'000'000), 0.0F);
  EXPECT_TRUE(values.damaged());
}

// A change made before the file asks; a document that took the stage meanwhile keeps it.
TEST_F(LargeFileTest, UnsavedChangesAreAskedAbout) {
  driver->click("inspector/centring");
  driver->settle();
  const document::Document changed = document();
  application->drop({folder / "large.npy"});
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_FALSE(driver->has("status/reading"));
  EXPECT_EQ(document(), changed);
  driver->click("dialog/close/discard");
  driver->settle();
  EXPECT_TRUE(wait_for([&] { return document().inputs.front().values.size() == 1'100'000; }));
}

TEST_F(LargeFileTest, AStoppedFileIsNotOpened) {
  LargeFile file([] {});
  ASSERT_TRUE(file.begin(folder / "large.npy").has_value());
  EXPECT_TRUE(file.busy());
  file.stop();
  EXPECT_FALSE(file.busy());
  EXPECT_FALSE(file.take().has_value());
  // The next one is read as if there had been none before.
  ASSERT_TRUE(file.begin(folder / "large.npy").has_value());
  std::optional<LargeFile::Opened> opened;
  ASSERT_TRUE(wait_for([&] { return (opened = file.take()).has_value(); }));
  ASSERT_TRUE(opened->has_value()) << opened->error().sentence;
  EXPECT_EQ((*opened)->document.inputs.front().values.size(), 1'100'000);
  EXPECT_FALSE(file.take().has_value());
}

}  // namespace
}  // namespace normscope::testing
