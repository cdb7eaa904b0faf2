// SPDX-License-Identifier: MIT
// In which formats, and in which order of additions, the steps of a program are computed: a value
// that says for each step where its digits may go.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/formats/summation.hpp"
#include "core/trace/program.hpp"

namespace normscope::precision {

using formats::FormatId;

struct Plan {
  FormatId storage = FormatId::kFloat32;  // of the input, the parameters and the output
  FormatId step = FormatId::kFloat32;     // of the steps between them
  std::optional<FormatId> statistics{};   // of those with one value for each group; else as step
  /// Of steps by their roles; over all others.
  struct OfRole {
    trace::Role role = trace::Role::kNone;
    FormatId format = FormatId::kFloat32;
    bool operator==(const OfRole&) const = default;
  };
  std::vector<OfRole> roles{};  // by role, ascending

  FormatId sum = FormatId::kFloat32;  // of the accumulators
  formats::SumOrder order = formats::SumOrder::kTorch;
  int lanes = 1;
  formats::Fold fold = formats::Fold::kLeft;
  bool fused = false;                   // a product goes into a sum without a rounding
  std::optional<FormatId> constants{};  // that epsilon and other numbers of the options are cast to
  formats::Rounding rounding{};

  bool operator==(const Plan&) const = default;

  /// The format of a step's values.
  const formats::Format& format_of(const trace::Program& program, int at) const;
  /// Whether float32 cannot hold what is computed: a float64, or a rounding not to nearest.
  bool needs_doubles() const;
  formats::Summation summation(int step) const;
};

/// A plan from text: the name of a plan, or settings with spaces or commas between them, or a name
/// and settings that change it.
///
///     storage=FORMAT     input, parameters, output (float32)
///     step=FORMAT        the steps between (as storage)
///     statistics=FORMAT  those with one value for each group (as step)
///     ROLE=FORMAT        the steps of a role: variance, centred, variance+eps (spaces left out)
///     sum=FORMAT         accumulators (as step)
///     order=torch|sequential|pairwise|kahan   (torch where sum is float32 and neither lanes nor
///                        fold are given, else sequential)
///     lanes=1|2|4|...|64   fold=left|halves   fma=on|off
///     constants=FORMAT   what eps and other numbers are cast to (not cast)
///     rounding=nearest|toward-zero|stochastic   seed=N
///     overflow=infinite|saturate   subnormals=kept|flushed
///
/// errors  InvalidArgument: an unknown name, key, format or value; a key twice; lanes that are no
///         power of two; torch's order in another format than float32, or with lanes; fused sums in
///         pairs or compensated
base::Expected<Plan> parse_plan(std::string_view text);

/// The settings that differ from float32 throughout, as parse_plan reads them; "float32" of none.
std::string to_text(const Plan& plan);

/// A plan that software or hardware has, and where that is written.
struct NamedPlan {
  std::string_view name;
  std::string_view text;   // its settings
  std::string_view words;  // one sentence without its full stop
  std::string_view source;
};
std::span<const NamedPlan> named_plans();

/// The name of a plan that has one, else its text.
std::string name_or_text(const Plan& plan);

}  // namespace normscope::precision
