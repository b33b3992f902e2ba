import type { Page } from "playwright-core";
import { expect } from "vitest";
import { scaled } from "./machine.ts";
import { untilQuiet } from "./until-quiet.ts";

const HELD_MS = 5_000;
/** More stops than any page has until the list of its main control. */
const MAX_STOPS = 120;

/** An element that has the focus, as a person finds it. */
export interface Stop {
  /** Such as `a Home`; `body` if nothing has the focus. */
  name: string;
  isInPage: boolean;
  /** Whether it, or what contains it, is drawn in another way because of the focus. */
  isSeen: boolean;
}

/** Makes any press of a mouse an error of the page. */
export async function withoutMouse(page: Page): Promise<Page> {
  await page.addInitScript(() =>
    addEventListener("pointerdown", () => console.error("A mouse was used."), { capture: true }),
  );
  await page.reload();
  await page.locator("h1").waitFor();
  return page;
}

/** Returns what has the focus. */
export async function stopOf(page: Page): Promise<Stop> {
  return await page.evaluate(() => {
    const at = document.activeElement ?? document.body;
    const said = at.getAttribute("aria-label") ?? at.textContent.trim();
    const name = at === document.body ? "body" : `${at.localName} ${said.slice(0, 60)}`.trim();
    // A radio button may be drawn by its label.
    const drawn = [at, at.closest("label"), at.parentElement].filter((one) => one !== null);
    const { width, height, bottom, right } = at.getBoundingClientRect();
    const isLarge = width > 0 && height > 0 && bottom > 0 && right > 0;
    const hasRing = drawn.some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    });
    return { name, isInPage: at.closest("main") !== null, isSeen: isLarge && hasRing };
  });
}

/** Checks that a step has left the focus on an element. @param step what was done, for the message */
export async function untilHeld(page: Page, step: string): Promise<void> {
  await untilQuiet(page);
  const held = async () => {
    const { name } = await stopOf(page);
    return `${step}: ${name === "body" ? "nothing has" : "an element has"} the focus`;
  };
  await expect.poll(held, { timeout: scaled(HELD_MS) }).toBe(`${step}: an element has the focus`);
}

/** Presses Tab from the top of a page to its end; returns what it stops at. */
export async function stopsOf(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press("Tab");
    const stop = await stopOf(page);
    if (stop.name === "body") return stops;
    stops.push(stop);
  }
  return stops;
}
