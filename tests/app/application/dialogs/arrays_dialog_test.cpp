// SPDX-License-Identifier: MIT
// Opening an archive in the window: its arrays are listed, filtered and chosen, and the document
// has them.
#include <gtest/gtest.h>

#include "core/io/safetensors.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct ArraysDialogTest : public ApplicationTest {
  ArraysDialogTest() : path(folder / "model.safetensors") {
    const std::vector<io::NamedTensor> named{
        {"a.ln.weight", &gamma}, {"a.ln.bias", &beta}, {"a.ln.input", &x}, {"table", &table}};
    std::string bytes;
    EXPECT_TRUE(io::write_safetensors(named, [&](std::string_view piece) {
      bytes += piece;
      return base::Expected<void>();
    }));
    write_file(path, bytes);
  }

  void open() const {
    ASSERT_TRUE(application->open_or_ask(path).has_value());
    draw();
    ASSERT_TRUE(driver->has("arrays/words"));
  }
  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  const tensor::Tensor& input() const { return *document().inputs[0].values.values(); }

  TemporaryFolder folder;
  std::filesystem::path path;
  tensor::Tensor x = make({2, 3}, {1, 2, 3, 4, 5, 7});
  tensor::Tensor gamma = make({3}, {0.5F, 1, 2});
  tensor::Tensor beta = make({3}, {0, -1, 0.25F});
  tensor::Tensor table = make({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
};

TEST_F(ArraysDialogTest, WhatBelongsTogetherIsOffered) {
  open();
  click("arrays/accept");
  EXPECT_FALSE(driver->has("arrays/words"));
  EXPECT_EQ(input(), x);
  EXPECT_EQ(*document().norm.gamma.values.values(), gamma);
  EXPECT_EQ(*document().norm.beta.values.values(), beta);
  EXPECT_EQ(application->title(), "model.safetensors - Normscope");
}

TEST_F(ArraysDialogTest, AnotherArrayIsFoundByTyping) {
  open();
  driver->replace_text("arrays/filter", "TAB");
  draw();
  EXPECT_TRUE(driver->has("arrays/row/table"));
  EXPECT_FALSE(driver->has("arrays/row/a.ln.input"));
  click("arrays/row/table");
  click("arrays/accept");
  EXPECT_EQ(input(), table);
  EXPECT_FALSE(document().norm.gamma.on) << "no array of two suits";
}

TEST_F(ArraysDialogTest, AParameterIsLeftOut) {
  open();
  click("arrays/role/beta");
  EXPECT_FALSE(driver->has("arrays/row/table")) << "its shape does not suit";
  EXPECT_TRUE(driver->has("arrays/row/a.ln.weight"));
  click("arrays/none");
  click("arrays/accept");
  EXPECT_TRUE(document().norm.gamma.on);
  EXPECT_FALSE(document().norm.beta.on);
}

TEST_F(ArraysDialogTest, GammaAndBetaForTheNumbersOnTheStage) {
  ASSERT_TRUE(io::write_tensor(folder / "y.npy", make({2, 3}, {3, 1, 2, 9, 8, 7})));
  ASSERT_TRUE(application->open(folder / "y.npy").has_value());
  open();
  click("arrays/none");
  click("arrays/role/gamma");
  click("arrays/row/a.ln.weight");
  EXPECT_EQ(text("arrays/accept"), "Take gamma and beta");
  click("arrays/accept");
  EXPECT_EQ(input(), make({2, 3}, {3, 1, 2, 9, 8, 7}));
  EXPECT_EQ(*document().norm.gamma.values.values(), gamma);
  driver->key(ui::Key::kZ, kCtrl);
  draw();
  EXPECT_FALSE(document().norm.gamma.on);
}

TEST_F(ArraysDialogTest, CancellingChangesNothing) {
  const Document before = document();
  open();
  click("arrays/cancel");
  EXPECT_EQ(document(), before);
  open();
  driver->key(ui::Key::kEscape);
  draw();
  EXPECT_FALSE(driver->has("arrays/words"));
  EXPECT_EQ(document(), before);
}

TEST_F(ArraysDialogTest, UnsavedChangesAreAskedAbout) {
  go_to_numbers();
  switch_centring();
  draw();
  open();
  click("arrays/accept");
  ASSERT_TRUE(driver->has("dialog/close/discard"));
  click("dialog/close/discard");
  EXPECT_EQ(input(), x);
}

}  // namespace
}  // namespace normscope::testing
