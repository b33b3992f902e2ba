import type { Page } from "playwright-core";

/** Measurements within a page. Times end when the frame with the effect has been painted. */
interface Probe {
  /** Returns milliseconds from an action until a condition is true and painted. */
  time: (act: () => void, isDone: () => boolean) => Promise<number>;
  /** Milliseconds from the start of the navigation until the awaited element was painted. */
  firstShown: Promise<number>;
}

declare const probe: Probe;

/** Adds the probe to every document that a page opens. `selector` identifies its first view. */
export async function installProbe(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted: string) => {
    // A frame is painted after its callbacks and before the next message.
    const untilPainted = (isDone: () => boolean): Promise<number> =>
      new Promise((resolve) => {
        const look = () => {
          if (!isDone()) {
            requestAnimationFrame(look);
            return;
          }
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve(performance.now()));
          port1.start();
          port2.postMessage(0);
        };
        requestAnimationFrame(look);
      });
    const time = async (act: () => void, isDone: () => boolean) => {
      const start = performance.now();
      act();
      return (await untilPainted(isDone)) - start;
    };
    const firstShown = untilPainted(() => document.querySelector(wanted) !== null);
    Object.assign(globalThis, { probe: { time, firstShown } });
  }, selector);
}

/** Returns milliseconds from the start of the navigation to the first view. */
export async function readFirstShown(page: Page): Promise<number> {
  return await page.evaluate(async () => await probe.firstShown);
}

/** The duration of a measurement, and the work of the page's thread, independent of other load. */
export interface Taken {
  ms: number;
  cpu: number;
}

/** Measures in a page, including the processor time of its thread in milliseconds. */
export async function withWork(page: Page, measure: () => Promise<number>): Promise<Taken> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  };
  const before = await read();
  const ms = await measure();
  const cpu = (await read()) - before;
  await session.detach();
  return { ms, cpu };
}

/** Returns milliseconds from a step back in history until its page has been painted. */
export async function timeBack(page: Page, selector: string): Promise<number> {
  return await page.evaluate(async (wanted) => {
    // The previous page may have such an element too.
    const left = document.querySelector(wanted);
    return await probe.time(
      () => history.back(),
      () => ![left, null].includes(document.querySelector(wanted)),
    );
  }, selector);
}

/** Returns milliseconds from a press until another element is painted, or is gone (with a leading `!`). */
export async function timePress(page: Page, pressed: string, wanted: string): Promise<number> {
  return await page.evaluate(
    async ([button = "", sign = ""]) => {
      const element = document.querySelector<HTMLElement>(button);
      if (element === null) throw new Error(`There is no ${button} to press.`);
      const isGone = sign.startsWith("!");
      const selector = isGone ? sign.slice(1) : sign;
      return await probe.time(
        () => element.click(),
        () => (document.querySelector(selector) === null) === isGone,
      );
    },
    [pressed, wanted],
  );
}

/** Returns milliseconds from a key press until another element has the focus and was painted. */
export async function timeKey(page: Page, key: string): Promise<number> {
  return await page.evaluate(async (pressed) => {
    const before = document.activeElement;
    const event = new KeyboardEvent("keydown", { key: pressed, bubbles: true });
    return await probe.time(
      () => (before ?? document.body).dispatchEvent(event),
      () => document.activeElement !== before,
    );
  }, key);
}

/** Returns the milliseconds of each frame while a scroll container goes from one end to the other. */
export async function timeScrolling(
  page: Page,
  within: string,
  frames: number,
  to: "down" | "up",
): Promise<number[]> {
  return await page.evaluate(
    async ([selector, total, sign]) => {
      let pane = document.querySelector(selector);
      while (pane !== null && !/auto|scroll/u.test(getComputedStyle(pane).overflowY)) {
        pane = pane.parentElement;
      }
      const scrolled = pane ?? document.documentElement;
      const taken: number[] = [];
      const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
      let before = await nextFrame();
      for (let frame = 0; frame < total; frame += 1) {
        scrolled.scrollTop += (sign * scrolled.scrollHeight) / total;
        const now = await nextFrame();
        taken.push(now - before);
        before = now;
      }
      return taken;
    },
    [within, frames, to === "down" ? 1 : -1] as const,
  );
}

/** Returns milliseconds until each typed letter is painted, and from the last one until a list has fewer rows. */
export async function timeTyping(
  page: Page,
  field: string,
  text: string,
  row: string,
): Promise<{ typed: number[]; filtered: number }> {
  return await page.evaluate(
    async ([search, words, rows]) => {
      const input = document.querySelector<HTMLInputElement>(search);
      if (input === null) throw new Error(`There is no ${search} to type in.`);
      const count = () => document.querySelectorAll(rows).length;
      const before = count();
      const typed: number[] = [];
      let last = 0;
      for (let length = 1; length <= words.length; length += 1) {
        last = performance.now();
        const type = () => {
          // React overrides the setter of the element itself.
          Reflect.set(HTMLInputElement.prototype, "value", words.slice(0, length), input);
          input.dispatchEvent(new Event("input", { bubbles: true }));
        };
        typed.push(await probe.time(type, () => true));
      }
      const isFiltered = () => count() > 0 && count() < before;
      await probe.time(() => undefined, isFiltered);
      return { typed, filtered: performance.now() - last };
    },
    [field, text, row] as const,
  );
}
