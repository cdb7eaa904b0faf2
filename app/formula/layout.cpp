// SPDX-License-Identifier: MIT
// One function for each kind of node: it lays the children out, then places them next to, above and
// below each other. Constants are lengths in the em of the current size.
#include "app/formula/layout.hpp"

#include <algorithm>
#include <utility>

#include "app/formula/row.hpp"
#include "core/text/utf8.hpp"

namespace normscope::formula {
namespace {

// The STIX fonts' own dimensions, in em.
constexpr double kXHeight = 0.45;
constexpr double kTall = 0.68;     // capitals, digits, letters with a stem
constexpr double kDeep = 0.22;     // letters with a tail
constexpr double kAxis = 0.25;     // the middle of + and of a fraction's bar
constexpr double kRule = 0.045;    // the thickness of bars and thin strokes
constexpr double kFence = 0.43;    // half the height of a bracket, around the axis
constexpr double kSum = 0.55;      // half the height of a sum sign, around the axis
constexpr double kLargeSum = 1.4;  // scale of a sum sign in a displayed formula

// Distances by which TeX raises and lowers parts (Knuth, The TeXbook, appendix G), in em.
constexpr double kNumeratorUp = 0.68;
constexpr double kNumeratorUpInline = 0.4;
constexpr double kDenominatorDown = 0.69;
constexpr double kDenominatorDownInline = 0.35;
constexpr double kSuperscriptUp = 0.41;
constexpr double kSuperscriptDrop = 0.39;
constexpr double kSubscriptDown = 0.15;
constexpr double kSubscriptDownBoth = 0.25;
constexpr double kSubscriptDrop = 0.05;
constexpr double kAfterScript = 0.05;
constexpr double kSlant = 0.06;  // how far an italic letter's top is to the right of its foot
constexpr double kLimitGap = 0.12;
constexpr double kFractionSide = 0.1;  // space on both sides of a fraction

// The radical sign: its width, its hook, and the foot of its steep line.
constexpr double kRadicalWidth = 0.55;
constexpr double kRadicalThick = 0.085;

enum class Level { kDisplay, kText, kScript, kScriptScript };

struct Context {
  const Measure& measure;
  double base;  // the em of the formula's letters
  Level level;

