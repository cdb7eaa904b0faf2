// SPDX-License-Identifier: MIT
// What stands above the cells of a file that is new to this computer: that nothing of it has run,
// and the button that runs it.
#pragma once

#include "app/ui/context.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/workspace.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

inline constexpr ui::Help kRunHelp{
    text::tr_later("Run"),
    text::tr_later(
        "The cells run, from the first to this one; each further one when you come to it."),
    "", text::tr_later("Ctrl+F5 does the same. It is asked once: this computer remembers it.")};

/// Whether a cell of this step waits for "Run".
bool awaits_run(const workspace::Workspace& workspace, int step);

/// Draws the invitation of a step whose cells wait for "Run".
/// map  lesson/new the words; lesson/run the button
void draw_invitation(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
