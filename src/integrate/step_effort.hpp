// integrate/step_effort.hpp: the effort (base/effort.hpp) of the tries of steps alone.
//
// What is done with a step afterwards (output, certificates, events) is not in it: choices that rest on it are the
// same whoever looks on.
#pragma once

namespace trammel::integrate {

inline double& step_effort_so_far() {  // in this thread
  thread_local double effort = 0;
  return effort;
}

}  // namespace trammel::integrate
