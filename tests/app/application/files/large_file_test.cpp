// SPDX-License-Identifier: MIT
// What takes long is read beside the window: what is wrong at a large file's beginning is known at
// once, and what the user did meanwhile is not lost.
#include "app/application/files/large_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/document/file_digest.hpp"
#include "app/document/session/session.hpp"
#include "app/open_save/open_file.hpp"
#include "core/io/tensor_file.hpp"
#include "core/tensor/file_guard.hpp"
#include "tests/app/application/fixture.hpp"
#include "tests/support/watched_opens.hpp"
#include "tests/support/zip.hpp"

namespace normscope::testing {
namespace {

using application::LargeFile;

std::shared_ptr<open_save::Probe> probed(const std::filesystem::path& path) {
  return std::make_shared<open_save::Probe>(
      NORMSCOPE_VALUE_OR_FAIL(open_save::probe(path, open_save::Pipes::kLeave)));
}

open_save::Way way_to(const std::filesystem::path& path) {
  return NORMSCOPE_VALUE_OR_FAIL(open_save::way_to_open(*probed(path), {}));
}

struct LargeFileTest : public ApplicationTest {
  LargeFileTest() {
    tensor::guard_mapped_files();
    auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({1100, 1000}, 2.5F));
    values.values().back() = 7;
    EXPECT_TRUE(io::write_tensor(folder / "large.npy", values));
    EXPECT_TRUE(io::write_tensor(folder / "small.npy", make({2, 2}, {1, 2, 3, 7})));
  }
  bool drop_and_wait(const std::string& name) const {
    application->send(workspace::OpenDropped{{folder / name}});
    driver->shell().pacing().activity();
    driver->settle();
    return wait_for([&] { return application->workspace().opened > 0; });
  }

