// SPDX-License-Identifier: MIT
#include "app/notebook/protocol/json_options.hpp"

#include "core/base/limits.hpp"

namespace normscope::notebook::protocol {

nlohmann::json write_options(const ops::NormOptions& options) {
  return {{"kind", base::name_of(ops::normalization_names(), options.kind)},
          {"normalized_shape", options.normalized_shape},
          {"groups", options.groups},
          {"epsilon", options.epsilon},
          {"epsilon_placement",
           base::name_of(ops::epsilon_placement_names(), options.epsilon_placement)},
          {"estimator", base::name_of(ops::variance_estimator_names(), options.estimator)},
          {"algorithm", base::name_of(ops::variance_algorithm_names(), options.algorithm)},
          {"centring", options.centring},
          {"returned", base::name_of(ops::returned_names(), options.returned)}};
}

nlohmann::json write_options(const ops::SoftmaxOptions& options) {
  return {{"dim", options.dim},
          {"temperature", options.temperature},
          {"algorithm", base::name_of(ops::softmax_algorithm_names(), options.algorithm)},
          {"log", options.log}};
}

ops::NormOptions read_norm_options(const JsonReader& in) {
  ops::NormOptions options;
  options.kind = in.named("kind", ops::normalization_names());
  options.normalized_shape = in.shape("normalized_shape");
  options.groups = in.integer("groups", 1, base::kMaxElements);
  options.epsilon = in.number("epsilon");
  options.epsilon_placement = in.named("epsilon_placement", ops::epsilon_placement_names());
  options.estimator = in.named("estimator", ops::variance_estimator_names());
  options.algorithm = in.named("algorithm", ops::variance_algorithm_names());
  options.centring = in.flag("centring");
  options.returned = in.named("returned", ops::returned_names());
  return options;
}

ops::SoftmaxOptions read_softmax_options(const JsonReader& in) {
  constexpr auto kMost = static_cast<std::int64_t>(base::kMaxRank);
  ops::SoftmaxOptions options;
  options.dim = in.integer("dim", -kMost, kMost);
  options.temperature = in.number("temperature");
  options.algorithm = in.named("algorithm", ops::softmax_algorithm_names());
  options.log = in.flag("log");
  return options;
}

}  // namespace normscope::notebook::protocol
