// SPDX-License-Identifier: MIT
#include "core/text/translate.hpp"

#include <atomic>

#include "core/base/language.hpp"
#include "core/text/catalogue.hpp"

namespace normscope::text {

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): the language of the process
std::atomic<const Catalogue*> spoken = nullptr;

}  // namespace

void speak(const Catalogue* catalogue) {
  spoken = catalogue;
  base::translate_by(catalogue == nullptr ? nullptr
                                          : static_cast<base::Translate>(
                                                [](std::string_view english) -> std::string_view {
                                                  return tr(english);
                                                }));
}

std::string_view language() {
  const Catalogue* const catalogue = spoken;
  return catalogue == nullptr ? "en" : catalogue->language();
}

Sentence tr(std::string_view english) {
  const Catalogue* const catalogue = spoken;
  if (catalogue == nullptr) return english;
  return catalogue->find(english).value_or(english);
}

std::string_view tr_form(std::string_view one, std::string_view many, std::uint64_t number) {
  const Catalogue* const catalogue = spoken;
  const std::string_view english = number == 1 ? one : many;
  if (catalogue == nullptr) return english;
  return catalogue->find(one, number).value_or(english);
}

}  // namespace normscope::text
