import { expect, it } from "vitest";
import { answer } from "../support/node/ai-stand-in.ts";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";
import { judgeBy } from "../support/node/judge-stand-in.ts";
import { useLanguageModel } from "../support/node/use-language-model.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const { ai, settings } = useLanguageModel();
const tests = useConsole(settings);

const expected = /Failed to load resource/u;
const REPORT =
  "In May APT29 sent a spearphishing attachment (T1566.001) from 203.0.113.7, ran PowerShell (T1059.001), dumped LSASS memory and used valid accounts (T1078, T9999). Administrators should disable Windows Script Host (T1059.005).";
const ids: string[] = [];

tests.before(async () => {
  for (const name of ["A report", "Another"]) {
    const { body } = await analyse(tests.service.url, { text: REPORT, name });
    ids.push(body.session_id);
  }
  const path = `/api/analyze/sessions/${ids[0]}`;
  const change = (at: string, body: object) =>
    fetch(`${tests.service.url}${at}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  await change(`${path}/techniques/T1078`, { review_status: "rejected" });
  await change(`${path}/techniques/T1566.001`, { review_status: "accepted", note: "Seen." });
  await change(path, { tags: ["banks"], tlp: "amber", note: "To be shared." });
});

it.each(["summary", "groups", "entities", "left-out", "opinion", "comments", "history"])(
  "nothing stands in the way on the tab %s of a session",
  async (tab) => {
    // Without a second opinion the service answers 404.
    const page = await tests.open(`/sessions/${ids[0]}?tab=${tab}`, { expected });
    await untilQuiet(page);
    if (tab === "opinion") {
      const evidence = "ran PowerShell (T1059.001)";
      const techniques = [
        { attack_id: "T1059.001", confidence: 0.9, evidence },
        { attack_id: "T1105", confidence: 0.4, evidence },
      ];
      ai.behave = judgeBy(
        (_, id) => ({ verdict: id.startsWith("T1059") ? "yes" : "no", reason: "Words." }),
        { text: answer(techniques) },
      );
      for (const mode of ["Balanced", "Judged"]) {
        await page.getByRole("combobox", { name: "Mode" }).selectOption(mode);
        await page.getByRole("button", { name: "Ask for a second opinion" }).click();
        await page.getByText(`Mode: ${mode}.`).waitFor();
        expect(await barriersOf(page)).toEqual([]);
      }
    }
    expect(await barriersOf(page)).toEqual([]);
  },
);

it.each([
  ["c", "Note"],
  ["t", "Instead of T1059.001"],
  ["n", "Passage of the report that shows it"],
])("nor on what the key %s opens", async (key, name) => {
  const page = await tests.open(`/sessions/${ids[0]}?technique=T1059.001`);
  await page.getByRole("button", { name: /^T1059\.001/u }).waitFor();
  await page.keyboard.press(key);
  await page.getByLabel(name).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it.each(["/sessions", "/sessions?compare="])("nor on %s, with sessions", async (path) => {
  const page = await tests.open(path.endsWith("=") ? `${path}${ids.join(",")}` : path);
  await untilQuiet(page);
  await page.getByRole("link", { name: "Another" }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it("nor while a language model writes", async () => {
  ai.behave = () => ({
    text: answer([], { summary: "word ".repeat(400) }),
    pieceMs: 1_000,
    pieces: 60,
  });
  const page = await tests.open("/analyze");
  await page.getByLabel("Provider").selectOption({ label: "openai_compatible: local" });
  await page.getByRole("textbox", { name: "Text of the report" }).fill(REPORT);
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByText('{"summary"').waitFor();
  ai.behave = () => ({ text: answer() });
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
});
