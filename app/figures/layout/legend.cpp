// SPDX-License-Identifier: MIT
// The sample of a name that panels use with different colours is grey.
#include "app/figures/layout/legend.hpp"

#include <algorithm>
#include <utility>

namespace normscope::figures {

std::vector<LegendEntry> legend_entries(const Figure& figure) {
  std::vector<LegendEntry> entries;
  const auto add = [&](LegendEntry entry) {
    if (entry.name.empty()) return;
    const auto same = std::find_if(entries.begin(), entries.end(),
                                   [&](const LegendEntry& e) { return e.name == entry.name; });
    if (same == entries.end()) {
      entries.push_back(std::move(entry));
    } else if (same->color != entry.color) {
      same->color.reset();
    }
  };
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const Panel& panel = figure.panels[p];
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
      add({panel.series[s].name, p, s, panel.series[s].color, {}, {}});
    }
    for (const Span& span : panel.spans) add({span.name, p, {}, {}, {}, {}});
  }
  return entries;
}

}  // namespace normscope::figures
