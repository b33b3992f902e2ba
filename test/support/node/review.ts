import type { Page } from "playwright-core";
import { expect } from "vitest";
import { scaled } from "./machine.ts";

/** A technique of a session as the interface tells it. */
export interface FoundTechnique {
  attack_id: string;
  review_status: string;
  tactic: string;
  confidence: number;
  passages: { text: string; start: number; end: number }[];
  note: string;
  found_as: string | null;
  origin: string;
  evidence: string;
  evidence_start: number | null;
  evidence_end: number | null;
}

/** A change of a session as its history tells it. */
export interface HistoryChange {
  change_id: string;
  action: string;
  attack_id: string | null;
  fields: string[];
  after: Record<string, unknown> | null;
}

const POLL_MS = 20_000;

async function get<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The techniques of a session. */
export async function techniquesOf(serviceUrl: string, id: string): Promise<FoundTechnique[]> {
  return (await get<{ techniques: FoundTechnique[] }>(`${serviceUrl}/api/analyze/${id}`))
    .techniques;
}

/** What people changed of a session, oldest first. */
export async function historyOf(serviceUrl: string, id: string): Promise<HistoryChange[]> {
  const path = `/api/analyze/sessions/${id}/history?limit=100`;
  return (await get<HistoryChange[]>(`${serviceUrl}${path}`)).toReversed();
}

/** Waits until the interface answers a technique as it is meant to be. */
export async function untilTechnique(
  serviceUrl: string,
  sessionId: string,
  wanted: Partial<FoundTechnique>,
): Promise<void> {
  await expect
    .poll(() => techniquesOf(serviceUrl, sessionId), { timeout: scaled(POLL_MS) })
    .toContainEqual(expect.objectContaining(wanted));
}

/** Waits until the techniques of a session stand in the order of the matrix, in which j and k go. */
export async function untilListed(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const tactics = [...document.querySelectorAll("section[aria-label] > h2")];
    // Until the release's tactics are read, they are called by their short names.
    return tactics.length > 0 && tactics.every((one) => /^[A-Z]/u.test(one.textContent));
  });
}

/** Presses j and answers the technique that is chosen then. */
export async function goNext(page: Page): Promise<string> {
  return await goOn(page, "j");
}

/** Presses a key that goes on to another technique, such as that of a verdict, and answers which. */
export async function goOn(page: Page, key: string): Promise<string> {
  const before = page.url();
  await page.keyboard.press(key);
  await page.waitForURL((url) => url.href !== before);
  return new URL(page.url()).searchParams.get("technique") ?? "";
}

/** Waits until the row of a technique has the focus. */
export async function untilFocused(page: Page, attackId: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await expect.poll(focused, { timeout: scaled(POLL_MS) }).toBe(`technique-${attackId}`);
}

/** Types into the field in which a technique is looked for, and takes the first that is found. */
export async function pickTechnique(page: Page, attackId: string): Promise<void> {
  await page.locator("input[role=combobox]:focus").waitFor();
  await page.keyboard.type(attackId);
  await page.locator("[role=option][data-highlighted]", { hasText: attackId }).waitFor();
  await page.keyboard.press("Enter");
}
