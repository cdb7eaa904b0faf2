// SPDX-License-Identifier: MIT
// The lists of options: their keys are a contract, each row is whole, and a row of a list that is
// none of ours does all that theirs do.
#include "core/ops/option.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/ops/operation.hpp"
#include "core/ops/presets.hpp"

namespace normscope::ops {
namespace {

enum class Mood { kCalm, kWild };
constexpr std::array<base::Name<Mood>, 2> kMoods{{{Mood::kCalm, "calm"}, {Mood::kWild, "wild"}}};
std::span<const base::Name<Mood>> mood_names() {
  return kMoods;
}
constexpr std::array<std::string_view, 2> kMoodPhrases{"a calm one", "a wild one"};

// An options type of this test alone.
struct Made {
  double alpha = 0.5;
  std::int64_t heads = 1;
  Mood mood = Mood::kCalm;
  bool sorted = true;
  tensor::Shape window{};
  bool operator==(const Made&) const = default;
};

std::span<const OptionOf<Made>> option_list(const Made& /*made*/) {
  static const std::array<OptionOf<Made>, 5> rows{
      option_row<&Made::alpha>({.key = "alpha",
                                .name = "alpha",
                                .title = "alpha",
                                .help = "what x is multiplied by",
                                .range = NumberRange::kAboveZero}),
      option_row<&Made::heads>({.key = "heads",
                                .name = "heads",
                                .title = "heads",
                                .help = "how many there are",
                                .least = 1,
                                .most = 8}),
      option_row<&Made::mood, mood_names>(
          {.key = "mood", .name = "mood", .help = "how it feels", .phrases = kMoodPhrases}),
      option_row<&Made::sorted>({.key = "sorted",
                                 .name = "unsorted",
                                 .title = "sorting",
                                 .help = "do not sort",
                                 .negated = true}),
      option_row<&Made::window>({.key = "window",
                                 .name = "window",
                                 .title = "look at",
                                 .help = "such as 4,5",
                                 .absent = "everything"},
                                [](const Made& made) { return made.heads > 1; })};
  return rows;
}

std::vector<std::string> changes(const auto& before, const auto& after) {
  std::vector<std::string> words;
  add_changes(before, after, words);
  return words;
}

TEST(Option, OfAMadeUpListIsDescribedAndWritten) {
  const Made made{0.25, 3, Mood::kWild, false, {4, 5}};
  EXPECT_EQ(changes(Made(), made),
            (std::vector<std::string>{"alpha 0.5 to 0.25", "heads 1 to 3", "a wild one",
                                      "turn sorting off", "look at (4, 5)"}));
  EXPECT_EQ(changes(made, Made()).back(), "look at everything");
  EXPECT_EQ(option_arguments(made), " --alpha 0.25 --heads 3 --mood wild --unsorted --window 4,5");
  EXPECT_EQ(option_arguments(Made()), "");
  // A window belongs to several heads alone.
  const Made alone{.heads = 1, .window = {4}};
  EXPECT_EQ(option_arguments(alone), "");
  EXPECT_EQ(of_own_kind(alone), Made());
}

constexpr NeededSentences kNeeded{.whole = "from {least} to {most}",
                                  .word = "one of {names}",
                                  .sizes = "sizes",
                                  .finite = "finite",
                                  .from_zero = "from zero",
                                  .above_zero = "above zero"};

TEST(Option, AcceptsWhatItSays) {
  const auto rows = option_list(Made());
  EXPECT_EQ(needed_sentence(rows[0], kNeeded), "above zero");
  EXPECT_TRUE(accepts(rows[0], 1e-300));
  EXPECT_FALSE(accepts(rows[0], 0.0));
  EXPECT_FALSE(accepts(rows[0], std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(accepts(rows[0], std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ(needed_sentence(rows[1], kNeeded), "from {least} to {most}");
  EXPECT_TRUE(accepts(rows[1], std::int64_t{8}));
  EXPECT_FALSE(accepts(rows[1], std::int64_t{9}));
  EXPECT_EQ(needed_sentence(rows[2], kNeeded), "one of {names}");
  EXPECT_EQ(rows[2].list_words(), "calm, wild");
  EXPECT_EQ(needed_sentence(rows[4], kNeeded), "sizes");
  EXPECT_FALSE(accepts(rows[2], std::string_view("mild")));
  EXPECT_FALSE(accepts(rows[4], tensor::Shape{2, -1}));
  EXPECT_EQ(help_with_default(rows[0]), "what x is multiplied by (default 0.5)");
  EXPECT_EQ(help_with_default(rows[3]), "do not sort");
  EXPECT_EQ(help_with_default(rows[4]), "such as 4,5 (default: everything)");
}

template <class Options>
void expect_whole_list(const Options& options, const std::vector<std::string>& wanted) {
  std::vector<std::string> keys;
  std::set<std::string_view> names;
  for (const auto& option : option_list(options)) {
    keys.emplace_back(option.key);
    EXPECT_EQ(option.standard, option.get(Options())) << option.key;
    EXPECT_FALSE(option.card.what.empty()) << option.key;
    EXPECT_FALSE(option.label.empty() && option.slides_from == option.slides_to) << option.key;
    EXPECT_TRUE(option.phrases.empty() || option.phrases.size() == option.words.size());
    EXPECT_EQ(option.name.empty(), option.help.empty()) << option.key;
    EXPECT_TRUE(option.name.empty() || names.insert(option.name).second) << option.name;
    // Each value of a table is set by its name, and read by it.
    for (const OptionWord& word : option.words) {
      Options changed = options;
      option.set(changed, word.name);
      EXPECT_EQ(std::get<std::string_view>(option.get(changed)), word.name);
    }
  }
  EXPECT_EQ(keys, wanted);
}

TEST(Option, ListsHaveTheKeysOfSessions) {
  expect_whole_list(NormOptions(),
                    {"kind", "normalized_shape", "groups", "running", "epsilon",
                     "epsilon_placement", "estimator", "algorithm", "centring", "returned"});
  expect_whole_list(SoftmaxOptions(),
                    {"dim", "temperature", "algorithm", "log", "sink", "length_scale"});
  expect_whole_list(RelativeOptions(), {"kind", "dim", "epsilon", "alpha"});
}

TEST(Option, OfAnotherKindGoesBackToItsDefault) {
  NormOptions options{.kind = Normalization::kGroupNorm, .groups = 4, .centring = false};
  EXPECT_EQ(of_own_kind(options), options);
  options.kind = Normalization::kRmsNorm;
  EXPECT_EQ(of_own_kind(options), NormOptions{.kind = Normalization::kRmsNorm});
  EXPECT_EQ(
      changes(NormOptions{.normalized_shape = {5}}, NormOptions{.kind = Normalization::kBatchNorm}),
      std::vector<std::string>{"layer-norm to batch-norm"});
}

TEST(Option, WithoutAnEffectGoesBackToItsDefault) {
  const NormOptions none{.epsilon = 1, .epsilon_placement = EpsilonPlacement::kNone};
  EXPECT_EQ(with_effect(none), NormOptions{.epsilon_placement = EpsilonPlacement::kNone});
  EXPECT_EQ(option_arguments(none), " --eps-placement none");
}

TEST(Operation, IsFoundByItsName) {
  EXPECT_EQ(list_operations(),
            "layer-norm, rms-norm, batch-norm, instance-norm, group-norm, softmax, log-softmax, "
            "dyt, l2-norm, sparsemax");
  for (const NamedOperation& operation : operations()) {
    EXPECT_EQ(operation_name(operation.options), operation.name);
    EXPECT_EQ(find_operation(operation.name), operation.options);
    EXPECT_EQ(arguments_of(operation.options), operation.name);
  }
  EXPECT_EQ(find_operation("Softmax"), std::nullopt);
  EXPECT_EQ(arguments_of(find_preset("V6")->options),
            "layer-norm --eps 1e-06 --eps-placement outside --variance unbiased");
  EXPECT_EQ(arguments_of(find_preset("V9")->options), "");
  EXPECT_EQ(arguments_of(SoftmaxOptions{.dim = 0, .temperature = 2, .log = true}),
            "log-softmax --dim 0 --temperature 2");
}

}  // namespace
}  // namespace normscope::ops
