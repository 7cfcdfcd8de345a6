// Rooted trees and the order conditions of Runge-Kutta methods. [HNW93, II.2]
#pragma once

#include <vector>

namespace trammel::support {

struct RootedTree {
  int order = 1;
  double density = 1;              // γ(τ)
  std::vector<int> children = {};  // earlier trees of the list, not descending
};

// All rooted trees up to an order: 1, 1, 2, 4, 9, 20, 48, 115, ... of them per order.
inline std::vector<RootedTree> rooted_trees(int order) {
  std::vector<RootedTree> all = {{}};
  std::vector<int> children;
  for (int r = 2; r <= order; ++r) {
    const int known = static_cast<int>(all.size());
    const auto extend = [&](const auto& self, int from, int rest) -> void {
      if (rest == 0) {
        RootedTree tree{r, static_cast<double>(r), children};
        for (const int child : children) tree.density *= all[child].density;
        all.push_back(tree);
        return;
      }
      for (int child = from; child < known; ++child) {
        if (all[child].order > rest) break;
        children.push_back(child);
        self(self, child, rest - all[child].order);
        children.pop_back();
      }
    };
    extend(extend, 0, r - 1);
  }
  return all;
}

// The largest |γ(τ) Σ b_i η_i(τ) - θ^r| over all trees up to an order: 0 if y0 + h Σ b_i k_i is of that order
// at t + θh.
template <class Matrix, class Weights>
double order_defect(const Matrix& A, const Weights& b, int stages, int order, double theta = 1) {
  const std::vector<RootedTree> trees = rooted_trees(order);
  std::vector<std::vector<double>> inner(trees.size(), std::vector<double>(stages, 1.0));
  double worst = 0;
  for (std::size_t k = 0; k < trees.size(); ++k) {
    double sum = 0, expected = 1 / trees[k].density;
    for (int r = 0; r < trees[k].order; ++r) expected *= theta;
    for (int i = 0; i < stages; ++i) {
      for (const int child : trees[k].children) {
        double product = 0;
        for (int j = 0; j < stages; ++j) product += A[i][j] * inner[child][j];
        inner[k][i] *= product;
      }
      sum += b[i] * inner[k][i];
    }
    const double defect = (sum - expected) * trees[k].density;
    worst = worst > defect ? worst : defect;
    worst = worst > -defect ? worst : -defect;
  }
  return worst;
}

}  // namespace trammel::support
