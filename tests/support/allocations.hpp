// Counts heap allocations through operator new, to show that hot loops make none.
#pragma once

namespace trammel::support {

long allocations();         // so far, in this thread
long allocated_bytes();     // likewise, all together, freed or not
long most_held_bytes();     // more than at the last call, in this thread: not yet freed
bool counts_allocations();  // false where a sanitizer has taken operator new over

}  // namespace trammel::support
