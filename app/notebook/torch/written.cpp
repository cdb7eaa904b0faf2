// SPDX-License-Identifier: MIT
// See written.hpp: how the texts are run, and the few native helpers they have.
#include "app/notebook/torch/written.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/runtime/exception.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

std::array<std::string_view, 13> texts() {
  return {written_statistics(),
          written_pointwise(),
          written_shapes(),
          written_selection(),
          written_losses(),
          written_functional(),
          written_tools(),
          written_modules(),
          written_norm_layers(),
          written_layers(),
          written_loss_layers(),
          written_attention(),
          written_parameter_containers()};
}

// Records keep the names of operations as views, and may outlive the machine: an argument as it
// stands in the texts, which stay.
std::string_view kept_name(Call& call, std::size_t at) {
  const std::string name = call.text(at, "");
  auto& known = call.torch.written->operations;
  if (const auto found = known.find(name); found != known.end()) return found->second;
  const std::string quoted = "'" + name + "'";
  for (const std::string_view text : texts()) {
    const auto place = text.find(quoted);
    if (place == std::string_view::npos) continue;
    return known.emplace(name, text.substr(place + 1, name.size())).first->second;
  }
  call.fail_type(at, "a name that is written out");
}

// _made(result, operation, gradient, inputs): the result as one step of its own.
Value made(Call& call) {
  std::vector<Array> inputs = call.arrays(3);
  Array result = call.array(0);
  return make_tensor(call.vm, call.torch,
                     arrays::made(call.context(), std::move(result),
                                  {kept_name(call, 1), kept_name(call, 2), std::move(inputs)}));
}

// _named_pair(name, first, second): a named tuple of torch.return_types.
Value named_pair(Call& call) {
  const auto type = call.torch.results.find(call.text(0, ""));
  const std::array<Value, 2> values{call.value(1), call.value(2)};
  return call.vm.make<runtime::TupleObject>(*type->second, std::span<const Value>(values));
}

// _not_supported(what, instead): raises.
Value not_supported(Call& call) {
  call.fail({arrays::ErrorKind::kNotSupported,
             "not supported: " + call.text(0, "") + "; use " + call.text(1, "")});
}

// _plain_log(x): by the C library, as PyTorch's loop over losses takes it; without a record.
Value plain_log(Call& call) {
  return make_tensor(call.vm, call.torch,
                     call.take(arrays::plain_log(call.context(), call.array(0))));
}

// _fused_sum(a, b, c): a * b + c, rounded once; without a record.
Value fused_sum(Call& call) {
  if (!arrays::is_floating(call.array(0).dtype)) {
    const Array product = call.take(
        arrays::binary(call.context(), arrays::BinaryOp::kMul, call.array(0), call.array(1)));
    return make_tensor(
        call.vm, call.torch,
        call.take(arrays::binary(call.context(), arrays::BinaryOp::kAdd, product, call.array(2))));
  }
  return make_tensor(
      call.vm, call.torch,
      call.take(arrays::fused_sum(call.context(), call.array(0), call.array(1), call.array(2))));
}

// _scatter_sum(result, dim, index, source): adds in place.
Value scatter_sum(Call& call) {
  call.take(arrays::scatter_sum(call.array(0), call.integer(1), call.array(2), call.array(3)));
  return Value::none();
}

Value check_in_place(Call& call) {
  call.take(arrays::check_in_place(call.context(), call.array(0)));
  return Value::none();
}

}  // namespace

void make_written(Vm& vm, const std::shared_ptr<Torch>& torch) {
  torch->written = std::make_shared<Written>();
  const Value module = runtime::make_module(vm, "torch");
  torch->written->globals = module.get<runtime::ModuleObject>().names;
  const auto add = [&](std::string_view name, std::string_view parameters, Handler handler) {
    runtime::set_name(vm, module, name,
                      runtime::make_function(vm, name, native(torch, name, parameters, handler)));
  };
  add("_made", "result, operation, gradient, inputs", made);
  add("_named_pair", "name, first, second", named_pair);
  add("_not_supported", "what, instead", not_supported);
  add("_fused_sum", "a, b, c", fused_sum);
  add("_plain_log", "input", plain_log);
  add("_scatter_sum", "result, dim, index, source", scatter_sum);
  add("_check_in_place", "input", check_in_place);
}

runtime::LazyText written_text(Ref<runtime::DictObject> globals) {
  return runtime::LazyText("torch", texts(), std::move(globals));
}

std::vector<std::string_view> define_written(Vm& vm, const Torch& torch, std::string_view owner,
                                             const runtime::StrObject* name) {
  Written& written = *torch.written;
  if (written.text == nullptr) {
    written.text = std::make_shared<runtime::LazyText>(written_text(written.globals));
  }
  return name == nullptr ? written.text->define_all(vm, owner)
                         : written.text->define(vm, std::string(owner) + "." + name->text());
}

}  // namespace normscope::notebook::torch
