#include "experiments/programs.hpp"

namespace trammel::experiments {

const std::vector<Experiment>& catalog() {
  static const std::vector<Experiment> all = {
      {"aqr94_table_1_1", "AQR94", "Table 1.1, Figure 1.1: gains and directions of stabilization",
       "aqr94_table_1_1.cpp", true, aqr94_table_1_1},
      {"aqr94_example_2", "AQR94", "Example 2: the invariant manifold of a stabilized method",
       "aqr94_example_2.cpp", true, aqr94_example_2},
      {"aqr94_table_3_1", "AQR94", "Example 3, Table 3.1: Kepler's problem with stabilized energy",
       "aqr94_table_3_1.cpp", true, aqr94_table_3_1},
      {"aqr94_example_4", "AQR94", "Example 4, Figures 4.2-4.13: the slider-crank", "aqr94_example_4.cpp",
       true, aqr94_example_4},
      {"hw96_fig_1_1", "HW96", "(VII.1.9), Figure 1.1: the steering wheel and its impasse",
       "hw96_fig_1_1.cpp", true, hw96_fig_1_1},
      {"hw96_indices", "HW96", "(VII.1.12), (1.31), (1.32): differentiation and perturbation index",
       "hw96_indices.cpp", true, hw96_indices},
      {"hw96_fig_2_1", "HW96", "Figure VII.2.1: drift-off", "hw96_drift.cpp", true, hw96_fig_2_1},
      {"hw96_exercise_2_1", "HW96", "Exercise VII.2.1: the drift of other methods", "hw96_drift.cpp", true,
       hw96_exercise_2_1},
      {"hw96_fig_2_2", "HW96", "Figure VII.2.2: projections", "hw96_drift.cpp", true, hw96_fig_2_2},
      {"hw96_fig_2_3", "HW96", "Figure VII.2.3: projection onto constant energy", "hw96_fig_2_3.cpp", true,
       hw96_fig_2_3},
      {"ap98_example_10_1", "AP98", "Example 10.1: where backward Euler fails at index 2",
       "ap98_example_10_1.cpp", true, ap98_example_10_1},
      {"ap98_index_2", "AP98", "Section 10.1.5: Runge-Kutta methods at index 2, projected",
       "ap98_index_2.cpp", true, ap98_index_2},
      {"ap98_half_explicit", "AP98", "Section 10.1.5: half-explicit Runge-Kutta methods",
       "ap98_half_explicit.cpp", true, ap98_half_explicit},
      {"ap98_post_stabilization", "AP98", "Section 10.2: post-stabilization once and twice",
       "ap98_post_stabilization.cpp", true, ap98_post_stabilization},
      {"wun05_tables_2_3", "Wun05", "Tables 2.1-2.3, 3.1, 3.2: BDF and modified BDF on given steps",
       "wun05_bdf.cpp", true, wun05_tables_2_3},
      {"wun05_table_3_3", "Wun05", "Table 3.3, (3.20)-(3.28): coefficients of modified BDF", "wun05_bdf.cpp",
       true, wun05_table_3_3},
      {"wun05_convergence", "Wun05", "Theorem 3.3.3: convergence of modified BDF on varying steps",
       "wun05_bdf.cpp", true, wun05_convergence},
      {"wun05_table_6_1", "Wun05", "Table 6.1, Theorem 6.1.1: second-order Runge-Kutta methods",
       "wun05_table_6_1.cpp", true, wun05_table_6_1},
      {"wun05_tables_8", "Wun05", "Tables 8.1-8.5, Figures 8.1, 8.2: Example 1 with variable steps",
       "wun05_tables_8.cpp", true, wun05_tables_8},
      {"wun05_figures_8", "Wun05", "Section 8.1.2, Figures 8.4-8.7: a truck over a bump",
       "wun05_figures_8.cpp", true, wun05_figures_8},
      {"wun05_appendix_a", "Wun05", "Appendix A: general linear methods", "wun05_appendix_a.cpp", true,
       wun05_appendix_a},
      {"prm97_example_5_1", "PRM97", "Example 5.1, Figures 5.1-5.4: a linear singular problem",
       "prm97_example_5_1.cpp", true, prm97_example_5_1},
      {"prm97_example_5_2", "PRM97",
       "Example 5.2, Figures 5.6-5.14: the slider-crank through its singularity", "prm97_example_5_2.cpp",
       true, prm97_example_5_2},
  };
  return all;
}

}  // namespace trammel::experiments
