// SPDX-License-Identifier: MIT
#include "app/formula/speech.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "app/formula/symbols.hpp"
#include "core/text/translate.hpp"

namespace normscope::formula {

namespace {

// Where a part stands among its neighbours: with nothing before it, or behind it, no word is needed
// for where it begins and ends.
struct Place {
  bool first = true;
  bool last = true;
};

std::string words_of(const Node& node, Place place);

// What reads as one word or a short phrase, so that it needs no end.
bool is_short(const Node& node) {
  if (node.kind == Kind::kRow) {
    const auto spoken_parts = std::ranges::count_if(
        node.children, [](const Node& part) { return part.kind != Kind::kSpace; });
    return spoken_parts == 0 || (spoken_parts == 1 && std::ranges::all_of(node.children, is_short));
  }
  if (node.kind == Kind::kScripts) return std::ranges::all_of(node.children, is_short);
  return node.kind == Kind::kGlyphs || node.kind == Kind::kSpace || node.kind == Kind::kHat ||
         node.kind == Kind::kBar || node.kind == Kind::kFenced;
}

bool is_empty(const Node& node) {
  return node.kind == Kind::kRow && node.children.empty();
}

// The sign that a part is, alone or in a group of its own; empty: none.
std::string_view sign_of(const Node& node) {
  if (node.kind == Kind::kRow && node.children.size() == 1) return sign_of(node.children.front());
  return node.kind == Kind::kGlyphs ? std::string_view(node.text) : std::string_view();
}

std::string words_of_row(std::span<const Node> parts) {
  std::string words;
  bool first = true;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const Node& part = parts[at];
    const bool last = std::ranges::all_of(parts.subspan(at + 1), [](const Node& after) {
      return after.kind == Kind::kSpace || after.atom == Atom::kPunctuation;
    });
    const std::string said = words_of(part, {first, last});
    if (said.empty()) continue;
    // A comma stands at the word before it.
    const bool joins = words.empty() || (said.size() == 1 && part.atom == Atom::kPunctuation);
    if (!joins) words += ' ';
    words += said;
    first = part.atom == Atom::kRelation;
  }
  return words;
}

std::string words_of_glyphs(const Node& node) {
  const Symbol* const symbol = find_text(node.text);
  if (symbol == nullptr) return node.text;
  return std::string(symbol->spoken.empty() ? symbol->name : tr(symbol->spoken));
}

std::string words_of_scripts(const Node& node) {
  const Node& base = node.children[0];
  const Node& below = node.children[1];
  const Node& above = node.children[2];
  std::string words = words_of(base, {});
  const std::string low = words_of(below, {});
  const std::string high = words_of(above, {});
  if (base.limits && !is_empty(below)) {
    if (is_empty(above))
      return tr("{operator} over {set} of", arg("operator", words), arg("set", low));
    return tr("{operator} from {first} to {last} of", arg("operator", words), arg("first", low),
              arg("last", high));
  }
  if (!is_empty(below)) words = tr("{base} sub {index}", arg("base", words), arg("index", low));
  if (is_empty(above)) return words;
  const std::string_view sign = sign_of(above);
  if (sign == "2") return tr("{base} squared", arg("base", words));
  if (sign == "⊤") return tr("{base} transposed", arg("base", words));
  return tr(is_short(above) ? tr_later("{base} to the power of {power}")
                            : tr_later("{base} to the power of {power}, end of power"),
            arg("base", words), arg("power", high));
}

std::string words_of_fraction(const Node& node, Place place) {
  const Node& over = node.children[0];
  const Node& under = node.children[1];
  const bool both_short = is_short(over) && is_short(under);
  const std::string_view sentence =
      both_short                  ? tr_later("{a} divided by {b}")
      : place.first && place.last ? tr_later("{a}, divided by {b}")
                                  : tr_later("the fraction {a}, divided by {b}, end of fraction");
  return tr(sentence, arg("a", words_of(over, {})), arg("b", words_of(under, {})));
}

std::string words_of_fence(const Node& node) {
  std::string inside = words_of(node.children.front(), {});
  constexpr std::array<std::string_view, 3> kSentences{
      tr_later("open parenthesis {inside} close parenthesis"),
      tr_later("open bracket {inside} close bracket"), tr_later("the absolute value of {inside}")};
  const auto kind = std::string_view("([|").find(node.text);
  if (node.text.empty() || kind == std::string_view::npos) return inside;
  return tr(kSentences.at(kind), arg("inside", inside));
}

std::string words_of(const Node& node, Place place) {
  switch (node.kind) {
    case Kind::kGlyphs:
      return words_of_glyphs(node);
    case Kind::kSpace:
      return {};
    case Kind::kRow:
      return node.children.size() == 1 ? words_of(node.children.front(), place)
                                       : words_of_row(node.children);
    case Kind::kScripts:
      return words_of_scripts(node);
    case Kind::kFraction:
      return words_of_fraction(node, place);
    case Kind::kRoot: {
      const Node& inside = node.children.front();
      return tr(is_short(inside) || place.last
                    ? tr_later("the square root of {inside}")
                    : tr_later("the square root of {inside}, end of root"),
                arg("inside", words_of(inside, {})));
    }
    case Kind::kHat:
      return tr("{inside} hat", arg("inside", words_of(node.children.front(), {})));
    case Kind::kBar:
      return tr(is_short(node.children.front()) ? tr_later("{inside} bar")
                                                : tr_later("the mean of {inside}, end of mean"),
                arg("inside", words_of(node.children.front(), {})));
    case Kind::kFenced:
      return words_of_fence(node);
  }
  return {};
}

}  // namespace

std::string spoken(const Node& formula) {
  return words_of(formula, {});
}

std::string spoken(std::string_view source) {
  const auto formula = parse(source);
  return formula ? spoken(*formula) : std::string(source);
}

}  // namespace normscope::formula
