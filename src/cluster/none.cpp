// cluster/none.cpp: stands in the place of mpi.cpp in a build without MPI.
#include "base/error.hpp"
#include "cluster/cluster.hpp"

namespace trammel::cluster {

bool available() { return false; }

Session::Session() {
  throw Error(
      Kind::usage, "this build of trammel has no MPI", {},
      "without --mpi the sweep runs on all cores of this machine; -DTRAMMEL_MPI=ON builds it with MPI");
}
Session::~Session() = default;
std::string Session::broadcast(std::string bytes) { return bytes; }

Lead::Lead(Session& session) : session_(session) {}
Lead::~Lead() = default;
void Lead::serve(const Orders&) {}
void follow(Session&, const std::function<Job()>&, const std::function<bool()>&) {}

}  // namespace trammel::cluster
