import type { Locator, Page } from "playwright-core";

const MAX_PRESSES = 80;

/** Presses a key again and again until an element has the focus. @throws Error when it never has */
export async function reach(page: Page, element: Locator, key = "Tab"): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MAX_PRESSES} times ${key} do not lead to ${String(element)}`);
}

/** Goes to a button or link by keyboard and presses it. */
export async function press(page: Page, element: Locator): Promise<void> {
  await reach(page, element);
  await page.keyboard.press("Enter");
}
