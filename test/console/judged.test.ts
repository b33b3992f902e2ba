import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import type { SaidVerdict } from "../support/judging-runtime.ts";
import { judgeBy } from "../support/node/judge-stand-in.ts";
import { untilListed } from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";
import { useLanguageModel } from "../support/node/use-language-model.ts";

const { ai, settings } = useLanguageModel({
  PROVIDER_B_INPUT_PRICE: "2",
  PROVIDER_B_OUTPUT_PRICE: "8",
});
const tests = useConsole(settings);
afterEach(() => {
  ai.asked.length = 0;
});

const TASK = "The actors created a scheduled task to run the loader at every logon.";
const STORAGE = "Finally the files were sent to a cloud storage service.";
const REPORT = [
  "The group sent spearphishing mails with a malicious attachment to two banks.",
  "The macro started PowerShell, which downloaded a loader from the actor's server.",
  TASK,
  "They dumped the memory of LSASS to obtain credentials.",
  STORAGE,
].join("\n");
const HOSTILE = "See <img src=x onerror=alert(1)> [here](javascript:alert(1)).";
const MODEL = "openai_compatible: local";
/** A request that is refused is logged by the browser: 404 where there is no second opinion yet. */
const expected = /Failed to load resource/u;

/** Denies the scheduled task, and names another technique for the memory of LSASS. */
function decide(_: string, id: string): SaidVerdict {
  if (id.startsWith("T1053")) return { verdict: "no", reason: HOSTILE };
  if (id === "T1003.001") return { verdict: "other", attack_id: "T1003", reason: HOSTILE };
  return { verdict: "yes", reason: "The adversary did this." };
}

async function analyseJudged(name: string): Promise<string> {
  ai.behave = judgeBy(decide);
  const fields = { text: REPORT, name, provider: "provider_b", mode: "judged" };
  return (await analyse(tests.service.url, fields)).body.session_id;
}

/** The value of a fact, such as "Calls". */
const fact = (page: Page, name: string) =>
  page.locator("dt", { hasText: new RegExp(`^${name}$`, "u") }).locator("+ dd");

interface Judged {
  mode: string;
  techniques: { attack_id: string; review_status: string; judgement: unknown }[];
}
const read = async (id: string) =>
  (await (await fetch(`${tests.service.url}/api/analyze/${id}`)).json()) as Judged;

