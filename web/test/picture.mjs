// The picture of a report in the guide: node picture.mjs REPORT.html OUT.png
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [report, out] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await (await browser.newContext({ viewport: { width: 900, height: 1330 } })).newPage();
await page.goto(pathToFileURL(report).href);
await page.evaluate(() => window.trammel.clock.seek(0.37 * window.trammel.clock.end));
await page.waitForTimeout(500);
await page.screenshot({ path: out });
await browser.close();
