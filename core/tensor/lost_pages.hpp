// SPDX-License-Identifier: MIT
// Mapped pages of files on disk. When another program makes such a file shorter, the system answers
// a look at the pages that went with SIGBUS, which would end this program. Here such a page becomes
// one of NaN: the numbers are gone, and one sees it.
#pragma once

#include <cstddef>

namespace normscope::tensor {

/// Guards `size` bytes of mapped pages from `start`, until forget_pages(start). The first call
/// takes over SIGBUS, unless the program has a handler of its own. Other faults end the program as
/// before. False where too many mappings are guarded already.
bool watch_pages(std::byte* start, std::size_t size);

void forget_pages(std::byte* start);

}  // namespace normscope::tensor