  double em() const {
    if (level == Level::kScript) return base * 0.7;
    return level == Level::kScriptScript ? base * 0.5 : base;
  }
  bool script() const { return level == Level::kScript || level == Level::kScriptScript; }
  Context with(Level other) const { return {measure, base, other}; }
  Context scripts() const { return with(script() ? Level::kScriptScript : Level::kScript); }
  Context fraction() const { return level == Level::kDisplay ? with(Level::kText) : scripts(); }
};

Layout lay(const Node& node, const Context& context);

// Adds a part with its origin at (x, y).
void place(Layout& into, Layout part, double x, double y) {
  into.ascent = std::max(into.ascent, part.ascent - y);
  into.descent = std::max(into.descent, part.descent + y);
  for (Run& run : part.runs) {
    run.x += x;
    run.y += y;
    into.runs.push_back(std::move(run));
  }
  for (Rule& rule : part.rules) {
    rule.x += x;
    rule.y += y;
    into.rules.push_back(rule);
  }
  for (Stroke& stroke : part.strokes) {
    for (Point& point : stroke.points) point = {point.x + x, point.y + y};
    into.strokes.push_back(std::move(stroke));
  }
  for (Link& link : part.links) {
    link.x += x;
    link.y += y;
    into.links.push_back(std::move(link));
  }
}

struct Heights {
  double ascent = 0;
  double descent = 0;
};

// The heights of single letters. Measure gives those of whole faces, which are too coarse here.
Heights heights_of(std::string_view text) {
  Heights heights;
  const auto among = [](std::string_view all, std::string_view one) {
    return all.find(one) != std::string_view::npos;
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t next = text::next(text, i);
    const std::string_view letter = text.substr(i, next - i);
    const bool low = among("acegmnopqrsuvwxyzαγεϵηικμνοπρστυχω.,:;−+∗⋅×=…≈→", letter);
    const bool deep = among("gjpqyQβγζημξρφχψ,;()[]|/∂", letter);
    heights.ascent = std::max(heights.ascent, low ? kXHeight : kTall);
    if (deep) heights.descent = kDeep;
    i = next;
  }
  return heights;
}

Layout lay_text(std::string_view text, Face face, double size, const Measure& measure) {
  Layout box;
  if (text.empty()) return box;
  const Heights heights = heights_of(text);
  box.width = measure.measure(text, face, size).advance;
  box.ascent = heights.ascent * size;
  box.descent = heights.descent * size;
  box.runs.push_back({std::string(text), face, 0, 0, size});
  return box;
}

// A sign of a known half height around the math axis, scaled about this axis.
Layout lay_scaled(std::string_view text, double half, double scale, const Context& context) {
  const double em = context.em();
  Layout glyph = lay_text(text, Face::kMath, em * scale, context.measure);
  glyph.ascent = (kAxis + half) * em * scale;
  glyph.descent = (half - kAxis) * em * scale;
  Layout box;
  box.width = glyph.width;
  place(box, std::move(glyph), 0, kAxis * em * (scale - 1));
  return box;
}

Layout lay_glyphs(const Node& node, const Context& context) {
  if (node.large) {
    return lay_scaled(node.text, kSum, context.level == Level::kDisplay ? kLargeSum : 1, context);
  }
  return lay_text(node.text, node.face, context.em(), context.measure);
}

Layout lay_row(const Node& node, const Context& context) {
  Layout box;
  const auto spaces = spaces_before(node.children, context.script());
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    box.width += spaces[i] * context.em();
    Layout part = lay(node.children[i], context);
    const double width = part.width;
    place(box, std::move(part), box.width, 0);
    box.width += width;
  }
  return box;
}

bool italic(const Node& node) {
  return node.kind == Kind::kGlyphs && node.face == Face::kMathItalic;
}

// Limits below and above an operator.
Layout lay_limits(const Node& node, const Context& context) {
  const double em = context.em();
  Layout base = lay(node.children[0], context);
  Layout below = lay(node.children[1], context.scripts());
  Layout above = lay(node.children[2], context.scripts());
  Layout box;
  box.width = std::max({base.width, below.width, above.width});
  const double down = base.descent + kLimitGap * em + below.ascent;
  const double up = base.ascent + kLimitGap * em + above.descent;
  const auto centre = [&](Layout part, double y) {
    const double x = (box.width - part.width) / 2;
    place(box, std::move(part), x, y);
  };
  centre(std::move(base), 0);
  if (!node.children[1].children.empty()) centre(std::move(below), down);
  if (!node.children[2].children.empty()) centre(std::move(above), -up);
  return box;
}

Layout lay_scripts(const Node& node, const Context& context) {
  const Node& base_node = node.children[0];
  if (base_node.limits && context.level == Level::kDisplay) return lay_limits(node, context);
  const double em = context.em();
  const bool has_sub = !node.children[1].children.empty();
  const bool has_super = !node.children[2].children.empty();
  Layout base = lay(base_node, context);
  Layout sub = lay(node.children[1], context.scripts());
  Layout super = lay(node.children[2], context.scripts());

  // Next to a single letter scripts have a fixed height; next to a taller base they follow its
  // height.
  const bool letter = base_node.kind == Kind::kGlyphs && !base_node.large;
  double up = letter ? 0 : base.ascent - kSuperscriptDrop * em;
  up = std::max({up, kSuperscriptUp * em, super.descent + kXHeight * em / 4});
  double down = letter ? 0 : base.descent + kSubscriptDrop * em;
  down = std::max(down, (has_super ? kSubscriptDownBoth : kSubscriptDown) * em);
  if (has_sub && has_super) {
    const double gap = up - super.descent + down - sub.ascent;
    down += std::max(0.0, 4 * kRule * em - gap);
  } else {
    down = std::max(down, sub.ascent - 0.8 * kXHeight * em);
  }

  Layout box;
  const double super_x = base.width + (italic(base_node) ? kSlant * em : 0);
  const double sub_x = base.width;
  box.width = std::max(has_super ? super_x + super.width : 0, has_sub ? sub_x + sub.width : 0) +
              kAfterScript * em;
  place(box, std::move(base), 0, 0);
  if (has_sub) place(box, std::move(sub), sub_x, down);
  if (has_super) place(box, std::move(super), super_x, -up);
  return box;
}

Layout lay_fraction(const Node& node, const Context& context) {
  const double em = context.em();
  const bool display = context.level == Level::kDisplay;
  const double thickness = kRule * em;
  const double clear = (display ? 3 : 1.5) * thickness;
  Layout above = lay(node.children[0], context.fraction());
  Layout below = lay(node.children[1], context.fraction());
  const double axis = kAxis * em;
  const double up = std::max((display ? kNumeratorUp : kNumeratorUpInline) * em,
                             axis + thickness / 2 + clear + above.descent);
  const double down = std::max((display ? kDenominatorDown : kDenominatorDownInline) * em,
                               below.ascent + clear + thickness / 2 - axis);
  const double side = kFractionSide * em;
  const double inner = std::max(above.width, below.width) + side;
  Layout box;
  box.width = inner + 2 * side;
  const double middle = box.width / 2;
  const double above_x = middle - above.width / 2;
  const double below_x = middle - below.width / 2;
  place(box, std::move(above), above_x, -up);
  place(box, std::move(below), below_x, down);
  box.rules.push_back({side, -axis - thickness / 2, inner, thickness});
  return box;
}

Layout lay_root(const Node& node, const Context& context) {
  const double em = context.em();
  const double thickness = kRule * em;
  Layout inside = lay(node.children[0], context);
  // The bar over low letters is as high as over tall ones, so that roots in a row are level.
  const double over = std::max(inside.ascent, kTall * em);
  const double gap = context.level == Level::kDisplay ? 2.5 * thickness : 2 * thickness;
  const double top = -(over + gap + thickness);
  const double foot = inside.descent + 0.04 * em;
  const double rise = foot - top;
  const double width = kRadicalWidth * em;

  Layout box;
  box.width = width + inside.width + 0.08 * em;
  const double inside_width = inside.width;
  place(box, std::move(inside), width, 0);
  box.ascent = -top;
  box.descent = std::max(box.descent, foot);
  const double hook = foot - std::min(0.55 * em, 0.5 * rise);
  const Point start{0.04 * em, hook + 0.06 * em};
  const Point shoulder{0.15 * em, hook};
  const Point low{0.32 * em, foot};
  box.strokes.push_back({{start, shoulder}, thickness});
  box.strokes.push_back({{shoulder, low}, kRadicalThick * em});
  box.strokes.push_back({{low, {width, top + thickness / 2}}, thickness});
  box.rules.push_back({width, top, inside_width + 0.06 * em, thickness});
  return box;
}

Layout lay_hat(const Node& node, const Context& context) {
  const double em = context.em();
  Layout inside = lay(node.children[0], context);
  // The hat's ink begins just above the x-height.
  Layout hat = lay_text("ˆ", Face::kMath, em, context.measure);
  hat.ascent = 0;
  const double slant = italic(node.children[0]) ? kSlant * em : 0;
  const double x = (inside.width - hat.width) / 2 + slant;
  const double lift = std::max(0.0, inside.ascent - kXHeight * em);
  Layout box;
  box.width = inside.width;
  place(box, std::move(inside), 0, 0);
  place(box, std::move(hat), x, -lift);
  box.ascent = std::max(box.ascent, kTall * em + lift);
  return box;
}

Layout lay_bar(const Node& node, const Context& context) {
  const double em = context.em();
  const double thickness = kRule * em;
  Layout inside = lay(node.children[0], context);
  const double slant = italic(node.children[0]) ? kSlant * em : 0;
  const double top = -(inside.ascent + 3 * thickness);
  Layout box;
  box.width = inside.width;
  // Slightly narrower than the covered part, so that two bars in a row do not merge.
  const double inset = thickness;
  box.rules.push_back({slant + inset, top, std::max(0.0, inside.width - 2 * inset), thickness});
  place(box, std::move(inside), 0, 0);
  box.ascent = -top + thickness;
  return box;
}

Layout lay_fenced(const Node& node, const Context& context) {
  const double em = context.em();
  Layout inside = lay(node.children[0], context);
  double scale = 1;
  if (node.grows) {
    // As in TeX, brackets are at least nine tenths as high as their content.
    const double half = std::max(inside.ascent - kAxis * em, inside.descent + kAxis * em);
    scale = std::max(1.0, 0.9 * half / (kFence * em));
  }
  Layout box;
  const auto bracket = [&](const std::string& text) {
    if (text.empty()) return;
    Layout part = lay_scaled(text, kFence, scale, context);
    const double width = part.width;
    place(box, std::move(part), box.width, 0);
    box.width += width;
  };
  bracket(node.text);
  const double width = inside.width;
  place(box, std::move(inside), box.width, 0);
  box.width += width;
  bracket(node.closing);
  return box;
}

Layout lay_kind(const Node& node, const Context& context) {
  switch (node.kind) {
    case Kind::kGlyphs:
      return lay_glyphs(node, context);
    case Kind::kSpace: {
      Layout box;
      box.width = node.space * context.em();
      return box;
    }
    case Kind::kRow:
      return lay_row(node, context);
    case Kind::kScripts:
      return lay_scripts(node, context);
    case Kind::kFraction:
      return lay_fraction(node, context);
    case Kind::kRoot:
      return lay_root(node, context);
    case Kind::kHat:
      return lay_hat(node, context);
    case Kind::kBar:
      return lay_bar(node, context);
    case Kind::kFenced:
      return lay_fenced(node, context);
  }
  return {};
}

Layout lay(const Node& node, const Context& context) {
  Layout box = lay_kind(node, context);
  if (!node.link.empty()) {
    for (Run& run : box.runs) {
      if (run.link.empty()) run.link = node.link;
    }
    box.links.push_back({node.link, 0, -box.ascent, box.width, box.ascent + box.descent});
  }
  if (node.tag.empty()) return box;
  for (Run& run : box.runs) {
    if (run.tags.empty() || run.tags.back() != node.tag) run.tags.push_back(node.tag);
  }
  return box;
}

}  // namespace

Layout layout(const Node& formula, double size, const Measure& measure, Style style) {
  const Level level = style == Style::kDisplay ? Level::kDisplay : Level::kText;
  return lay(formula, {measure, size, level});
}

base::Expected<Layout> layout(std::string_view source, double size, const Measure& measure,
                              Style style) {
  const auto formula = parse(source);
  if (!formula) return tl::unexpected(formula.error());
  return layout(*formula, size, measure, style);
}

}  // namespace normscope::formula
