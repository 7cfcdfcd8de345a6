// Opens reports in a real browser: node browser.mjs TRAMMEL SHOTS. Reports come from disk; every request that is not the
// report itself, every message on the console and every rule of axe-core that is broken fails the test.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url)), top = resolve(here, "../..");
const [trammel, shots = join(tmpdir(), "trammel-shots")] = process.argv.slice(2);
const axe = readFileSync(join(here, "../node_modules/axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "trammel-browser-"));
mkdirSync(shots, { recursive: true });
let checks = 0;
const failures = [];
function check(good, what) {
  ++checks;
  if (!good) { failures.push(what); console.log("FAILED: " + what); }
}
const run = (...words) => execFileSync(trammel, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });

const models = ["pendulum", "slider_crank", "andrews", "double_pendulum", "spherical_pendulum", "crane", "transistor_amplifier", "robertson_long", "car_axis", "trammel"];
const conserving = ["pendulum", "andrews", "double_pendulum", "spherical_pendulum", "trammel"];  // their equations conserve an energy
const hostile = `model Evil "<script>window.hurt = 1</script>"
  Real '<script>window.hurt = 1</script>'(start = 1, fixed = true, unit = "</script><img src=x onerror=window.hurt=1>");
  Real 'quotes " and \\' and &amp;' = 2*'<script>window.hurt = 1</script>';
  Real '${"long".repeat(2500)}' = time;
equation
  der('<script>window.hurt = 1</script>') = -'<script>window.hurt = 1</script>' "</script><script>window.hurt = 1</script>";
end Evil;
`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

// A page that reports what must not happen.
async function open(file, { width = 800, scheme = "light", bypassCSP = false } = {}) {
  const context = await browser.newContext({ bypassCSP, viewport: { width, height: 900 }, colorScheme: scheme, acceptDownloads: true });
  const page = await context.newPage(), url = pathToFileURL(file).href;
  page.setDefaultTimeout(300000);  // a busy machine is no failure
  page.on("console", (m) => check(false, `${file}: console says ${m.type()}: ${m.text()}`));
  page.on("pageerror", (e) => check(false, `${file}: ${e.message}`));
  page.on("request", (r) => check(r.url() === url || r.url().startsWith("blob:"), `${file}: asks for ${r.url()}`));
  await page.goto(url);
  await page.waitForFunction(() => document.querySelectorAll("h2").length > 1 && document.querySelectorAll("#reproduce").length === 1);
  await page.waitForTimeout(150);
  return { page, context };
}
const settled = (page) => page.waitForTimeout(80);

// In a page of its own: the report's policy lets no foreign script in.
async function checkAccessible(file, name, scheme) {
  const { page, context } = await open(file, { scheme, bypassCSP: true });
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (window.axe ? (await window.axe.run(document, { rules: { region: { enabled: false } } })).violations.map((v) => `${v.id}: ${v.nodes.slice(0, 2).map((n) => n.html.slice(0, 120)).join(" | ")}`) : null));
  check(found !== null && found.length === 0, `${name} ${scheme}: axe-core finds ${found === null ? "nothing, it did not run" : found.join("; ")}`);
  await context.close();
}

const shown = (text) => Number(text.replaceAll("\u2212", "-"));

