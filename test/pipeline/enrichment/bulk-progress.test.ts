import { describe, expect, it } from "vitest";
import {
  newProgress,
  readProgress,
  resume,
  settle,
} from "../../../src/pipeline/enrichment/bulk/bulk-progress.ts";

describe("the progress of a bulk enrichment", () => {
  const interrupted = () => {
    const progress = settle({ ...newProgress(), done: 25 });
    progress.done += 7;
    progress.outcomes.complete += 7;
    progress.unreachable_servers.push("rdap.example");
    return progress;
  };

  it("counts an interrupted part anew and remembers the servers that it could not reach", () => {
    const resumed = resume(interrupted());
    expect(resumed).toMatchObject({ done: 25, unreachable_servers: ["rdap.example"] });
    expect(resumed.outcomes.complete).toBe(0);
  });

  it("keeps a part that is done", () => {
    const resumed = resume(settle(interrupted()));
    expect(resumed).toMatchObject({ done: 32, outcomes: { complete: 7 } });
  });

  it("shares no counters with what it was read from", () => {
    const settled = settle(interrupted());
    const resumed = resume(settled);
    resumed.outcomes.complete += 1;
    expect(settled.settled.outcomes.complete).toBe(7);
  });

  it("is refused where something else is stored", () => {
    expect(readProgress({ ...newProgress() })).toEqual(newProgress());
    expect(() => readProgress({ done: 1 })).toThrow("outcomes");
  });
});
