// SPDX-License-Identifier: MIT
// The application: lessons, edits, sessions, sizes, devices.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

// Rasterizing other characters takes longer than making the window.
bool has_usual_characters_only() {
  constexpr ImWchar kOther = 0x17F;
  return ImGui::GetIO().Fonts->Fonts[0]->FindGlyphNoFallback(kOther) == nullptr;
}

TEST_F(ApplicationTest, OpensOnNumbersThatAreFollowedInTheHead) {
  EXPECT_TRUE(has_usual_characters_only());
  EXPECT_EQ(text("welcome/title"), "Normscope");
  go_to_numbers();
  EXPECT_EQ(text("stage/input/cell/0/4"), "8");
  EXPECT_EQ(text("stage/mean/cell/0/0"), "5");
  EXPECT_EQ(text("stage/mean/cell/1/0"), "50");
  EXPECT_EQ(text("stage/normalized/cell/0/4"), "1.5000");
  EXPECT_EQ(text("stage/normalized/cell/1/4"), "1.5000");
}

TEST_F(ApplicationTest, ALessonIsSteppedToItsEndAndBack) {
  const auto& lesson = application->workspace().lessons.front();
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
  EXPECT_FALSE(driver->has("lesson/next")) << "the end offers the next lesson";
  EXPECT_TRUE(driver->has("lesson/go-on"));
  EXPECT_TRUE(has_usual_characters_only());
  for (int step = last; step > 0; --step) driver->key(ui::Key::kLeft);
  EXPECT_EQ(document().lesson.step, 0);
  undo_all();
  EXPECT_EQ(document(), document::welcome_document());
}

TEST_F(ApplicationTest, EveryKindOfEditIsFollowedAndUndone) {
  go_to_numbers();
  driver->double_click("stage/input/cell/0/0");
  driver->key(ui::Key::kA, kCtrl);
  driver->type("0.5*3");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(document().inputs[0].values.at(0), 1.5F);
  EXPECT_EQ(text("stage/input/cell/0/0"), "1.5000");
  EXPECT_NE(text("stage/mean/cell/0/0"), "5");

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
  undone.selection = {};  // Enter moved the selection, which is no edit
  EXPECT_EQ(undone, document::welcome_document());
  EXPECT_EQ(text("stage/mean/cell/0/0"), "5");
  while (!application->workspace().history.redo_description().empty()) {
    driver->key(ui::Key::kZ, kCtrlShift);
  }
  Document redone = document();
  redone.selection = changed.selection;  // looking is no edit
  EXPECT_EQ(redone, changed);
}

TEST_F(ApplicationTest, ASliderDragIsOneEntry) {
  go_to_numbers();
  driver->drag("inspector/eps", 40);
  EXPECT_NE(document().norm.options.epsilon, 1e-5);
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document().norm.options.epsilon, 1e-5);
  EXPECT_EQ(application->workspace().history.undo_description(), "");
}

TEST_F(ApplicationTest, SoftmaxHasItsOwnCards) {
  show_all_steps();
  driver->click("inspector/subject/1");
  EXPECT_EQ(document().subject, document::Subject::kSoftmax);
  for (const char* card : {"maximum", "shifted", "exponential", "sum", "output"}) {
    EXPECT_TRUE(driver->has(std::string("stage/") + card + "/cell/0/0")) << card;
  }
}

TEST_F(ApplicationTest, EachRelativeIsChosenInTheInspector) {
  show_all_steps();
  driver->click("inspector/subject/2");
  EXPECT_EQ(document().subject, document::Subject::kRelative);
  EXPECT_TRUE(driver->has("inspector/gamma/on"));
  EXPECT_TRUE(driver->has("stage/hyperbolic-tangent/cell/0/0"));
  driver->click("inspector/gamma/on");
  EXPECT_TRUE(driver->has("stage/scaled/cell/0/0"));
  driver->click("inspector/kind");
  driver->click("inspector/kind/1");
  EXPECT_EQ(document().relative.kind, ops::Relative::kL2Norm);
  EXPECT_TRUE(driver->has("stage/length/cell/0/0"));
  EXPECT_FALSE(driver->has("inspector/gamma/on"));
  driver->click("inspector/kind");
  driver->click("inspector/kind/2");
  EXPECT_EQ(document().relative.kind, ops::Relative::kSparsemax);
  EXPECT_TRUE(driver->has("stage/threshold/cell/0/0"));
  driver->click("inspector/subject/1");
  driver->click("inspector/sink/on");
  EXPECT_EQ(document().softmax.sink, 0);
  EXPECT_TRUE(driver->has("stage/maximum-with-sink/cell/0/0"));
  driver->click("inspector/sink/on");
  EXPECT_FALSE(document().softmax.has_sink());
}