async function interact(page, name, json) {
  const plot = page.locator("#trajectories .plot").first();
  // values at the end equal the JSON, to what float32 and six digits hold
  await page.evaluate(() => window.trammel.clock.seek(window.trammel.clock.end));
  await settled(page);
  const rows = await page.locator("#trajectories .values").first().locator("tbody tr").evaluateAll((list) => list.map((r) => [r.querySelector("th").title.split(": ")[0], r.querySelector("td").textContent]));
  check(rows.length > 0, `${name}: no values are shown`);
  for (const [variable, text] of rows) {
    const value = json.variables[variable], scale = Math.max(Math.abs(value), 1e-30);
    check(Math.abs(shown(text) - value) <= 2e-5 * scale || Math.abs(value) < 1e-12, `${name}: ${variable} is shown as ${text}, the JSON says ${value}`);
  }
  // keyboard: the cursor moves and is announced
  await plot.focus();
  const before = await page.evaluate(() => window.trammel.clock.t);
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  const after = await page.evaluate(() => window.trammel.clock.t);
  check(after < before, `${name}: the left arrow does not move the cursor`);
  check((await page.locator("[role=status]").textContent()).includes("t ="), `${name}: the cursor is not announced`);
  // zoom by dragging, which survives another curve, and back
  const box = await page.locator("#trajectories .u-over").first().boundingBox();
  await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 42, { steps: 5 });
  await page.mouse.up();
  await settled(page);
  const [low, high, start, end] = await page.evaluate(() => [...window.trammel.clock.range, window.trammel.clock.start, window.trammel.clock.end]);
  const placed = (list) => page.evaluate((all) => all.map((t) => window.trammel.clock.place(t)), list), [a, b, c, d] = await placed([low, high, start, end]);
  check(Math.abs((b - a) / (d - c) - 0.25) < 0.03, `${name}: dragging zooms to ${low} .. ${high}`);
  const details = page.locator("#trajectories details.chooser").first();
  await details.locator("summary").click();
  const boxes = details.locator("input[type=checkbox]");
  await boxes.last().check();
  await settled(page);
  const again = await page.evaluate(() => window.trammel.clock.range);
  check(again[0] === low && again[1] === high, `${name}: the zoom does not survive another curve`);
  await boxes.last().uncheck();
  // click seeks, shift-click marks
  await details.locator("summary").click();
  await settled(page);
  const now = await page.locator("#trajectories .u-over").first().boundingBox();
  await page.mouse.click(now.x + now.width * 0.5, now.y + 60);
  await settled(page);
  const t = await page.evaluate(() => window.trammel.clock.t);
  check(Math.abs((await placed([t]))[0] - (a + b) / 2) < 0.05 * (b - a), `${name}: a click seeks ${t} in ${low} .. ${high}`);
  await plot.focus();
  await page.keyboard.press("m");
  await page.keyboard.press("Shift+ArrowRight");
  await settled(page);
  check((await page.locator("#trajectories .values").first().locator("thead th").count()) === 4, `${name}: two cursors show no difference`);
  await page.keyboard.press("m");
  // download, log axis, table
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#trajectories .tools button", { hasText: "CSV" }).first().click()]);
  const csv = readFileSync(await download.path(), "utf8").trim().split("\n");
  check(csv[0].startsWith("time,") && csv.length > 2 && Number(csv[1].split(",")[0]) >= low, `${name}: the download is ${csv.slice(0, 2)}`);
  const log = page.locator("#trajectories figure .tools input[type=checkbox]").first();
  await log.check();
  await settled(page);
  await log.uncheck();
  const tableButton = page.locator("#trajectories .tools button", { hasText: "Table" }).first();
  await tableButton.click();
  check((await page.locator("#trajectories .panel .scroll tbody tr").count()) > 1, `${name}: the table has no rows`);
  await tableButton.click();
  await plot.focus();
  await page.keyboard.press("0");
  // animation: play, pause, scrub
  if (await page.locator("#animation").count()) {
    const play = page.locator("#animation .play");
    await page.evaluate(() => window.trammel.clock.seek(window.trammel.clock.start));
    await play.click();
    await page.waitForTimeout(400);
    await play.click();
    check((await page.evaluate(() => window.trammel.clock.t)) > start, `${name}: the animation does not play`);
    await page.locator("#animation input[type=range]").fill("500");
    const middle = await page.evaluate(() => window.trammel.clock.t);
    check(Math.abs(middle - (start + end) / 2) < 1e-6 * Math.max(1, end), `${name}: scrubbing seeks ${middle}`);
    const drawn = await page.evaluate(() => { const c = document.querySelector("#animation canvas"); return c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some((v, i) => i % 4 === 3 && v > 0); });
    check(drawn, `${name}: the animation is empty`);
  }
  // one against another: arrows move along the curve, a click seeks, the last seconds can be singled out, numbers stand behind it
  const phase = page.locator("#trajectories .phase");
  if (await phase.count()) {
    await page.evaluate(() => window.trammel.clock.seek(window.trammel.clock.start));
    await phase.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await settled(page);
    const moved = await page.evaluate(() => window.trammel.clock.t);
    check(Math.abs((await placed([moved]))[0] - (c + (d - c) / 20)) < 1e-6 * (d - c), `${name}: the arrow moves the point to ${moved}`);
    check((await page.locator("[role=status]").first().textContent()).includes("t ="), `${name}: the point is not announced`);
    const figure = page.locator("#trajectories figure", { has: page.locator(".phase") }), line = figure.locator("path.line"), length = () => line.evaluate((p) => p.getAttribute("d").length);
    await page.evaluate(() => window.trammel.clock.seek(window.trammel.clock.end));
    const whole = await length();
    await figure.locator("input[type=number]").fill(String((end - start) / 10));
    await figure.locator("input[type=number]").blur();
    await settled(page);
    check((await length()) < whole, `${name}: the last tenth is as long as the whole`);
    await figure.locator("input[type=number]").fill("");
    await figure.locator("input[type=number]").blur();
    const dot = figure.locator("circle.dot"), spot = await dot.boundingBox();
    await page.evaluate(() => window.trammel.clock.seek((window.trammel.clock.start + window.trammel.clock.end) / 2));
    await settled(page);
    await page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2);
    await settled(page);
    const back = await dot.boundingBox();
    check(Math.hypot(back.x - spot.x, back.y - spot.y) < 4, `${name}: a click beside the curve leads elsewhere`);
    await figure.locator("button", { hasText: "Table" }).click();
    check((await figure.locator("tbody tr").count()) > 1, `${name}: no numbers behind the phase plot`);
    await figure.locator("button", { hasText: "Table" }).click();
  }
  // the incidence picture answers when pointed at
  const picture = page.locator("#incidence canvas").first();
  if (await picture.count()) {
    await picture.focus();
    await page.keyboard.press("ArrowRight");
    check(/occur/.test(await page.locator("#incidence .readout").first().textContent()), `${name}: the incidence says nothing`);
  }
  check((await page.locator("#equations math").count()) > 0, `${name}: no equation is typeset`);
  // eleven decades of time begin logarithmically, and can be had otherwise
  if (name === "robertson_long") {
    check((await page.locator("#quality").textContent()).includes("Order of the method"), `${name}: the order is not shown`);
    check(await page.evaluate(() => window.trammel.clock.log), `${name}: time is not logarithmic`);
    await page.locator(".logtime input").uncheck();
    await settled(page);
    check(!(await page.evaluate(() => window.trammel.clock.log)), `${name}: time cannot be made linear`);
    await page.locator(".logtime input").check();
    await settled(page);
  }
}

