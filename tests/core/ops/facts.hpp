// SPDX-License-Identifier: MIT
// The numbers that the tutorial documents print (tests/data/facts/documents.json), the texts that
// PyTorch 2.6 prints for the same steps (printed.json), and the operations that the tests share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/random/distributions.hpp"
#include "core/tensor/print.hpp"
#include "core/torch_arithmetic/view.hpp"
#include "core/trace/operations.hpp"

namespace normscope::facts {

/// The printed numbers of a fact, row after row.
std::vector<double> numbers(const std::string& fact);

/// The text that PyTorch prints for a step, and the bits of the step's values.
std::string printed(const std::string& step);
std::vector<std::string> printed_bits(const std::string& step);

/// Compares values with numbers printed with four decimals: within half a unit of the last decimal.
void expect_printed(std::span<const float> values, const std::string& fact);

/// Expects the text that PyTorch prints for a step; `ending` is a grad_fn, or empty.
void expect_text(const tensor::Tensor& x, const std::string& step, std::string_view ending = {},
                 const tensor::PrintOptions& options = {});

/// The options of set_printoptions(sci_mode=False).
tensor::PrintOptions without_scientific();

/// Statistics of each row of a matrix in torch arithmetic, as [rows, 1].
tensor::Tensor row_mean(const tensor::Tensor& x);
tensor::Tensor row_variance(const tensor::Tensor& x, std::int64_t correction);

/// relu(linear(x)) with the next nn.Linear(5, 6) of the stream, as the traces compute it.
tensor::Tensor activations(random::Generator& generator, const tensor::Tensor& x);

/// The chain that lectures write (torch.var, then eps inside the root), with gamma 1 and beta 0.
trace::Trace lecture_layer_norm(const tensor::Tensor& x);

/// The values of the last step of a trace.
tensor::Tensor output(const trace::Trace& trace);

/// Runs an operation on a device.
tensor::Tensor run(const compute::Operation& operation, const tensor::Tensor& x,
                   compute::Device device);

/// A sum, printed as by "{:.2f}".
std::string two_decimals(float value);

}  // namespace normscope::facts
