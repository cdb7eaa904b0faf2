// SPDX-License-Identifier: MIT
// Catalogues of sentences for tests: of sentences that a test gives, and of a language that nobody
// speaks, whose words are longer and accented, so that a sentence which is not translated shows.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace normscope::testing {

/// A sentence and its translation; the forms of one with a number are separated by zero bytes.
using Sentences = std::vector<std::pair<std::string, std::string>>;

/// The bytes of a catalogue (.mo) with these sentences, in the order of bytes of this machine or
/// the other one.
/// source  GNU gettext manual 10.3, "The Format of GNU MO Files"
std::string catalogue_of(const Sentences& sentences, bool reversed = false);

/// The sentence with accents on its vowels and the first vowel of each word twice, a fifth longer.
/// What stands in braces stays.
std::string pseudo(std::string_view sentence);

/// The sentences of a template (.pot) in that language, with a header.
Sentences pseudo_sentences(const std::filesystem::path& pot);

}  // namespace normscope::testing
