// SPDX-License-Identifier: MIT
// The whole program without a display, driven by the ids of its widgets as a person drives it by
// eye.
#include "app/laboratory/laboratory.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "app/document/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/ui/driver.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using document::Document;
using laboratory::Laboratory;

constexpr ui::Modifiers kCtrl{.ctrl = true};
constexpr ui::Modifiers kCtrlShift{.ctrl = true, .shift = true};

struct LaboratoryTest : public ::testing::Test {
  LaboratoryTest() {
    laboratory = NORMSCOPE_VALUE_OR_FAIL(Laboratory::create(
        {[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [this] { closed = true; }}));
    // High enough that every card is in sight.
    driver = std::make_unique<Driver>([this](ui::Context& ui) { laboratory->draw(ui); },
                                      ui::ShellSettings{}, ImVec2{1920, 2000});
    driver->settle();
  }

  const Document& document() const { return laboratory->workspace().document(); }
  std::string text(std::string_view id) const { return driver->widget(id).text; }
  void undo_all() const {
    while (!laboratory->workspace().history.undo_words().empty()) {
      driver->key(ui::Key::kZ, kCtrl);
      driver->settle();
    }
  }

  // Writing goes on beside the window.
  void export_by(std::string_view button) const {
    driver->click(button);
    do {
      driver->shell().pacing().activity();
      driver->settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (driver->has("export/writing"));
  }

  std::unique_ptr<Laboratory> laboratory;
  std::unique_ptr<Driver> driver;
  bool closed = false;
};

TEST_F(LaboratoryTest, OpensOnRealActivationsWithAWelcome) {
  EXPECT_EQ(text("welcome/title"), "Welcome to Normscope");
  EXPECT_EQ(text("stage/input/cell/0/0"), "0.2961");
  // What reaches the operation is the ReLU of the linear layer.
  EXPECT_EQ(text("stage/layer1.output/cell/0/3"), "0.6587");
  EXPECT_EQ(text("stage/mean/cell/0/0"), "0.2432");
  EXPECT_EQ(text("stage/mean/cell/1/0"), "0.1928");
}

TEST_F(LaboratoryTest, ALessonIsSteppedToItsEndAndBack) {
  const auto& lesson = laboratory->workspace().lessons.front();
  driver->click("welcome/lesson/" + lesson.id);
  EXPECT_EQ(document().lesson.lesson, lesson.id);
  const int last = static_cast<int>(lesson.steps.size()) - 1;
  for (int step = 0; step < last; ++step) {
    EXPECT_EQ(document().lesson.step, step);
    EXPECT_EQ(text("lesson/title"), lesson.steps[static_cast<std::size_t>(step)].title);
    if (step % 2 == 0) {
      driver->click("lesson/next");
    } else {
      driver->key(ui::Key::kRight);
    }
  }
  EXPECT_EQ(document().lesson.step, last);
  EXPECT_FALSE(driver->widget("lesson/next").enabled);
  for (int step = last; step > 0; --step) driver->key(ui::Key::kLeft);
  EXPECT_EQ(document().lesson.step, 0);
  undo_all();
  EXPECT_EQ(document(), document::welcome_document());
}

TEST_F(LaboratoryTest, EveryKindOfEditIsFollowedAndUndone) {
  driver->double_click("stage/input/cell/0/0");
  driver->key(ui::Key::kA, kCtrl);
  driver->type("0.5*3");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(document().inputs[0].values.at(0), 1.5F);
  EXPECT_EQ(text("stage/input/cell/0/0"), "1.5000");
  EXPECT_NE(text("stage/mean/cell/0/0"), "0.2432");

  driver->click("inspector/eps/on");
  EXPECT_FALSE(document().norm.epsilon_on);
  EXPECT_FALSE(driver->has("stage/variance-plus-eps/cell/0/0"));
  driver->click("inspector/variance/1");
  EXPECT_EQ(document().norm.options.estimator, ops::VarianceEstimator::kUnbiased);
  driver->click("inspector/gamma/on");
  EXPECT_TRUE(document().norm.gamma.on);
  EXPECT_TRUE(driver->has("stage/scaled/cell/0/0"));
  driver->click("inspector/beta/on");
  EXPECT_TRUE(document().norm.beta.on);
  EXPECT_TRUE(driver->has("stage/shifted/cell/0/0"));

  const Document changed = document();
  undo_all();
  Document undone = document();
  undone.selection = {};  // Enter moved it, and looking is no edit
  EXPECT_EQ(undone, document::welcome_document());
  EXPECT_EQ(text("stage/mean/cell/0/0"), "0.2432");
  while (!laboratory->workspace().history.redo_words().empty()) {
    driver->key(ui::Key::kZ, kCtrlShift);
  }
  Document redone = document();
  redone.selection = changed.selection;  // looking is no edit
  EXPECT_EQ(redone, changed);
}

TEST_F(LaboratoryTest, ASliderDragIsOneEntry) {
  driver->drag("inspector/eps", 40);
  EXPECT_NE(document().norm.options.epsilon, 1e-5);
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document().norm.options.epsilon, 1e-5);
  EXPECT_EQ(laboratory->workspace().history.undo_words(), "");
}

TEST_F(LaboratoryTest, SoftmaxHasItsOwnCards) {
  driver->click("inspector/subject/1");
  EXPECT_EQ(document().subject, document::Subject::kSoftmax);
  for (const char* card : {"maximum", "shifted", "exponential", "sum", "output"}) {
    EXPECT_TRUE(driver->has(std::string("stage/") + card + "/cell/0/0")) << card;
  }
}

TEST_F(LaboratoryTest, ASelectedNumberIsSelectedOnEveryCard) {
  driver->click("stage/centred/cell/1/2");
  EXPECT_EQ(document().selection, (document::Selection{1, 2}));
  EXPECT_EQ(driver->widget("stage/input/cell/1/2").selected, true);
  EXPECT_EQ(driver->widget("stage/mean/cell/1/0").selected, true);
  EXPECT_EQ(text("inspector/selected"), "Row 1, column 2");
}

TEST_F(LaboratoryTest, WhatIsSavedOpensAsTheSameDocument) {
  const TemporaryFolder folder;
  const std::string path = folder / "session.json";
  driver->click("inspector/gamma/on");
  driver->key(ui::Key::kS, kCtrl);
  driver->settle();
  driver->replace_text("dialog/path", path);
  driver->click("dialog/accept");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/path"));
  EXPECT_EQ(laboratory->title(), "session.json - Normscope");
  const Document saved = document();
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), saved);
  undo_all();
  EXPECT_EQ(laboratory->title(), "session.json, changed - Normscope");
  ASSERT_TRUE(laboratory->open(path));
  EXPECT_EQ(document(), saved);
}

