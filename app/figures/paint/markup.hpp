// SPDX-License-Identifier: MIT
// Texts and numbers as SVG and HTML write them.
#pragma once

#include <string>
#include <string_view>

namespace normscope::figures {

enum class Within { kElement, kAttribute };

/// The text with &, < and > as entities, in attributes quotes too: a figure's state is large and
/// full of them. Carriage returns are, because XML readers turn them into line feeds.
std::string escaped(std::string_view text, Within within = Within::kElement);

/// At most three decimals, without a trailing 0 or a minus before 0, in any locale.
std::string decimal(double value);

}  // namespace normscope::figures
