// SPDX-License-Identifier: MIT
// Brings the JSON of a session of an earlier version to today's. The reader knows today's alone.
#pragma once

#include <nlohmann/json.hpp>

#include "app/document/session/node.hpp"

namespace normscope::document {

/// Changes the JSON of a session of this version, 1 to kSessionVersion, to that of kSessionVersion,
/// by one step for each version. A step keeps a fault where it finds keys that its version did not
/// have; all other faults are left to the reader.
void migrate(nlohmann::json& session, int version, SessionNode::Fault& fault);

}  // namespace normscope::document
