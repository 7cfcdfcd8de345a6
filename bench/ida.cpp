// bench/ida.cpp: SUNDIALS IDA on the same compiled model functions, dense direct, Jacobian given.
#include "peers.hpp"

#if TRAMMEL_HAS_IDA
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>

namespace trammel::bench {
namespace {

struct Model {
  system::Residual* equations;
  linalg::SparseMatrix J;
  double weights[2] = {1, 0};
};

int residual(realtype t, N_Vector y, N_Vector slope, N_Vector r, void* data) {
  auto& model = *static_cast<Model*>(data);
  const double* levels[] = {N_VGetArrayPointer(y), N_VGetArrayPointer(slope)};
  const Out out(N_VGetArrayPointer(r), static_cast<std::size_t>(model.equations->size()));
  model.equations->residual(t, levels, out);
  return std::ranges::all_of(out, [](double value) { return std::isfinite(value); }) ? 0 : 1;
}

int jacobian(realtype t, realtype c, N_Vector y, N_Vector slope, N_Vector, SUNMatrix to, void* data, N_Vector,
             N_Vector, N_Vector) {
  auto& model = *static_cast<Model*>(data);
  const double* levels[] = {N_VGetArrayPointer(y), N_VGetArrayPointer(slope)};
  model.weights[1] = c;
  model.equations->jacobian(t, levels, model.weights, model.J);
  SUNMatZero(to);
  const linalg::Pattern& p = *model.J.pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      SUNDenseMatrix_Column(to, j)[p.row[k]] = model.J.value[k];
  return 0;
}

void silent(int, const char*, const char*, char*, void*) {}

}  // namespace

bool ida_found() { return true; }

PeerRun run_ida(pipeline::Setup& setup, double t_end, double tol) {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  Model model{&setup.instance->residual(), linalg::SparseMatrix(setup.instance->residual().pattern())};
  const int n = model.equations->size();
  N_Vector y = N_VNew_Serial(n, context), slope = N_VClone(y), atol = N_VClone(y), id = N_VClone(y);
  bool excluded = false;
  for (int i = 0; i < n; ++i) {
    N_VGetArrayPointer(y)[i] = setup.start.y[i];
    N_VGetArrayPointer(slope)[i] = setup.start.slope[i];
    N_VGetArrayPointer(atol)[i] = setup.start.nominal[i] * tol;
    N_VGetArrayPointer(id)[i] = model.equations->level(i) <= 1;
    excluded = excluded || model.equations->level(i) > 1;
  }
  void* ida = IDACreate(context);
  SUNMatrix matrix = SUNDenseMatrix(n, n, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  IDAInit(ida, residual, setup.start.t, y, slope);
  IDASetErrHandlerFn(ida, silent, nullptr);
  IDASVtolerances(ida, tol, atol);
  IDASetUserData(ida, &model);
  IDASetMaxNumSteps(ida, 300'000);
  IDASetStopTime(ida, t_end);
  IDASetLinearSolver(ida, solver, matrix);
  IDASetJacFn(ida, jacobian);
  if (excluded) {  // index-2 and index-3 unknowns stay out of the error test
    IDASetId(ida, id);
    IDASetSuppressAlg(ida, SUNTRUE);
  }
  double t = setup.start.t;
  const int flag = IDASolve(ida, t_end, &t, y, slope, IDA_NORMAL);
  PeerRun run{flag >= 0 && t >= t_end, {N_VGetArrayPointer(y), N_VGetArrayPointer(y) + n}};
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  for (N_Vector v : {y, slope, atol, id}) N_VDestroy(v);
  SUNContext_Free(&context);
  return run;
}

}  // namespace trammel::bench

#else

namespace trammel::bench {
bool ida_found() { return false; }
PeerRun run_ida(pipeline::Setup&, double, double) { return {}; }
}  // namespace trammel::bench

#endif
