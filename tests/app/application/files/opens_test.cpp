// SPDX-License-Identifier: MIT
// A file is opened once, whatever it is and whichever way it comes: what is read to recognize it,
// or to ask about it, is not read again for its numbers.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"
#include "tests/core/io/io_support.hpp"
#include "tests/support/watched_opens.hpp"

namespace normscope::testing {
namespace {

// How often a path was opened.
class Count {
 public:
  explicit Count(const std::filesystem::path& path)
      : watched_([this, path = path.string()](std::string_view opened) {
          if (opened == path) ++opens_;
        }) {}
  int opens() const { return opens_; }

 private:
  std::atomic<int> opens_ = 0;
  WatchedOpens watched_;
};

struct OpensTest : public ApplicationTest {
  OpensTest() {
    EXPECT_TRUE(io::write_tensor(folder / "x.npy", make({2, 3}, {1, 2, 3, 4, 5, 7})));
    const auto goldens = read_json_data("io/archives.json");
    for (const char* const kind : {"npz", "safetensors"}) {
      write_file(folder / ("x." + std::string(kind)),
                 io::from_hex(goldens.at(kind).at(0).at("file").get<std::string>()));
    }
    write_file(folder / "certain.csv", "a;b\n1.5;2\n3;4.5\n");
    write_file(folder / "doubtful.csv", "1,2\n3,4\n");
    EXPECT_TRUE(document::save_session(folder / "s.json", document()));
    large_values.values().back() = 7;
    EXPECT_TRUE(io::write_tensor(folder / "large.npy", large_values));
    write_file(folder / "lesson.md",
               "+++\nid = \"short\"\ntitle = \"A short one\"\nsource = \"here\"\n+++\n"
               "## First\n\n```normscope\ninput = { values = [[4, 5, 9]] }\n```\n");
    write_file(folder / "script.py", "print(1)\n");
  }

  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  // Answers what is asked about arrays or a table, and waits until the file is open.
  [[nodiscard]] bool answer_until_open(const std::string& name, std::uint64_t opened) const {
    draw();
    if (driver->has("arrays/accept")) {
      click("arrays/row/wte.weight");
      click("arrays/accept");
    }
    if (driver->has("table/accept")) click("table/accept");
    return wait_for([&] {
      return application->workspace().opened > opened &&
             application->title() == name + " - Normscope";
    });
  }
  void open_by_dialog(const std::filesystem::path& path) const {
    driver->key(ui::Key::kO, kCtrl);
    driver->settle();
    driver->replace_text("dialog/path", path.string());
    driver->key(ui::Key::kEnter);
  }

  TemporaryFolder folder;
  tensor::Tensor large_values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({1100, 1000}, 2.5F));
};

TEST_F(OpensTest, AFileIsOpenedOnce) {
  const std::vector<std::pair<const char*, std::function<void(const std::filesystem::path&)>>> ways{
      {"the dialog", [&](const auto& path) { open_by_dialog(path); }},
      {"a drop", [&](const auto& path) { application->send(workspace::OpenDropped{{path}}); }},
      {"the command line",
       [&](const auto& path) { EXPECT_TRUE(application->open_or_complain(path)); }},
      {"the recent list",
       [&](const auto& path) { application->send(workspace::OpenListed{path}); }},
  };
  for (const auto& [way, open] : ways) {
    for (const std::string name : {"x.npy", "large.npy", "x.npz", "x.safetensors", "certain.csv",
                                   "doubtful.csv", "s.json", "lesson.md", "script.py"}) {
      SCOPED_TRACE(name + " by " + way);
      const std::uint64_t opened = application->workspace().opened;
      const Count count(folder / name);
      open(folder / name);
      ASSERT_TRUE(answer_until_open(name, opened));
      draw();  // nor does the shelf of lessons read it again
      EXPECT_EQ(count.opens(), 1);
    }
  }
}

// The input and its gamma are read through the same descriptor.
TEST_F(OpensTest, GammaIsReadWithTheInput) {
  const Count count(folder / "x.npz");
  ASSERT_TRUE(application->open_or_ask(folder / "x.npz"));
  ASSERT_TRUE(answer_until_open("x.npz", 0));
  EXPECT_EQ(document().inputs.front().values.shape(), (tensor::Shape{2, 3}));
  EXPECT_TRUE(document().norm.gamma.on);
  EXPECT_EQ(count.opens(), 1);
}

// The question about unsaved changes comes between.
TEST_F(OpensTest, AFileIsKeptWhileAQuestionIsOpen) {
  go_to_numbers();
  switch_centring();
  driver->settle();
  const Count count(folder / "x.npy");
  application->send(workspace::OpenDropped{{folder / "x.npy"}});
  draw();
  ASSERT_TRUE(driver->has("dialog/close/discard"));
  click("dialog/close/discard");
  ASSERT_TRUE(answer_until_open("x.npy", 0));
  EXPECT_EQ(count.opens(), 1);
}

// Its files are looked for, asked for, and read: the session itself is not.
TEST_F(OpensTest, ASessionWhoseFilesAreMissingIsOpenedOnce) {
  ASSERT_TRUE(application->open(folder / "x.npy"));
  ASSERT_TRUE(document::save_session(folder / "s.json", document()));
  std::filesystem::rename(folder / "x.npy", folder / "y.npy");
  const Count count(folder / "s.json");
  ASSERT_TRUE(application->open(folder / "s.json"));
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/missing/words"); }));
  driver->replace_text("dialog/path", (folder / "y.npy").string());
  driver->key(ui::Key::kEnter);
  ASSERT_TRUE(answer_until_open("s.json", 1));
  EXPECT_EQ(count.opens(), 1);
}

}  // namespace
}  // namespace normscope::testing
