// SPDX-License-Identifier: MIT
// All combinations of the options that change a gradient.
#pragma once

#include <vector>

#include "core/ops/norm_options.hpp"
#include "core/ops/softmax_options.hpp"

namespace normscope::ops {

/// A copy of each for each name of an enumeration, which is set.
template <class Options, class Value, class Names>
std::vector<Options> with_each(const std::vector<Options>& all, Value Options::*member,
                               const Names& names) {
  std::vector<Options> more;
  for (const Options& options : all) {
    for (const auto& name : names) {
      more.push_back(options);
      more.back().*member = name.value;
    }
  }
  return more;
}

/// A copy of each for each value of a number.
template <class Options, class Value>
std::vector<Options> with_values(const std::vector<Options>& all, Value Options::*member,
                                 const std::vector<Value>& values) {
  std::vector<Options> more;
  for (const Options& options : all) {
    for (const Value value : values) {
      more.push_back(options);
      more.back().*member = value;
    }
  }
  return more;
}

inline std::vector<NormOptions> all_norm_options(double epsilon) {
  using Options = NormOptions;
  std::vector<Options> all{{.groups = 2, .epsilon = epsilon}};
  all = with_each(all, &Options::kind, normalization_names());
  all = with_each(all, &Options::epsilon_placement, epsilon_placement_names());
  all = with_each(all, &Options::estimator, variance_estimator_names());
  all = with_each(all, &Options::algorithm, variance_algorithm_names());
  all = with_values(all, &Options::centring, {true, false});
  all = with_values(all, &Options::running, {false, true});  // of batch norm alone
  return with_each(all, &Options::returned, returned_names());
}

inline std::vector<SoftmaxOptions> all_softmax_options(std::int64_t dim) {
  using Options = SoftmaxOptions;
  std::vector<Options> all{{.dim = dim}};
  all = with_each(all, &Options::algorithm, softmax_algorithm_names());
  all = with_values(all, &Options::log, {false, true});
  all = with_values(all, &Options::temperature, {1.0, 0.7});
  all = with_values(all, &Options::sink, {kNoSink, 0.5, 5.0});
  return with_values(all, &Options::length_scale, {0.0, 0.43});
}

}  // namespace normscope::ops
