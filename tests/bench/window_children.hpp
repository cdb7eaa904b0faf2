// SPDX-License-Identifier: MIT
// The windows that window_bench times, each in a process of its own.
#pragma once

#include <string>

namespace normscope::bench {

/// Of the steady clock, which all processes share.
double seconds_now();

/// "bare": a window with ImGui's own backends and one line of text; "frames": the program's window
/// as it opens. On a random batch of so many numbers, from a file: "opening-ROWSxCOLUMNS": until
/// the numbers and their figure are on the screen; "rest-...": the same frame again and again;
/// "walk-...": an arrow key in every frame; "edits-..." and "edit_frames-...": one number typed
/// again and again, until its picture, and frame by frame; "line-COUNT": the profile of a row,
/// zoomed in every frame. Prints when the first frame was on the screen, the median duration of
/// what the child does (of "edit_frames" the longest but five in a hundred), that of a memcpy of
/// the batch, in seconds, and the most memory that the process had, in bytes. Returns the process's
/// exit status.
int run_window_child(const std::string& child);

}  // namespace normscope::bench
