// SPDX-License-Identifier: MIT
// The file of a session belongs to one window, and what other programs do to it is noticed, said,
// and never lost unasked.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "app/application/time_words.hpp"
#include "app/document/session/session.hpp"
#include "core/io/atomic_file.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

// Another window: a second program beside that of the fixture.
struct OtherWindow : public ApplicationTest {
  explicit OtherWindow(const fs::path& state) : ApplicationTest(Folders{.state = state}) {}
  void TestBody() override {}
};

struct SessionChangesTest : public ApplicationTest {
  SessionChangesTest() {
    start({.state = state.path()});
    path = folder / "s.json";
    EXPECT_TRUE(document::save_session(path, document()));
  }

  void open(const fs::path& file) const {
    EXPECT_TRUE(application->open(file));
    draw();
  }
  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void change() const { switch_centring(); }
  void save() const {
    driver->key(ui::Key::kS, kCtrl);
    driver->settle();
  }
  // What another program writes: with a time that no other version has.
  void write_elsewhere(const Document& other) {
    EXPECT_TRUE(document::save_session(path, other));
    later += std::chrono::seconds(10);
    fs::last_write_time(path, fs::file_time_type::clock::now() + later);
  }
  static Document others_document() {
    Document other = document::welcome_document();
    other.norm.options.epsilon = 0.5;
    return other;
  }
  [[nodiscard]] bool wait_until_noticed() const {
    return wait_for([this] { return driver->has("status/changed-file"); });
  }

  TemporaryFolder state;
  TemporaryFolder folder;
  fs::path path{};
  std::chrono::seconds later{0};
};

TEST_F(SessionChangesTest, ASecondWindowGetsACopy) {
  open(path);
  OtherWindow other(state.path());
  ASSERT_TRUE(other.application->open(path));
  other.driver->shell().pacing().activity();
  other.driver->settle();
  const std::string said = other.text("status/trouble");
  EXPECT_TRUE(said.starts_with("s.json is open in another window of Normscope (process ")) << said;
  EXPECT_TRUE(said.ends_with("this is a copy, and saving asks for a name")) << said;
  EXPECT_EQ(other.document(), document());
  // Saving asks for a name, and the session's own is refused.
  other.driver->click("inspector/centring");
  other.driver->settle();
  other.driver->key(ui::Key::kS, kCtrl);
  other.driver->settle();
  ASSERT_TRUE(other.driver->has("dialog/path"));
  other.driver->replace_text("dialog/path", path.string());
  other.driver->key(ui::Key::kEnter);
  other.driver->settle();
  ASSERT_TRUE(other.driver->has("dialog/replace/accept"));
  other.driver->click("dialog/replace/accept");
  other.driver->settle();
  EXPECT_TRUE(other.text("dialog/complaint").starts_with("s.json is open in another window"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), document());
  // Free once the first window has something else.
  driver->key(ui::Key::kN, kCtrl);
  draw();
  other.driver->key(ui::Key::kEnter);
  other.driver->settle();
  other.driver->click("dialog/replace/accept");
  other.driver->settle();
  EXPECT_EQ(other.application->title(), "s.json - Normscope");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), other.document());
  open(path);
  EXPECT_TRUE(text("status/trouble").starts_with("s.json is open in another window"));
}

TEST_F(SessionChangesTest, SavingElsewhereThatFailsLeavesTheLock) {
  open(path);
  driver->key(ui::Key::kS, kCtrlShift);
  driver->settle();
  driver->replace_text("dialog/path", (folder / "nowhere" / "t.json").string());
  driver->key(ui::Key::kEnter);
  driver->settle();
  ASSERT_TRUE(driver->has("dialog/complaint"));
  OtherWindow other(state.path());
  ASSERT_TRUE(other.application->open(path));
  other.driver->shell().pacing().activity();
  other.driver->settle();
  EXPECT_TRUE(other.text("status/trouble").starts_with("s.json is open in another window"))
      << other.text("status/trouble");
}

TEST_F(SessionChangesTest, SavingElsewhereMovesTheLock) {
  open(path);
  driver->key(ui::Key::kS, kCtrlShift);
  driver->settle();
  driver->replace_text("dialog/path", (folder / "t.json").string());
  driver->key(ui::Key::kEnter);
  driver->settle();
  OtherWindow other(state.path());
  ASSERT_TRUE(other.application->open(path));
  EXPECT_EQ(other.application->title(), "s.json - Normscope");
  EXPECT_FALSE(other.application->workspace().error);
  ASSERT_TRUE(other.application->open(folder / "t.json"));
  EXPECT_TRUE(other.application->workspace().error);
}

TEST_F(SessionChangesTest, ReloadTakesTheFileAndUndoGoesBack) {
  open(path);
  change();
  const Document mine = document();
  write_elsewhere(others_document());
  ASSERT_TRUE(wait_until_noticed());
  EXPECT_EQ(text("status/changed-file"), "s.json was changed by another program");
  EXPECT_EQ(document(), mine) << "nothing happens unasked";
  click("status/reload");
  EXPECT_EQ(document(), others_document());
  EXPECT_FALSE(driver->has("status/changed-file"));
  EXPECT_EQ(application->title(), "s.json - Normscope");
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document(), mine);
  EXPECT_EQ(application->title(), "s.json, changed - Normscope");
}

TEST_F(SessionChangesTest, KeptMineReplacesTheFileWithoutAnotherQuestion) {
  open(path);
  const Document mine = document();
  write_elsewhere(others_document());
  ASSERT_TRUE(wait_until_noticed());
  EXPECT_EQ(application->title(), "s.json, changed - Normscope") << "what is here is in no file";
  click("status/keep-mine");
  EXPECT_FALSE(driver->has("status/changed-file"));
  save();
  EXPECT_FALSE(driver->has("dialog/replace/accept"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), mine);
  EXPECT_EQ(application->title(), "s.json - Normscope");
  // The next change is told again.
  write_elsewhere(others_document());
  EXPECT_TRUE(wait_until_noticed());
}

