import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { HOSTILE } from "../support/node/hostile-texts.ts";

const tests = useConsole();

const id = (type: string, n: number) =>
  `${type}--50000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const report = (n: number, name: string) => ({
  type: "report",
  id: id("report", n),
  name,
  published: "2026-03-04T00:00:00Z",
  description: "They used T1059.001.",
});
const bundleOf = (objects: object[]) => ({ type: "bundle", id: id("bundle", 1), objects });
const fileOf = (name: string, content: unknown) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(content)),
});

/** Two reports, an object that is skipped, and one that cannot be imported. */
const BUNDLE = bundleOf([
  report(1, "Credential theft at a bank"),
  report(2, "Ransomware at a hospital"),
  { type: "identity", id: id("identity", 1), name: "Lab" },
  { type: "report", id: id("report", 9) },
]);

async function send(path: string, content: unknown): Promise<void> {
  const answer = await fetch(`${tests.service.url}/api/pipeline/import/${path}`, {
    method: "POST",
    body: JSON.stringify(content),
  });
  expect(answer.status).toBe(200);
}

it("a file is looked at before anything is stored, imported, and listed with its receipts", async () => {
  const { url } = tests.service;
  await send("stix", bundleOf([report(1, "Credential theft at a bank")]));
  const page = await tests.open("/intake/imports");
  await page.getByLabel("File to import").setInputFiles(fileOf("week.json", BUNDLE));
  await page.getByText("2 reports").waitFor();
  const reports = page.getByRole("list", { name: "Reports in the file" }).getByRole("listitem");
  await expect
    .poll(async () => await reports.allTextContents())
    .toEqual([
      expect.stringContaining("Ransomware at a hospital"),
      expect.stringContaining("Already in the intake"),
    ]);
  const stored = async () =>
    ((await (await fetch(`${url}/api/pipeline/imports`)).json()) as object[]).length;
  expect(await stored()).toBe(1);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 1 report" }).click();
  await page.getByText("Imported: 1 new report.").waitFor();
  expect(await stored()).toBe(2);
  await page.getByRole("link", { name: "View the outcome of each object" }).click();
  await page.getByRole("heading", { level: 1, name: "week.json" }).waitFor();
  await page.getByText("4 objects").waitFor();
  await page.getByRole("button", { name: "Failed 1" }).click();
  await page.getByText("Has no name").waitFor();
  await page.getByText("1 object", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("Has no name").waitFor();
  await page.getByRole("button", { name: "Duplicate 1" }).click();
  await page.getByRole("link", { name: "View known report" }).waitFor();
  await page.getByRole("button", { name: "Skipped 1" }).click();
  await page.getByText("Identity objects are not imported").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Imports" }).first().click();
  await page.getByRole("link", { name: "week.json" }).waitFor();
});

it("MISP events, packed files and the matrix are recognized", async () => {
  const page = await tests.open("/intake/imports");
  const choose = page.getByLabel("File to import");
  const kind = page.getByRole("combobox", { name: "Format" });
  const chosen = async () => await kind.locator("option:checked").textContent();
  const event = { Event: { info: "Phishing at two banks", uuid: "e-1" } };
  await choose.setInputFiles(fileOf("event.json", event));
  await page.getByRole("button", { name: "Import 1 report" }).waitFor();
  expect(await chosen()).toBe("MISP events");
  await page.getByRole("button", { name: "Cancel" }).click();
  const packed = bundleOf([report(3, "A packed report")]);
  await choose.setInputFiles({
    name: "packed.json.gz",
    mimeType: "application/gzip",
    buffer: gzipSync(JSON.stringify(packed)),
  });
  await page.getByText("A packed report").waitFor();
  expect(await chosen()).toBe("STIX bundle");
  await page.getByRole("button", { name: "Cancel" }).click();
  const matrix = { techniques: [{ id: "AML.T0051", name: "LLM Prompt Injection" }] };
  await choose.setInputFiles(fileOf("matrix.json", matrix));
  await page.getByText("send it again with ?version=").waitFor();
  expect(await chosen()).toBe("ATLAS matrix");
  await page.getByRole("textbox", { name: /^Release of the matrix/u }).fill("5.6.0");
  await page.keyboard.press("Enter");
  await expect.poll(async () => await page.getByText("send it again").count()).toBe(0);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Imported: 0 new reports.").waitFor();
});

it("an import without a file name has the title of its first report", async () => {
  await send("stix", bundleOf([report(11, "A loader"), report(12, "A stealer")]));
  const page = await tests.open("/intake/imports");
  await page.getByRole("link", { name: "A loader and 1 other report" }).click();
  const heading = page.getByRole("heading", { level: 1, name: "A loader and 1 other report" });
  await heading.waitFor();
  expect(await heading.count()).toBe(1);
});

it("a file that is something else is refused, and may be taken for what it is", async () => {
  const page = await tests.open("/intake/imports", { expected: /4\d\d/u });
  await page.getByLabel("File to import").setInputFiles(fileOf("other.json", { a: 1 }));
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("button", { name: /^Import/u }).count()).toBe(0);
});

it("a file may be dropped on the page", async () => {
  const page = await tests.open("/intake/imports");
  const text = JSON.stringify(bundleOf([report(4, "A dropped report")]));
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "dropped.json", { type: "application/json" }));
    return data;
  }, text);
  const zone = page.getByText("Drop a file here");
  await zone.dispatchEvent("dragover", { dataTransfer: transfer });
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
  await page.getByText("A dropped report").waitFor();
  expect(await page.getByRole("heading", { name: "dropped.json" }).count()).toBe(1);
});

it("what a file contains is text, whatever it says", async () => {
  const names = HOSTILE.slice(0, 20);
  const bundle = bundleOf([
    ...names.map((name, n) => report(100 + n, `${name} ${n}`)),
    { type: names[3], id: names[4], name: names[5] },
  ]);
  const page = await tests.open("/intake/imports");
  const file = {
    ...fileOf("hostile.json", bundle),
    name: `${names[0]?.replaceAll("/", "_")}.json`,
  };
  await page.getByLabel("File to import").setInputFiles(file);
  await page.getByText("20 reports", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Import 20 reports" }).click();
  await page.getByRole("link", { name: "View the outcome of each object" }).click();
  await page.getByText("21 objects").waitFor();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
});
