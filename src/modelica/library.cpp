#include "modelica/library.hpp"

#include <fmt/format.h>

#include <string_view>

namespace trammel::modelica {
namespace {

// Name and unit of the quantities that models use most; the units are those of the SI.
constexpr std::string_view quantities =
    "Angle rad|SolidAngle sr|Length m|PathLength m|Position m|Distance m|Breadth m|Height m|Thickness "
    "m|Radius m|"
    "Diameter m|Area m2|Volume m3|Time s|Duration s|AngularVelocity rad/s|AngularAcceleration rad/s2|"
    "AngularFrequency rad/s|Velocity m/s|Speed m/s|Acceleration m/s2|Jerk m/s3|Period s|Frequency Hz|Damping "
    "s-1|"
    "Mass kg|Density kg/m3|LinearDensity kg/m|Momentum kg.m/s|Impulse N.s|AngularMomentum kg.m2/s|"
    "AngularImpulse N.m.s|MomentOfInertia kg.m2|Inertia kg.m2|Force N|Weight N|Torque N.m|MomentOfForce N.m|"
    "Pressure Pa|AbsolutePressure Pa|PressureDifference Pa|Stress Pa|NormalStress Pa|ShearStress Pa|Strain 1|"
    "ModulusOfElasticity Pa|DynamicViscosity Pa.s|KinematicViscosity m2/s|SurfaceTension N/m|Work J|Energy J|"
    "PotentialEnergy J|KineticEnergy J|Power W|EnergyFlowRate W|EnthalpyFlowRate W|Efficiency 1|MassFlowRate "
    "kg/s|"
    "VolumeFlowRate m3/s|Temperature K|ThermodynamicTemperature K|TemperatureDifference K|CelsiusTemperature "
    "degC|"
    "Temp_K K|TemperatureSlope K/s|LinearExpansionCoefficient 1/K|Heat J|HeatFlowRate W|HeatFlux W/m2|"
    "ThermalConductivity W/(m.K)|CoefficientOfHeatTransfer W/(m2.K)|ThermalResistance K/W|ThermalConductance "
    "W/K|"
    "ThermalDiffusivity m2/s|HeatCapacity J/K|SpecificHeatCapacity J/(kg.K)|Entropy J/K|SpecificEntropy "
    "J/(kg.K)|"
    "InternalEnergy J|Enthalpy J|SpecificEnergy J/kg|SpecificInternalEnergy J/kg|SpecificEnthalpy J/kg|"
    "ElectricCurrent A|Current A|ElectricCharge C|Charge C|ChargeDensity C/m3|ElectricFieldStrength V/m|"
    "ElectricPotential V|Voltage V|PotentialDifference V|ElectromotiveForce V|Capacitance F|Permittivity F/m|"
    "CurrentDensity A/m2|MagneticFieldStrength A/m|MagneticFlux Wb|MagneticFluxDensity T|MagneticPotential A|"
    "Inductance H|MutualInductance H|Permeability H/m|Reluctance H-1|Resistance Ohm|Resistivity "
    "Ohm.m|Conductance S|"
    "Conductivity S/m|Reactance Ohm|Impedance Ohm|ActivePower W|ApparentPower V.A|ReactivePower var|"
    "TranslationalSpringConstant N/m|TranslationalDampingConstant N.s/m|RotationalSpringConstant N.m/rad|"
    "RotationalDampingConstant N.m.s/rad|AmountOfSubstance mol|MolarMass kg/mol|MolarVolume m3/mol|"
    "MolarEnergy J/mol|MolarHeatCapacity J/(mol.K)|MolarEntropy J/(mol.K)|MolarFlowRate mol/s|Concentration "
    "mol/m3|"
    "MassFraction 1|MoleFraction 1|PartialPressure Pa|DiffusionCoefficient "
    "m2/s|ElectricalTemperatureCoefficient 1/K|"
    "LinearTemperatureCoefficient 1/K|DimensionlessRatio 1|PerUnit 1|ReynoldsNumber 1|PrandtlNumber "
    "1|NusseltNumber 1|"
    "CoefficientOfFriction 1|RelativeDensity 1|Gain 1|LuminousIntensity cd|LuminousFlux lm|Illuminance lx|"
    "SpecificVolume m3/kg|IsentropicExponent 1|Compressibility 1/Pa|MassFlow kg/s|PhaseAngle rad|Wavelength "
    "m|"
    "Angle_deg deg|AngularVelocity_rpm rev/min|Time_minute min|Time_hour h|Time_day d";

// Values: the SI defining constants are exact; mu_0 and those that follow from it as in CODATA 2018.
constexpr std::string_view constants = R"mo(
  package Constants
    constant Real pi = 3.141592653589793238463;
    constant Real e = 2.718281828459045235360;
    constant Real eps = 2.220446049250313e-16;
    constant Real small = 1e-60;
    constant Real inf = 1e60;
    constant Integer Integer_inf = 2147483647;
    constant Real D2R = pi/180;
    constant Real R2D = 180/pi;
    constant Real gamma = 0.577215664901532860606;
    constant Real c(unit = "m/s") = 299792458;
    constant Real g_n(unit = "m/s2") = 9.80665;
    constant Real G(unit = "m3/(kg.s2)") = 6.67430e-11;
    constant Real q(unit = "C") = 1.602176634e-19;
    constant Real F(unit = "C/mol") = q*N_A;
    constant Real h(unit = "J.s") = 6.62607015e-34;
    constant Real k(unit = "J/K") = 1.380649e-23;
    constant Real R(unit = "J/(mol.K)") = k*N_A;
    constant Real sigma(unit = "W/(m2.K4)") = 5.670374419e-8;
    constant Real N_A(unit = "1/mol") = 6.02214076e23;
    constant Real mu_0(unit = "N/A2") = 1.25663706212e-6;
    constant Real epsilon_0(unit = "F/m") = 1/(mu_0*c*c);
    constant Real T_zero(unit = "degC") = -273.15;
  end Constants;
)mo";

constexpr std::string_view conversions = R"mo(
  package Conversions
    function from_deg input Real degree; output Real radian; algorithm radian := Modelica.Constants.pi/180*degree; end from_deg;
    function to_deg input Real radian; output Real degree; algorithm degree := 180/Modelica.Constants.pi*radian; end to_deg;
    function from_degC input Real Celsius; output Real Kelvin; algorithm Kelvin := Celsius + 273.15; end from_degC;
    function to_degC input Real Kelvin; output Real Celsius; algorithm Celsius := Kelvin - 273.15; end to_degC;
    function from_rpm input Real rpm; output Real w; algorithm w := Modelica.Constants.pi/30*rpm; end from_rpm;
    function to_rpm input Real w; output Real rpm; algorithm rpm := 30/Modelica.Constants.pi*w; end to_rpm;
    function from_bar input Real bar; output Real Pa; algorithm Pa := 1e5*bar; end from_bar;
    function to_bar input Real Pa; output Real bar; algorithm bar := Pa/1e5; end to_bar;
  end Conversions;
)mo";

