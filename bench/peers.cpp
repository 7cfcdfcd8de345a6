#include "peers.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <numeric>

namespace trammel::bench {
namespace {

using Fcn = void (*)(int*, double*, double*, double*, double*, int*);
using Jac = void (*)(int*, double*, double*, int*, int*, double*, int*, double*,
                     int*);  // with the bandwidths
using Mas = void (*)(int*, double*, int*, double*, int*);
using Solout = void (*)(int*, double*, double*, double*, double*, int*, int*, double*, int*, int*);
using Radau5 = void (*)(int*, Fcn, double*, double*, double*, double*, double*, double*, int*, Jac, int*,
                        int*, int*, Mas, int*, int*, int*, Solout, int*, double*, int*, int*, int*, double*,
                        int*, int*);
using Res = void (*)(double*, double*, double*, double*, double*, int*, double*, int*);
using DaspkJac = void (*)(double*, double*, double*, double*, double*, double*, int*);
using Daspk = void (*)(Res, int*, double*, double*, double*, double*, int*, double*, double*, int*, double*,
                       int*, int*, int*, double*, int*, DaspkJac, void (*)());

struct Library {
  Radau5 radau5 = nullptr;
  Daspk daspk = nullptr;
  Library() {
    for (const char* r : {"libR.so", "/usr/lib/R/lib/libR.so"})
      if (::dlopen(r, RTLD_LAZY | RTLD_GLOBAL)) break;
    for (const char* root : {"/usr/lib/R/site-library", "/usr/local/lib/R/site-library"}) {
      const std::string path = std::string(root) + "/deSolve/libs/deSolve.so";
      if (!std::filesystem::exists(path)) continue;
      void* const library = ::dlopen(path.c_str(), RTLD_LAZY);
      if (!library) continue;
      radau5 = reinterpret_cast<Radau5>(::dlsym(library, "radau5_"));
      daspk = reinterpret_cast<Daspk>(::dlsym(library, "ddaspk_"));
      return;
    }
  }
};

const Library& library() {
  static const Library loaded;
  return loaded;
}

// What the callbacks need; Fortran passes no pointer of ours through.
struct Context {
  system::Residual* model = nullptr;
  int n = 0;
  std::vector<int> order;  // unknown at each place that the peer sees
  std::vector<double> y, zero, r;
  linalg::SparseMatrix J;
  std::vector<double> weights = {1, 0};
};
Context* now = nullptr;

void prepare(Context& context, pipeline::Setup& setup, bool sorted) {
  system::Residual& model = setup.instance->residual();
  context.model = &model;
  context.n = model.size();
  context.order.resize(static_cast<std::size_t>(context.n));
  std::iota(context.order.begin(), context.order.end(), 0);
  if (sorted) std::ranges::stable_sort(context.order, {}, [&](int j) { return std::min(model.level(j), 3); });
  for (auto* v : {&context.y, &context.zero, &context.r}) v->assign(static_cast<std::size_t>(context.n), 0.0);
  context.y = setup.start.y;  // where M is asked for: at 0 a model may not be defined
  context.J = linalg::SparseMatrix(model.pattern());
  now = &context;
}

void unsort(const double* y) {
  for (int i = 0; i < now->n; ++i) now->y[now->order[i]] = y[i];
}

void fcn(int* n, double* t, double* y, double* f, double*, int*) {
  unsort(y);
  const double* levels[] = {now->y.data(), now->zero.data()};
  now->model->residual(*t, levels, now->r);
  for (int i = 0; i < *n; ++i) f[i] = -now->r[i];
}

void jac_of_value(double t, double weight_value, double weight_slope, double sign, double* out, int rows) {
  const double* levels[] = {now->y.data(), now->zero.data()};
  now->weights = {weight_value, weight_slope};
  now->model->jacobian(t, levels, now->weights, now->J);
  std::fill_n(out, static_cast<std::size_t>(rows) * now->n, 0.0);
  const linalg::Pattern& p = *now->J.pattern;
  for (int place = 0; place < now->n; ++place) {
    const int j = now->order[place];
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      out[static_cast<std::size_t>(place) * rows + p.row[k]] = sign * now->J.value[k];
  }
}

void jac(int*, double* t, double* y, int*, int*, double* out, int* rows, double*, int*) {
  unsort(y);
  jac_of_value(*t, 1, 0, -1, out, *rows);
}
void mas(int*, double* out, int* rows, double*, int*) { jac_of_value(0, 0, 1, 1, out, *rows); }
void no_output(int*, double*, double*, double*, double*, int*, int*, double*, int*, int*) {}

void res(double* t, double* y, double* slope, double*, double* r, int* flag, double*, int*) {
  const double* levels[] = {y, slope};
  now->model->residual(*t, levels, Out(r, static_cast<std::size_t>(now->n)));
  for (int i = 0; i < now->n; ++i)
    if (!std::isfinite(r[i])) *flag = -1;
}
void daspk_jac(double* t, double* y, double* slope, double* out, double* c, double*, int*) {
  const double* levels[] = {y, slope};
  now->weights = {1, *c};
  now->model->jacobian(*t, levels, now->weights, now->J);
  std::fill_n(out, static_cast<std::size_t>(now->n) * now->n, 0.0);
  const linalg::Pattern& p = *now->J.pattern;
  for (int j = 0; j < now->n; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      out[static_cast<std::size_t>(j) * now->n + p.row[k]] = now->J.value[k];
}

std::vector<double> absolute(const pipeline::Setup& setup, double tol) {
  std::vector<double> atol = setup.start.nominal;
  for (double& a : atol) a *= tol;
  return atol;
}

}  // namespace

bool peers_found() { return library().radau5 && library().daspk; }

bool mass_is_constant(pipeline::Setup& setup) {
  system::Residual& model = setup.instance->residual();
  std::vector<double> y = setup.start.y, weights = {0, 1};
  const double* levels[] = {y.data(), setup.start.slope.data()};
  linalg::SparseMatrix here(model.pattern()), there(model.pattern());
  model.jacobian(setup.start.t, levels, weights, here);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += 0.1 + 0.01 * static_cast<double>(i % 7);
  model.jacobian(setup.start.t, levels, weights, there);
  return here.value == there.value;
}

PeerRun run_radau5(pipeline::Setup& setup, double t_end, double tol) {
  Context context;
  prepare(context, setup, true);
  int n = context.n, itol = 1, ijac = 1, full = n, imas = 1, iout = 0, idid = 0, ipar[3] = {0, 0, 0};
  const std::vector<double> atol = absolute(setup, tol);
  std::vector<double> y(context.y), a(context.y), r(static_cast<std::size_t>(n), tol);
  std::vector<double> work(
      static_cast<std::size_t>(4 * n * n + 12 * n + 20) + static_cast<std::size_t>(n) * n, 0.0);
  std::vector<int> iwork(static_cast<std::size_t>(3 * n + 20), 0);
  int levels[3] = {0, 0, 0};
  for (int i = 0; i < n; ++i) {
    const int j = context.order[i];
    y[i] = setup.start.y[j];
    a[i] = atol[j];
    ++levels[std::min(setup.instance->residual().level(j), 3) - 1];
  }
  iwork[1] = 300'000;  // most steps
  std::copy_n(levels, 3, iwork.begin() + 4);
  int lwork = static_cast<int>(work.size()), liwork = static_cast<int>(iwork.size());
  double t = setup.start.t, h = 1e-6 * std::min(1.0, t_end), rpar[1] = {0};
  library().radau5(&n, fcn, &t, y.data(), &t_end, &h, r.data(), a.data(), &itol, jac, &ijac, &full, &full,
                   mas, &imas, &full, &full, no_output, &iout, work.data(), &lwork, iwork.data(), &liwork,
                   rpar, ipar, &idid);
  unsort(y.data());
  return {idid > 0 && t == t_end, context.y};
}

PeerRun run_daspk(pipeline::Setup& setup, double t_end, double tol) {
  Context context;
  prepare(context, setup, false);
  int n = context.n, idid = 0, info[24] = {}, ipar[3] = {0, 0, 0};
  info[1] = 1;  // tolerances by component
  info[2] = 0;  // only the end is wanted
  info[4] = 1;  // the Jacobian is ours
  std::vector<double> atol = absolute(setup, tol), rtol(static_cast<std::size_t>(n), tol);
  bool excluded = false;
  for (int j = 0; j < n; ++j) excluded = excluded || setup.instance->residual().level(j) > 1;
  std::vector<double> y = setup.start.y, slope = setup.start.slope;
  std::vector<double> rwork(static_cast<std::size_t>(50 + 10 * n + n * n + n + n * 10), 0.0);
  std::vector<int> iwork(static_cast<std::size_t>(40 + 3 * n + 40), 0);
  if (excluded) {
    info[15] = 1;  // index-2 and index-3 unknowns stay out of the error test
    for (int j = 0; j < n; ++j)
      iwork[static_cast<std::size_t>(40 + j)] = setup.instance->residual().level(j) > 1 ? -1 : 1;
  }
  int lrw = static_cast<int>(rwork.size()), liw = static_cast<int>(iwork.size());
  double t = setup.start.t, end = t_end, rpar[1] = {0};
  for (int calls = 0; calls < 600 && t < t_end; ++calls) {
    library().daspk(res, &n, &t, y.data(), slope.data(), &end, info, rtol.data(), atol.data(), &idid,
                    rwork.data(), &lrw, iwork.data(), &liw, rpar, ipar, daspk_jac, nullptr);
    if (idid == -1) {  // 500 steps were taken: go on
      info[0] = 1;
      continue;
    }
    if (idid < 0) break;
  }
  return {idid > 0 && t >= t_end, y};
}

}  // namespace trammel::bench
