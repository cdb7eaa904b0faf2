// SPDX-License-Identifier: MIT
// The figure `formats`: the numbers that a format has, and the batch's numbers among them.
#pragma once

#include <string_view>

#include "app/figures/builders/catalogue.hpp"
#include "core/formats/format.hpp"

namespace normscope::figures {

/// The format that the figure shows: the storage of the document's plan; float16 where that has all
/// numbers of float32.
const formats::Format& shown_format(const results::Evaluation& evaluation);

/// "fp16", "bf16": for axes, which have room for four letters.
std::string_view short_name(formats::FormatId format);

/// Most numbers of the batch in the figure, evenly spaced in it.
inline constexpr std::int64_t kMostOnLine = 512;
/// The numbers of the format on each side of the selected one.
inline constexpr int kNumbersAround = 6;

/// Above, the spacing of the format's numbers over their magnitude, from the smallest to the
/// largest, with the batch's numbers on it; shaded is what is subnormal or 0, and what overflows.
/// Below, the format's numbers around the selected one, and the batch's.
/// shape   of an evaluation with a result; at most kMostOnLine numbers of the batch
/// errors  none: where there is nothing to show, the figure says why
base::Expected<Figure> format_line(const results::Evaluation& evaluation,
                                   const FigureRequest& request);

/// The figure around another selected number.
Figure highlight_format_line(Figure figure, const results::Evaluation& evaluation,
                             const FigureRequest& request);

}  // namespace normscope::figures