std::string math() {
  std::string text = "  package Math\n";
  for (const char* f :
       {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10"})
    text += std::string("    function ") + f + " input Real u; output Real y; external \"builtin\" y = " + f +
            "(u); end " + f + ";\n";
  text += R"mo(
    function atan2 input Real u1; input Real u2; output Real y; external "builtin" y = atan2(u1, u2); end atan2;
    function asinh input Real u; output Real y; algorithm y := log(u + sqrt(u*u + 1)); end asinh;
    function acosh input Real u; output Real y; algorithm y := log(u + sqrt(u*u - 1)); end acosh;
    function tempInterpol1 input Real u; input Real table[:, :]; input Integer icol; output Real y;
    algorithm
      y := table[1, icol];
      for i in 2:size(table, 1) loop
        y := if u > table[i - 1, 1] then table[i - 1, icol] + (u - table[i - 1, 1])*(table[i, icol] - table[i - 1, icol])/(table[i, 1] - table[i - 1, 1]) else y;
      end for;
    end tempInterpol1;
    package Vectors
      function length input Real v[:]; output Real result; algorithm result := sqrt(v*v); end length;
      function norm input Real v[:]; output Real result; algorithm result := sqrt(v*v); end norm;
      function normalize input Real v[:]; output Real result[size(v, 1)]; algorithm result := v/sqrt(v*v); end normalize;
    end Vectors;
)mo";
  return text + "  end Math;\n";
}

std::string units(const char* name) {
  std::string text = std::string("  package ") + name + "\n";
  for (std::size_t at = 0; at < quantities.size();) {
    const std::size_t stop = std::min(quantities.find('|', at), quantities.size());
    const std::string_view entry = quantities.substr(at, stop - at);
    const std::size_t gap = entry.find(' ');
    text += "    type " + std::string(entry.substr(0, gap)) + " = Real(final unit = \"" +
            std::string(entry.substr(gap + 1)) + "\");\n";
    at = stop + 1;
  }
  if (std::string_view(name) == "SIunits") text += std::string(conversions);
  return text + "  end " + name + ";\n";
}

std::string icons() {
  std::string text = "  package Icons\n";
  for (const char* name : {"Information",      "Contact",
                           "ReleaseNotes",     "References",
                           "ExamplesPackage",  "Example",
                           "Package",          "BasesPackage",
                           "VariantsPackage",  "InterfacesPackage",
                           "SourcesPackage",   "SensorsPackage",
                           "UtilitiesPackage", "TypesPackage",
                           "FunctionsPackage", "IconsPackage",
                           "InternalPackage",  "MaterialPropertiesPackage",
                           "RotationalSensor", "TranslationalSensor",
                           "RoundSensor",      "RectangularSensor",
                           "MotorIcon",        "UnderConstruction",
                           "ObsoleteModel",    "Record",
                           "Function",         "TypeReal",
                           "TypeInteger",      "TypeBoolean",
                           "TypeString",       "Library",
                           "Library2",         "GearIcon"}) {
    const std::string n = name;
    const char* kind = n == "Function"               ? "function"
                       : n == "Record"               ? "record"
                       : n.find("Package") != n.npos ? "package"
                                                     : "model";
    text += fmt::format("    partial {} {} end {};\n", kind, n, n);
  }
  return text + "  end Icons;\n";
}

}  // namespace