  TemporaryFolder folder;
};

TEST_F(LargeFileTest, ItsNumbersBecomeTheDocument) {
  EXPECT_EQ(way_to(folder / "large.npy"), open_save::Way::kBeside);
  EXPECT_EQ(way_to(folder / "small.npy"), open_save::Way::kAtOnce);
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
  while (table.size() < open_save::kLargeFile) table += "1,2,3,4,5,6,7,8\n";
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
  file.begin(probed(folder / "large.npy"));
  std::optional<open_save::Attempt> read;
  ASSERT_TRUE(wait_for([&] { return (read = file.take()).has_value(); }));
  ASSERT_TRUE(read->opened);
  const document::Array& values = read->opened->document.inputs.front().values;
  EXPECT_EQ(values.at(1'099'999), 7.0F);
  std::filesystem::resize_file(folder / "large.npy", 128);
  EXPECT_EQ(values.at(1'000'000), 0.0F);
  EXPECT_TRUE(values.damaged());
}

// A change made before the file asks; a document that took the stage meanwhile keeps it.
TEST_F(LargeFileTest, UnsavedChangesAreAskedAbout) {
  go_to_numbers();
  switch_centring();
  driver->settle();
  const document::Document changed = document();
  application->send(workspace::OpenDropped{{folder / "large.npy"}});
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
  file.begin(probed(folder / "large.npy"));
  EXPECT_TRUE(file.busy());
  file.stop();
  EXPECT_FALSE(file.busy());
  EXPECT_FALSE(file.take().has_value());
  // The next one is read as if there had been none before.
  file.begin(probed(folder / "large.npy"));
  std::optional<open_save::Attempt> read;
  ASSERT_TRUE(wait_for([&] { return (read = file.take()).has_value(); }));
  ASSERT_TRUE(read->opened) << read->opened.error().sentence;
  EXPECT_EQ(read->opened->document.inputs.front().values.size(), 1'100'000);
  EXPECT_FALSE(file.take().has_value());
}

// A session that names files: they are read, and their SHA-256 is computed.
struct NamedFilesTest : public LargeFileTest {
  NamedFilesTest() {
    document::Document made =
        NORMSCOPE_VALUE_OR_FAIL(open_save::open_file(folder / "small.npy")).document;
    auto& origin = std::get<document::File>(made.inputs[0].origin);
    origin.sha256 = NORMSCOPE_VALUE_OR_FAIL(document::sha256_of_file(folder / "small.npy"));
    EXPECT_TRUE(document::save_session(folder / "s.json", made));
    EXPECT_TRUE(document::save_session(folder / "plain.json", document()));
  }
  bool is_open() const { return application->title() == "s.json - Normscope"; }
  bool asks() const { return driver->has("dialog/missing/words"); }
  void choose(const std::string& name) const {
    driver->replace_text("dialog/path", (folder / name).string());
    driver->key(ui::Key::kEnter);
    driver->settle();
  }
};

TEST_F(NamedFilesTest, AreReadBesideTheWindow) {
  EXPECT_EQ(way_to(folder / "s.json"), open_save::Way::kBeside);
  EXPECT_EQ(way_to(folder / "plain.json"), open_save::Way::kAtOnce);
  const document::Document before = document();
  ASSERT_TRUE(application->open_or_ask(folder / "s.json"));
  EXPECT_EQ(document(), before) << "nothing is waited for";
  ASSERT_TRUE(wait_for([&] { return is_open(); }));
  EXPECT_EQ(document().inputs.front().values.at(3), 7.0F);
}

// A stranger's session in another folder, that names a file by its whole path.
struct StrangersSession : public NamedFilesTest {
  StrangersSession() {
    std::filesystem::create_directory(folder / "mail");
    std::filesystem::rename(folder / "s.json", folder / "mail/s.json");
  }
  bool open_and_ask() const {
    return application->open_or_ask(folder / "mail/s.json") &&
           wait_for([&] { return driver->has("dialog/outside/words"); });
  }
};

TEST_F(StrangersSession, IsAskedAboutBeforeTheFileThatItNamesIsOpened) {
  std::vector<std::string> opened;
  {
    const WatchedOpens watch([&](std::string_view path) { opened.emplace_back(path); });
    ASSERT_TRUE(open_and_ask());
  }
  for (const std::string& path : opened) EXPECT_EQ(path.find("small.npy"), std::string::npos);
  EXPECT_NE(text("dialog/outside/words").find((folder / "small.npy").string()), std::string::npos)
      << text("dialog/outside/words");
  EXPECT_EQ(driver->shell().focus().id(), "dialog/outside/cancel");
  driver->click("dialog/outside/cancel");
  driver->settle();
  EXPECT_FALSE(is_open());
  ASSERT_TRUE(open_and_ask());
  driver->click("dialog/outside/accept");
  ASSERT_TRUE(wait_for([&] { return is_open(); }));
  EXPECT_EQ(document().inputs.front().values.at(3), 7.0F);
  // Another session that names it, after the window has shown it.
  std::filesystem::copy_file(folder / "mail/s.json", folder / "mail/t.json");
  ASSERT_TRUE(application->open_or_ask(folder / "mail/t.json"));
  ASSERT_TRUE(wait_for([&] { return application->title() == "t.json - Normscope"; }));
}

// A text of a few hundred bytes that asks for two million numbers.
TEST_F(NamedFilesTest, ManyNumbersOfARecipeAreMadeBesideTheWindow) {
  const auto many = NORMSCOPE_VALUE_OR_FAIL(
      document::fill(document(), document::Constant{3}, tensor::Shape{2000, 1000}));
  EXPECT_TRUE(document::save_session(folder / "many.json", many.after));
  EXPECT_LT(std::filesystem::file_size(folder / "many.json"), 4000U);
  EXPECT_EQ(way_to(folder / "many.json"), open_save::Way::kBeside);
}

TEST_F(NamedFilesTest, OneThatHasChangedIsAskedForUntilItIsTheOne) {
  std::filesystem::copy_file(folder / "small.npy", folder / "moved.npy");
  ASSERT_TRUE(io::write_tensor(folder / "small.npy", make({2, 2}, {1, 2, 3, 8})));
  go_to_numbers();
  switch_centring();
  driver->settle();
  ASSERT_TRUE(application->open_or_ask(folder / "s.json"));
  driver->shell().pacing().activity();
  driver->settle();
  driver->click("dialog/close/discard");
  ASSERT_TRUE(wait_for([&] { return asks(); }));
  choose("nowhere.npy");
  EXPECT_TRUE(asks());
  EXPECT_TRUE(text("dialog/complaint").starts_with("There is no such file."));
  choose("small.npy");
  ASSERT_TRUE(wait_for([&] { return asks() && driver->has("dialog/complaint"); }));
  EXPECT_NE(text("dialog/complaint").find("SHA-256"), std::string::npos);
  choose("moved.npy");
  ASSERT_TRUE(wait_for([&] { return is_open(); })) << "changes are asked about once";
  EXPECT_EQ(document().inputs.front().values.at(3), 7.0F);
}

TEST_F(NamedFilesTest, AreNotAskedForWhileAnotherDialogIsOpen) {
  std::filesystem::remove(folder / "small.npy");
  ASSERT_TRUE(application->open_or_ask(folder / "s.json"));
  driver->key(ui::Key::kF1);
  // Until it is read, and for some frames more.
  (void)wait_for([&] { return !driver->has("status/reading"); });
  for (int frame = 0; frame < 5; ++frame) {
    driver->shell().pacing().activity();
    driver->settle();
  }
  EXPECT_TRUE(driver->has("shortcuts/close"));
  EXPECT_FALSE(asks());
  driver->key(ui::Key::kEscape);
  EXPECT_TRUE(wait_for([&] { return asks(); }));
}

// Nothing has been written into the pipe when opening returns.
TEST_F(LargeFileTest, APipeIsReadBesideTheWindow) {
  const std::filesystem::path pipe = folder / "pipe.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(way_to(pipe), open_save::Way::kBeside);
  const document::Document before = document();
  ASSERT_TRUE(application->open_or_ask(pipe));
  EXPECT_EQ(document(), before);
  std::ofstream(pipe) << "1,2\n3,9\n";
  ASSERT_TRUE(wait_for([&] { return document().inputs.front().values.size() == 4; }));
  EXPECT_EQ(document().inputs.front().values.at(3), 9.0F);
}

// The names alone take longer than a frame.
TEST_F(LargeFileTest, TheArraysOfALargeArchiveAreListedBesideTheWindow) {
  const auto one = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({2}, 1));
  std::vector<io::NamedTensor> named(5000);
  for (std::size_t i = 0; i < named.size(); ++i)
    named[i] = {fmt::format("layer.{}.weight", i), &one};
  ASSERT_TRUE(io::write_archive(folder / "names.safetensors", named));
  EXPECT_EQ(way_to(folder / "names.safetensors"), open_save::Way::kListBeside);
  const document::Document before = document();
  ASSERT_TRUE(application->open_or_ask(folder / "names.safetensors"));
  ASSERT_TRUE(wait_for([&] { return driver->has("arrays/words"); }));
  EXPECT_EQ(document(), before);
}

