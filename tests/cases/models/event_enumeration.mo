// at 3.5: light = 3 tol 0
// at 2.5: light = 2 tol 0
// at 1.5: light = 1 tol 0
// at 4.5: light = 1 tol 0
// source: a traffic light that changes every second from t = 2 on
model M
  type Light = enumeration(red, yellow, green);
  Light light(start = Light.red, fixed = true);
equation
  when sample(2, 1) then
    light = if pre(light) == Light.red then Light.yellow else if pre(light) == Light.yellow then Light.green else Light.red;
  end when;
  annotation(experiment(StopTime = 5));
end M;
