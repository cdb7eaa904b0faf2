// SPDX-License-Identifier: MIT
#include "core/trace/step_name.hpp"

#include <gtest/gtest.h>

#include "core/text/catalogue.hpp"
#include "core/text/translate.hpp"
#include "tests/support/catalogues.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

TEST(StepName, IsTheKeyItselfInEnglish) {
  for (const char* const name :
       {"mean", "standard deviation + eps", "gradient of layer 1 weight", "layer 2 output", "sum 3",
        "gradient of centred of layer 2", "weight in rows of 4", "my 2 own", "", "7"}) {
    EXPECT_EQ(step_name_in_words(name), name);
  }
}

TEST(StepName, IsTranslatedWithTheStepsThatItIsCalledAfter) {
  const text::Catalogue catalogue = NORMSCOPE_VALUE_OR_FAIL(text::Catalogue::from(
      testing::catalogue_of({{"", "Language: es\nPlural-Forms: nplurals=2; plural=(n != 1);\n"},
                             {"gradient of the input", "gradiente de la entrada"},
                             {"gradient of {name}", "gradiente de {name}"},
                             {"layer {n} {name}", "{name} de la capa {n}"},
                             {"sum", "suma"},
                             {"weight", "peso"},
                             {"{name} in rows of {n}", "{name} en filas de {n}"},
                             {"{name} of layer {n}", "{name} (capa {n})"},
                             {"{name} {n}", "{name} n.\u00ba {n}"}})));
  text::speak(&catalogue);
  EXPECT_EQ(step_name_in_words("gradient of the input"), "gradiente de la entrada");
  EXPECT_EQ(step_name_in_words("gradient of layer 1 weight"), "gradiente de peso de la capa 1");
  EXPECT_EQ(step_name_in_words("sum 3"), "suma n.\u00ba 3");
  EXPECT_EQ(step_name_in_words("sum 3 of layer 12"), "suma n.\u00ba 3 (capa 12)");
  EXPECT_EQ(step_name_in_words("weight in rows of 4"), "peso en filas de 4");
  EXPECT_EQ(step_name_in_words("my own"), "my own") << "a variable's name";
  text::speak(nullptr);
}

}  // namespace
}  // namespace normscope::trace
