// SPDX-License-Identifier: MIT
// Plans as text: one list of settings, read and written by the same rows.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <set>
#include <utility>

#include "core/precision/plan.hpp"
#include "core/text/joined.hpp"
#include "core/text/nearest.hpp"
#include "core/text/translate.hpp"

namespace normscope::precision {

using formats::SumOrder;

namespace {

// A plan while its text is read: what was said, because the rest follows from it.
struct Reading {
  Plan plan{};
  std::set<std::string, std::less<>> given{};
};

// Why a value is refused; empty: it is taken.
using Refusal = std::string;

struct Setting {
  std::string_view key;
  Refusal (*read)(Plan& plan, std::string_view value);
  /// Empty where the plan has what is usual.
  std::string (*write)(const Plan& plan, const Plan& usual);
};

template <class Enum>
Refusal take(std::span<const base::Name<Enum>> names, std::string_view value, Enum& place) {
  const auto found = base::value_of(names, value);
  if (!found) return base::list_names(names);
  place = *found;
  return {};
}

Refusal take_format(std::string_view value, FormatId& place) {
  return take(formats::format_names(), value, place);
}
Refusal take_format(std::string_view value, std::optional<FormatId>& place) {
  place.emplace();
  return take_format(value, *place);
}

Refusal take_number(std::string_view value, std::uint64_t& place) {
  const auto* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, place);
  return error == std::errc{} && stop == end ? Refusal{} : tr("a number from 0 on");
}

Refusal take_lanes(std::string_view value, int& place) {
  std::uint64_t lanes = 0;
  if (!take_number(value, lanes).empty() || !std::has_single_bit(lanes) ||
      lanes > static_cast<std::uint64_t>(formats::kMostLanes)) {
    return fmt::format("1, 2, 4, 8, ... {}", formats::kMostLanes);
  }
  place = static_cast<int>(lanes);
  return {};
}

Refusal take_choice(std::string_view value, std::string_view no, std::string_view yes,
                    bool& place) {
  if (value != no && value != yes) return text::listed(no, yes);
  place = value == yes;
  return {};
}

std::string format_name(FormatId id) {
  return std::string(formats::format_of(id).name);
}

std::string optional_name(std::optional<FormatId> own, std::optional<FormatId> usual) {
  return own == usual || !own ? std::string() : format_name(*own);
}

template <class Enum>
std::string choice(std::span<const base::Name<Enum>> names, Enum own, Enum usual) {
  return own == usual ? std::string() : std::string(base::name_of(names, own));
}

constexpr std::array kSettings = std::to_array<Setting>({
    {"storage", [](Plan& plan, std::string_view value) { return take_format(value, plan.storage); },
     [](const Plan& plan, const Plan& usual) {
       return choice(formats::format_names(), plan.storage, usual.storage);
     }},
    {"step", [](Plan& plan, std::string_view value) { return take_format(value, plan.step); },
     [](const Plan& plan, const Plan& usual) {
       return choice(formats::format_names(), plan.step, usual.step);
     }},
    {"statistics",
     [](Plan& plan, std::string_view value) { return take_format(value, plan.statistics); },
     [](const Plan& plan, const Plan& usual) {
       return optional_name(plan.statistics, usual.statistics);
     }},
    {"sum", [](Plan& plan, std::string_view value) { return take_format(value, plan.sum); },
     [](const Plan& plan, const Plan& usual) {
       return choice(formats::format_names(), plan.sum, usual.sum);
     }},
    {"order",
     [](Plan& plan, std::string_view value) {
       return take(formats::sum_order_names(), value, plan.order);
     },
     [](const Plan& plan, const Plan& usual) {
       return choice(formats::sum_order_names(), plan.order, usual.order);
     }},
    {"lanes", [](Plan& plan, std::string_view value) { return take_lanes(value, plan.lanes); },
     [](const Plan& plan, const Plan& usual) {
       return plan.lanes == usual.lanes ? std::string() : std::to_string(plan.lanes);
     }},
    {"fold",
     [](Plan& plan, std::string_view value) {
       return take(formats::fold_names(), value, plan.fold);
     },
     [](const Plan& plan, const Plan& usual) {
       return choice(formats::fold_names(), plan.fold, usual.fold);
     }},
    {"fma",
     [](Plan& plan, std::string_view value) { return take_choice(value, "off", "on", plan.fused); },
     [](const Plan& plan, const Plan& usual) {
       return std::string(plan.fused == usual.fused ? "" : "on");
     }},
    {"constants",
     [](Plan& plan, std::string_view value) { return take_format(value, plan.constants); },
     [](const Plan& plan, const Plan& usual) {
       return optional_name(plan.constants, usual.constants);
     }},
    {"rounding",
     [](Plan& plan, std::string_view value) {
       return take(formats::rounding_mode_names(), value, plan.rounding.mode);
     },
     [](const Plan& plan, const Plan& usual) {
       return choice(formats::rounding_mode_names(), plan.rounding.mode, usual.rounding.mode);
     }},
    {"seed",
     [](Plan& plan, std::string_view value) { return take_number(value, plan.rounding.seed); },
     [](const Plan& plan, const Plan& usual) {
       return plan.rounding.seed == usual.rounding.seed ? std::string()
                                                        : std::to_string(plan.rounding.seed);
     }},
    {"overflow",
     [](Plan& plan, std::string_view value) {
       return take(formats::overflow_names(), value, plan.rounding.overflow);
     },
     [](const Plan& plan, const Plan& usual) {
       return choice(formats::overflow_names(), plan.rounding.overflow, usual.rounding.overflow);
     }},
    {"subnormals",
     [](Plan& plan, std::string_view value) {
       return take_choice(value, "kept", "flushed", plan.rounding.flushes);
     },
     [](const Plan& plan, const Plan& usual) {
       return std::string(plan.rounding.flushes == usual.rounding.flushes ? "" : "flushed");
     }},
});

// Plans, by the words that people have for their formats.
constexpr auto kOtherNames = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"float64", "double"},
    {"float64", "fp64"},
    {"float32", "single"},
    {"float32", "fp32"},
    {"float16", "half"},
    {"float16", "fp16"},
    {"bfloat16", "bf16"},
    {"e4m3fn", "float8_e4m3fn"},
    {"e4m3fn", "fp8"},
    {"e5m2", "float8_e5m2"},
});

