// bench/contest.hpp: solvers that race to given digits, each at the loosest tolerance that reaches them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mechanisms.hpp"
#include "peers.hpp"

namespace trammel::bench {

struct Contestant {
  std::string name;
  std::vector<std::string> names;  // of the components of y
  std::function<PeerRun(double tol)> run;
  bool foreign = false;  // may end the process when it gives up: tried in a child
  struct Trial {
    double digits, seconds;
  };
  std::map<double, Trial> trials = {};  // by tolerance: what single runs came to
};

// What `auto` chooses at each tolerance, by run(prepared), without dense output and certificate, which nobody else has.
Contestant default_contestant(const Mechanism& mechanism);

Contestant explicit_contestant(const Mechanism& mechanism, const std::string& method, bool project = true);
// Every formulation of the residual that the solver accepts.
std::vector<Contestant> radau_contestants(const Mechanism& mechanism);   // our own Radau IIA
std::vector<Contestant> radau5_contestants(const Mechanism& mechanism);  // Debian's RADAU5
std::vector<Contestant> daspk_contestants(const Mechanism& mechanism);   // Debian's DASPK
std::vector<Contestant> ida_contestants(const Mechanism& mechanism);     // Debian's IDA

struct Winner {
  std::string name = {};  // empty: nobody reached the digits
  double tolerance = 0, digits = 0, seconds = 0;
  std::function<void()> action = {};
};
// `limit`: seconds after which a single run of a peer is ended.
Winner fastest(std::vector<Contestant>& all, const Mechanism& mechanism, double digits, double limit = 20);

}  // namespace trammel::bench
