import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { collect } from "../support/node/coverage.ts";
import { type Login, TEAM_SETTINGS, useLogins } from "../support/node/logins.ts";
import { mail, text as textPart } from "../support/mails.ts";
import { sigma } from "../support/rules/archives.ts";

const tests = useConsole(TEAM_SETTINGS);
const { anna, vera } = useLogins(tests, { anna: "analyst", vera: "viewer" });

type Files = Record<string, string>;

/** Lets files be dragged over, dropped on or pasted into the page. */
async function bring(page: Page, how: "dragover" | "drop" | "paste", files: Files): Promise<void> {
  await page.evaluate(
    ([kind, given]) => {
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(given)) data.items.add(new File([text], name));
      const init = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data }),
      );
    },
    [how, files] as const,
  );
}

const open = async (proxy: Login, path: string) => {
  const page = await tests.open(path, { origin: proxy.url });
  await page.getByText(/^(?:anna|vera), /u).waitFor();
  return page;
};
const HOSTILE = `<img src=x onerror="globalThis.ran=1">.bin`;
const LAYER = JSON.stringify({
  name: "Dropped layer",
  versions: { layer: "4.5" },
  domain: "enterprise-attack",
  techniques: [{ techniqueID: "T1059", score: 1 }],
});

it("a layer that is dropped on any page is imported on the matrix", async () => {
  const page = await open(anna, "/groups");
  await bring(page, "dragover", { "layer.json": LAYER });
  await page.getByText("Drop files anywhere").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await bring(page, "drop", { "layer.json": LAYER });
  await page.waitForURL(/\/matrix\?/u);
  await page.getByText(/Dropped layer is stored for/u).waitFor();
  expect(await page.getByText("Drop files anywhere").count()).toBe(0);
});

it("rules are looked at before anything is stored, also where a second file is dropped", async () => {
  const page = await open(anna, "/");
  await bring(page, "drop", { "one.yml": sigma().text });
  await page.waitForURL(/\/rules/u);
  await page.getByRole("button", { name: "Import 1 rule" }).waitFor();
  await bring(page, "drop", { "one.yml": sigma().text, "two.yml": sigma().text });
  await page.getByRole("button", { name: "Import 2 rules" }).waitFor();
  expect(await (await fetch(`${anna.url}/api/pipeline/rules`)).json()).toEqual([]);
});

it("log sources of DeTT&CT wait for a yes", async () => {
  await collect(anna.url, [{ kind: "component", name: "Process Creation" }]);
  const file = await (await fetch(`${anna.url}/api/coverage/log-sources/dettect`)).text();
  await collect(anna.url, []);
  const page = await open(anna, "/");
  await bring(page, "paste", { "sources.yaml": file });
  await page.waitForURL(/\/log-sources/u);
  await page.getByText("No log source is collected yet.").waitFor();
  const stored = async () => {
    const answer = await fetch(`${anna.url}/api/coverage/log-sources`);
    return ((await answer.json()) as { entries: object[] }).entries.length;
  };
  expect(await stored()).toBe(0);
  await page.getByRole("button", { name: "Add to the list" }).click();
  await page.getByText(/The file names 1 data source/u).waitFor();
  expect(await stored()).toBe(1);
});

it("several reports are analyzed one after another, and one that fails keeps none back", async () => {
  const page = await tests.open("/groups", { origin: anna.url, expected: /Failed to load/u });
  await page.getByText(/^anna, /u).waitFor();
  await bring(page, "drop", {
    "one.txt": "The actor ran PowerShell (T1059.001).",
    "broken.pdf": "%PDF-1.7\nnothing",
    "two.txt": "The actor dumped LSASS memory with Mimikatz.",
  });
  await page.waitForURL(/\/analyze/u);
  await page.getByText("They are analyzed one after another.").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Analyze 3 reports" }).click();
  await page.getByText("2 of 3 reports have been analyzed.").waitFor();
  const results = page.getByRole("region", { name: "Analyzed reports" });
  expect(await results.getByRole("link").allTextContents()).toEqual(["one.txt", "two.txt"]);
  await results.getByText("broken.pdf").waitFor();
  await results.getByRole("link", { name: "two.txt" }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await page.getByText("dumped LSASS memory").first().waitFor();
});

it("mails are added to the intake, and one that is refused keeps none back", async () => {
  const page = await tests.open("/", { origin: anna.url, expected: /Failed to load/u });
  await page.getByText(/^anna, /u).waitFor();
  await bring(page, "drop", {
    "one.eml": mail(textPart("They used T1566."), ["Subject: Phishing at a bank"]),
    "empty.eml": mail(textPart("")),
    "two.eml": mail(textPart("They used T1059."), ["Subject: A loader"]),
  });
  await page.waitForURL(/\/intake\/capture/u);
  const sent = page.getByRole("list", { name: "Emails that were sent" });
  await sent.getByRole("link", { name: /^A loader/u }).waitFor();
  await sent.getByText("empty.eml was not added:").waitFor();
  await sent.getByText("The email has no text that can be read.").waitFor();
  expect(await sent.getByRole("listitem").count()).toBe(3);
  expect(await barriersOf(page)).toEqual([]);
  await sent.getByRole("link", { name: /^Phishing at a bank/u }).click();
  await page.waitForURL(/\/intake\?/u);
  await page.getByText("They used T1566.").first().waitFor();
  await page.goto(`${anna.url}/intake/capture`);
  await bring(page, "drop", { "again.eml": mail(textPart("They used T1566.")) });
  await page.getByText("Added to the intake:").waitFor();
});

it("what is not accepted is named with what is, and its name is only text", async () => {
  const page = await open(anna, "/");
  await bring(page, "drop", { [HOSTILE]: "\0" });
  await page.getByText("contains binary data of a kind that is not accepted").waitFor();
  await page.getByText(/^Accepted are reports/u).waitFor();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Close" }).click();
  expect(await page.getByText(/^Accepted are reports/u).count()).toBe(0);
});

it("a text that is pasted into a field goes there, whatever picture comes with it", async () => {
  const page = await open(anna, "/analyze");
  const field = page.getByRole("textbox", { name: "Text of the report" });
  await field.focus();
  const isTaken = await field.evaluate((element) => {
    const data = new DataTransfer();
    data.items.add("Words", "text/plain");
    data.items.add(new File(["\0"], "image.png"));
    const init = { clipboardData: data, bubbles: true, cancelable: true };
    return !element.dispatchEvent(new ClipboardEvent("paste", init));
  });
  expect(isTaken).toBe(false);
});

it("a viewer is told whom to ask", async () => {
  const page = await open(vera, "/");
  await bring(page, "drop", { "layer.json": LAYER });
  await page.getByText("You have read-only access. Ask an analyst to add this file.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});
