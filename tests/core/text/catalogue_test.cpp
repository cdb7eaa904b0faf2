// SPDX-License-Identifier: MIT
#include "core/text/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/text/translate.hpp"
#include "tests/support/catalogues.hpp"

namespace normscope::text {
namespace {

using namespace std::string_literals;
using testing::catalogue_of;
using testing::Sentences;

std::string header(const std::string& rule) {
  return "Project: a\nLanguage: xx\nPlural-Forms: " + rule + "\nContent-Transfer-Encoding: 8bit\n";
}

const Sentences kSpanish{{"", header("nplurals=2; plural=(n != 1);")},
                         {"Compare with", "Comparar con"},
                         {"{n} row\0{n} rows"s, "{n} fila\0{n} filas"s},
                         {"{name} of {all}", "de {all}, {name}"}};

TEST(Catalogue, GivesTranslationsInEitherByteOrder) {
  for (const bool reversed : {false, true}) {
    const auto catalogue = Catalogue::from(catalogue_of(kSpanish, reversed));
    ASSERT_TRUE(catalogue) << catalogue.error().sentence;
    EXPECT_EQ(catalogue->find("Compare with"), "Comparar con");
    EXPECT_EQ(catalogue->find("Compare"), std::nullopt);
    EXPECT_EQ(catalogue->find("{n} row", 1), "{n} fila");
    EXPECT_EQ(catalogue->find("{n} row", 0), "{n} filas");
  }
}

TEST(Catalogue, KnowsThePluralRulesOfItsTable) {
  const auto of = [](const std::string& rule) {
    return Catalogue::from(
        catalogue_of({{"", header(rule)}, {"{n} row\0{n} rows"s, "one {n}\0many {n}"s}}));
  };
  EXPECT_EQ(of("nplurals=2; plural=(n > 1);")->find("{n} row", 0), "one {n}");
  EXPECT_EQ(of("nplurals=1; plural=0;")->find("{n} row", 7), "one {n}");
  const auto unknown = of("nplurals=3; plural=(n%3);");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, base::ErrorKind::kUnsupported);
}

TEST(Catalogue, RefusesOtherPlaceholders) {
  const auto read = Catalogue::from(catalogue_of(
      {{"", header("nplurals=1; plural=0;")}, {"{name} of {all}", "{nombre} de {all}"}}));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, base::ErrorKind::kMalformed);
  EXPECT_EQ(placeholders("{{x}} {share:.0f} of {name}"),
            (std::vector<std::string>{"name", "share:.0f"}));
}

TEST(Catalogue, EveryPrefixAndChangedByteIsReadOrRefused) {
  const std::string whole = catalogue_of(kSpanish);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(Catalogue::from(whole.substr(0, size))) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char other : {'\0', '\x7F', '\xFF'}) {
      std::string changed = whole;
      changed[at] = other;
      const auto read = Catalogue::from(changed);
      if (read) (void)read->find("Compare with");
    }
  }
}

TEST(Translate, SentencesComeFromTheChosenCatalogue) {
  static const auto spanish = Catalogue::from(catalogue_of(kSpanish));
  ASSERT_TRUE(spanish);
  const auto two = [] {
    return std::vector<std::string>{
        std::string(tr("Compare with")), tr("{name} of {all}", arg("all", 3), arg("name", "x")),
        tr_n("{n} row", "{n} rows", 1, arg("n", 1)), tr_n("{n} row", "{n} rows", 5, arg("n", 5)),
        std::string(tr("Nothing of this"))};
  };
  EXPECT_EQ(two(), (std::vector<std::string>{"Compare with", "x of 3", "1 row", "5 rows",
                                             "Nothing of this"}));
  EXPECT_EQ(language(), "en");
  speak(&*spanish);
  EXPECT_EQ(language(), "xx");
  EXPECT_EQ(two(), (std::vector<std::string>{"Comparar con", "de 3, x", "1 fila", "5 filas",
                                             "Nothing of this"}));
  speak(nullptr);
  EXPECT_EQ(tr("Compare with"), "Compare with");
}

}  // namespace
}  // namespace normscope::text
