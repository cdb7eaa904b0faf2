// SPDX-License-Identifier: MIT
#include "app/workspace/editing.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/document/clipboard.hpp"
#include "app/document/edits.hpp"
#include "core/io/table.hpp"
#include "core/text/translate.hpp"

namespace normscope::workspace {

namespace {

base::Error not_pasted(const base::Error& error) {
  return {error.kind, tr("the clipboard was not pasted: {why}", arg("why", error.sentence)),
          tr("the numbers stay as they were; copy a table, a print of a tensor or of an array")};
}

}  // namespace

void apply(Workspace& workspace, document::MaybeEdit edit, document::Gesture gesture) {
  const auto fits = edit ? document::check_fit(edit->after) : tl::unexpected(edit.error());
  if (!fits) {
    workspace.error = fits.error();
    return;
  }
  workspace.error.reset();
  workspace.history.apply(std::move(*edit), gesture);
}

void take_pasted(Workspace& workspace, std::string text,
                 std::function<void(const tensor::Tensor&)> take) {
  if (document::is_table_to_ask_about(text)) {
    const auto read = [&workspace, text, take = std::move(take)](const io::TableChoice& choice) {
      const auto table = io::read_table(text, choice);
      if (table) {
        take(table->values);
      } else {
        workspace.error = not_pasted(table.error());
      }
    };
    workspace.send(ReadTable{std::move(text), read});
  } else if (const auto values = document::parse_pasted(text)) {
    take(*values);
  } else {
    workspace.error = not_pasted(values.error());
  }
}

void paste_input(Workspace& workspace, std::string text) {
  take_pasted(workspace, std::move(text), [&workspace](const tensor::Tensor& values) {
    apply(workspace, document::paste_input(workspace.document(), values));
  });
}

document::Side edited_side(const Workspace& workspace) {
  const bool two = document::other_operation(workspace.document()) != nullptr;
  return two ? workspace.view.edited_side : document::Side::kA;
}

document::Document seen_from(const Workspace& workspace, document::Side side) {
  return side == document::Side::kB ? document::exchanged(workspace.document())
                                    : workspace.document();
}

void apply_to(Workspace& workspace, document::Side side, document::MaybeEdit edit,
              document::Gesture gesture) {
  if (side == document::Side::kB) edit = document::edit_of_other(std::move(edit));
  apply(workspace, std::move(edit), gesture);
}

}  // namespace normscope::workspace
