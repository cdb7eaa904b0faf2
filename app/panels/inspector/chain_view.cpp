// SPDX-License-Identifier: MIT
#include "app/panels/inspector/chain_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

namespace {

using document::HandWrittenStep;
using trace::Primitive;

constexpr ui::Help kNumberHelp{
    tr_later("A number of the code"),
    tr_later("The number as the cell wrote it. Another one follows through all steps behind it, as "
             "if the line said so."),
    "", tr_later("The cell itself stays as it is: undo brings its number back.")};

// Whether a step has a number that was written into its line.
bool has_number(const HandWrittenStep& step) {
  static constexpr std::array kWithNumber{Primitive::kConstant,         Primitive::kAddConstant,
                                          Primitive::kMultiplyConstant, Primitive::kDivideConstant,
                                          Primitive::kAtLeast,          Primitive::kPower};
  const bool negates = step.step.primitive == Primitive::kMultiplyConstant && step.step.c == -1;
  return !negates && std::ranges::find(kWithNumber, step.step.primitive) != kWithNumber.end();
}

}  // namespace

void draw_chain(ui::Context& ui, workspace::Workspace& workspace) {
  const auto* const chain = document::chain_operation(workspace.document());
  if (chain == nullptr) return;
  ui::caption(ui,
              tr("{chain}, computed as written. Numbers that cancel may be lit among the sources.",
                 arg("chain", document::hand_written_description(*chain))),
              "inspector/chain");
  for (std::size_t at = 0; at < chain->steps.size(); ++at) {
    const HandWrittenStep& step = chain->steps[at];
    if (!has_number(step)) continue;
    ui::space(ui, 4);
    const std::string place =
        step.line > 0 ? tr("Line {line}", arg("line", step.line)) : tr("A number");
    ui::Help help = kNumberHelp;
    help.formula = step.text;
    ui::label(ui, place, help);
    const auto typed = ui::number_field(ui, fmt::format("inspector/chain/{}", at), step.step.c,
                                        {.help = help, .width = 120});
    // The chain is the document's, which the edit replaces.
    if (typed)
      return apply(workspace, document::set_chain_constant(workspace.document(), at, *typed));
  }
}

}  // namespace normscope::panels
