// base/work.hpp: what set-ups have cost so far in this thread, for tests that count it.
#pragma once

namespace trammel {

struct Work {
  long analyses = 0;      // structures found (analysis::analyze)
  long starts = 0;        // consistent starts looked for
  long compilations = 0;  // systems made from equations (system::compile)
  long programs = 0;      // functions compiled, of systems and all others (program::compile)
  long graphs = 0;        // made to work on expressions: none, and nothing was derived or rewritten
};

inline Work& work_so_far() {
  thread_local Work work;
  return work;
}

}  // namespace trammel
