// SPDX-License-Identifier: MIT
#include "app/formula/symbols.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/text/translate.hpp"

namespace normscope::formula {
namespace {

constexpr Symbol variable(std::string_view name, std::string_view text) {
  return {name, text, Face::kMathItalic};
}

constexpr Symbol sign(std::string_view name, std::string_view text, Atom atom = Atom::kOrdinary,
                      std::string_view spoken = {}) {
  return {name, text, Face::kMath, atom, false, false, spoken};
}

constexpr Symbol function(std::string_view name, bool limits = false,
                          std::string_view spoken = {}) {
  return {name, name, Face::kMath, Atom::kOperator, limits, false, spoken};
}

// Lowercase Greek letters are italic, as variables are, uppercase ones upright, as in TeX.
constexpr std::array kSymbols{
    variable("alpha", "α"),
    variable("beta", "β"),
    variable("gamma", "γ"),
    variable("delta", "δ"),
    variable("epsilon", "ϵ"),
    variable("varepsilon", "ε"),
    variable("zeta", "ζ"),
    variable("eta", "η"),
    variable("theta", "θ"),
    variable("iota", "ι"),
    variable("kappa", "κ"),
    variable("lambda", "λ"),
    variable("mu", "μ"),
    variable("nu", "ν"),
    variable("xi", "ξ"),
    variable("pi", "π"),
    variable("rho", "ρ"),
    variable("sigma", "σ"),
    variable("tau", "τ"),
    variable("upsilon", "υ"),
    variable("phi", "φ"),
    variable("chi", "χ"),
    variable("psi", "ψ"),
    variable("omega", "ω"),
    sign("Gamma", "Γ"),
    sign("Delta", "Δ"),
    sign("Theta", "Θ"),
    sign("Lambda", "Λ"),
    sign("Pi", "Π"),
    sign("Sigma", "Σ"),
    sign("Phi", "Φ"),
    sign("Psi", "Ψ"),
    sign("Omega", "Ω"),
    sign("infty", "∞", Atom::kOrdinary, text::tr_later("infinity")),
    sign("top", "⊤", Atom::kOrdinary, text::tr_later("transposed")),
    sign("partial", "∂", Atom::kOrdinary, text::tr_later("partial")),
    sign("ldots", "…", Atom::kInner, text::tr_later("and so on")),
    sign("cdot", "⋅", Atom::kBinary, text::tr_later("times")),
    sign("times", "×", Atom::kBinary, text::tr_later("times")),
    sign("pm", "±", Atom::kBinary, text::tr_later("plus or minus")),
    sign("le", "≤", Atom::kRelation, text::tr_later("is at most")),
    sign("ge", "≥", Atom::kRelation, text::tr_later("is at least")),
    sign("ne", "≠", Atom::kRelation, text::tr_later("is not")),
    sign("approx", "≈", Atom::kRelation, text::tr_later("is about")),
    sign("in", "∈", Atom::kRelation, text::tr_later("is in")),
    sign("to", "→", Atom::kRelation, text::tr_later("goes to")),
    Symbol{"sum", "∑", Face::kMath, Atom::kOperator, true, true, text::tr_later("the sum")},
    Symbol{"prod", "∏", Face::kMath, Atom::kOperator, true, true, text::tr_later("the product")},
    function("max", true, text::tr_later("the maximum")),
    function("min", true, text::tr_later("the minimum")),
    function("log"),
    function("ln"),
    function("exp"),
    function("tanh"),
};

constexpr std::array kSigns{
    sign("+", "+", Atom::kBinary, text::tr_later("plus")),
    sign("-", "−", Atom::kBinary, text::tr_later("minus")),
    sign("*", "∗", Atom::kBinary, text::tr_later("times")),
    sign("/", "/", Atom::kOrdinary, text::tr_later("divided by")),
    sign("=", "=", Atom::kRelation, text::tr_later("equals")),
    sign("<", "<", Atom::kRelation, text::tr_later("is less than")),
    sign(">", ">", Atom::kRelation, text::tr_later("is greater than")),
    sign(":", ":", Atom::kRelation),
    sign(",", ",", Atom::kPunctuation),
    sign(";", ";", Atom::kPunctuation),
    sign(".", "."),
    sign("!", "!", Atom::kClose, text::tr_later("factorial")),
    sign("|", "|", Atom::kOrdinary, text::tr_later("bar")),
};

// In em: TeX's thin, medium, thick and negative thin space, an interword space, and the quads.
constexpr std::array<std::pair<std::string_view, double>, 7> kSpaces{{
    {",", 3.0 / 18},
    {":", 4.0 / 18},
    {";", 5.0 / 18},
    {"!", -3.0 / 18},
    {" ", 1.0 / 3},
    {"quad", 1.0},
    {"qquad", 2.0},
}};

}  // namespace

const Symbol* find_symbol(std::string_view name) {
  const auto* found = std::ranges::find(kSymbols, name, &Symbol::name);
  return found == kSymbols.end() ? nullptr : found;
}

const Symbol* find_sign(char sign) {
  const auto* found = std::ranges::find(kSigns, std::string_view(&sign, 1), &Symbol::name);
  return found == kSigns.end() ? nullptr : found;
}

const Symbol* find_text(std::string_view text) {
  for (const std::span<const Symbol> all :
       {std::span<const Symbol>(kSymbols), std::span<const Symbol>(kSigns)}) {
    const auto found = std::ranges::find(all, text, &Symbol::text);
    if (found != all.end()) return &*found;
  }
  return nullptr;
}

const double* find_space(std::string_view name) {
  const auto* found = std::ranges::find(kSpaces, name, &std::pair<std::string_view, double>::first);
  return found == kSpaces.end() ? nullptr : &found->second;
}

}  // namespace normscope::formula
