// SPDX-License-Identifier: MIT
// The names of the kinds of origins, layers and compared operations, shared by the writer and the
// reader of sessions.
#pragma once

#include <array>
#include <string_view>

#include "app/document/document.hpp"

namespace normscope::document {

enum class OriginKind { kTyped, kRandom, kConstant, kRamp, kFile, kVariable };
enum class OtherKind { kSame, kOperation, kOutput };
enum class LayerKind { kLinear, kRelu };

inline constexpr std::string_view kVersionKey = "normscope_session";

/// In the order of the variant's alternatives.
inline constexpr std::array<base::Name<OriginKind>, 6> kOriginKinds{{
    {OriginKind::kTyped, "typed"},
    {OriginKind::kRandom, "random"},
    {OriginKind::kConstant, "constant"},
    {OriginKind::kRamp, "ramp"},
    {OriginKind::kFile, "file"},
    {OriginKind::kVariable, "variable"},
}};
inline constexpr std::array<base::Name<OtherKind>, 3> kOtherKinds{{
    {OtherKind::kSame, "same"},
    {OtherKind::kOperation, "operation"},
    {OtherKind::kOutput, "output"},
}};
inline constexpr std::array<base::Name<LayerKind>, 2> kLayerKinds{{
    {LayerKind::kLinear, "linear"},
    {LayerKind::kRelu, "relu"},
}};

}  // namespace normscope::document