// "variance+eps" of a role's name.
std::string key_of(std::string_view name) {
  std::string key(name);
  std::erase(key, ' ');
  return key;
}

std::optional<trace::Role> role_of(std::string_view key) {
  for (const auto& [role, name] : trace::role_names()) {
    if (role != trace::Role::kNone && key_of(name) == key) return role;
  }
  return std::nullopt;
}

tl::unexpected<base::Error> refused(std::string sentence, std::string hint = {}) {
  return base::fail(ErrorKind::kInvalidArgument, std::move(sentence), std::move(hint));
}

// What follows from what was said.
void complete(Reading& reading) {
  Plan& plan = reading.plan;
  const auto said = [&](std::string_view key) { return reading.given.contains(key); };
  if (said("storage") && !said("step")) plan.step = plan.storage;
  if ((said("storage") || said("step")) && !said("sum")) plan.sum = plan.step;
  const bool ordered = said("order");
  const bool nearest = plan.rounding.mode == formats::RoundingMode::kNearestEven;
  const bool own_order =
      plan.sum != FormatId::kFloat32 || said("lanes") || said("fold") || !nearest;
  if (!ordered && own_order && plan.order == SumOrder::kTorch) plan.order = SumOrder::kSequential;
}

Expected<void> check(const Plan& plan) {
  if (plan.order == SumOrder::kTorch && plan.sum != FormatId::kFloat32) {
    return refused(tr("order=torch is PyTorch's order in float32, but sum is {format}",
                      arg("format", format_name(plan.sum))),
                   "order=sequential");
  }
  if (plan.order == SumOrder::kTorch && plan.rounding.mode != formats::RoundingMode::kNearestEven) {
    return refused(tr("order=torch is rounded to nearest"), "order=sequential");
  }
  if (plan.order == SumOrder::kTorch && plan.lanes != 1) {
    return refused(tr("order=torch has lanes of its own"), tr("leave order or lanes out"));
  }
  const bool in_turn = plan.order == SumOrder::kTorch || plan.order == SumOrder::kSequential;
  if (plan.fused && !in_turn) {
    return refused(tr("fma=on goes with sums in sequence, not with pairs or compensation"),
                   "order=sequential");
  }
  return {};
}

