// SPDX-License-Identifier: MIT
#include "app/open_save/array_choice.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/ascii.hpp"

namespace normscope::open_save {

using io::ArrayEntry;

namespace {

constexpr std::array<std::string_view, 4> kGammaWords{"weight", "gamma", "scale", "g"};
constexpr std::array<std::string_view, 3> kBetaWords{"bias", "beta", "b"};
constexpr std::array<std::string_view, 5> kInputWords{"input", "x", "activations", "hidden", "act"};

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// The parts of "transformer.h.0.ln_1.weight", in lower case.
std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts(1);
  for (const char c : name) {
    if (c == '.' || c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += text::to_lowercase(c);
    }
  }
  return parts;
}

// Whether a module's name is that of a normalization: ln_1, norm2, LayerNorm, input_layernorm.
bool is_norm(std::string_view module) {
  return module.find("norm") != std::string_view::npos || module.starts_with("ln") ||
         module.ends_with("_ln");
}

// The array is a gamma: its own name says so, or it is the weight of a normalization.
bool is_gamma(const std::vector<std::string>& parts) {
  const std::string& word = parts.back();
  if (word == "gamma") return true;
  return parts.size() > 1 && is_one_of(kGammaWords, word) && is_norm(parts[parts.size() - 2]);
}

std::size_t common_parts(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto apart = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(apart.in1 - a.begin());
}

const ArrayEntry* find(std::span<const ArrayEntry> entries, std::string_view name) {
  const auto found = std::ranges::find(entries, name, &ArrayEntry::name);
  return found == entries.end() ? nullptr : &*found;
}

// The array beside `gamma` in the same module that is a beta.
std::string beta_beside(std::span<const ArrayEntry> entries, const ArrayEntry& gamma) {
  std::vector<std::string> module = parts_of(gamma.name);
  module.pop_back();
  for (const ArrayEntry& entry : entries) {
    std::vector<std::string> parts = parts_of(entry.name);
    const std::string word = std::move(parts.back());
    parts.pop_back();
    if (parts == module && is_one_of(kBetaWords, word) && entry.shape == gamma.shape &&
        entry.problem.empty()) {
      return entry.name;
    }
  }
  return {};
}

}  // namespace

bool can_scale(const ArrayEntry& entry, const tensor::Shape& input) {
  return entry.problem.empty() && !entry.shape.empty() && tensor::is_trailing(entry.shape, input) &&
         entry.shape.size() < input.size();
}

ArrayChoice with_parameters(std::span<const ArrayEntry> entries, std::string input) {
  ArrayChoice choice{std::move(input)};
  const ArrayEntry* const x = find(entries, choice.input);
  if (x == nullptr) return choice;
  const std::vector<std::string> parts = parts_of(choice.input);
  const ArrayEntry* best = nullptr;
  std::size_t most = 0;
  for (const ArrayEntry& entry : entries) {
    const std::vector<std::string> own = parts_of(entry.name);
    if (&entry == x || !is_gamma(own) || !can_scale(entry, x->shape)) continue;
    const std::size_t common = common_parts(own, parts);
    if (best != nullptr && common <= most) continue;
    best = &entry;
    most = common;
  }
  if (best == nullptr) return choice;
  choice.gamma = best->name;
  choice.beta = beta_beside(entries, *best);
  return choice;
}

ArrayChoice first_choice(std::span<const ArrayEntry> entries) {
  for (const ArrayEntry& entry : entries) {
    const bool named = is_one_of(kInputWords, parts_of(entry.name).back());
    if (named && entry.problem.empty()) return with_parameters(entries, entry.name);
  }
  return {};
}

}  // namespace normscope::open_save