TEST_F(LargeFileTest, LongTextsAreParsedBesideTheWindow) {
  const std::string words(open_save::kLargeText, 'x');
  write_file(folder / "long.py", "# " + words);
  write_file(folder / "short.py", "# x");
  EXPECT_EQ(way_to(folder / "long.py"), open_save::Way::kBeside);
  EXPECT_EQ(way_to(folder / "short.py"), open_save::Way::kAtOnce);
  write_file(folder / "long.json", R"({"normscope_session": 2, "a": ")" + words + "\"}");
  EXPECT_EQ(way_to(folder / "long.json"), open_save::Way::kBeside);
  ASSERT_TRUE(application->open_or_ask(folder / "long.json"));
  ASSERT_TRUE(wait_for([&] { return driver->has("status/trouble"); }));
  EXPECT_EQ(text("status/trouble"), "long.json: its texts are longer than 65536 bytes");
}

// A pipe that is silent takes as long as the test lets time pass.
TEST_F(LargeFileTest, ANoticeComesWhereReadingLastsAndCanBeStopped) {
  const std::filesystem::path pipe = folder / "pipe.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  ASSERT_TRUE(application->open_or_ask(pipe));
  const auto draw = [&] {
    driver->shell().pacing().activity();
    driver->settle();
  };
  const double begun = driver->time();
  draw();
  while (driver->time() - begun < 0.19) {
    EXPECT_FALSE(driver->has("status/reading")) << "at first it would only flicker";
    driver->wait(0.01);
  }
  driver->wait(0.3);
  ASSERT_TRUE(driver->has("status/reading"));
  driver->click("status/stop-reading");
  draw();
  EXPECT_FALSE(driver->has("status/reading"));
  EXPECT_EQ(text("status/notice"), "pipe.csv was not opened");
}

// 268 MB in 1.7 MB: the sizes are named, and nothing is unpacked before the answer.
TEST_F(LargeFileTest, AnArrayThatSwellsIsAskedAbout) {
  constexpr std::size_t kRuns = 1'040'560;
  constexpr std::int64_t kNumbers = (256 + 258 * kRuns) / 4;
  write_file(folder / "zeros.npz", zip_of({zeros("a.npy", kNumbers, kRuns)}));
  ASSERT_TRUE(application->open_or_ask(folder / "zeros.npz"));
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/unpack/words"); }));
  EXPECT_EQ(text("dialog/unpack/words"),
            "zeros.npz: its array \"a\" has 1.7 MB in the file, and 268.5 MB when it is unpacked.");
  driver->click("dialog/unpack/unpack");
  // It is unpacked to its end, where its checksum is: none.
  ASSERT_TRUE(wait_for([&] { return driver->has("status/trouble"); }));
  EXPECT_NE(text("status/trouble").find("checksum differs"), std::string::npos);
}

}  // namespace
}  // namespace normscope::testing
