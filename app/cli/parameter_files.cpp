// SPDX-License-Identifier: MIT
#include "app/cli/parameter_files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/compute/lost_digits.hpp"
#include "core/io/tensor_file.hpp"
#include "core/ops/one_number.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

using Parameter = std::shared_ptr<const tensor::Tensor>;

OrFailure<Parameter> read_as_it_is(const std::string& path) {
  auto values = io::read_tensor(path);
  if (!values) return tl::unexpected(Failure{path, values.error()});
  return std::make_shared<const tensor::Tensor>(*std::move(values));
}

// A table of one row or one column as a list; null where it is none.
Parameter as_list(const std::string& path, const tensor::Tensor& values) {
  const tensor::Shape& shape = values.shape();
  if (!io::is_table(path) || shape.size() != 2 || (shape[0] != 1 && shape[1] != 1)) return nullptr;
  auto list = values.reshaped({values.size()});
  return list ? std::make_shared<const tensor::Tensor>(*std::move(list)) : nullptr;
}

struct GivenFile {
  const std::string* path;
  Parameter* place;
};
std::array<GivenFile, 4> files_of(compute::Request& request, const ParameterPaths& paths) {
  return {{{&paths.weight, &request.gamma},
           {&paths.bias, &request.beta},
           {&paths.running_mean, &request.running.mean},
           {&paths.running_var, &request.running.variance}}};
}

OrFailure<void> add_parameter(compute::Request& request, const tensor::Shape& x,
                              const GivenFile& file) {
  auto values = read_as_it_is(*file.path);
  if (!values) return tl::unexpected(values.error());
  *file.place = *values;
  const auto plan = compute::plan_request(request, x);
  if (plan) return {};
  if (Parameter list = as_list(*file.path, **values)) {
    *file.place = std::move(list);
    const auto as_planned = compute::plan_request(request, x);
    if (as_planned) return {};
    return tl::unexpected(Failure{*file.path, as_planned.error()});
  }
  return tl::unexpected(Failure{*file.path, plan.error()});
}

// What float32 rounds of a mean stays in every number that it is subtracted from.
OrFailure<void> check_mean(const compute::Request& request, const ParameterPaths& paths) {
  const auto& [mean, variance] = request.running;
  if (!mean) return {};
  io::Doubles doubles;
  const auto again = io::read_tensor(io::array_place(paths.running_mean), {.doubles = &doubles});
  if (!again || again->size() != static_cast<std::int64_t>(doubles.values.size())) return {};
  const bool own = variance && variance->size() == mean->size();
  for (std::size_t at = 0; at < doubles.values.size(); ++at) {
    const double exact = doubles.values[at];
    const float rounded = mean->values()[at];
    const double deviation = own ? std::sqrt(static_cast<double>(variance->values()[at])) : 1;
    if (!(std::abs(exact - static_cast<double>(rounded)) > compute::kLostShare * deviation))
      continue;
    const compute::LostDigits lost{static_cast<std::int64_t>(at), exact, rounded, false};
    return tl::unexpected(
        Failure{paths.running_mean,
                {base::ErrorKind::kUnsupported, compute::sentence_of(lost, mean->shape()),
                 tr("subtract a common number from the channel and from this mean")}});
  }
  return {};
}

// PyTorch makes nan of such a variance; here the files were probably exchanged.
OrFailure<void> check_running(const compute::Request& request, const ParameterPaths& paths) {
  const Parameter& variance = request.running.variance;
  if (!variance || std::ranges::none_of(variance->values(), [](float v) { return v < 0; })) {
    return check_mean(request, paths);
  }
  return tl::unexpected(Failure{
      paths.running_var, {base::ErrorKind::kInvalidArgument, tr("a running variance is below 0")}});
}

}  // namespace

std::vector<const std::string*> ParameterPaths::all() const {
  return {&weight, &bias, &running_mean, &running_var};
}

OrFailure<void> take_running(ops::Operation& operation, const ParameterPaths& paths) {
  if (paths.running_mean.empty() && paths.running_var.empty()) return {};
  const auto wrong = [](std::string_view sentence) {
    return tl::unexpected(
        Failure{"", {base::ErrorKind::kInvalidArgument, std::string(sentence)}, Exit::kUsage});
  };
  if (paths.running_mean.empty() || paths.running_var.empty()) {
    return wrong(tr("--running-mean and --running-var go together"));
  }
  auto* const norm = std::get_if<ops::NormOptions>(&operation);
  if (norm == nullptr || norm->kind != ops::Normalization::kBatchNorm) {
    return wrong(tr("--running-mean and --running-var are for batch-norm"));
  }
  norm->running = true;
  return {};
}

OrFailure<compute::Plan> plan_for(const compute::Request& request, const tensor::Shape& x,
                                  const std::string& input) {
  auto plan = compute::plan_request(request, x);
  if (!plan) return tl::unexpected(Failure{input, plan.error()});
  const auto trains = ops::check_training(x, request.operation);
  if (!trains) return tl::unexpected(Failure{input, trains.error()});
  return *std::move(plan);
}

OrFailure<void> add_parameters(compute::Request& request, const tensor::Shape& x,
                               const ParameterPaths& paths) {
  for (const GivenFile& file : files_of(request, paths)) {
    if (file.path->empty()) continue;
    if (auto added = add_parameter(request, x, file); !added) return added;
  }
  return check_running(request, paths);
}

OrFailure<void> read_parameters(compute::Request& request, const ParameterPaths& paths) {
  for (const GivenFile& file : files_of(request, paths)) {
    if (file.path->empty()) continue;
    auto values = read_as_it_is(*file.path);
    if (!values) return tl::unexpected(values.error());
    Parameter list = as_list(*file.path, **values);
    *file.place = list ? list : *values;
  }
  return check_running(request, paths);
}

}  // namespace normscope::cli
