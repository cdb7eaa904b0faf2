// SPDX-License-Identifier: MIT
// The flow arrangement, for the stage: a card for each panel, sized by its cells, in rows with
// arrows between neighbours. The em of the cards shrinks until all fit on the page.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "app/figures/layout/composer.hpp"

namespace normscope::figures {
namespace {

// Lengths in ems of the cards.
constexpr double kCellWidth = 4.2;
constexpr double kDigitWidth = 0.55;  // more for each digit beyond the usual four
constexpr double kCellHeight = 1.7;
constexpr double kMostAcross = 12 * kCellWidth;  // larger maps have smaller cells
constexpr double kMostDown = 16 * kCellHeight;
constexpr double kPlotWidth = 16;  // of a card without cells
constexpr double kPlotHeight = 7;
constexpr double kLeastWidth = 4.5;
constexpr double kMostTitle = 18;
constexpr double kMostFormula = 30;
constexpr double kRounding = 0.01;  // keeps rounding from shortening a title that fits
constexpr double kPadding = 0.8;
constexpr double kBelowTitle = 0.4;
constexpr double kBelowFormula = 0.5;
constexpr double kArrow = 2.2;
constexpr double kArrowGap = 0.3;  // between an arrow's ends and the cards
constexpr double kRowGap = 1.0;
/// Factor by which the em of the cards shrinks at a time: the difference is invisible.
constexpr double kShrink = 0.98;
/// Least share of the page's height for the cards; below it the parts around them are dropped.
constexpr double kLeastForCards = 0.6;

}  // namespace

/// A card in ems.
struct Composer::Card {
  double width = 0;    // of the whole card
  double content = 0;  // height of cells or plot
  double inner = 0;    // width of cells or plot
  double head = 0;     // title and formula
  bool formula = false;
};

Composer::Card Composer::card_of(const Panel& panel) const {
  Card card{.content = kPlotHeight, .inner = kPlotWidth};
  for (const Series& series : panel.series) {
    const auto* map = std::get_if<HeatMap>(&series.shape);
    if (map == nullptr || map->rows < 1 || map->columns < 1 || !panel.message.empty()) continue;
    const double cell = kCellWidth + kDigitWidth * std::max(0, figure_.decimals - kDecimals);
    card.inner = std::min(kMostAcross, cell * static_cast<double>(map->columns));
    card.content = std::min(kMostDown, kCellHeight * static_cast<double>(map->rows));
    break;
  }
  double width = std::max(card.inner, kLeastWidth);
  if (!panel.title.empty()) {
    Style bold = bold_;
    bold.size = 1;
    double heading = std::min(kMostTitle, text_width(panel.title, bold, measure_));
    if (!panel.detail.empty() && panel.message.empty()) {
      Style muted = muted_;
      muted.size = 1;
      heading += kBeforeDetail + text_width(panel.detail, muted, measure_);
    }
    width = std::max(width, heading);
    card.head += line_ / em_ + kBelowTitle;
  }
  if (const auto formula = formula_of(panel, 1, kMostFormula)) {
    card.formula = true;
    width = std::max(width, formula->width);
    card.head += formula->ascent + formula->descent + kBelowFormula;
  }
  card.width = width + kRounding + 2 * kPadding;
  return card;
}

namespace {

/// Breaks cards of these widths into rows: the index of the first card of each row, then the number
/// of cards. Empty when a card is wider than `room`. Widths in ems.
std::vector<std::size_t> wrapped(std::span<const double> widths, double room) {
  std::vector<std::size_t> starts;
  double x = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (widths[i] > room) return {};
    if (i == 0 || x + kArrow + widths[i] > room) {
      starts.push_back(i);
      x = widths[i];
    } else {
      x += kArrow + widths[i];
    }
  }
  starts.push_back(widths.size());
  return starts;
}

}  // namespace

bool Composer::compose_flow(double y, double bottom) {
  if (bottom - y < kLeastForCards * size_.height && kept_ != Part::kNothing) return false;
  std::vector<Card> cards;
  std::vector<double> widths;
  for (const Panel& panel : figure_.panels) {
    cards.push_back(card_of(panel));
    widths.push_back(cards.back().width);
  }
  if (cards.empty()) return true;
  struct Height {
    double head = 0;
    double content = 0;
    double total() const { return head + content + 2 * kPadding; }
  };
  const auto height_of = [&](std::size_t begin, std::size_t end) {
    Height height;
    for (std::size_t i = begin; i < end; ++i) {
      height.head = std::max(height.head, cards[i].head);
      height.content = std::max(height.content, cards[i].content);
    }
    return height;
  };
  const double room = right() - left();
  double em = page_em_;
  std::vector<std::size_t> starts;
  for (bool fits = false; !fits; em *= fits ? 1 : kShrink) {
    starts = wrapped(widths, room / em);
    double total = 0;
    for (std::size_t r = 0; r + 1 < starts.size(); ++r) {
      total += height_of(starts[r], starts[r + 1]).total() + (r > 0 ? kRowGap : 0);
    }
    // A page without height left still gets cards, of one em.
    const double high = std::max(bottom - y, page_em_);
    fits = !starts.empty() && total * em <= high;
  }
  const double start = left();
  set_em(em);
  page_.text_size = em;
  for (std::size_t r = 0; r + 1 < starts.size(); ++r) {
    const Height height = height_of(starts[r], starts[r + 1]);
    double x = start;
    for (std::size_t i = starts[r]; i < starts[r + 1]; ++i) {
      const Rect where{x, y, cards[i].width * em, height.total() * em};
      if (i > starts[r]) {
        const double middle = where.y + where.height / 2;
        page_.arrows.push_back(
            {{x - (kArrow - kArrowGap) * em, middle}, {x - kArrowGap * em, middle}});
      }
      put_card(figure_.panels[i], cards[i], where, height.head);
      x = where.right() + kArrow * em;
    }
    y += (height.total() + kRowGap) * em;
  }
  return true;
}

void Composer::put_card(const Panel& panel, const Card& card, const Rect& where, double head) {
  PanelLayout& place = page_.panels.emplace_back();
  const Frame frame{.x = usable(panel.x), .y = usable(panel.y)};
  const double x = where.x + kPadding * em_;
  const double y = where.y + kPadding * em_;
  const double inner = where.width - 2 * kPadding * em_;
  place.card = where;
  place.axes = false;
  place.plot = {x, y + head * em_, card.inner * em_, card.content * em_};
  place.strip = {x, place.plot.bottom(), place.plot.width, 0};
  place_maps(panel, place, frame);
  put_heading(panel, place, {.left = x, .right = x + inner, .plot_right = x + inner}, y,
              {.patch = false});
  if (const auto formula = formula_of(panel, em_, inner); formula && card.formula) {
    const double title = panel.title.empty() ? 0 : line_ + kBelowTitle * em_;
    put_formula(*formula, {x, y + title});
  }
  if (!panel.message.empty()) put_message(panel, place);
}

}  // namespace normscope::figures