TEST_F(ApplicationTest, ANumberIsSelectedOnItsCardAndItsSourcesAreMarkedOnOthers) {
  show_all_steps();
  driver->click("stage/centred/cell/1/2");
  driver->hover("inspector/heading");
  EXPECT_EQ(document().selection, (document::Selection{1, 2}));
  const auto is = [this](std::string_view id, bool selected, std::string_view mark) {
    const ui::Widget& cell = driver->widget(id);
    return cell.selected == selected && cell.mark == mark;
  };
  EXPECT_TRUE(is("stage/centred/cell/1/2", true, "self"));
  EXPECT_TRUE(is("stage/centred/cell/1/3", false, ""));
  EXPECT_TRUE(is("stage/input/cell/1/2", false, "source"));
  EXPECT_TRUE(is("stage/mean/cell/1/0", false, "source"));
  EXPECT_TRUE(is("stage/mean/cell/0/0", false, ""));
  EXPECT_TRUE(is("stage/variance/cell/1/0", false, "made"));
  EXPECT_EQ(text("inspector/selected"), "Row 1, column 2");
}

TEST_F(ApplicationTest, WhatIsSavedOpensAsTheSameDocument) {
  const TemporaryFolder folder;
  const std::string path = folder / "session.json";
  go_to_numbers();
  driver->click("inspector/gamma/on");
  driver->key(ui::Key::kS, kCtrl);
  driver->settle();
  driver->replace_text("dialog/path", path);
  driver->click("dialog/accept");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/path"));
  EXPECT_EQ(application->title(), "session.json - Normscope");
  const Document saved = document();
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), saved);
  undo_all();
  EXPECT_EQ(application->title(), "session.json, changed - Normscope");
  ASSERT_TRUE(application->open(path));
  EXPECT_EQ(document(), saved);
}

