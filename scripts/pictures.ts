/**
 * Takes the pictures of the README anew, from a service that has just been started on an empty data
 * folder: `node scripts/pictures.ts http://127.0.0.1:8787`. Wants Chromium (CHROME_PATH).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";

const [origin = "http://127.0.0.1:8787"] = process.argv.slice(2);
const project = join(import.meta.dirname, "..");
const SIZE = { width: 1280, height: 760 };
const QUALITY = 0.8;

const form = new FormData();
form.set("file", new Blob([readFileSync(join(project, "examples/report.pdf"))]), "report.pdf");
form.set("name", "Example: a loader by mail");
const answer = await fetch(`${origin}/api/analyze`, { method: "POST", body: form });
if (!answer.ok) throw new Error(`The service did not read the example: ${await answer.text()}`);
const { session_id: id } = (await answer.json()) as { session_id: string };

const browser = await chromium.launch({
  executablePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
await page.goto(`${origin}/sessions/${id}?technique=T1574.001`);
await page.getByRole("button", { name: "Accept the rest…" }).waitFor();
await save(page, "session.webp");
await page.goto(`${origin}/matrix?overlays=session:${id},group:G0046&technique=T1059.001`);
await page.getByText("2 of 2", { exact: true }).waitFor();
await save(page, "matrix.webp");
await browser.close();

/** What the page shows, as WebP: the browser makes it, for it takes pictures as PNG alone. */
async function save(shown: Page, name: string): Promise<void> {
  await shown.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  const png = (await shown.screenshot()).toString("base64");
  const webp = await shown.evaluate(
    async ([data, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    [png, QUALITY] as const,
  );
  const bytes = Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64");
  writeFileSync(join(project, "docs", name), bytes);
}
