// at 10: a.population = 12.007994067981 tol 1e-4
// at 10: b.population = 1.2484851015297 tol 1e-4
// source: fourth-order Runge-Kutta with 20000 steps on the two equations of Lotka and Volterra
package Ecology "Animals that meet, by components"
  type Rate = Real(unit = "1/s");
  connector Species
    Real number;
    flow Real growth;
  end Species;
  type Start = enumeration(given "a number", steady "no change");
  model Region "Counts the animals of one species"
    parameter Start how = Start.given;
    parameter Real initial_number = 10;
    Species species;
    Real population(start = initial_number, fixed = how == Start.given) = species.number;
  equation
    der(species.number) = species.growth;
  initial equation
    if how == Start.steady then
      der(population) = 0;
    end if;
  end Region;
  partial model Interaction
    Species one, other;
  end Interaction;
  model Birth
    parameter Rate rate = 0.1;
    Species species;
  equation
    species.growth = -rate*species.number;
  end Birth;
  model Death "births with a negative rate"
    extends Birth(rate = -0.4);
  end Death;
  model Meeting "the first is eaten, the other thrives"
    extends Interaction;
    parameter Real eaten = 0.02, gain = 0.02;
  equation
    one.growth = eaten*one.number*other.number;
    other.growth = -gain*one.number*other.number;
  end Meeting;
  model Classic
    Region a(initial_number = 10), b(initial_number = 10);
    Birth birth;
    Death death;
    Meeting meeting;
  equation
    connect(birth.species, a.species);
    connect(a.species, meeting.one);
    connect(death.species, b.species);
    connect(meeting.other, b.species);
    annotation (experiment(StopTime = 10));
  end Classic;
end Ecology;