// Complex numbers as the library has them [MLS36, chapter 14]: what arithmetic needs.
constexpr std::string_view complex = R"mo(
operator record Complex
  Real re;
  Real im;
  encapsulated operator 'constructor'
    function fromReal import Complex; input Real re; input Real im = 0; output Complex result(re = re, im = im); algorithm end fromReal;
  end 'constructor';
  encapsulated operator function '0' import Complex; output Complex c; algorithm c := Complex(0, 0); end '0';
  encapsulated operator function '+' import Complex; input Complex a; input Complex b; output Complex c; algorithm c := Complex(a.re + b.re, a.im + b.im); end '+';
  encapsulated operator '-'
    function negate import Complex; input Complex a; output Complex c; algorithm c := Complex(-a.re, -a.im); end negate;
    function subtract import Complex; input Complex a; input Complex b; output Complex c; algorithm c := Complex(a.re - b.re, a.im - b.im); end subtract;
  end '-';
  encapsulated operator function '*' import Complex; input Complex a; input Complex b; output Complex c; algorithm c := Complex(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re); end '*';
  encapsulated operator function '/' import Complex; input Complex a; input Complex b; output Complex c;
  algorithm c := Complex((a.re*b.re + a.im*b.im)/(b.re^2 + b.im^2), (a.im*b.re - a.re*b.im)/(b.re^2 + b.im^2)); end '/';
  encapsulated operator function '==' import Complex; input Complex a; input Complex b; output Boolean same; algorithm same := a.re == b.re and a.im == b.im; end '==';
end Complex;
)mo";

const std::string& library_text() {
  static const std::string text =
      "type StateSelect = enumeration(never, avoid, default, prefer, always);\n"
      "type AssertionLevel = enumeration(warning, error);\n"
      "partial class ExternalObject end ExternalObject;\n" +
      std::string(complex) + "package Modelica\n" + std::string(constants) + math() + "  package Units\n" +
      units("SI") + std::string(conversions) + "  package NonSI end NonSI;\n  end Units;\n" +
      units("SIunits") + icons() + "end Modelica;\n";
  return text;
}

bool is_unit_package(const ClassDef& cls) {
  if (cls.place.file >= 0) return false;
  if (cls.name != "SI" && cls.name != "SIunits" && cls.name != "NonSI") return false;
  const std::string path = cls.path();
  return path == "Modelica.Units.SI" || path == "Modelica.SIunits" || path == "Modelica.Units.NonSI";
}

}  // namespace trammel::modelica
