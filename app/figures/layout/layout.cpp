// SPDX-License-Identifier: MIT
// Composes the page with as many parts as fit, then places the contents of the plots.
#include "app/figures/layout/layout.hpp"

#include <set>
#include <utility>

#include "app/figures/layout/composer.hpp"
#include "app/figures/note_text.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

std::optional<Layout> Composer::compose(Part kept) {
  kept_ = kept;
  page_ = {};
  page_.size = size_;
  title_end_.reset();
  set_em(page_em_);
  page_.text_size = em_;
  const double y = put_legend(put_title(kMargin * em_));
  const double bottom = put_notes(size_.height - kMargin * em_);
  const bool flow = figure_.arrangement == Arrangement::kFlow;
  if (!(flow ? compose_flow(y, bottom) : compose_grid(y, bottom))) return std::nullopt;
  return std::move(page_);
}

namespace {

/// "Where: largest at column 3, row 1."
std::string note_of(const Figure& figure, AnnotationAt which) {
  const Panel& panel = figure.panels[which.first];
  const Annotation& one = panel.annotations[which.second];
  const bool several = figure.panels.size() > 1 && !panel.title.empty();
  const std::string across = labelled_place(panel.x, "x", one.x);
  const bool is_y = one.text == place_text(panel.y, one.y, figure.decimals);
  const std::string place =
      is_y ? across : text::listed(across, labelled_place(panel.y, "y", one.y));
  const std::string note = tr("{what} at {place}.", arg("what", one.text), arg("place", place));
  return several ? text::labelled(panel.title, note) : note;
}

Layout composed(Composer& composer) {
  for (int kept = 0; kept < static_cast<int>(Part::kNothing); ++kept) {
    if (auto page = composer.compose(static_cast<Part>(kept))) return *std::move(page);
  }
  return *composer.compose(Part::kNothing);
}

}  // namespace

Layout lay_out(const Figure& figure, Size size, const Theme& theme,
               const formula::Measure& measure) {
  Composer composer(figure, size, theme, measure);
  std::set<AnnotationAt> noted;
  // Notes take room from the plots, so that further annotations may lose their place and become
  // notes, too: the page is composed again until all annotations are placed or noted.
  while (true) {
    Layout page = composed(composer);
    const auto unplaced = place_shapes(figure, theme, measure, noted, page);
    if (unplaced.empty()) return page;
    for (const AnnotationAt& one : unplaced) {
      noted.insert(one);
      composer.add_note(note_of(figure, one));
    }
  }
}

}  // namespace normscope::figures
