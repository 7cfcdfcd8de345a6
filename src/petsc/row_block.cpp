// petsc/row_block.cpp: matrices and factors of PETSc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "petsc/state.hpp"

namespace trammel::petsc {
namespace {

constexpr int first_workspace = 50, largest_workspace = 1600;  // percent beyond MUMPS's own estimate

void must(PetscErrorCode code) { check(code, "PETSc refuses a matrix"); }

// What PETSC_OPTIONS does not say otherwise.
void by_default(const char* name, const char* value) {
  PetscBool given = PETSC_FALSE;
  must(PetscOptionsHasName(nullptr, nullptr, name, &given));
  if (given == PETSC_FALSE) must(PetscOptionsSetValue(nullptr, name, value));
}

}  // namespace

RowBlock::RowBlock(int first, int rows, int all, std::vector<int> row, std::vector<int> column,
                   const std::vector<char>& multiplier, const std::string& solver)
    : entries_(row.size()) {
  for (int& i : row) i += first;
  must(MatCreate(PETSC_COMM_WORLD, &matrix_));
  must(MatSetSizes(matrix_, rows, rows, all, all));
  must(MatSetType(matrix_, MATAIJ));
  must(MatSetPreallocationCOO(matrix_, static_cast<PetscCount>(row.size()), row.data(), column.data()));
  must(MatCreateVecs(matrix_, &left_, &right_));
  must(VecDuplicate(right_, &rest_));
  must(VecDuplicate(left_, &change_));
  must(KSPCreate(PETSC_COMM_WORLD, &ksp_));
  must(KSPSetOptionsPrefix(ksp_, "trammel_"));
  must(KSPSetOperators(ksp_, matrix_, matrix_));
  take_solver(solver, multiplier);
  must(KSPSetFromOptions(ksp_));
}

RowBlock::~RowBlock() {
  KSPDestroy(&ksp_);
  VecDestroy(&left_);
  VecDestroy(&right_);
  VecDestroy(&rest_);
  VecDestroy(&change_);
  MatDestroy(&matrix_);
  for (IS& field : fields_)
    if (field != nullptr) ISDestroy(&field);
}

void RowBlock::take_solver(const std::string& solver, const std::vector<char>& multiplier) {
  PC pc;
  must(KSPGetPC(ksp_, &pc));
  direct_ = solver != "fieldsplit" || multiplier.empty();
  mumps_ = direct_ && solver != "superlu_dist";
  if (direct_) {
    must(KSPSetType(ksp_, KSPPREONLY));
    must(PCSetType(pc, PCLU));
    must(PCFactorSetMatSolverType(pc, mumps_ ? MATSOLVERMUMPS : MATSOLVERSUPERLU_DIST));
    return;
  }
  // Saddle points: multigrid for what moves, and for an approximate Schur complement of the multipliers.
  PetscInt first = 0, end = 0;
  must(MatGetOwnershipRange(matrix_, &first, &end));
  for (int which = 0; which < 2; ++which) {
    std::vector<PetscInt> numbers;
    for (PetscInt k = first; k < end; ++k)
      if ((multiplier[static_cast<std::size_t>(k - first)] != 0) == (which == 1)) numbers.push_back(k);
    must(ISCreateGeneral(PETSC_COMM_WORLD, static_cast<PetscInt>(numbers.size()), numbers.data(),
                         PETSC_COPY_VALUES, &fields_[which]));
  }
  must(KSPSetType(ksp_, KSPFGMRES));
  must(KSPSetTolerances(ksp_, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, 300));
  must(KSPGMRESSetRestart(ksp_, 100));
  must(PCSetType(pc, PCFIELDSPLIT));
  must(PCFieldSplitSetIS(pc, "motion", fields_[0]));
  must(PCFieldSplitSetIS(pc, "multiplier", fields_[1]));
  must(PCFieldSplitSetType(pc, PC_COMPOSITE_SCHUR));
  must(PCFieldSplitSetSchurFactType(pc, PC_FIELDSPLIT_SCHUR_FACT_FULL));
  must(PCFieldSplitSetSchurPre(pc, PC_FIELDSPLIT_SCHUR_PRE_SELFP, nullptr));
  by_default("-trammel_fieldsplit_motion_ksp_type", "preonly");
  by_default("-trammel_fieldsplit_motion_pc_type", "hypre");
  by_default("-trammel_fieldsplit_multiplier_ksp_type", "preonly");
  by_default("-trammel_fieldsplit_multiplier_pc_type", "hypre");
}

bool RowBlock::factor(const double* values) {
  double largest = 0;
  for (std::size_t k = 0; k < entries_; ++k) largest = std::max(largest, std::fabs(values[k]));
  MPI_Allreduce(&largest, &size_, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  must(MatSetValuesCOO(matrix_, values, INSERT_VALUES));
  if (forgotten_) must(KSPSetOperators(ksp_, matrix_, matrix_));
  forgotten_ = false;
  PC pc;
  must(KSPGetPC(ksp_, &pc));
  if (!direct_) {
    must(KSPSetUp(ksp_));
    return true;
  }
  for (int workspace = first_workspace; workspace <= largest_workspace; workspace *= 2) {
    if (mumps_) {
      Mat factors;
      must(PCFactorSetUpMatSolverType(pc));
      must(PCFactorGetMatrix(pc, &factors));
      must(MatMumpsSetIcntl(factors, 14, workspace));
    }
    must(KSPSetUp(ksp_));
    PCFailedReason reason = PC_NOERROR;
    must(PCGetFailedReason(pc, &reason));
    if (reason == PC_NOERROR) return true;
    if (reason != PC_FACTOR_OUTMEMORY || !mumps_) return false;
    must(MatSetValuesCOO(matrix_, values, INSERT_VALUES));  // the same values: factored anew
  }
  starved_ = true;
  return false;
}

// Factors of different ranks round differently, and pivots are chosen within bounds: what is left of the
// right-hand side is solved for once more, which makes any stable factorization exact to rounding.
void RowBlock::refine() {
  must(MatMult(matrix_, left_, rest_));
  must(VecAYPX(rest_, -1, right_));
  must(KSPSolve(ksp_, rest_, change_));
  must(VecAXPY(left_, 1, change_));
}

void RowBlock::forget() {
  must(KSPReset(ksp_));
  forgotten_ = true;
}

void RowBlock::solve(double* x) {
  PetscInt rows = 0;
  PetscScalar* at = nullptr;
  must(VecGetLocalSize(right_, &rows));
  must(VecGetArray(right_, &at));
  std::copy_n(x, rows, at);
  must(VecRestoreArray(right_, &at));
  must(KSPSolve(ksp_, right_, left_));
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  must(KSPGetConvergedReason(ksp_, &reason));
  if (direct_ && reason >= 0) refine();
  must(VecGetArray(left_, &at));
  std::copy_n(at, rows, x);
  must(VecRestoreArray(left_, &at));
  if (reason < 0) std::fill_n(x, rows, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace trammel::petsc