// Also where the change is so new that no sentence has told of it.
TEST_F(SessionChangesTest, SavingOverAnothersChangesAsks) {
  open(path);
  change();
  const Document mine = document();
  write_elsewhere(others_document());
  save();
  ASSERT_TRUE(driver->has("dialog/replace/accept"));
  EXPECT_EQ(text("dialog/replace/words"),
            "s.json was changed by another program since it was opened here, and those changes "
            "would be lost.");
  EXPECT_TRUE(driver->widget("dialog/replace/cancel").focused);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), others_document());
  // Another name instead.
  click("dialog/replace/cancel");
  ASSERT_TRUE(driver->has("dialog/path"));
  click("dialog/cancel");
  save();
  click("dialog/replace/accept");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), mine);
  change();
  save();
  EXPECT_FALSE(driver->has("dialog/replace/accept")) << "its own again";
}

TEST_F(SessionChangesTest, ClosingWithSaveAsksToo) {
  open(path);
  change();
  const Document mine = document();
  write_elsewhere(others_document());
  driver->key(ui::Key::kQ, kCtrl);
  driver->settle();
  click("dialog/close/save");
  ASSERT_TRUE(driver->has("dialog/replace/accept"));
  EXPECT_FALSE(closed);
  click("dialog/replace/accept");
  EXPECT_TRUE(closed);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), mine);
}

TEST_F(SessionChangesTest, AFileThatIsGoneIsWrittenAgain) {
  open(path);
  const Document mine = document();
  fs::remove(path);
  ASSERT_TRUE(wait_for([&] { return application->title() == "s.json, changed - Normscope"; }));
  draw();
  EXPECT_EQ(text("status/notice"), "s.json was removed by another program: saving writes it again");
  EXPECT_FALSE(driver->has("status/reload"));
  save();
  EXPECT_FALSE(driver->has("dialog/replace/accept"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), mine);
}

TEST_F(SessionChangesTest, NumbersAreReloadedAsAnEdit) {
  const fs::path numbers = folder / "x.npy";
  ASSERT_TRUE(io::write_tensor(numbers, make({2, 2}, {1, 2, 3, 7})));
  open(numbers);
  ASSERT_TRUE(io::write_tensor(numbers, make({2, 3}, {1, 2, 3, 7, 8, 9})));
  ASSERT_TRUE(wait_until_noticed());
  EXPECT_EQ(text("status/changed-file"), "x.npy was changed by another program");
  click("status/reload");
  EXPECT_EQ(document().inputs[0].values.shape(), (tensor::Shape{2, 3}));
  EXPECT_EQ(application->workspace().history.undo_description(), "reload x.npy");
  // What cannot be read leaves everything as it is.
  write_file(numbers, "no array at all");
  ASSERT_TRUE(wait_until_noticed());
  click("status/reload");
  EXPECT_TRUE(text("status/trouble").starts_with("x.npy stays as it was here: "));
  EXPECT_EQ(document().inputs[0].values.shape(), (tensor::Shape{2, 3}));
}

TEST_F(SessionChangesTest, ItsOwnSavingIsNoChange) {
  open(path);
  for (int i = 0; i < 3; ++i) {
    change();
    save();
  }
  // Longer than the watch takes to look.
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1500);
  (void)wait_for([&] { return std::chrono::steady_clock::now() > end; });
  EXPECT_FALSE(driver->has("status/changed-file"));
}

// No file may grow beyond a hundred bytes while this object lives.
class FullDisk {
 public:
  FullDisk() {
    io::turn_write_signals_into_errors();
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
    const rlimit full{100, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() { (void)setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(SessionChangesTest, AFullDiskLosesNothing) {
  open(path);
  const std::string before = read_file(path);
  Document mine;
  {
    const FullDisk full;
    change();
    mine = document();
    save();
    EXPECT_TRUE(text("status/trouble").find("largest size allowed") != std::string::npos)
        << text("status/trouble");
    EXPECT_EQ(read_file(path), before);
    EXPECT_EQ(document(), mine);
    EXPECT_EQ(application->title(), "s.json, changed - Normscope");
    ASSERT_TRUE(wait_for([this] {
      return text("status/trouble").find("are not kept against a crash") != std::string::npos;
    }));
  }
  save();
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), mine);
  EXPECT_EQ(application->title(), "s.json - Normscope");
}

TEST(TimeWords, AreWhatPeopleSay) {
  using application::time_words;
  constexpr std::int64_t kNow = 1'764'000'000;
  EXPECT_EQ(time_words(kNow + 100, kNow), "a moment ago");
  EXPECT_EQ(time_words(kNow - 59, kNow), "a moment ago");
  EXPECT_EQ(time_words(kNow - 60, kNow), "1 minute ago");
  EXPECT_EQ(time_words(kNow - 3599, kNow), "59 minutes ago");
  EXPECT_EQ(time_words(kNow - 3600, kNow), "1 hour ago");
  EXPECT_EQ(time_words(kNow - 86399, kNow), "23 hours ago");
  // Noon of a day in UTC is the same day from eleven hours west to eleven hours east, and the next
  // one farther east.
  const std::string date = time_words(1'763'985'600, kNow + 864'000);
  EXPECT_TRUE(date == "on 2025-11-24" || date == "on 2025-11-25") << date;
}

}  // namespace
}  // namespace normscope::testing