TEST_F(LaboratoryTest, AFileThatCannotBeOpenedIsASentenceInTheDialog) {
  driver->key(ui::Key::kO, kCtrl);
  driver->settle();
  driver->replace_text("dialog/path", "/no/such/file.npy");
  driver->click("dialog/accept");
  driver->settle();
  EXPECT_NE(text("dialog/complaint").find("no such file"), std::string::npos);
  driver->click("dialog/cancel");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/complaint"));
  EXPECT_EQ(document(), document::welcome_document());
}

TEST_F(LaboratoryTest, ClosingAsksAboutChanges) {
  EXPECT_TRUE(laboratory->may_close());
  driver->click("inspector/centring");
  EXPECT_FALSE(laboratory->may_close());
  driver->shell().pacing().activity();
  driver->settle();
  driver->click("dialog/close/discard");
  driver->settle();
  EXPECT_TRUE(closed);
  EXPECT_TRUE(laboratory->may_close());
}

TEST_F(LaboratoryTest, IdleDrawsNoFrame) {
  const std::uint64_t before = driver->frames();
  driver->wait(60);
  EXPECT_EQ(driver->frames(), before);
  // A cell being edited has a caret, and it does not blink the loop awake.
  driver->double_click("stage/input/cell/0/0");
  driver->settle();
  const std::uint64_t editing = driver->frames();
  driver->wait(60);
  EXPECT_EQ(driver->frames(), editing);
}

