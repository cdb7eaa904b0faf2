// SPDX-License-Identifier: MIT
// One side of `normscope compare`: what an argument names.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/cli/failure.hpp"
#include "core/base/names.hpp"
#include "core/compute/compute.hpp"
#include "core/trace/trace.hpp"

namespace normscope::cli {

enum class SideKind { kPreset, kOperation, kFile };

std::span<const base::Name<SideKind>> side_kind_names();

struct Side {
  SideKind kind = SideKind::kPreset;
  std::string argument;
  std::string description;     // of a preset
  compute::Request request{};  // of a preset or an operation, without its input
  trace::TensorRef output{};   // of a file

  bool computes() const { return kind != SideKind::kFile; }
  compute::Request request_of(trace::TensorRef x) const {
    compute::Request of = request;
    of.x = std::move(x);
    return of;
  }
};

/// The side that an argument names: a preset, an operation when the first word is the name of one,
/// otherwise a file, which is read. The words of an operation are separated by blanks.
/// errors  wrong usage: options of the operation; NotFound and those of io::read_tensor
OrFailure<Side> read_side(const std::string& argument);

}  // namespace normscope::cli
