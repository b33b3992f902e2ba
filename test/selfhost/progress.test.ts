import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { describe as tell, printAboveBar, startProgress } from "../../src/selfhost/progress.mjs";

/** A stream that keeps what is written. */
function makeStream(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, columns: 100, write: (text: string) => written.push(text) > 0 };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

const state = { label: "Sending", unit: "MB", scale: 1e6, done: 15e6, total: 60e6 };

describe("a line of progress", () => {
  it("has share, amount, rate and remaining time", () => {
    expect(tell(state, 3_000)).toBe("Sending:  25 %  15.0/60.0 MB  5.0 MB/s  9 s left");
    expect(tell({ ...state, unit: "", scale: 1, done: 3, total: 4 }, 90_000)).toBe(
      "Sending:  75 %  3/4  30 s left",
    );
  });

  it("has a bar on a terminal, and is no wider than that", () => {
    const bar = `${"█".repeat(6)}${"░".repeat(18)}`;
    expect(tell(state, 400_000, 200)).toContain(`${bar}  25 %  15.0/60.0 MB`);
    expect(tell(state, 400_000, 200)).toContain("20 min 0 s left");
    expect(tell(state, 400_000, 40)).toHaveLength(39);
  });

  it("has the time alone while nothing is known", () => {
    expect(tell({ ...state, done: 0, total: 0 }, 61_000)).toBe("Sending:  1 min 1 s");
  });
});

describe("progress", () => {
  it("is a bar on a terminal, drawn ten times a second at most, which makes way for what is printed", async () => {
    const { written, stream } = makeStream(true);
    const progress = startProgress("Sending", { total: 1_000, stream });
    for (let done = 0; done < 1_000; done += 1) progress.update(done);
    expect(written).toHaveLength(1);
    await sleep(150);
    progress.update(1_000);
    expect(written.at(-1)).toContain("100 %");
    printAboveBar(() => written.push("a figure\n"));
    expect(written.slice(-3)).toEqual([
      "\r\u001b[K",
      "a figure\n",
      expect.stringContaining("100 %"),
    ]);
    progress.end();
    expect(written.at(-1)).toBe("\rSending: 0 s\u001b[K\n");
    const count = written.length;
    printAboveBar(() => undefined);
    await sleep(150);
    expect(written).toHaveLength(count);
  });

  it("is one line in a log, however often it is told, and none at the end", () => {
    const { written, stream } = makeStream(false);
    const progress = startProgress("Sending", { total: 1_000, stream });
    for (let done = 0; done < 1_000; done += 1) progress.update(done);
    progress.end();
    expect(written).toEqual(["Sending ...\n"]);
  });
});
