// experiments/programs.hpp: one function per experiment; catalog.cpp says what each is about.
#pragma once

#include "experiments/experiment.hpp"

namespace trammel::experiments {

void aqr94_table_1_1(Findings& into);
void aqr94_example_2(Findings& into);
void aqr94_table_3_1(Findings& into);
void aqr94_example_4(Findings& into);
void hw96_fig_1_1(Findings& into);
void hw96_indices(Findings& into);
void hw96_pendulum(Findings& into);
void hw96_fig_2_1(Findings& into);
void hw96_exercise_2_1(Findings& into);
void hw96_fig_2_2(Findings& into);
void hw96_fig_2_3(Findings& into);
void ap98_example_10_1(Findings& into);
void ap98_multistep(Findings& into);
void ap98_index_2(Findings& into);
void ap98_half_explicit(Findings& into);
void ap98_post_stabilization(Findings& into);
void wun05_tables_2_3(Findings& into);
void wun05_table_3_3(Findings& into);
void wun05_convergence(Findings& into);
void wun05_table_6_1(Findings& into);
void wun05_tables_8(Findings& into);
void wun05_examples(Findings& into);
void wun05_figures_8(Findings& into);
void wun05_appendix_a(Findings& into);
void prm97_example_5_1(Findings& into);
void prm97_example_5_2(Findings& into);
void prm97_relatives(Findings& into);

}  // namespace trammel::experiments
