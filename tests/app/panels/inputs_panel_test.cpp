// SPDX-License-Identifier: MIT
// Editing a batch through the widgets of the inputs bar.
#include "app/panels/stage/inputs_panel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "app/workspace/editing.hpp"
#include "core/tensor/print.hpp"
#include "tests/app/ui/driver.hpp"
#include "tests/support/support.hpp"

namespace normscope::panels {
namespace {

using document::Document;
using normscope::testing::Driver;
using normscope::testing::make;
using tensor::Shape;
using ui::Key;

constexpr ui::Modifiers kCtrl{.ctrl = true};
constexpr ui::Modifiers kShift{.shift = true};

struct InputsPanel : ::testing::Test {
  workspace::Workspace workspace{
      document::document_of("x", document::Typed{}, make({2, 3}, {1, 2, 3, 4, 5, 6})), {}, [] {}};
  InputsState state{};
  ui::GridState cells{};
  std::optional<Driver> window_{};

  void SetUp() override {
    window_.emplace([this](ui::Context& ui) {
      inputs_bar(ui, workspace, state);
      edit_numbers(ui, "x", workspace, {document::Target::kInput},
                   numbers_size(ui, workspace, {document::Target::kInput}, {900, 400}), cells);
    });
  }
  Driver& window() { return *window_; }
  const document::Input& input() const {
    return workspace.document().inputs[workspace.document().input];
  }
  tensor::Tensor values() const { return *input().values.values(); }
  void fill_field(std::string_view id, std::string_view text) {
    window().replace_text(id, text);
    window().key(Key::kEnter);
  }
  static void clipboard(const char* text) { ImGui::SetClipboardText(text); }
  void paste_at(std::string_view cell, const char* text) {
    window().wait(1);  // or two pastes into one cell are a double click
    window().click(cell);
    clipboard(text);
    window().key(Key::kV, kCtrl);
  }
};

TEST_F(InputsPanel, ATypedNumberIsOneEntryWithADescription) {
  window().click("x/cell/0/1");
  window().type("0.5*3");
  window().key(Key::kEnter);
  EXPECT_EQ(values(), make({2, 3}, {1, 1.5F, 3, 4, 5, 6}));
  EXPECT_EQ(workspace.document().selection, (document::Selection{1, 1}));
  EXPECT_FALSE(workspace.history.undo_description().empty());
  workspace.history.undo();
  EXPECT_EQ(values(), make({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(workspace.history.undo_description().empty());
}

TEST_F(InputsPanel, ADragIsOneEntry) {
  window().drag("x/cell/1/1", 10);
  EXPECT_FLOAT_EQ(values().values()[4], 6);
  workspace.history.undo();
  EXPECT_EQ(values(), make({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(workspace.history.undo_description().empty());
}

TEST_F(InputsPanel, EveryFormPastes) {
  for (const char* const text :
       {"7\t8\n9\t10\n", "7;8\n9;10", "tensor([[ 7.,  8.],\n        [ 9., 10.]])",
        "array([[ 7.,  8.],\n       [ 9., 10.]], dtype=float32)", "[[ 7.  8.]\n [ 9. 10.]]",
        "[[7, 8], [9, 10]]"}) {
    paste_at("x/cell/0/1", text);
    EXPECT_EQ(values(), make({2, 3}, {1, 7, 8, 4, 9, 10})) << text;
    EXPECT_FALSE(workspace.error) << text;
    workspace.history.undo();
  }
}

TEST_F(InputsPanel, PasteBeyondTheEdgeEnlarges) {
  paste_at("x/cell/1/2", "7\t8\n9\t10\n");
  EXPECT_EQ(values(), make({3, 4}, {1, 2, 3, 0, 4, 5, 7, 8, 0, 0, 9, 10}));
}

TEST_F(InputsPanel, OneNumberFillsARange) {
  window().click("x/cell/0/0");
  window().key(Key::kRight, kShift);
  window().key(Key::kDown, kShift);
  clipboard("0.5");
  window().key(Key::kV, kCtrl);
  EXPECT_EQ(values(), make({2, 3}, {0.5F, 0.5F, 3, 0.5F, 0.5F, 6}));
}

TEST_F(InputsPanel, WhatIsNoTableIsASentence) {
  paste_at("x/cell/0/0", "hello");
  ASSERT_TRUE(workspace.error);
  EXPECT_FALSE(workspace.error->sentence.empty());
  EXPECT_TRUE(workspace.history.undo_description().empty());
  window().type("5");
  window().key(Key::kEnter);
  EXPECT_FALSE(workspace.error) << "shown until the next edit";
}

TEST_F(InputsPanel, ARangeIsCopiedAndCleared) {
  window().click("x/cell/0/1");
  window().key(Key::kRight, kShift);
  window().key(Key::kDown, kShift);
  window().key(Key::kC, kCtrl);
  EXPECT_STREQ(ImGui::GetClipboardText(), "2\t3\n5\t6\n");
  window().key(Key::kDelete);
  EXPECT_EQ(values(), make({2, 3}, {1, 0, 0, 4, 0, 0}));
}

TEST_F(InputsPanel, LinesAreInsertedRemovedAndMoved) {
  window().click("x/cell/0/1");
  const auto press = [&](std::string_view id) {
    window().click("inputs/table");
    window().click(id);
    window().key(Key::kEscape);
  };
  press("inputs/table/row-insert");
  EXPECT_EQ(values(), make({3, 3}, {1, 2, 3, 0, 0, 0, 4, 5, 6}));
  press("inputs/table/column-remove");
  EXPECT_EQ(values(), make({3, 2}, {1, 3, 0, 0, 4, 6}));
  press("inputs/table/row-forth");
  EXPECT_EQ(values(), make({3, 2}, {0, 0, 1, 3, 4, 6}));
  EXPECT_EQ(workspace.document().selection.row, 1) << "the selection moves with its row";
  press("inputs/table/column-back");
  EXPECT_EQ(values(), make({3, 2}, {0, 0, 3, 1, 6, 4}));
}

TEST_F(InputsPanel, AHeadersMenuInserts) {
  window().hover("x/column/1");
  window().shell().input().button(ui::Button::kRight, true);
  window().shell().input().button(ui::Button::kRight, false);
  window().shell().pacing().activity();
  window().settle();
  window().click("x/menu/insert");
  EXPECT_EQ(values(), make({2, 4}, {1, 0, 2, 3, 4, 0, 5, 6}));
}

TEST_F(InputsPanel, TheSameCountIsReshapedAndAnotherFilledAgain) {
  fill_field("inputs/shape", "3, 2");
  EXPECT_EQ(values(), make({3, 2}, {1, 2, 3, 4, 5, 6}));
  fill_field("inputs/shape", "4x5");
  EXPECT_EQ(input().values.shape(), (Shape{4, 5}));
  EXPECT_TRUE(std::holds_alternative<document::Random>(input().origin));
  fill_field("inputs/shape", "2, zero");
  ASSERT_TRUE(workspace.error);
  EXPECT_EQ(input().values.shape(), (Shape{4, 5}));
  EXPECT_EQ(window().widget("inputs/shape").text, "4, 5") << "what is wrong is not kept as truth";
}

TEST_F(InputsPanel, ThreeDimensionsHaveSlices) {
  fill_field("inputs/shape", "3, 1, 2");
  EXPECT_EQ(window().widget("x/cell/0/0").text, "1");
  window().click("x/cell/0/1");
  window().click("inputs/slice/0/forth");
  EXPECT_EQ(window().widget("x/cell/0/0").text, "3");
  EXPECT_EQ(workspace.document().selection, (document::Selection{1, 1}));
  EXPECT_EQ(window().widget("x/cell/0/1").selected, true);
  fill_field("inputs/slice/0", "2");
  EXPECT_EQ(window().widget("x/cell/0/0").text, "5");
  window().click("x/cell/0/1");
  window().type("60");
  window().key(Key::kEnter);
  EXPECT_EQ(values(), make({3, 1, 2}, {1, 2, 3, 4, 5, 60}));
  fill_field("inputs/slice/0", "3");
  EXPECT_EQ(workspace.document().view.outer, (std::vector<std::int64_t>{2})) << "there are three";
}

TEST_F(InputsPanel, RandFromSeed123ShowsTheLecturesNumbers) {
  fill_field("inputs/shape", "2, 5");
  window().click("inputs/fill");
  window().click("inputs/fill/kind");
  window().click("inputs/fill/kind/0");
  fill_field("inputs/fill/seed", "123");
  window().key(Key::kEscape);
  EXPECT_EQ(window().widget("x/cell/0/0").text, "0.2961");
  EXPECT_EQ(workspace.document().inputs[0].origin,
            document::Origin(document::Random{.distribution = document::Distribution::kRand}));
}

TEST_F(InputsPanel, OneOpeningOfTheFillIsOneEntry) {
  const tensor::Tensor before = values();
  window().click("inputs/fill");
  window().click("inputs/fill/next-seed");
  const tensor::Tensor first = values();
  window().click("inputs/fill/next-seed");
  EXPECT_NE(values(), first) << "each seed is shown at once";
  window().key(Key::kEscape);
  workspace.history.undo();
  EXPECT_EQ(values(), before);
  EXPECT_TRUE(workspace.history.undo_description().empty());
}

TEST_F(InputsPanel, ConstantsAndRamps) {
  window().click("inputs/fill");
  window().click("inputs/fill/kind");
  window().click("inputs/fill/kind/5");
  fill_field("inputs/fill/value", "2.5");
  EXPECT_EQ(values(), make({2, 3}, {2.5F, 2.5F, 2.5F, 2.5F, 2.5F, 2.5F}));
  window().click("inputs/fill/kind");
  window().click("inputs/fill/kind/6");
  fill_field("inputs/fill/start", "1");
  fill_field("inputs/fill/step", "1/2");
  EXPECT_EQ(values(), make({2, 3}, {1, 1.5F, 2, 2.5F, 3, 3.5F}));
}

TEST_F(InputsPanel, LayersAreChosenAndKept) {
  window().click("inputs/layers");
  window().click("inputs/layers/kind");
  window().click("inputs/layers/kind/3");
  fill_field("inputs/layers/out", "6");
  fill_field("inputs/layers/seed", "7");
  ASSERT_EQ(workspace.document().layers.size(), 2U);
  const auto& linear = std::get<document::LinearLayer>(workspace.document().layers[0]);
  EXPECT_EQ(linear.out_features, 6);
  EXPECT_EQ(linear.seed, 7U);
  fill_field("inputs/layers/out", "1.5");
  EXPECT_EQ(std::get<document::LinearLayer>(workspace.document().layers[0]).out_features, 6);
  window().click("inputs/layers/kind");
  window().click("inputs/layers/kind/2");
  EXPECT_EQ(workspace.document().layers, (std::vector<document::Layer>{document::ReluLayer{}}));
  window().click("inputs/layers/kind");
  window().click("inputs/layers/kind/0");
  EXPECT_TRUE(workspace.document().layers.empty());
}

TEST_F(InputsPanel, InputsAreAddedRenamedChosenAndRemoved) {
  window().click("inputs/names");
  window().click("inputs/names/add");
  EXPECT_EQ(workspace.document().inputs.size(), 2U);
  EXPECT_EQ(input().name, "x1");
  EXPECT_EQ(input().values.shape(), (Shape{2, 3}));
  window().click("inputs/names");
  fill_field("inputs/names/name", "logits");
  EXPECT_EQ(input().name, "logits");
  window().click("inputs/choose");
  window().click("inputs/choose/0");
  EXPECT_EQ(input().name, "x");
  window().click("inputs/names");
  window().click("inputs/names/remove");
  ASSERT_EQ(workspace.document().inputs.size(), 1U);
  EXPECT_EQ(input().name, "logits");
}

TEST_F(InputsPanel, AnInputOfALongerShapeLeavesNoCellOutside) {
  // The document changes while a cell beyond the new shape is being edited.
  window().click("x/cell/1/2");
  window().type("5");
  apply(workspace, document::fill(workspace.document(), document::Constant{1}, {1, 2}));
  window().shell().pacing().activity();
  window().settle();
  EXPECT_FALSE(window().has("x/edit"));
  EXPECT_EQ(values(), make({1, 2}, {1, 1}));
}

TEST_F(InputsPanel, TheWholeInputIsCopiedAndPastedAsANewShape) {
  const auto choose = [&](std::string_view id) {
    window().click("inputs/table");
    window().click(id);
  };
  choose("inputs/table/copy");
  EXPECT_STREQ(ImGui::GetClipboardText(), "1\t2\t3\n4\t5\t6\n");
  choose("inputs/table/copy-torch");
  EXPECT_EQ(ImGui::GetClipboardText(), tensor::to_torch_text(values()));
  clipboard("tensor([[[1., 2.]], [[3., 4.]]])");
  choose("inputs/table/paste");
  EXPECT_EQ(values(), make({2, 1, 2}, {1, 2, 3, 4}));
  EXPECT_TRUE(window().has("inputs/slice/0"));
}

TEST_F(InputsPanel, GammaIsEditedInTheSelectedColumn) {
  document::NormSettings settings = workspace.document().norm;
  settings.gamma.on = true;
  apply(workspace, document::set_norm(workspace.document(), settings));
  ASSERT_FALSE(workspace.error);
  ui::GridState gamma;
  Driver parameters([&](ui::Context& ui) {
    edit_numbers(ui, "gamma", workspace, {document::Target::kGamma},
                 numbers_size(ui, workspace, {document::Target::kGamma}), gamma);
  });
  workspace.history.change_view([](Document& document) { document.selection = {1, 0}; });
  parameters.click("gamma/cell/0/2");
  parameters.type("2");
  parameters.key(Key::kEnter);
  EXPECT_EQ(*workspace.document().norm.gamma.values.values(), make({3}, {1, 1, 2}));
  EXPECT_EQ(workspace.document().selection, (document::Selection{1, 2})) << "the row is kept";
}

TEST_F(InputsPanel, EveryControlExplainsItself) {
  for (const char* const id : {"inputs/choose", "inputs/shape", "inputs/fill", "inputs/layers",
                               "inputs/table", "inputs/names", "x/column/1"}) {
    window().hover(id);
    window().wait(1);
    EXPECT_TRUE(window().has("help")) << id;
  }
}

// With six dimensions, in a column of 560 pixels: every field and button lies in it.
TEST_F(InputsPanel, EverySliceIsReachedInANarrowColumn) {
  fill_field("inputs/shape", "2, 3, 2, 3, 2, 2");
  ASSERT_EQ(input().values.shape(), (Shape{2, 3, 2, 3, 2, 2}));
  InputsState bar{};
  Driver narrow([&](ui::Context& ui) { inputs_bar(ui, workspace, bar); }, {}, {560, 700});
  for (int dim = 0; dim < 4; ++dim) {
    for (const char* const part : {"", "/back", "/forth"}) {
      const std::string id = "inputs/slice/" + std::to_string(dim) + part;
      const ui::Rect rect = narrow.widget(id).rect;
      EXPECT_TRUE(narrow.widget(id).visible) << id;
      EXPECT_GE(rect.x, 0) << id;
      EXPECT_LE(rect.x + rect.w, 560) << id;
    }
    narrow.click("inputs/slice/" + std::to_string(dim) + "/forth");
  }
  EXPECT_EQ(workspace.document().view.outer, (std::vector<std::int64_t>{1, 1, 1, 1}));
  // The parts of one dimension are on one line.
  EXPECT_EQ(narrow.widget("inputs/slice/3/back").rect.y, narrow.widget("inputs/slice/3").rect.y);
}

}  // namespace
}  // namespace normscope::panels
