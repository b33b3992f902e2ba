import { describe, expect, it } from "vitest";
import { nextRun } from "../../../src/pipeline/collection/next-run.ts";

const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`);
const next = (started: string, due: string, minutes: number, failures = 0) =>
  new Date(nextRun({ startedAt: at(started), dueAt: at(due) }, minutes, failures)).toISOString();

describe("a source", () => {
  it("keeps its rhythm when a run comes a little late or early", () => {
    expect(next("08:03", "08:00", 60)).toBe("2026-11-21T09:00:00.000Z");
    expect(next("07:59", "08:00", 60)).toBe("2026-11-21T09:00:00.000Z");
  });

  it("starts a new rhythm when it was run by hand or much too late", () => {
    expect(next("08:30", "08:00", 60)).toBe("2026-11-21T09:30:00.000Z");
    expect(next("07:20", "08:00", 60)).toBe("2026-11-21T08:20:00.000Z");
  });

  it("is never due twice in one slot of the scheduler", () => {
    expect(next("08:03", "08:00", 5)).toBe("2026-11-21T08:15:00.000Z");
  });

  it.each([
    [1, "2026-11-21T10:00:00.000Z"],
    [2, "2026-11-21T12:00:00.000Z"],
    [5, "2026-11-22T08:00:00.000Z"],
    [1_000, "2026-11-22T08:00:00.000Z"],
  ])("waits longer after %i failures, at most a day", (failures, expected) => {
    expect(next("08:00", "08:00", 60, failures)).toBe(expected);
  });

  it("waits its own interval where that is longer than a day", () => {
    expect(next("08:00", "08:00", 10_080, 3)).toBe("2026-11-28T08:00:00.000Z");
  });
});
