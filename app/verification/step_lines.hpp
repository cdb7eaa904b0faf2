// SPDX-License-Identifier: MIT
// The steps of a program as lines of PyTorch, in float32 or under a precision plan.
#pragma once

#include <span>
#include <string>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/error.hpp"
#include "core/precision/plan.hpp"
#include "core/trace/trace.hpp"

namespace normscope::verification {

/// "(2, 5, )": a tuple of Python, whatever the number of sizes.
std::string python_tuple(const tensor::Shape& sizes);

/// The steps of a program as lines of PyTorch, each a variable named after its position: "_1". The
/// input is x, parameters are variables by their names, numbers stand as they are.
/// shape   parameters of channels have one dimension
std::string torch_lines(const trace::Program& program);

/// Whether PyTorch can run a program's steps under a plan.
/// errors  Unsupported: what PyTorch lacks for it
base::Expected<void> check_words(const trace::Program& program, const precision::Plan& plan);

/// The same lines under a plan that PyTorch can run: each step is computed in float32, or in double
/// where the plan has float64, then cast to its format; parameters are steps with their numbers.
/// shape   `leaves` as those of precision::evaluate
std::string torch_lines(const trace::Program& program, std::span<const trace::TensorRef> leaves,
                        const precision::Plan& plan);

/// A document as a PyTorch program: under a plan that PyTorch can run its steps, of a comparison
/// those of A; else as document::torch_code.
/// shape   `evaluation` is that of the document; null or with a failure: there is none
std::string torch_text(const document::Document& document, const results::Evaluation* evaluation);

}  // namespace normscope::verification
