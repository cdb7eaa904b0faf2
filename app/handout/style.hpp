// SPDX-License-Identifier: MIT
// The paper, the sizes and the colours of a handout. All sizes are in points.
#pragma once

#include "app/figures/geometry.hpp"

namespace normscope::handout {

inline constexpr figures::Size kPaper{595.276, 841.890};  // A4
inline constexpr double kSide = 58;                       // margins
inline constexpr double kTop = 58;
inline constexpr double kBottom = 70;
inline constexpr double kFooter = 40;  // from the paper's lower edge to the footer's baseline
inline constexpr double kColumn = kPaper.width - 2 * kSide;
inline constexpr double kColumnHeight = kPaper.height - kTop - kBottom;

inline constexpr double kTextSize = 10.5;
inline constexpr double kSmallSize = 9;
inline constexpr double kTitleSize = 21;
inline constexpr double kHeadingSize = 13.5;
inline constexpr double kCodeSize = 8.8;
inline constexpr double kLeastCodeSize = 6.5;  // of printed lines that are wide
inline constexpr double kTableSize = 8.2;
inline constexpr double kMathShare = 1.14;    // of the text around: STIX has small letters
inline constexpr double kDisplayShare = 1.3;  // of the text: a formula on a line of its own
inline constexpr double kCodeShare = 0.9;     // code in a line of text
inline constexpr double kLeading = 1.48;      // from baseline to baseline, in sizes
inline constexpr double kGap = 7;             // between paragraphs
inline constexpr double kIndent = 18;         // of a list, a formula, a task

// Black text: grey is printed as a coarse raster.
inline constexpr figures::Color kInk{0x00, 0x00, 0x00};
inline constexpr figures::Color kMuted{0x40, 0x40, 0x40};
inline constexpr figures::Color kRule{0x90, 0x90, 0x90};
inline constexpr figures::Color kGround{0xF3, 0xF3, 0xF3};  // of code
inline constexpr figures::Color kTask{0x0B, 0x4F, 0x8A};    // bars and labels of tasks
inline constexpr figures::Color kTaskGround{0xF1, 0xF5, 0xFA};
// The parts of code. Each has a contrast of 4.5 on kGround, so that it is also legible in a copy.
inline constexpr figures::Color kKeyword{0x0B, 0x4F, 0x8A};
inline constexpr figures::Color kString{0x1B, 0x66, 0x36};
inline constexpr figures::Color kNumber{0x8A, 0x3F, 0x00};
inline constexpr figures::Color kComment{0x5A, 0x5A, 0x5A};

}  // namespace normscope::handout