async function look(file, name, test, sizes = [360, 800, 1600]) {
  for (const width of sizes)
    for (const scheme of ["light", "dark"]) {
      const { page, context } = await open(file, { width, scheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= width, `${name}: at ${width} px the page is ${wide} px wide`);
      if (test && width === 800 && scheme === "light") await test(page);
      if (width === 800 && (test || scheme === "dark")) await checkAccessible(file, name, scheme);
      await page.screenshot({ path: join(shots, `${name}-${width}-${scheme}.png`), fullPage: true });
      await context.close();
    }
}

// On paper: nothing that can only be clicked, nothing wider than the page.
async function print(file, name) {
  const { page, context } = await open(file, { width: 720 });
  await page.emulateMedia({ media: "print" });
  await settled(page);
  check((await page.locator("button:visible").count()) === 0, `${name}: buttons are printed`);
  check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 720, `${name}: too wide for a page`);
  await page.pdf({ path: join(shots, `${name}.pdf`), format: "A4" });
  await context.close();
}

// Milliseconds from the file to a page that is drawn, the best of some.
async function opening(file) {
  let best = Infinity;
  for (let k = 0; k < 5; ++k) {
    const context = await browser.newContext({ viewport: { width: 800, height: 900 } }), page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    best = Math.min(best, await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))));
    await context.close();
  }
  return best;
}

