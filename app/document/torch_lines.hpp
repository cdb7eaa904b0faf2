// SPDX-License-Identifier: MIT
// The lines of a PyTorch program that compute y from x, for a softmax, for the relatives and for
// chains.
#pragma once

#include <span>
#include <string>

#include "app/document/document.hpp"

namespace normscope::document {

/// A number as Python literal, the shortest that reads back as the same number.
std::string python(double value);
std::string python(float value);

/// The line that makes a tensor of all its numbers: "gamma = torch.tensor([1., 2.])".
std::string tensor_of(const std::string& name, const Array& values);

/// Of an x of this shape. With a length scale the lines need the module math.
std::string softmax_lines(const ops::SoftmaxOptions& options, const tensor::Shape& shape);

/// Gamma and beta that are on have variables of these names.
std::string relative_lines(const Operation& operation);

/// The variable of a step in a chain's lines, or the number that stands for a constant.
std::string chain_variable(std::span<const trace::WrittenStep> steps, int at);

/// Of the steps of a chain, each in a line as its variable; a parameter is p and its step's number.
/// shape   x is the input's
std::string chain_lines(std::span<const trace::WrittenStep> steps, const tensor::Shape& x);

}  // namespace normscope::document
