// SPDX-License-Identifier: MIT
// The way of an edit into the history.
#include "app/workspace/editing.hpp"

#include <gtest/gtest.h>

#include "app/document/edits.hpp"
#include "tests/app/workspace/fixture.hpp"

namespace normscope::workspace {
namespace {

struct EditingTest : WorkspaceTest {};

TEST_F(EditingTest, AnEditIsAnEntryAndAFaultASentence) {
  const document::Document before = workspace.document();
  apply(workspace, document::set_value(before, document::Target::kInput, 0, 7));
  EXPECT_EQ(workspace.document().inputs[0].values.at(0), 7);
  EXPECT_FALSE(workspace.history.undo_description().empty());
  EXPECT_FALSE(workspace.error);

  const std::uint64_t revision = workspace.history.revision();
  apply(workspace, document::remove_input(workspace.document(), 5));
  ASSERT_TRUE(workspace.error);
  EXPECT_FALSE(workspace.error->sentence.empty());
  EXPECT_EQ(workspace.history.revision(), revision);

  apply(workspace, document::choose_subject(workspace.document(), document::Subject::kSoftmax));
  EXPECT_FALSE(workspace.error) << "shown until the next edit";
}

// A gamma over 2^39 numbers, 2 TiB: with the old one, of another shape, nothing could be computed.
TEST_F(EditingTest, AnEditWhoseGammaFindsNoMemoryIsRefused) {
  document::Document before = document::document_of(
      "x", document::Constant{1}, NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({4096, 1}, 1)));
  before.norm.options.normalized_shape = {4096, 1};
  before = document::fitted(std::move(before));
  EXPECT_TRUE(document::check_fit(before));
  workspace.history.reset(before);
  apply(workspace, document::set_layers(before, {document::LinearLayer{std::int64_t{1} << 27}}));
  ASSERT_TRUE(workspace.error);
  EXPECT_EQ(workspace.error->sentence, "there is no memory left for its parameters");
  EXPECT_EQ(workspace.document(), before);
}

TEST_F(EditingTest, EditsOfOneGestureAreOneEntry) {
  const document::Document before = workspace.document();
  for (int i = 1; i <= 3; ++i) {
    apply(workspace,
          document::set_value(workspace.document(), document::Target::kInput, 0,
                              static_cast<float>(i)),
          4);
  }
  workspace.history.undo();
  EXPECT_EQ(workspace.document(), before);
}

}  // namespace
}  // namespace normscope::workspace