TEST_F(LaboratoryTest, ScaleAndThemeByKey) {
  const float scale = driver->shell().scale();
  driver->key(ui::Key::kPlus, kCtrl);
  driver->settle();
  EXPECT_GT(driver->shell().scale(), scale);
  driver->key(ui::Key::k0, kCtrl);
  driver->settle();
  EXPECT_EQ(driver->shell().scale(), scale);
  driver->key(ui::Key::kD, kCtrlShift);
  driver->settle();
  EXPECT_EQ(driver->shell().theme(), ui::ThemeKind::kDark);
}

TEST_F(LaboratoryTest, InANarrowAndLowWindowPartsTakeTurns) {
  EXPECT_FALSE(driver->has("side/choose/0"));
  driver->resize({640, 400});
  driver->settle();
  EXPECT_TRUE(driver->widget("side/choose/0").selected);
  EXPECT_TRUE(driver->has("welcome/title"));
  EXPECT_FALSE(driver->has("inspector/kind"));
  EXPECT_TRUE(driver->widget("stage/input/cell/0/0").visible);
  EXPECT_FALSE(driver->has("figure/distribution"));
  driver->click("side/choose/1");
  EXPECT_TRUE(driver->widget("inspector/kind").visible);
  EXPECT_FALSE(driver->has("welcome/title"));
  driver->click("middle/choose/1");
  EXPECT_TRUE(driver->widget("figure/distribution").visible);
  EXPECT_FALSE(driver->has("stage/input/cell/0/0"));
}

TEST_F(LaboratoryTest, NumbersOfOneRowStandBesideEachOther) {
  // Cards with and without column headers, with low and high formulas.
  const float row = driver->widget("stage/squared/cell/0/0").rect.y;
  int beside = 0;
  for (const char* const id : {"stage/centred", "stage/variance", "stage/mean", "stage/root"}) {
    const ui::Rect& card = driver->widget(std::string(id) + "/title").rect;
    if (card.y != driver->widget("stage/squared/title").rect.y) continue;
    EXPECT_EQ(driver->widget(std::string(id) + "/cell/0/0").rect.y, row) << id;
    ++beside;
  }
  EXPECT_GT(beside, 0);
}

TEST_F(LaboratoryTest, NumbersAreCopiedAsATableAndAsATorchPrint) {
  driver->click("stage/mean/cell/0/0");
  driver->key(ui::Key::kA, kCtrl);
  driver->key(ui::Key::kC, kCtrlShift);
  EXPECT_STREQ(ImGui::GetClipboardText(), "tensor([[0.2432],\n        [0.1928]])");
  driver->click("stage/input/cell/1/0");
  driver->key(ui::Key::kC, kCtrl);
  EXPECT_EQ(std::string(ImGui::GetClipboardText()).substr(0, 6), "0.8665");
  driver->key(ui::Key::kC, kCtrlShift);
  EXPECT_STREQ(ImGui::GetClipboardText(), "tensor([[0.8665]])");
}

TEST_F(LaboratoryTest, ALargeBatchComesFromTheThreadsBeside) {
  const TemporaryFolder folder;
  const auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({300, 200}, 2.0F));
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
  ASSERT_TRUE(laboratory->open(folder / "x.npy"));
  // A minute is far beyond any machine's need.
  for (int i = 0; i < 6000 && (laboratory->workspace().stale() || !driver->has("stage/mean") ||
                               text("figure/distribution") == "Distribution of the whole batch");
       ++i) {
    if (i == 0) driver->click("figure/scope/1");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    driver->shell().pacing().activity();
    driver->settle();
  }
  EXPECT_EQ(text("stage/mean/cell/0/0"), "2");
  EXPECT_EQ(text("figure/distribution"), "Distribution of group 0");
}

TEST_F(LaboratoryTest, EveryFigureThereIsCanBeChosen) {
  driver->click("figure/choose");
  int count = 0;
  while (driver->has("figure/choose/" + std::to_string(count))) ++count;
  ASSERT_GT(count, 4);
  driver->key(ui::Key::kEscape);
  for (int i = 0; i < count; ++i) {
    driver->click("figure/choose");
    const std::string row = "figure/choose/" + std::to_string(i);
    const std::string name = text(row);
    driver->click(row);
    EXPECT_EQ(document().view.figure, name);
    EXPECT_TRUE(driver->has("figure/" + name)) << name;
  }
  EXPECT_TRUE(laboratory->workspace().history.undo_words().empty()) << "looking is no edit";
}

