// SPDX-License-Identifier: MIT
// The languages that the program speaks, and the choice of one. Their catalogues are made of
// po/*.po and are part of the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::languages {

struct Language {
  std::string_view tag;   // "es", as in LANGUAGE
  std::string_view name;  // what it calls itself
};

/// English first.
std::span<const Language> languages();

/// The first of the desktop's languages that is one of these; English where none is, and where the
/// locale is C. LANGUAGE counts before LC_ALL, LC_MESSAGES and LANG.
/// source  GNU gettext manual 2.3.3, "Specifying a Priority List of Languages"
std::string_view desktop_language();

/// From now on sentences are in this language: a tag, or a file of its own (.mo).
/// errors  NotFound: neither; Malformed, Unsupported: as text::Catalogue::from; as io::read_file
base::Expected<void> choose(const std::string& language);

/// As the environment asks: NORMSCOPE_LANGUAGE, else the desktop's language.
/// errors  as choose
base::Expected<void> choose_by_environment();

/// The tag of what is spoken; of a file of its own, its path.
std::string spoken();

}  // namespace normscope::languages
