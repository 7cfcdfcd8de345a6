// system/first_tops.hpp: where the search for tops begins when a start is looked for.
#pragma once

#include "system/system.hpp"

namespace trammel::system {

// Like ode.guess(top), but the next derivative() goes from the simplified arguments of homotopy(..), if there
// are any, to the actual ones [MLS36, 3.7.4.2]; later ones do not.
void begin(Ode& ode, Vec top);

}  // namespace trammel::system