it("only a language model judges, and what it takes is estimated on request", async () => {
  ai.behave = () => ({ silence: true });
  const page = await tests.open("/analyze", { expected });
  await page.getByRole("textbox", { name: "Text of the report" }).fill(REPORT);
  const judged = page.getByRole("radio", { name: "Judged" });
  await page.getByText("Requires a language model. Choose one as the provider.").waitFor();
  expect(await judged.isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Estimate" }).count()).toBe(0);

  await page.getByLabel("Provider").selectOption({ label: MODEL });
  await judged.check();
  await page.getByRole("button", { name: "Estimate" }).click();
  await expect.poll(() => fact(page, "Calls").textContent()).toBe("1");
  expect(Number(await fact(page, "Pairs of passage and technique").textContent())).toBeGreaterThan(
    4,
  );
  expect(await fact(page, "Cached pairs").textContent()).toBe("0");
  expect(await fact(page, "Cost").textContent()).toMatch(
    /^0\.\d+ \(in the operator's currency\)$/u,
  );
  expect(ai.asked).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);

  // An estimate of another mode is not shown.
  await page.getByRole("radio", { name: "Recall" }).check();
  expect(await fact(page, "Cost").count()).toBe(0);
  await judged.check();
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByRole("heading", { name: /^Judging passages, 0 of \d+$/u }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  // The embedded analyzer cannot judge, so that the mode is the usual one.
  await page.getByLabel("Provider").selectOption({ label: "Embedded analyzer" });
  expect(await page.getByRole("radio", { name: "Balanced" }).isChecked()).toBe(true);
  expect(await judged.isDisabled()).toBe(true);
});

it("a judged technique says who says what, in plain text", async () => {
  const id = await analyseJudged("Judged");
  // Nobody asked for a second opinion, for which the filter "Disputed" looks.
  const page = await tests.open(`/sessions/${id}`, { expected: /Failed to load resource.*404/u });
  await untilListed(page);
  const task = page.getByRole("button", { name: /^T1053\.005/u });
  expect(await task.textContent()).toContain("Disputed");
  await task.click();
  const item = page.getByRole("listitem").filter({ has: task });
  await item.getByText(HOSTILE).waitFor();
  expect(await item.locator("img").count()).toBe(0);
  expect(await fact(page, "Embedded analyzer").textContent()).toMatch(/^\d+ %$/u);
  expect(await fact(page, "Language model").textContent()).toMatch(/^No/u);
  await item.getByTitle("Show it in the text").first().click();
  expect(await findBarriers(page)).toEqual([]);

  // A chip filters the list, and no longer does when it is pressed again.
  const disputed = page.getByRole("group", { name: "Filter" }).getByRole("button", {
    name: /^Disputed/u,
  });
  const count = Number((await disputed.textContent())?.replace("Disputed", ""));
  const rows = page.locator("[id^=technique-T]");
  const all = await rows.count();
  await disputed.press("Enter");
  await expect.poll(() => rows.count()).toBe(count);
  expect(new URL(page.url()).searchParams.get("filter")).toBe("disputed");
  await disputed.press("Enter");
  await expect.poll(() => rows.count()).toBe(all);
});

it("so does a candidate, and the summary has what the analysis took", async () => {
  const id = await analyseJudged("Judged again");
  const page = await tests.open(`/sessions/${id}?tab=left-out`);
  const lsass = page.getByRole("listitem").filter({ hasText: "T1003.001" }).first();
  await lsass.getByText("Verdicts").click();
  await lsass.getByText("T1003 OS Credential Dumping").waitFor();
  await lsass.getByText(HOSTILE).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("tab", { name: "Summary" }).click();
  await page.getByRole("heading", { name: "Model usage" }).waitFor();
  expect(await fact(page, "Mode").textContent()).toBe("Judged");
  // The same text was judged before.
  expect(await fact(page, "Calls").textContent()).toBe("0");
  expect(await fact(page, "Cached pairs").textContent()).toBe(
    await fact(page, "Pairs of passage and technique").textContent(),
  );
});

it("a second opinion is accepted by row, by selection and as a whole", async () => {
  ai.behave = judgeBy(decide);
  const fields = { text: REPORT, name: "Of two minds", mode: "precision" };
  const id = (await analyse(tests.service.url, fields)).body.session_id;
  const page = await tests.open(`/sessions/${id}?tab=opinion`, { expected });
  await page.getByText("No second opinion yet.").waitFor();
  await page.getByRole("button", { name: "Estimate" }).click();
  await fact(page, "Cost").waitFor();
  await page.getByRole("button", { name: "Ask for a second opinion" }).click();
  const added = page.getByRole("region", { name: "Add" }).getByRole("listitem");
  const questioned = page.getByRole("region", { name: "Question" }).getByRole("listitem");
  const lsass = questioned.filter({ hasText: "T1003.001" });
  await lsass.getByText(HOSTILE).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await lsass.getByRole("button", { name: /^Accept T1003\.001/u }).click();
  await lsass.getByText("In the report: Needs evidence").waitFor();
  const stored = await read(id);
  const statusOf = ({ techniques }: Judged, attackId: string) =>
    techniques.find((one) => one.attack_id === attackId)?.review_status;
  expect(statusOf(stored, "T1003.001")).toBe("needs_evidence");

  // What was asked is there after a reload.
  await page.reload();
  await lsass.getByText("In the report: Needs evidence").waitFor();
  const first = added.filter({ has: page.getByRole("checkbox") }).first();
  const name = (await first.getByRole("checkbox").getAttribute("aria-label")) ?? "";
  await first.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Accept selected" }).click();
  const attackId = name.split(" ")[1] ?? "";
  await added.filter({ hasText: attackId }).getByText("In the report: Not reviewed").waitFor();
  const after = await read(id);
  expect(after.techniques).toHaveLength(stored.techniques.length + 1);
  expect(after.techniques.find((one) => one.attack_id === attackId)?.judgement).not.toBe(null);

  await page.getByRole("button", { name: "Accept all" }).click();
  await page.getByRole("button", { name: "Accept all" }).waitFor({ state: "detached" });
  expect(await page.getByRole("checkbox").count()).toBe(0);
  expect((await read(id)).techniques.length).toBeGreaterThanOrEqual(after.techniques.length);
});

it("a session is analysed again in another mode", async () => {
  ai.behave = judgeBy(decide);
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "Again" });
  const page = await tests.open(`/sessions/${body.session_id}`);
  await page.getByRole("button", { name: "Analyze again" }).click();
  const form = page.getByRole("group", { name: "Analyze again" });
  const mode = form.getByRole("combobox", { name: "Mode" });
  expect(await mode.locator("option", { hasText: "Judged" }).isDisabled()).toBe(true);
  await form.getByRole("combobox", { name: "Provider" }).selectOption({ label: MODEL });
  await mode.selectOption("Judged");
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole("button", { name: "Analyze" }).click();
  await page.getByText(/embedded \+ local, judged/u).waitFor();
  await form.waitFor({ state: "detached" });
  expect((await read(body.session_id)).mode).toBe("judged");
});

it("a failed one, too", async () => {
  ai.behave = () => ({ status: 400 });
  const fields = { text: REPORT, name: "Failed", provider: "provider_b" };
  await analyse(tests.service.url, fields);
  const failed = await fetch(
    `${tests.service.url}/api/analyze/sessions?status=failed&search=Failed`,
  );
  const [one] = (await failed.json()) as { session_id: string }[];
  ai.behave = judgeBy(decide);
  const page = await tests.open("/", { expected });
  await page.goto(`${tests.service.url}/sessions/${one?.session_id}`);
  await page.getByRole("combobox", { name: "Mode" }).selectOption("Judged");
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Analyze again" }).click();
  await page.getByText(/embedded \+ local, judged/u).waitFor();
});
