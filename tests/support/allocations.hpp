// Counts heap allocations through operator new, to show that hot loops make none.
#pragma once

namespace trammel::support {

long allocations();  // so far, in this thread

}  // namespace trammel::support
