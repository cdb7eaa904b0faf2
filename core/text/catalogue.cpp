// SPDX-License-Identifier: MIT
#include "core/text/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/text/translate.hpp"

namespace normscope::text {

namespace {

constexpr std::uint32_t kMagic = 0x950412DE;
constexpr std::uint32_t kMagicOfOtherOrder = 0xDE120495;

std::size_t one_form(std::uint64_t /*number*/) {
  return 0;
}
std::size_t one_alone_is_singular(std::uint64_t number) {
  return number == 1 ? 0 : 1;
}
std::size_t zero_and_one_are_singular(std::uint64_t number) {
  return number <= 1 ? 0 : 1;
}

struct PluralRule {
  std::string_view written;  // in the catalogue's header, without blanks
  std::size_t (*form)(std::uint64_t number);
};
// Which form of a sentence a number takes. A language with another rule adds a row.
constexpr std::array<PluralRule, 3> kPluralRules{{
    {"nplurals=1;plural=0;", one_form},
    {"nplurals=2;plural=(n!=1);", one_alone_is_singular},
    {"nplurals=2;plural=(n>1);", zero_and_one_are_singular},
}};

// The value of a line of the header; empty where it is not there.
std::string_view header_value(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view value = header.substr(at + key.size());
  value = value.substr(0, value.find('\n'));
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

std::size_t (*rule_of(std::string_view header))(std::uint64_t) {
  std::string written(header_value(header, "Plural-Forms:"));
  if (written.empty()) return one_alone_is_singular;
  std::erase(written, ' ');
  const auto* const row = std::ranges::find(kPluralRules, written, &PluralRule::written);
  return row == kPluralRules.end() ? nullptr : row->form;
}

// The whole numbers and texts of the file; whatever lies outside of it fails the whole.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  void set_other_order() { other_order_ = true; }

  std::uint32_t number(std::uint64_t at) {
    if (at + 4 > bytes_.size()) {
      failed_ = true;
      return 0;
    }
    std::array<unsigned char, 4> read{};
    std::memcpy(read.data(), bytes_.data() + at, 4);
    if (other_order_) std::ranges::reverse(read);
    return std::bit_cast<std::uint32_t>(read);
  }

  // The text whose length and place stand here. A zero byte follows it.
  std::string_view text(std::uint64_t at) {
    const std::uint64_t size = number(at);
    const std::uint64_t place = number(at + 4);
    if (failed_ || place + size >= bytes_.size() || bytes_[place + size] != '\0') {
      failed_ = true;
      return {};
    }
    return bytes_.substr(place, size);
  }

 private:
  std::string_view bytes_;
  bool other_order_ = false;
  bool failed_ = false;
};

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find('\0');
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::vector<std::string> placeholders(std::string_view sentence) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool doubled = sentence.substr(at, 2) == "{{";
    if (sentence[at] != '{' || doubled) {
      if (doubled) ++at;
      continue;
    }
    const std::size_t end = std::min(sentence.find('}', at), sentence.size());
    names.emplace_back(sentence.substr(at + 1, end - at - 1));
    at = end;
  }
  std::ranges::sort(names);
  return names;
}

base::Expected<Catalogue> Catalogue::from(const std::string& bytes) {
  Catalogue read;
  if (auto done = read.read(bytes); !done) return tl::unexpected(std::move(done).error());
  return read;
}

base::Expected<void> Catalogue::read(const std::string& bytes) {
  const auto malformed = [](std::string_view why) {
    return base::fail(base::ErrorKind::kMalformed,
                      tr("not a catalogue of sentences (.mo): {why}", arg("why", tr(why))));
  };
  bytes_.assign(bytes.begin(), bytes.end());
  Reader reader({bytes_.data(), bytes_.size()});
  const std::uint32_t magic = reader.number(0);
  if (magic == kMagicOfOtherOrder) reader.set_other_order();
  if (magic != kMagic && magic != kMagicOfOtherOrder)
    return malformed(tr_later("another first word"));
  const std::uint64_t count = reader.number(8);
  const std::uint64_t sentences = reader.number(12);
  const std::uint64_t translations = reader.number(16);
  if (count > bytes_.size()) return malformed(tr_later("more entries than bytes"));
  entries_.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::vector<std::string_view> english = parts_of(reader.text(sentences + 8 * i));
    const std::string_view translated = reader.text(translations + 8 * i);
    if (reader.failed()) return malformed(tr_later("it ends early"));
    if (english.front().empty()) {
      language_ = header_value(translated, "Language:");
      rule_ = rule_of(translated);
      continue;
    }
    const std::vector<std::string> wanted = placeholders(english.back());
    // The singular may say "a row" for "{n} rows".
    const bool numbered = english.size() > 1;
    std::vector<std::string_view> forms = parts_of(translated);
    for (const std::string_view form : forms) {
      const std::vector<std::string> has = placeholders(form);
      if (has == wanted || (numbered && std::ranges::includes(wanted, has))) continue;
      return malformed(tr(R"("{translation}" has other placeholders than "{sentence}")",
                          arg("translation", form), arg("sentence", english.back())));
    }
    entries_.push_back({english.front(), std::move(forms)});
  }
  if (rule_ == nullptr) {
    return base::fail(base::ErrorKind::kUnsupported,
                      tr("the catalogue has a plural rule that is not known here"));
  }
  std::ranges::sort(entries_, {}, &Entry::english);
  return {};
}

const Catalogue::Entry* Catalogue::entry(std::string_view english) const {
  const auto at = std::ranges::lower_bound(entries_, english, {}, &Entry::english);
  return at != entries_.end() && at->english == english ? &*at : nullptr;
}

std::optional<std::string_view> Catalogue::find(std::string_view english) const {
  const Entry* const found = entry(english);
  if (found == nullptr) return std::nullopt;
  return found->forms.front();
}

std::optional<std::string_view> Catalogue::find(std::string_view english,
                                                std::uint64_t number) const {
  const Entry* const found = entry(english);
  if (found == nullptr) return std::nullopt;
  return found->forms[std::min(rule_(number), found->forms.size() - 1)];
}

}  // namespace normscope::text
