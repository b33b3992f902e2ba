import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { stopOf, stopsOf, untilHeld, withoutMouse } from "../support/node/focus.ts";
import { press, reach } from "../support/node/keyboard.ts";
import {
  goNext,
  goOn,
  techniquesOf,
  untilFocused,
  untilListed,
  untilTechnique,
} from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole();
const INTAKE = "/api/pipeline/intake";
const NAMES = ["first", "second", "third", "fourth", "fifth"];
const REPORT = join(import.meta.dirname, "..", "..", "examples", "report.pdf");

let sessionId = "";
tests.before(async () => {
  const { url } = tests.service;
  const headers = { "Content-Type": "application/json" };
  // The list begins with the newest.
  for (const name of NAMES.toReversed()) {
    const report = { title: `The ${name} report`, text: `The ${name} one ran PowerShell.` };
    await fetch(`${url}${INTAKE}`, { method: "POST", headers, body: JSON.stringify(report) });
  }
  const file = new File([readFileSync(REPORT)], "report.pdf", { type: "application/pdf" });
  sessionId = (await analyse(url, { file })).body.session_id;
});

const untilState = async (name: string, state: string) => {
  const stateOf = async () => {
    const answer = await fetch(`${tests.service.url}${INTAKE}?q=The ${name} report`);
    return ((await answer.json()) as { status: string }[])[0]?.status;
  };
  await expect.poll(stateOf).toBe(state);
};
const shown = async (page: Page, name: string) =>
  await page.getByRole("heading", { level: 2, name: `The ${name} report` }).waitFor();
/** Goes back to a control above, and presses it. */
const back = async (page: Page, control: Locator) => {
  await reach(page, control, "Shift+Tab");
  await page.keyboard.press("Enter");
};
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("decides on the intake, with the focus on an element after each step", async () => {
  const page = await withoutMouse(await tests.open("/"));
  const held = async (step: string) => await untilHeld(page, step);
  const sections = page.getByRole("navigation", { name: "Sections" });
  await press(page, sections.getByRole("link", { name: /^Intake/u }));
  await shown(page, "first");
  await held("open the queue");
  await page.keyboard.press("j");
  await shown(page, "second");
  await page.keyboard.press("k");
  await shown(page, "first");
  await held("step through the rows");

  await page.keyboard.press("l");
  await shown(page, "second");
  await untilState("first", "reviewing");
  await held("leave for later");
  // A row that gets the focus is the one that is read.
  await back(page, button(page, "Undo last"));
  await untilState("first", "pending");
  await shown(page, "first");
  await held("undo the last decision");
  await page.keyboard.press("r");
  await shown(page, "second");
  await untilState("first", "rejected");
  await held("reject");
  await back(page, page.getByRole("listitem").getByRole("button", { name: "Undo" }));
  await untilState("first", "pending");
  await shown(page, "first");
  await held("undo in the row");

  await page.keyboard.press("p");
  await button(page, "Promote only").waitFor();
  await page.keyboard.press("Escape");
  await held("cancel a promotion");
  await page.keyboard.press("p");
  await press(page, button(page, "Promote only"));
  await untilState("first", "promoted");
  await shown(page, "second");
  await held("promote");
  await page.keyboard.press("p");
  await button(page, "Promote and analyze").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Open analysis" }).first().waitFor();
  await held("promote and analyze");
  await page.keyboard.press("x");
  await back(page, button(page, "Select none"));
  await held("select none");

  await press(page, button(page, "Add a report"));
  await page.keyboard.press("Escape");
  expect(await button(page, "Add a report").evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
});

it("opens, reviews, signs and reopens a session, with the focus on an element after each step", async () => {
  const page = await withoutMouse(await tests.open("/sessions"));
  const { url } = tests.service;
  const held = async (step: string) => await untilHeld(page, step);
  const until = async (wanted: Parameters<typeof untilTechnique>[2]) =>
    await untilTechnique(url, sessionId, wanted);
  await press(page, page.locator(`a[href$="${sessionId}"]`).first());
  await untilListed(page);
  await held("open the session");

  const accepted = await goNext(page);
  const rejected = await goOn(page, "a");
  await until({ attack_id: accepted, review_status: "accepted" });
  const edited = await goOn(page, "r");
  await until({ attack_id: rejected, review_status: "rejected" });
  await held("accept and reject");
  await goOn(page, "k");
  await page.keyboard.press("a");
  await until({ attack_id: rejected, review_status: "accepted" });
  await held("edit a verdict");
  await page.keyboard.press("/");
  await page.locator("[type=search]:focus").waitFor();
  await page.keyboard.press("Escape");
  await untilFocused(page, edited);

  const passages = async () =>
    (await techniquesOf(url, sessionId)).find((one) => one.attack_id === edited)?.passages.length;
  const before = (await passages()) ?? 0;
  await page.keyboard.press("s");
  await reach(page, page.getByRole("region", { name: "Text of the report" }), "s");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("b");
  await expect.poll(passages).toBe(before + 1);
  await untilFocused(page, edited);

  await reach(page, page.getByRole("textbox", { name: `Comment on ${edited}` }));
  await page.keyboard.type("Is this enough?");
  await press(page, button(page, "Add comment"));
  await page.getByText("Is this enough?", { exact: true }).waitFor();
  await held("comment");
  await reach(page, page.getByRole("textbox", { name: `Comment on ${edited}` }), "Shift+Tab");
  await page.keyboard.press("Escape");
  await untilFocused(page, edited);

  for (const [name, done] of [
    ["Assign to me", "Assigned to you"],
    ["Send to review", "In review"],
    ["Sign", "not reviewed"],
    ["Cancel", "reviewed"],
    ["Sign", "not reviewed"],
    ["Sign anyway", "read-only until somebody reopens it"],
    ["Reopen", "In review"],
  ] as const) {
    await press(
      page,
      page
        .getByRole("group", { name: "Review" })
        .first()
        .getByRole("button", { name, exact: true }),
    );
    await page.getByText(done).first().waitFor();
    await held(name);
  }
});

it.each(["/", "/sessions", "/intake", "session"])(
  "each Tab stop of %s is seen, and the third key reaches the first one of the page",
  async (path) => {
    const page = await tests.open(path === "session" ? `/sessions/${sessionId}` : path);
    await untilQuiet(page);
    const stops = await stopsOf(page);
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
    const first = stops.find(({ isInPage }) => isInPage);
    await page.reload();
    await untilQuiet(page);
    for (const key of ["Tab", "Enter", "Tab"]) await page.keyboard.press(key);
    expect(await stopOf(page)).toEqual(first);
  },
);