try {
  for (const model of models) {
    const source = join(top, "models", model, "model.mo"), file = join(folder, model + ".html");
    const json = JSON.parse(run("simulate", source, "--json", "--report", file));
    check(statSync(file).size < 1e6, `${model}: the report has ${statSync(file).size} bytes`);
    await look(file, model, async (page) => {
      await interact(page, model, json);
      check((await page.locator("#quality .energy").count()) === (conserving.includes(model) ? 1 : 0), `${model}: energy is shown where there is none, or not where there is one`);
    });
    await print(file, model);
    console.log(`${model}: ${(statSync(file).size / 1e3).toFixed(0)} kB`);
  }
  // a large report: long, and with many variables; against one of next to nothing
  writeFileSync(join(folder, "nothing.mo"), "model Nothing\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = 0;\nend Nothing;\n");
  run("simulate", "nothing.mo", "--quiet", "--report", "nothing.html");
  check(statSync(join(folder, "nothing.html")).size <= 250e3, `an empty report has ${statSync(join(folder, "nothing.html")).size} bytes`);
  writeFileSync(join(folder, "large.mo"), `model Large
  Real x[50](start = {sin(i) for i in 1:50}, each fixed = true), v[50](each start = 0, each fixed = true);
equation
  der(x) = v;
  for i in 1:50 loop
    der(v[i]) = -(10 + i)*x[i] + sin(3*time) + sin(if i > 1 then x[i - 1] else 0);
  end for;
  annotation(experiment(StopTime = 300, Tolerance = 1e-6));
end Large;
`);
  run("simulate", "large.mo", "--quiet", "--report", "large.html");
  check(statSync(join(folder, "large.html")).size < 1.5e6, `100 variables and their derivatives take ${statSync(join(folder, "large.html")).size} bytes`);
  const [little, much] = [await opening(join(folder, "nothing.html")), await opening(join(folder, "large.html"))];
  console.log(`opening: ${little.toFixed(0)} ms with next to nothing, ${much.toFixed(0)} ms with 200 curves`);
  check(much <= 20 * little, `opening a large report takes ${(much / little).toFixed(1)} times as long as an empty one`);
  // small changes of a large number, and numbers beyond floats
  writeFileSync(join(folder, "wide.mo"), `model Wide
  Real p(start = 101325, fixed = true), q(start = 1e-50, fixed = true, nominal = 1e-50), r(start = 1e60, fixed = true, nominal = 1e60);
equation
  der(p) = 1e-3*cos(10*time);
  der(q) = 1e-50*cos(time);
  der(r) = -r;
end Wide;
`);
  const wide = JSON.parse(run("simulate", "wide.mo", "--json", "--tolerance", "1e-10", "--report", "wide.html"));
  await look(join(folder, "wide.html"), "wide", async (page) => {
    await page.evaluate(() => window.trammel.clock.seek(window.trammel.clock.end));
    await settled(page);
    const rows = await page.locator("#trajectories .values tbody tr").evaluateAll((list) => list.map((r) => [r.querySelector("th").title.split(": ")[0], r.querySelector("td").textContent]));
    for (const [name, size] of [["p", 1e-8], ["q", 1e-55], ["r", 1e55]]) {
      const [, text] = rows.find((r) => r[0] === name) || [];
      check(text && Math.abs(shown(text) - wide.variables[name]) <= size, `wide: ${name} is shown as ${text}, the JSON says ${wide.variables[name]}`);
    }
    check(await page.evaluate(() => window.trammel.plots.every((p) => !p.plot || p.plot.axes[1]._splits?.length > 1)), "wide: an axis has no numbers");
  }, [800]);
  run("analyze", join(top, "models/andrews/model.mo"), "--quiet", "--report", "anatomy.html");
  await look(join(folder, "anatomy.html"), "anatomy", async (page) => check((await page.locator("#equations math").count()) > 20, "anatomy: equations are missing"));
  run("compare", join(top, "models/pendulum/model.mo"), "--stop-time", "1", "--quiet", "--report", "race.html");
  await look(join(folder, "race.html"), "race", async (page) => {
    check((await page.locator("#race svg path").count()) > 10, "race: no diagram");
    await page.locator("#race .plot").first().focus();
    await page.keyboard.press("ArrowRight");
    check(/tolerance/.test(await page.locator("#race .readout").first().textContent()) && /tolerance/.test(await page.locator("[role=status]").textContent()), "race: marks are not told");
    await page.locator(".chip").first().focus();
    check((await page.locator(".series.dim").count()) > 0, "race: choosing a method does not single it out");
  });
  run("simulate", join(top, "models/pendulum/model.mo"), "--quiet", "--tolerance", "1e-4", "-o", "coarse.json");
  run("simulate", join(top, "models/pendulum/model.mo"), "--quiet", "--report", "against.html", "--against", "coarse.json");
  await look(join(folder, "against.html"), "against", async (page) => {
    check((await page.locator("#against tbody tr").count()) >= 3, "against: no differences");
    check(await page.evaluate(() => window.trammel.plots.some((p) => p.curves.some((c) => c.tube && c.tube(1, 0)[1] > 1))), "against: no tube around the curves");
  });
  writeFileSync(join(folder, "evil.mo"), hostile);
  run("simulate", "evil.mo", "--quiet", "--report", "evil.html");
  await look(join(folder, "evil.html"), "hostile", async (page) => {
    check((await page.evaluate(() => window.hurt)) === undefined, "hostile: a name was run");
    check((await page.locator("img").count()) === 0, "hostile: a name became an image");
    check((await page.locator("body").textContent()).includes("<script>window.hurt"), "hostile: the name is not shown as text");
  }, [360, 800]);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${checks} checks, ${failures.length} failed; screenshots in ${shots}${existsSync(shots) ? "" : " (none)"}`);
process.exit(failures.length ? 1 : 0);
