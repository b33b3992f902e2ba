import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { answer } from "../support/node/ai-stand-in.ts";
import { useConsole } from "../support/node/browser.ts";
import { waitFor } from "../support/node/machine.ts";
import { useLanguageModel } from "../support/node/use-language-model.ts";

const { ai, settings } = useLanguageModel({ PROVIDER_B_TIMEOUT_MS: "60000" });
const tests = useConsole(settings);
afterEach(() => {
  ai.asked.length = 0;
});

const EVIDENCE = "The actor used PowerShell to download a loader";
const REPORT = `${EVIDENCE}. Later it dumped LSASS memory on two hosts.`;
const GOOD = answer([{ attack_id: "T1059.001", confidence: 0.9, evidence: EVIDENCE }], {
  summary: "The actor downloaded a loader.",
});
/** A request that is refused or broken off is logged by the browser. */
const expected = /Failed to load resource/u;

interface Listed {
  session_id: string;
  status: string;
  error: string | null;
}

const read = async <T>(path: string): Promise<T> =>
  (await (await fetch(`${tests.service.url}${path}`)).json()) as T;

/** So slow that a person can cancel, or fast. */
const behave = (pieceMs: number) => {
  ai.behave = () => ({ text: GOOD, pieceMs, pieces: 40 });
};

/** Analyses by the language model, up to the first words that it writes. */
async function start(page: Page, name: string): Promise<void> {
  await page.getByLabel("Provider").selectOption({ label: "openai_compatible: local" });
  await page.getByRole("textbox", { name: "Text of the report" }).fill(REPORT);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByText('{"summary"').waitFor();
}

const written = async (page: Page) => (await page.getByText('{"summary"').textContent()) ?? "";

it("tokens show as they come, and cancel ends it at the service too", async () => {
  behave(200);
  const page = await tests.open("/analyze", { expected });
  await start(page, "To be cancelled");
  const early = await written(page);
  await expect.poll(async () => (await written(page)).length).toBeGreaterThan(early.length);
  expect(GOOD.startsWith(early) && early.length < GOOD.length).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "Analyze a report" }).waitFor();
  // What was typed is there, to be sent again.
  expect(await page.getByRole("textbox", { name: "Text of the report" }).inputValue()).toBe(REPORT);
  await waitFor("the model to be left alone", () => (ai.open === 0 ? true : null));
  const failed = await waitFor("the session to fail", async () => {
    const [one] = await read<Listed[]>("/api/analyze/sessions?status=failed");
    return one ?? null;
  });
  expect(failed.error).toContain("The client went away");
  expect(ai.asked).toHaveLength(1);

  behave(5);
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await page.getByRole("heading", { level: 1, name: "To be cancelled" }).waitFor();
  await page.getByRole("button", { name: /^T1059\.001/u }).waitFor();
  const completed = await read<Listed[]>("/api/analyze/sessions?status=completed");
  expect(completed.map(({ session_id: id }) => id)).toEqual([page.url().split("/").at(-1)]);
});

it("a reload in the middle finds it again, and it finishes", async () => {
  behave(200);
  const page = await tests.open("/analyze", { expected });
  await start(page, "Reloaded");
  const before = await page.evaluate(() => sessionStorage.getItem("tradecraft.analyze.run"));
  const { sessionId } = JSON.parse(before ?? "{}") as { sessionId: string };
  await page.reload();
  await page.getByRole("status").getByText("The analysis is still running").waitFor();
  expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(1);
  behave(5);
  await page.waitForURL(`**/sessions/${sessionId}`);
  await page.getByRole("heading", { level: 1, name: "Reloaded" }).waitFor();
  const { techniques } = await read<{ techniques: { attack_id: string }[] }>(
    `/api/analyze/${sessionId}`,
  );
  expect(techniques.map(({ attack_id: id }) => id)).toEqual(["T1059.001"]);
  const named = await read<Listed[]>("/api/analyze/sessions?search=Reloaded");
  expect(named).toHaveLength(1);
});

it("its second opinion stands beside what the analyser found", async () => {
  behave(0);
  const page = await tests.open("/analyze", { expected });
  await page.getByRole("textbox", { name: "Text of the report" }).fill(REPORT);
  await page.getByRole("textbox", { name: "Name" }).fill("Of two minds");
  await page.getByLabel("Provider").selectOption({ label: "Embedded analyzer" });
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.waitForURL(/\/sessions\/[\w-]+/u);
  await page.getByRole("tab", { name: "Second opinion" }).click();
  await page.getByRole("combobox", { name: "Mode" }).selectOption("Balanced");
  await page.getByRole("button", { name: "Ask for a second opinion" }).click();
  await page.getByText(/openai_compatible.*agrees on|local.*agrees on/u).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: "T1059.001" }).last();
  await row.getByText(/This report: \d+ %/u).waitFor();
  await row.getByText("Second opinion: 90 %").waitFor();
  const onlyFirst = page.getByRole("listitem").filter({ hasText: "T1003.001" }).last();
  await onlyFirst.getByText(/This report: \d+ %/u).waitFor();
  expect(await onlyFirst.getByText(/Second opinion:/u).count()).toBe(0);
});
