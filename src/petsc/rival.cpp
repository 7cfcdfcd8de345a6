// petsc/rival.cpp: PETSc's own time steps, TSBDF, on the same equations and ranks: what a benchmark compares with.
#include "petsc/rival.hpp"

#include <petscts.h>

#include <algorithm>
#include <cmath>

namespace trammel::petsc {
namespace {

void must(PetscErrorCode code) { check(code, "PETSc's time steps fail"); }

// The unknowns that the rows of this rank read, out of a vector that lies on all ranks.
class Reading {
 public:
  Reading(::Vec whole, const std::vector<int>& numbers) {
    must(VecCreateSeq(PETSC_COMM_SELF, static_cast<PetscInt>(numbers.size()), &mine_));
    IS from;
    must(ISCreateGeneral(PETSC_COMM_SELF, static_cast<PetscInt>(numbers.size()), numbers.data(),
                         PETSC_COPY_VALUES, &from));
    must(VecScatterCreate(whole, from, mine_, nullptr, &scatter_));
    must(ISDestroy(&from));
  }
  ~Reading() {
    VecScatterDestroy(&scatter_);
    VecDestroy(&mine_);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  void read(::Vec whole, std::vector<double>& into) {
    must(VecScatterBegin(scatter_, whole, mine_, INSERT_VALUES, SCATTER_FORWARD));
    must(VecScatterEnd(scatter_, whole, mine_, INSERT_VALUES, SCATTER_FORWARD));
    PetscInt size = 0;
    const PetscScalar* at = nullptr;
    must(VecGetLocalSize(mine_, &size));
    must(VecGetArrayRead(mine_, &at));
    into.assign(at, at + size);
    must(VecRestoreArrayRead(mine_, &at));
  }

 private:
  ::Vec mine_ = nullptr;
  VecScatter scatter_ = nullptr;
};

struct Context {
  RivalRows& rows;
  Reading *y, *slope;
  std::vector<double> values = {};
};

PetscErrorCode residual(TS, PetscReal t, ::Vec y, ::Vec slope, ::Vec f, void* context) {
  auto& at = *static_cast<Context*>(context);
  at.y->read(y, at.rows.point[0]);
  at.slope->read(slope, at.rows.point[1]);
  PetscScalar* to = nullptr;
  must(VecGetArray(f, &to));
  at.rows.residual(t, to);
  must(VecRestoreArray(f, &to));
  return 0;
}

PetscErrorCode jacobian(TS, PetscReal t, ::Vec y, ::Vec slope, PetscReal shift, Mat, Mat matrix,
                        void* context) {
  auto& at = *static_cast<Context*>(context);
  at.y->read(y, at.rows.point[0]);
  at.slope->read(slope, at.rows.point[1]);
  at.rows.jacobian(t, shift, at.values);
  must(MatSetValuesCOO(matrix, at.values.data(), INSERT_VALUES));
  return 0;
}

void set(::Vec into, const std::vector<double>& values) {
  PetscScalar* at = nullptr;
  must(VecGetArray(into, &at));
  std::copy(values.begin(), values.end(), at);
  must(VecRestoreArray(into, &at));
}

}  // namespace

RivalResult run_rival(RivalRows& rows, const RivalTask& task) {
  const auto n = static_cast<PetscInt>(task.start.size());
  Mat matrix;
  must(MatCreate(PETSC_COMM_WORLD, &matrix));
  must(MatSetSizes(matrix, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  must(MatSetType(matrix, MATAIJ));
  std::vector<int> row = rows.row, column = rows.column;
  must(MatSetPreallocationCOO(matrix, static_cast<PetscCount>(row.size()), row.data(), column.data()));
  ::Vec y, end, tolerances;
  must(MatCreateVecs(matrix, &y, nullptr));
  must(VecDuplicate(y, &end));
  must(VecDuplicate(y, &tolerances));
  set(y, task.start);
  set(end, task.end);
  set(tolerances, task.atol);
  Reading of_y(y, rows.reads[0]), of_slope(y, rows.reads[1]);
  Context context{rows, &of_y, &of_slope};
  context.values.resize(row.size());

  TS ts;
  SNES snes;
  KSP ksp;
  PC pc;
  TSAdapt adapt;
  must(TSCreate(PETSC_COMM_WORLD, &ts));
  must(TSSetOptionsPrefix(ts, "rival_"));
  must(TSSetEquationType(ts, TS_EQ_DAE_IMPLICIT_INDEX2));
  must(TSSetType(ts, TSBDF));
  must(TSSetIFunction(ts, nullptr, residual, &context));
  must(TSSetIJacobian(ts, matrix, matrix, jacobian, &context));
  must(TSSetTime(ts, task.from));
  must(TSSetMaxTime(ts, task.to));
  must(TSSetTimeStep(ts, task.first_step));
  must(TSSetMaxSteps(ts, 1000000));
  must(TSSetExactFinalTime(ts, TS_EXACTFINALTIME_MATCHSTEP));
  must(TSSetTolerances(ts, PETSC_DECIDE, tolerances, task.rtol, nullptr));
  must(TSGetAdapt(ts, &adapt));
  must(TSAdaptSetType(adapt, TSADAPTBASIC));
  must(TSGetSNES(ts, &snes));
  must(SNESGetKSP(snes, &ksp));
  must(KSPSetType(ksp, KSPPREONLY));
  must(KSPGetPC(ksp, &pc));
  must(PCSetType(pc, PCLU));
  must(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  must(TSSetFromOptions(ts));
  const double before = MPI_Wtime();
  RivalResult result;
  result.failed = TSSolve(ts, y) != 0;
  result.seconds = MPI_Wtime() - before;
  PetscInt steps = 0, rejected = 0, iterations = 0, failures = 0;
  TSGetStepNumber(ts, &steps);
  TSGetStepRejections(ts, &rejected);
  TSGetSNESIterations(ts, &iterations);
  TSGetSNESFailures(ts, &failures);
  TSConvergedReason reason = TS_CONVERGED_ITERATING;
  TSGetConvergedReason(ts, &reason);
  result.failed = result.failed || reason < 0;
  result.steps = steps;
  result.rejected = rejected + failures;
  result.iterations = iterations;
  PetscReal norm = 0, size = 0;
  VecNorm(end, NORM_INFINITY, &size);
  VecAXPY(end, -1, y);
  VecNorm(end, NORM_INFINITY, &norm);
  result.off = norm / std::max(size, 1e-300);
  TSDestroy(&ts);
  MatDestroy(&matrix);
  for (::Vec* one : {&y, &end, &tolerances}) VecDestroy(one);
  return result;
}

}  // namespace trammel::petsc