Expected<void> read_setting(Reading& reading, std::string_view word) {
  const auto equals = word.find('=');
  const std::string_view key = word.substr(0, equals);
  const std::string_view value = word.substr(equals + 1);
  if (!reading.given.emplace(key).second)
    return refused(tr("{key} is given twice", arg("key", key)));
  const auto* const setting = std::ranges::find(kSettings, key, &Setting::key);
  Refusal expected;
  if (setting != kSettings.end()) {
    expected = setting->read(reading.plan, value);
  } else if (const auto role = role_of(key)) {
    auto& roles = reading.plan.roles;
    std::erase_if(roles, [&](const Plan::OfRole& of) { return of.role == *role; });
    roles.push_back({*role, FormatId::kFloat32});
    expected = take_format(value, roles.back().format);
  } else {
    std::vector<std::string_view> keys;
    keys.reserve(kSettings.size());
    for (const Setting& row : kSettings) keys.push_back(row.key);
    return refused(tr("no setting of a precision plan is called '{key}'", arg("key", key)),
                   tr("one of {keys}, or the name of a step without its spaces, such as "
                      "variance+eps",
                      arg("keys", text::listed(keys))));
  }
  if (expected.empty()) return {};
  return refused(tr("{key}={value}: expected one of {expected}", arg("key", key),
                    arg("value", value), arg("expected", expected)));
}

// The refusal of a word that names no plan, with what was probably meant.
tl::unexpected<base::Error> unknown_plan(std::string_view word) {
  std::vector<text::KnownName> known;
  std::vector<std::string_view> names;
  known.reserve(named_plans().size());
  names.reserve(named_plans().size());
  for (const NamedPlan& plan : named_plans()) {
    names.push_back(plan.name);
    known.push_back({std::string(plan.name)});
    for (const auto& [name, other] : kOtherNames) {
      if (name == plan.name) known.back().others.emplace_back(other);
    }
  }
  const std::string meant = text::did_you_mean(text::nearest(word, known));
  return refused(tr("no precision plan is called '{word}'", arg("word", word)),
                 !meant.empty() ? meant
                                : tr("one of {names}, or settings such as storage=float16 "
                                     "sum=float32 lanes=4",
                                     arg("names", text::listed(names))));
}

Expected<Reading> read(std::string_view text, int depth) {
  Reading reading;
  bool first = true;
  constexpr std::string_view kSpaces = " ,\t\n";
  while (true) {
    const auto begin = text.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kSpaces));
    text.remove_prefix(word.size());
    if (word.find('=') != std::string_view::npos) {
      if (auto done = read_setting(reading, word); !done) return tl::unexpected(done.error());
    } else {
      const auto plans = named_plans();
      const auto named = std::ranges::find(plans, word, &NamedPlan::name);
      if (named == plans.end()) return unknown_plan(word);
      if (!first || depth > 0) {
        return refused(
            tr("the name of a plan, {name}, comes before its changes", arg("name", word)));
      }
      auto base = read(named->text, depth + 1);
      if (!base) return base;
      complete(*base);
      reading.plan = base->plan;
    }
    first = false;
  }
  return reading;
}

}  // namespace

Expected<Plan> parse_plan(std::string_view text) {
  auto reading = read(text, 0);
  if (!reading) return tl::unexpected(reading.error());
  complete(*reading);
  std::ranges::sort(reading->plan.roles, {}, &Plan::OfRole::role);
  if (auto checked = check(reading->plan); !checked) return tl::unexpected(checked.error());
  return reading->plan;
}

std::string to_text(const Plan& plan) {
  // What is left out follows from what was said before: see complete.
  Plan usual;
  std::vector<std::string> words;
  for (const Setting& setting : kSettings) {
    if (setting.key == "step") usual.step = plan.storage;
    if (setting.key == "sum") usual.sum = plan.step;
    if (setting.key == "order") {
      const bool sequential = plan.sum != FormatId::kFloat32 || plan.lanes != 1 ||
                              plan.fold != formats::Fold::kLeft ||
                              plan.rounding.mode != formats::RoundingMode::kNearestEven;
      usual.order = sequential ? SumOrder::kSequential : SumOrder::kTorch;
    }
    const std::string value = setting.write(plan, usual);
    if (!value.empty()) words.push_back(fmt::format("{}={}", setting.key, value));
  }
  for (const Plan::OfRole& of : plan.roles) {
    words.push_back(fmt::format("{}={}", key_of(base::name_of(trace::role_names(), of.role)),
                                format_name(of.format)));
  }
  return words.empty() ? "float32" : fmt::format("{}", fmt::join(words, " "));
}

std::string name_or_text(const Plan& plan) {
  for (const NamedPlan& named : named_plans()) {
    if (parse_plan(named.text) == plan) return std::string(named.name);
  }
  return to_text(plan);
}

}  // namespace normscope::precision
