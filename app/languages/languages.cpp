// SPDX-License-Identifier: MIT
#include "app/languages/languages.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>

#include "core/base/embedded.hpp"
#include "core/base/environment.hpp"
#include "core/io/read_file.hpp"
#include "core/text/catalogue.hpp"
#include "core/text/translate.hpp"

namespace normscope::languages {

std::span<const base::EmbeddedFile> catalogue_files();

namespace {

using base::Variable;
using text::Catalogue;

constexpr std::array<Language, 2> kLanguages{{{"en", "English"}, {"es", "Español"}}};

// Catalogues that were spoken: sentences of theirs are still shown.
struct Spoken {
  std::mutex mutex{};
  std::map<std::string, std::unique_ptr<const Catalogue>, std::less<>> catalogues{};
  std::string now = "en";
};

Spoken& state() {
  static Spoken state;
  return state;
}

base::Expected<std::string> bytes_of(const std::string& language) {
  const std::string file = language + ".mo";
  for (const base::EmbeddedFile& embedded : catalogue_files()) {
    if (embedded.name == file) return std::string(embedded.bytes);
  }
  if (language.ends_with(".mo")) return io::read_file(language);
  return base::fail(base::ErrorKind::kNotFound,
                    tr("the language {name} is not there", arg("name", language)),
                    tr("en, es, or a file of its own (.mo)"));
}

// "es" of "es_MX.UTF-8".
std::string_view tag_of(std::string_view locale) {
  return locale.substr(0, locale.find_first_of("_.@"));
}

}  // namespace

std::span<const Language> languages() {
  return kLanguages;
}

std::string_view desktop_language() {
  std::optional<std::string> locale;
  for (const Variable variable :
       {Variable::kLocaleOfAll, Variable::kLocaleOfMessages, Variable::kLocale}) {
    if (!locale) locale = base::environment(variable);
  }
  const std::string_view english = kLanguages.front().tag;
  if (!locale || tag_of(*locale) == "C" || tag_of(*locale) == "POSIX") return english;
  const std::string asked = base::environment(Variable::kLanguages).value_or(*locale);
  for (std::string_view left = asked; !left.empty();) {
    const std::string_view one = left.substr(0, left.find(':'));
    left.remove_prefix(std::min(one.size() + 1, left.size()));
    const auto* const known = std::ranges::find(kLanguages, tag_of(one), &Language::tag);
    if (known != kLanguages.end()) return known->tag;
  }
  return english;
}

base::Expected<void> choose(const std::string& language) {
  Spoken& spoken = state();
  const std::scoped_lock lock(spoken.mutex);
  auto known = spoken.catalogues.find(language);
  if (known == spoken.catalogues.end()) {
    std::unique_ptr<const Catalogue> made;
    if (language != kLanguages.front().tag) {
      auto bytes = bytes_of(language);
      if (!bytes) return tl::unexpected(std::move(bytes).error());
      auto read = Catalogue::from(*bytes);
      if (!read) return tl::unexpected(std::move(read).error());
      made = std::make_unique<const Catalogue>(*std::move(read));
    }
    known = spoken.catalogues.emplace(language, std::move(made)).first;
  }
  spoken.now = language;
  text::speak(known->second.get());
  return {};
}

base::Expected<void> choose_by_environment() {
  const auto own = base::environment(Variable::kOwnLanguage);
  return choose(own ? *own : std::string(desktop_language()));
}

std::string spoken() {
  Spoken& spoken = state();
  const std::scoped_lock lock(spoken.mutex);
  return spoken.now;
}

}  // namespace normscope::languages
