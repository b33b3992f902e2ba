import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { type Desk, useColleagues } from "../support/node/colleagues.ts";
import { TEAM_SETTINGS } from "../support/node/logins.ts";
import { scaled } from "../support/node/machine.ts";
import { techniquesOf } from "../support/node/review.ts";

const tests = useConsole(TEAM_SETTINGS);
const { urlOf, openBoth } = useColleagues(tests);

const ROUNDS = 100;
type Name = "ann" | "bob";
type Verdict = "accepted" | "rejected";

/** A change in the history of the session. */
interface Entry {
  change_id: string;
  actor: string;
  attack_id: string;
  before: { review_status: string };
}

/** What became of one verdict. */
interface Outcome {
  who: Name;
  attackId: string;
  /** All that the row showed since the round began. */
  shown: string[];
  /** The state after the last answer to it; null where the colleague's was kept. */
  etag: string | null;
  /** Whether both were shown, and this one was chosen. */
  wasCompared: boolean;
}

/** Writes down what a row shows, from now on. */
async function watchRow(page: Page, attackId: string): Promise<() => Promise<string[]>> {
  const row = page.locator(`#${await rowIdOf(page, attackId)}`);
  await row.evaluate((element) => {
    const shown = [element.dataset["review"] ?? ""];
    const look = () => shown.push(element.dataset["review"] ?? "");
    const observer = new MutationObserver(look);
    observer.observe(element, { attributes: true, attributeFilter: ["data-review"] });
    Object.assign(globalThis, { shown, observer });
  });
  return async () =>
    await page.evaluate(() => {
      const kept = globalThis as unknown as { shown: string[]; observer: MutationObserver };
      kept.observer.disconnect();
      return kept.shown;
    });
}

const rowIdOf = async (page: Page, attackId: string) =>
  CSS_ESCAPED(
    (await page.locator("[data-review]", { hasText: attackId }).getAttribute("id")) ?? "",
  );
const CSS_ESCAPED = (id: string) => id.replaceAll(/[^\w-]/gu, (char) => `\\${char}`);

/** The changes of a page that the service has not taken yet. */
const queueOf = async (page: Page) =>
  await page.evaluate(
    () =>
      JSON.parse(localStorage.getItem("tradecraft.reviews") ?? "[]") as {
        refusal: string | null;
      }[],
  );
/** Writes down the states after the changes of a page that were taken. */
function watchAnswers({ page }: Desk): string[] {
  const etags: string[] = [];
  page.on("response", (answer) => {
    if (answer.request().method() !== "PATCH" || answer.status() !== 200) return;
    etags.push(answer.headers()["etag"]?.replaceAll('"', "") ?? "");
  });
  return etags;
}

interface Person {
  who: Name;
  page: Page;
  /** The states after its changes. */
  etags: string[];
}

/** One person's verdict, up to what became of it; of conflicts every other one is won. */
async function decide(
  { who, page, etags }: Person,
  attackId: string,
  verdict: Verdict,
  isKept: boolean,
): Promise<Outcome> {
  const before = etags.length;
  const readShown = await watchRow(page, attackId);
  await page.locator("[data-review]", { hasText: attackId }).click();
  await page.keyboard.press(verdict === "accepted" ? "a" : "r");
  const left = async (count: (queue: { refusal: string | null }[]) => number) =>
    await expect
      .poll(async () => count(await queueOf(page)), { timeout: scaled(10_000), interval: 20 })
      .toBe(0);
  await left((queue) => queue.filter(({ refusal }) => refusal === null).length);
  const wasCompared = (await queueOf(page)).length > 0;
  if (wasCompared) {
    const notice = page.getByRole("alert");
    await notice.getByText("Your change is not saved").waitFor();
    await notice.getByRole("button", { name: isKept ? "Keep theirs" : "Apply mine" }).click();
    await left((queue) => queue.length);
  }
  const etag = etags.length > before ? (etags.at(-1) ?? null) : null;
  return { who, attackId, shown: await readShown(), etag, wasCompared };
}

it("200 interleaved verdicts in two browsers: none is lost unseen", async () => {
  const { id, ann, bob } = await openBoth();
  const ids = (await techniquesOf(urlOf("ann"), id)).map(({ attack_id: attackId }) => attackId);
  const outcomes: Outcome[] = [];
  const people = {
    ann: { who: "ann" as const, page: ann.page, etags: watchAnswers(ann) },
    bob: { who: "bob" as const, page: bob.page, etags: watchAnswers(bob) },
  };
  for (let n = 0; n < ROUNDS; n += 1) {
    const attackId = ids[n % ids.length] ?? "";
    const isFlipped = Math.floor(n / ids.length) % 2 === 1;
    const [ofAnn, ofBob] = isFlipped
      ? (["rejected", "accepted"] as const)
      : (["accepted", "rejected"] as const);
    outcomes.push(
      ...(await Promise.all([
        decide(people.ann, attackId, ofAnn, n % 2 === 0),
        decide(people.bob, attackId, ofBob, n % 2 === 1),
      ])),
    );
  }
  const answer = await fetch(`${urlOf("ann")}/api/analyze/sessions/${id}/history?limit=200`);
  const history = new Map(((await answer.json()) as Entry[]).map((one) => [one.change_id, one]));
  const taken = outcomes.flatMap((outcome) => {
    const entry = history.get(outcome.etag ?? "");
    const isOwn = entry?.actor === outcome.who && entry.attack_id === outcome.attackId;
    return entry !== undefined && isOwn ? [{ outcome, entry }] : [];
  });
  // Everything in the history is somebody's verdict of here, and the other way round.
  expect(new Set(taken.map(({ entry }) => entry.change_id)).size).toBe(history.size);
  // Nobody replaced what was not shown: in the row, or beside the own verdict.
  const unseen = taken.filter(
    ({ outcome, entry }) =>
      !outcome.wasCompared && !outcome.shown.includes(entry.before.review_status),
  );
  expect(unseen).toEqual([]);
  expect(outcomes.some(({ wasCompared }) => wasCompared)).toBe(true);
  // Both see the same in the end.
  const now = await techniquesOf(urlOf("ann"), id);
  for (const { page } of [ann, bob]) {
    for (const { attack_id: attackId, review_status: status } of now) {
      await page
        .locator(`[data-review="${status}"]`, { hasText: attackId })
        .waitFor({ timeout: scaled(5_000) });
    }
  }
}, 180_000);
