// SPDX-License-Identifier: MIT
#include "app/formula/symbols.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace normscope::formula {
namespace {

constexpr Symbol variable(std::string_view name, std::string_view text) {
  return {name, text, Face::kMathItalic};
}

constexpr Symbol sign(std::string_view name, std::string_view text, Atom atom = Atom::kOrdinary) {
  return {name, text, Face::kMath, atom};
}

constexpr Symbol function(std::string_view name, bool limits = false) {
  return {name, name, Face::kMath, Atom::kOperator, limits};
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
    sign("infty", "∞"),
    sign("top", "⊤"),
    sign("partial", "∂"),
    sign("ldots", "…", Atom::kInner),
    sign("cdot", "⋅", Atom::kBinary),
    sign("times", "×", Atom::kBinary),
    sign("pm", "±", Atom::kBinary),
    sign("le", "≤", Atom::kRelation),
    sign("ge", "≥", Atom::kRelation),
    sign("ne", "≠", Atom::kRelation),
    sign("approx", "≈", Atom::kRelation),
    sign("in", "∈", Atom::kRelation),
    sign("to", "→", Atom::kRelation),
    Symbol{"sum", "∑", Face::kMath, Atom::kOperator, true, true},
    Symbol{"prod", "∏", Face::kMath, Atom::kOperator, true, true},
    function("max", true),
    function("min", true),
    function("log"),
    function("ln"),
    function("exp"),
    function("tanh"),
};

constexpr std::array kSigns{
    sign("+", "+", Atom::kBinary),
    sign("-", "−", Atom::kBinary),
    sign("*", "∗", Atom::kBinary),
    sign("/", "/"),
    sign("=", "=", Atom::kRelation),
    sign("<", "<", Atom::kRelation),
    sign(">", ">", Atom::kRelation),
    sign(":", ":", Atom::kRelation),
    sign(",", ",", Atom::kPunctuation),
    sign(";", ";", Atom::kPunctuation),
    sign(".", "."),
    sign("!", "!", Atom::kClose),
    sign("|", "|"),
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

const double* find_space(std::string_view name) {
  const auto* found = std::ranges::find(kSpaces, name, &std::pair<std::string_view, double>::first);
  return found == kSpaces.end() ? nullptr : &found->second;
}

}  // namespace normscope::formula
