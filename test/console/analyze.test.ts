import { join } from "node:path";
import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";

const tests = useConsole();
const SAMPLE = join(import.meta.dirname, "..", "..", "examples", "report.pdf");

it("a PDF becomes a session", async () => {
  const page = await tests.open("/analyze");
  expect(await findBarriers(page)).toEqual([]);
  await page.locator("input[type=file]").setInputFiles(SAMPLE);
  await page.getByText("report.pdf").waitFor();
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await page.getByRole("button", { name: /^T1/u }).first().waitFor();
});

it("what was typed is there after a reload, and after an error", async () => {
  const page = await tests.open("/analyze", { expected: /Failed to load resource/u });
  const address = page.getByRole("textbox", { name: "Address of a web page or PDF" });
  await address.fill("http://127.0.0.1:9/report");
  await page.getByRole("textbox", { name: "Name" }).fill("Of a private address");
  await page.reload();
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByRole("alert").waitFor();
  expect(await address.inputValue()).toBe("http://127.0.0.1:9/report");
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe(
    "Of a private address",
  );
});

it("the mode that is chosen is that of the session", async () => {
  const page = await tests.open("/analyze");
  const modes = page.getByRole("group", { name: "Mode" });
  expect(await modes.getByRole("radio", { name: "Balanced" }).isChecked()).toBe(true);
  expect(await modes.getByRole("radio").count()).toBe(4);
  await modes.getByRole("radio", { name: "Recall" }).check();
  await page.reload();
  expect(await modes.getByRole("radio", { name: "Recall" }).isChecked()).toBe(true);
  const text = "Its macro started PowerShell, and passwords were read from the memory of LSASS.";
  await page.getByRole("textbox", { name: "Text of the report" }).fill(text);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await page.getByText(/, for recall/u).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const session = await page.evaluate(
    async (path) => (await (await fetch(path)).json()) as { mode: string },
    `/api/analyze/${id}`,
  );
  expect(session.mode).toBe("recall");
});

it("a reload finds the running analysis again", async () => {
  const page = await tests.open("/analyze", { expected: /Failed to load resource/u });
  const sentence = "The actor ran PowerShell after a phishing mail and dumped LSASS memory.\n";
  const buffer = Buffer.from(sentence.repeat(8_000));
  const file = { name: "long.txt", mimeType: "text/plain", buffer };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.waitForFunction(() => sessionStorage.getItem("tradecraft.analyze.run") !== null);
  await page.reload();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  expect(await page.evaluate(() => sessionStorage.getItem("tradecraft.analyze.run"))).toBe(null);
});
