// SPDX-License-Identifier: MIT
// Documents to derive formulas in, and what must be true of every derivation.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/results/derivation/derivation.hpp"

namespace normscope::results {

/// Four digits, and a power of ten where they would hide the number.
std::string four_digits(float value);

Evaluation computed(const document::Document& document,
                    compute::Device device = compute::Device::kCpu);

/// A document of this shape, with normal numbers.
document::Document with_normal_numbers(const tensor::Shape& shape);

/// The document with gamma and beta of both signs.
document::Document with_parameters(document::Document document);

/// The card of this id; throws std::runtime_error when there is none.
std::size_t card_named(const Evaluation& evaluation, std::string_view id);

/// Expects of the derivation of a cell: it parses; each link is used once and names a place with
/// the value of the link; the numbers give the value of the cell, within the roundings of the
/// formula to float32.
void expect_true(const document::Document& document, const Evaluation& evaluation,
                 const Cell& cell);

/// Expects it of some seven cells of every card.
void expect_all_true(const document::Document& document);

}  // namespace normscope::results
