// SPDX-License-Identifier: MIT
// The page is composed with everything on it; while a plot would be too low to be read, it is
// composed again with one kind of thing less. What lies inside of the plots comes last.
#include "app/figures/layout.hpp"

#include <utility>

#include "app/figures/composer.hpp"

namespace normscope::figures {

std::optional<Layout> Composer::compose(Part kept) {
  kept_ = kept;
  page_ = {};
  page_.size = size_;
  set_em(page_em_);
  page_.text_size = em_;
  const double y = put_legend(put_title(kMargin * em_));
  const double bottom = put_notes(size_.height - kMargin * em_);
  const bool flow = figure_.arrangement == Arrangement::kFlow;
  if (!(flow ? compose_flow(y, bottom) : compose_grid(y, bottom))) return std::nullopt;
  return std::move(page_);
}

Layout lay_out(const Figure& figure, Size size, const Theme& theme, const math::Measure& measure) {
  Composer composer(figure, size, theme, measure);
  std::optional<Layout> page;
  for (int kept = 0; !page && kept < static_cast<int>(Part::kNothing); ++kept) {
    page = composer.compose(static_cast<Part>(kept));
  }
  if (!page) page = composer.compose(Part::kNothing);
  place_shapes(figure, theme, measure, *page);
  return *std::move(page);
}

}  // namespace normscope::figures
