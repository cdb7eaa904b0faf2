// SPDX-License-Identifier: MIT
#include "tests/support/catalogues.hpp"

#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>

namespace normscope::testing {

namespace {

constexpr std::array<std::pair<char, std::string_view>, 10> kAccented{{{'a', "á"},
                                                                       {'e', "é"},
                                                                       {'i', "í"},
                                                                       {'o', "ó"},
                                                                       {'u', "ú"},
                                                                       {'A', "Á"},
                                                                       {'E', "É"},
                                                                       {'I', "Í"},
                                                                       {'O', "Ó"},
                                                                       {'U', "Ú"}}};

void add_word(std::string& bytes, std::size_t value, bool reversed) {
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t place = reversed ? 3 - i : i;
    bytes += static_cast<char>((value >> (8 * place)) & 0xFFU);
  }
}

// What a line of a .po file has between its first and last quotation mark.
std::string unquoted(std::string_view line) {
  const std::size_t from = line.find('"') + 1;
  line = line.substr(from, line.rfind('"') - from);
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escaped = line[i] == '\\' && i + 1 < line.size();
    if (escaped) ++i;
    text += escaped && line[i] == 'n' ? '\n' : line[i];
  }
  return text;
}

}  // namespace

std::string catalogue_of(const Sentences& sentences, bool reversed) {
  std::string bytes;
  const std::size_t count = sentences.size();
  constexpr std::size_t kHead = 28;
  for (const std::size_t word : std::array<std::size_t, 7>{
           0x950412DE, 0, count, kHead, kHead + 8 * count, 0, kHead + 16 * count}) {
    add_word(bytes, word, reversed);
  }
  std::string texts;
  for (const bool translated : {false, true}) {
    for (const auto& [english, other] : sentences) {
      const std::string& text = translated ? other : english;
      add_word(bytes, text.size(), reversed);
      add_word(bytes, kHead + 16 * count + texts.size(), reversed);
      texts += text + '\0';
    }
  }
  return bytes + texts;
}

std::string pseudo(std::string_view sentence) {
  std::string text;
  int braces = 0;
  bool first = true;  // no vowel yet in this word
  for (const char letter : sentence) {
    if (letter == '{') ++braces;
    if (letter == '}') --braces;
    if (std::isalpha(static_cast<unsigned char>(letter)) == 0) first = true;
    std::string_view shown(&letter, 1);
    for (const auto& [vowel, accented] : kAccented) {
      if (braces == 0 && letter == vowel) shown = accented;
    }
    text += shown;
    if (shown.size() == 1) continue;
    if (first) text += shown;
    first = false;
  }
  return text;
}

Sentences pseudo_sentences(const std::filesystem::path& pot) {
  std::ifstream file(pot);
  std::vector<std::pair<std::string, std::string>> entries;  // msgid, msgid_plural
  std::string* now = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("msgid ")) {
      now = &entries.emplace_back().first;
    } else if (line.starts_with("msgid_plural")) {
      now = &entries.back().second;
    } else if (!line.starts_with('"')) {
      now = nullptr;
    }
    if (now != nullptr) *now += unquoted(line);
  }
  Sentences sentences;
  for (const auto& [one, many] : entries) {
    if (one.empty()) {
      sentences.emplace_back("", "Language: qps\nPlural-Forms: nplurals=2; plural=(n != 1);\n");
    } else if (many.empty()) {
      sentences.emplace_back(one, pseudo(one));
    } else {
      std::string both = one;
      (both += '\0') += many;
      std::string forms = pseudo(one);
      (forms += '\0') += pseudo(many);
      sentences.emplace_back(std::move(both), std::move(forms));
    }
  }
  return sentences;
}

}  // namespace normscope::testing
