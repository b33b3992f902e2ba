import { chromium } from "playwright-core";
const b = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const p = await b.newPage({ viewport: { width: Number(process.argv[4] ?? 1280), height: 844 } });
p.on("console", (m) => console.log("console", m.text().slice(0, 600)));
p.on("pageerror", (e) => console.log("pageerror", e.message.slice(0, 600), e.stack?.slice(0, 600)));
await p.goto(`http://127.0.0.1:8931${process.argv[2]}`);
await p.waitForTimeout(2500);
console.log((await p.locator("body").innerText()).slice(0, 1500));
await p.screenshot({ path: `/tmp/obs-page/${process.argv[3] ?? "shot"}.png` });
await b.close();