TEST_F(ApplicationTest, AFileThatCannotBeOpenedIsASentenceInTheDialog) {
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

TEST_F(ApplicationTest, ClosingAsksAboutChanges) {
  go_to_numbers();
  EXPECT_TRUE(application->may_close());
  switch_centring();
  EXPECT_FALSE(application->may_close());
  driver->shell().pacing().activity();
  driver->settle();
  driver->click("dialog/close/discard");
  driver->settle();
  EXPECT_TRUE(closed);
  EXPECT_TRUE(application->may_close());
}

TEST_F(ApplicationTest, IdleDrawsNoFrame) {
  go_to_numbers();
  driver->wait(60);  // what the pointer rests on explains itself
  const std::uint64_t before = driver->frames();
  driver->wait(60);
  EXPECT_EQ(driver->frames(), before);
  // A cell being edited has a caret, and it does not blink the loop awake.
  driver->double_click("stage/input/cell/0/0");
  driver->wait(60);  // the card that the cell would have had is due once
  const std::uint64_t editing = driver->frames();
  driver->wait(60);
  EXPECT_EQ(driver->frames(), editing);
}

TEST_F(ApplicationTest, ScaleAndThemeByKey) {
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

TEST_F(ApplicationTest, InANarrowAndLowWindowPartsTakeTurns) {
  driver->resize({640, 400});
  driver->settle();
  EXPECT_TRUE(driver->has("welcome/title"));
  EXPECT_FALSE(driver->has("side/choose/0")) << "without a lesson there is nothing to choose";
  EXPECT_FALSE(driver->has("inspector/kind"));
  driver->key(ui::Key::kEscape);
  driver->settle();
  // The stage has the whole width, and the whole sheet of the welcome document fits in it.
  EXPECT_TRUE(driver->widget("stage/normalized/cell/1/4").visible);
  EXPECT_TRUE(driver->widget("stage/standard-deviation/cell/0/0").visible);
  driver->click("middle/choose/2");
  EXPECT_TRUE(driver->widget("inspector/kind").visible);
  EXPECT_FALSE(driver->has("stage/input"));
  driver->key(ui::Key::kN, kCtrl);
  driver->settle();
  EXPECT_TRUE(driver->has("welcome/title")) << "what opens comes forward";
  driver->click("welcome/lesson/" + application->workspace().lessons.front().id);
  driver->settle();
  EXPECT_TRUE(driver->widget("side/choose/0").selected);
  EXPECT_TRUE(driver->widget("lesson/title").visible);
  EXPECT_FALSE(driver->has("inspector/kind"));
  EXPECT_TRUE(driver->has("stage/input"));
  EXPECT_FALSE(driver->has("figure/choose"));
  driver->click("side/choose/1");
  EXPECT_TRUE(driver->widget("inspector/all").visible);
  EXPECT_FALSE(driver->has("lesson/title"));
  driver->key(ui::Key::kF9);
  driver->click("middle/choose/1");
  EXPECT_TRUE(driver->widget("figure/choose").visible);
  EXPECT_FALSE(driver->has("stage/input"));
}

TEST_F(ApplicationTest, NumbersOfOneRowStandBesideEachOther) {
  show_all_steps();
  // Cards with and without column headers, with low and high formulas.
  const float row = driver->widget("stage/squared/cell/0/0").rect.y;
  int beside = 0;
  for (const char* const id :
       {"stage/centred", "stage/variance", "stage/mean", "stage/standard-deviation"}) {
    const ui::Rect& card = driver->widget(std::string(id) + "/title").rect;
    if (card.y != driver->widget("stage/squared/title").rect.y) continue;
    EXPECT_EQ(driver->widget(std::string(id) + "/cell/0/0").rect.y, row) << id;
    ++beside;
  }
  EXPECT_GT(beside, 0);
}

TEST_F(ApplicationTest, NumbersAreCopiedAsATableAndAsATorchPrint) {
  go_to_numbers();
  driver->click("stage/mean/cell/0/0");
  driver->key(ui::Key::kA, kCtrl);
  driver->key(ui::Key::kC, kCtrlShift);
  EXPECT_STREQ(ImGui::GetClipboardText(), "tensor([[ 5.],\n        [50.]])");
  driver->click("stage/input/cell/1/0");
  driver->key(ui::Key::kC, kCtrl);
  EXPECT_EQ(std::string(ImGui::GetClipboardText()).substr(0, 2), "20");
  driver->key(ui::Key::kC, kCtrlShift);
  EXPECT_STREQ(ImGui::GetClipboardText(), "tensor([[20.]])");
}

TEST_F(ApplicationTest, ALargeBatchComesFromTheThreadsBeside) {
  const TemporaryFolder folder;
  const auto values = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({300, 200}, 2.0F));
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  driver->shell().pacing().activity();
  driver->settle();
  driver->click("figure/scope/1");
  ASSERT_TRUE(wait_for([&] {
    return !application->workspace().stale() && driver->has("stage/mean") &&
           text("figure/distribution") != "Distribution of the whole batch";
  }));
  EXPECT_EQ(text("stage/mean/cell/0/0"), "2");
  EXPECT_EQ(text("figure/distribution"), "Distribution of group 0");
}

TEST_F(ApplicationTest, TheDeviceIsChosenInTheInspector) {
  go_to_numbers();
  EXPECT_NE(text("status/device").find("cpu"), std::string::npos);
  driver->click("inspector/device");
  driver->click("inspector/device/3");
  driver->settle();
  EXPECT_NE(text("status/device").find("reference"), std::string::npos);
  EXPECT_TRUE(application->workspace().history.undo_description().empty())
      << "no document knows of it";
}

TEST_F(ApplicationTest, WhatAPresetReturnsIsSeenAndGoesWithItsKind) {
  go_to_numbers();
  const auto choose = [this](const char* id, const char* row) {
    driver->click(id);
    driver->settle();
    driver->click(std::string(id) + row);
    driver->settle();
  };
  EXPECT_FALSE(driver->has("inspector/returned"));
  choose("inspector/preset", "/8");
  EXPECT_EQ(document().norm.options.returned, ops::Returned::kInput);
  EXPECT_EQ(text("inspector/returned"), "input");
  choose("inspector/returned", "/0");
  EXPECT_EQ(application->workspace().history.undo_description(), "return the normalized values");
  EXPECT_FALSE(driver->has("inspector/returned"));
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  choose("inspector/kind", "/4");
  EXPECT_EQ(document().norm.options.kind, ops::Normalization::kGroupNorm);
  EXPECT_EQ(document().norm.options.returned, ops::Returned::kNormalized);
  EXPECT_TRUE(driver->has("stage/normalized/cell/0/0"));
}

}  // namespace
}  // namespace normscope::testing
