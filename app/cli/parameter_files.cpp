// SPDX-License-Identifier: MIT
#include "app/cli/parameter_files.hpp"

#include <memory>
#include <utility>

#include "core/io/tensor_file.hpp"

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

OrFailure<void> add_parameter(compute::Request& request, Parameter compute::Request::*place,
                              const std::string& path) {
  if (path.empty()) return {};
  auto values = read_as_it_is(path);
  if (!values) return tl::unexpected(values.error());
  request.*place = *values;
  const auto plan = compute::plan_request(request);
  if (plan) return {};
  if (Parameter list = as_list(path, **values)) {
    request.*place = std::move(list);
    const auto as_planned = compute::plan_request(request);
    if (as_planned) return {};
    return tl::unexpected(Failure{path, as_planned.error()});
  }
  return tl::unexpected(Failure{path, plan.error()});
}

}  // namespace

OrFailure<Parameter> read_parameter(const std::string& path) {
  if (path.empty()) return nullptr;
  auto values = read_as_it_is(path);
  if (!values) return values;
  Parameter list = as_list(path, **values);
  return list ? list : *values;
}

OrFailure<void> add_parameters(compute::Request& request, const std::string& weight,
                               const std::string& bias) {
  const auto added = add_parameter(request, &compute::Request::gamma, weight);
  return added ? add_parameter(request, &compute::Request::beta, bias) : added;
}

}  // namespace normscope::cli
