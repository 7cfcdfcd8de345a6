// Problems of the IVP test set [MM08] as models, with the end values they are judged by. Mathematics and data
// of the test set; nothing is differentiated by hand, and index-2 and index-3 problems stand as written
// there.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/dae.hpp"

namespace trammel::support {

struct TestProblem {
  std::string name;
  int index = 1;
  double t_end = 1;
  std::function<model::Problem()> make;
  std::vector<std::string> counted;  // the unknowns that are compared, ...
  std::vector<double> end;           // ... and their values at t_end
  double digits = 12;                // that the reference carries
  std::string formulation = "as_written";
  double unit = 1;     // size below which errors of the compared unknowns count as absolute
  bool large = false;  // takes seconds
};

// Pieces, by file.
TestProblem transistor_amplifier();
TestProblem akzo_nobel();
TestProblem robertson();
TestProblem ring_modulator();
TestProblem ring_modulator_named();  // index 1: inputs and currents of the diodes are unknowns
TestProblem ring_modulator_limit();  // index 2: no capacitances at the diodes
TestProblem nand_gate();
TestProblem two_bit_adder();  // 350 equations
TestProblem charge_pump();
TestProblem car_axis_problem();
TestProblem andrews_problem();
TestProblem andrews_index_2();  // its constraints at velocity level
TestProblem fekete();
TestProblem slider_crank();
TestProblem water_tube();
TestProblem wheelset();

std::vector<TestProblem> testset();
const TestProblem& test_problem(const std::vector<TestProblem>& all, const std::string& name);

}  // namespace trammel::support