TEST_F(LaboratoryTest, AFigureIsZoomedMovedAndShownWhole) {
  const auto axis = [&] { return laboratory->workspace().figure->layout.panels[0].x; };
  const auto plot = [&] {
    const figures::Rect& at = laboratory->workspace().figure->layout.panels[0].plot;
    const ui::Rect& page = driver->widget("figure/distribution").rect;
    return ImVec2{page.x + static_cast<float>(at.x + at.width / 2),
                  page.y + static_cast<float>(at.y + at.height / 2)};
  };
  const figures::AxisMap whole = axis();
  driver->click_at(plot());
  driver->shell().input().scroll(0, 3);
  driver->shell().pacing().activity();
  driver->settle();
  const double factor = (whole.high - whole.low) / (axis().high - axis().low);
  EXPECT_NEAR(factor, 1.2 * 1.2 * 1.2, 1e-6);
  // About the place under the pointer, which is the middle.
  EXPECT_NEAR(axis().low + axis().high, whole.low + whole.high, 1e-6 * (whole.high - whole.low));

  const figures::AxisMap zoomed = axis();
  driver->wait(1);  // or the next click is a double one
  driver->shell().input().button(ui::Button::kLeft, true);
  driver->shell().input().pointer(plot().x + 50, plot().y);
  driver->shell().pacing().activity();
  driver->settle();
  driver->release();
  EXPECT_LT(axis().low, zoomed.low) << "what is dragged to the right shows what lies left";
  EXPECT_NEAR(axis().high - axis().low, zoomed.high - zoomed.low, 1e-9);

  driver->wait(1);
  driver->click_at(plot());
  driver->click_at(plot());
  EXPECT_EQ(axis(), whole);
}

TEST_F(LaboratoryTest, AFigureIsExportedByTheDialogAndOpenedAgain) {
  const TemporaryFolder folder;
  driver->click("inspector/variance/1");
  const Document made = document();
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  EXPECT_TRUE(driver->has("export/preview"));
  driver->replace_text("export/path", (folder / "f.svg").string());
  driver->click("export/theme/2");
  EXPECT_FALSE(driver->has("export/dpi"));
  driver->click("export/format/2");
  EXPECT_TRUE(driver->has("export/dpi"));
  export_by("export/accept");
  EXPECT_FALSE(driver->has("export/preview")) << text("export/complaint");
  undo_all();
  EXPECT_NE(document(), made);
  ASSERT_TRUE(laboratory->open(folder / "f.png"));
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_EQ(document(), made);

  // The last choice is remembered, and all figures go beside each other.
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  EXPECT_TRUE(driver->widget("export/theme/2").selected);
  export_by("export/all");
  EXPECT_FALSE(driver->has("export/preview"));
  for (const char* name : {"distribution", "profile", "statistics", "heatmap", "stage"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / ("f-" + std::string(name) + ".png"))) << name;
  }

  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  driver->replace_text("export/path", (folder / "nowhere" / "f.svg").string());
  export_by("export/accept");
  EXPECT_TRUE(driver->has("export/preview")) << "it stays open, with a sentence";
  EXPECT_FALSE(text("export/complaint").empty());
  driver->click("export/cancel");
}

