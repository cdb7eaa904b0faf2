// SPDX-License-Identifier: MIT
// Digits of an input that float32 loses and that matter: what every command that reads numbers says
// of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/failure.hpp"
#include "core/compute/lost_digits.hpp"
#include "core/io/table.hpp"
#include "core/ops/operation.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::cli {

struct LostInput {
  std::string sentence;
  bool in_double = false;                                // double loses them as well
  std::shared_ptr<const std::vector<double>> numbers{};  // all of the input
};

/// What an operation over these groups of an input loses that was read as x; `order` is that in
/// which the dimensions of the file are seen. Nothing where digits suffice, or a pipe cannot be
/// read again.
std::optional<LostInput> lost_of_input(const std::string& path, const io::TableChoice& table,
                                       const tensor::GroupLayout& groups, const tensor::Tensor& x,
                                       const std::vector<std::size_t>& order = {});

/// That double loses digits as well, as a refusal.
tl::unexpected<Failure> refused(const std::string& path, const LostInput& lost);

/// Says what an operation of the input loses, for a command that computes in float32.
void note_lost_digits(const std::string& path, const io::TableChoice& table,
                      const ops::Operation& operation, const tensor::Tensor& x,
                      const Console& console);

}  // namespace normscope::cli
