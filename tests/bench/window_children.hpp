// SPDX-License-Identifier: MIT
// The windows that window_bench times, each in a process of its own.
#pragma once

#include <string_view>

namespace normscope::bench {

/// Of the steady clock, which all processes share.
double seconds_now();

/// "bare": a window with ImGui's own backends and one line of text; "frames": the program's window
/// as it opens; "walk-ROWSxCOLUMNS": the same on a random batch, with an arrow key in every frame;
/// "edits-ROWSxCOLUMNS": one number of a batch typed again and again; "line-COUNT": the profile of
/// a row, zoomed in every frame. Prints when the first frame was on the screen and the median
/// duration of a frame or of an edit. Returns the process's exit status.
int run_window_child(std::string_view child);

}  // namespace normscope::bench