TEST_F(LaboratoryTest, WhatIsExportedIsWhatIsSeen) {
  const TemporaryFolder folder;
  const auto exported = [&](const char* name) {
    driver->key(ui::Key::kE, kCtrl);
    driver->settle();
    driver->replace_text("export/path", (folder / name).string());
    export_by("export/accept");
    return read_file(folder / name);
  };
  const std::string whole = exported("whole.csv");
  EXPECT_NE(whole.find("density"), std::string::npos);
  // One entry of the legend is clicked away: it is not in the file any more.
  const auto& figure = *laboratory->workspace().figure;
  const auto entry =
      std::ranges::find(figure.layout.legend, std::string("density"), &figures::LegendEntry::name);
  ASSERT_NE(entry, figure.layout.legend.end());
  const ui::Rect shown = driver->widget("figure/distribution").rect;
  const double unit = static_cast<double>(shown.w) / figure.size.width;
  const double x = unit * (entry->area.x + entry->area.width / 2);
  const double y = unit * (entry->area.y + entry->area.height / 2);
  driver->click_at({shown.x + static_cast<float>(x), shown.y + static_cast<float>(y)});
  driver->settle();
  const std::string hidden = exported("hidden.csv");
  EXPECT_EQ(hidden.find("density"), std::string::npos);
  EXPECT_NE(hidden.find("values per bar"), std::string::npos);
}

TEST_F(LaboratoryTest, TheChoiceOfAPageOutlivesTheProgram) {
  const TemporaryFolder folder;
  const auto place = folder / "config" / "preferences.json";
  const auto start = [&] {
    laboratory = NORMSCOPE_VALUE_OR_FAIL(Laboratory::create(
        {[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [] {}, place}));
    driver->shell().pacing().activity();
    driver->settle();
    driver->key(ui::Key::kE, kCtrl);
    driver->settle();
  };
  start();
  EXPECT_EQ(text("export/path"), "figure.svg");
  driver->replace_text("export/path", (folder / "f.pdf").string());
  driver->click("export/theme/2");
  driver->replace_text("export/width", "85");
  export_by("export/accept");
  ASSERT_FALSE(driver->has("export/preview"));

  start();
  EXPECT_EQ(text("export/path"), "figure.pdf");
  EXPECT_TRUE(driver->widget("export/theme/2").selected);
  EXPECT_EQ(text("export/width"), "85");
  driver->click("export/cancel");

  write_file(place, "{}");
  start();
  EXPECT_EQ(text("export/path"), "figure.svg");
  EXPECT_NE(text("export/complaint").find("preferences.json"), std::string::npos);
}

TEST_F(LaboratoryTest, AsksWhereAFileIsThatHasMoved) {
  const TemporaryFolder folder;
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
  ASSERT_TRUE(laboratory->open(folder / "x.npy"));
  ASSERT_TRUE(document::save_session(folder / "s.json", document()));
  std::filesystem::rename(folder / "x.npy", folder / "y.npy");
  const auto ask = [&] {
    laboratory->open_or_ask(folder / "s.json");
    driver->shell().pacing().activity();
    driver->settle();
  };
  ask();
  ASSERT_TRUE(driver->has("dialog/missing/words"));
  EXPECT_NE(text("dialog/missing/words").find("x.npy"), std::string::npos);
  driver->click("dialog/accept");
  driver->settle();
  EXPECT_FALSE(text("dialog/complaint").empty()) << "it is still not there";
  driver->replace_text("dialog/path", (folder / "y.npy").string());
  driver->click("dialog/accept");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/missing/words"));
  EXPECT_EQ(text("stage/input/cell/1/1"), "7");
  EXPECT_EQ(std::get<document::File>(document().inputs[0].origin).path, folder / "y.npy");

  const Document before = document();
  ask();
  driver->click("dialog/cancel");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/missing/words"));
  EXPECT_EQ(document(), before);
}

TEST_F(LaboratoryTest, TheDeviceIsChosenInTheInspector) {
  EXPECT_NE(text("status/device").find("cpu"), std::string::npos);
  driver->click("inspector/device");
  driver->click("inspector/device/3");
  driver->settle();
  EXPECT_NE(text("status/device").find("reference"), std::string::npos);
  EXPECT_TRUE(laboratory->workspace().history.undo_words().empty()) << "no document knows of it";
}

TEST_F(LaboratoryTest, CopiesCodeAndData) {
  driver->click("menu/edit");
  driver->click("menu/edit/copy-code");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()).substr(0, 12), "import torch");
  driver->click("menu/edit");
  driver->click("menu/edit/copy-data");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()).substr(0, 5), "panel");
}

}  // namespace
}  // namespace normscope::testing
