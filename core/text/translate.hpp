// SPDX-License-Identifier: MIT
// Every sentence that a person reads passes through here, in English, and comes out in the language
// that was chosen. xgettext finds the sentences by these names; po/normscope.pot lists them.
//
//   tr("Compare with")                                   a sentence
//   tr("{name} was changed", arg("name", name))          with named arguments, as fmt writes them
//   tr_n("{n} row", "{n} rows", count, arg("n", count))  one or many
//   tr_later("Compare with")                             in a constant table; tr() shows it
//
// A sentence is whole: no other is put together of it, since words stand elsewhere in another
// language. What programs read (keys, names of options, code, numbers) does not pass.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace normscope::text {

class Catalogue;

using fmt::arg;

/// A sentence of a constant table, in English still.
constexpr std::string_view tr_later(std::string_view english) {
  return english;
}

/// A sentence as it is shown; a std::string where one is asked for.
class Sentence : public std::string_view {
 public:
  constexpr Sentence(const char* text) : std::string_view(text) {}
  constexpr Sentence(std::string_view text) : std::string_view(text) {}
  operator std::string() const { return {data(), size()}; }
};

/// The sentence in the chosen language; in English where that has no translation of it. It stays
/// valid for as long as the English one and every catalogue that was chosen.
Sentence tr(std::string_view english);

/// The form of a sentence that goes with a number.
std::string_view tr_form(std::string_view one, std::string_view many, std::uint64_t number);

/// The sentence with its arguments, each given as arg("name", value).
template <class... Args>
requires(sizeof...(Args) > 0) std::string tr(std::string_view english, const Args&... args) {
  const std::string_view sentence = tr(english);
  return fmt::vformat(sentence, fmt::make_format_args(args...));
}

/// The same for a sentence with a number.
template <class... Args>
requires(sizeof...(Args) > 0) std::string
    tr_n(std::string_view one, std::string_view many, std::int64_t number, const Args&... args) {
  const auto size = static_cast<std::uint64_t>(number < 0 ? -number : number);
  return fmt::vformat(tr_form(one, many, size), fmt::make_format_args(args...));
}

/// The tag of the language that is spoken: "es"; "en" without a catalogue.
std::string_view language();

/// From now on sentences come from this catalogue, which lives as long as the program; null: they
/// are English. On any thread.
void speak(const Catalogue* catalogue);

}  // namespace normscope::text

namespace normscope {

// Sentences stand in every folder: what marks them is named without its namespace.
using text::arg;
using text::tr;
using text::tr_later;
using text::tr_n;

}  // namespace normscope
