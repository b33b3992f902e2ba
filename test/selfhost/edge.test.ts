import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EDGE_PATHS } from "../support/node/edge-paths.ts";
import { type Edge, ISOLATE_MIB, type Measured, startEdge } from "../support/node/edge.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const [UPLOAD = ""] = Object.keys(EDGE_PATHS);

/** Runs a path; tells what it took, and the invocations that went over a limit. */
async function take(name: string): Promise<Measured & { refused: object[] }> {
  const measured = await edge.measure(() => EDGE_PATHS[name]?.(edge.url));
  const { invocations } = measured;
  return { ...measured, refused: invocations.filter(({ refused }) => refused !== null) };
}

const WITHIN = { refused: [], failure: null };

describe("under the platform's limits, without readers of its own", () => {
  it("an upload is in memory once, and its parser's copy beside it", async () => {
    const taken = await take(UPLOAD);
    expect(taken).toMatchObject(WITHIN);
    expect(taken.isolateMib).toBeLessThan(ISOLATE_MIB);
    expect(taken.boundMib).toBeLessThan(ISOLATE_MIB);
  });

  it.each(Object.keys(EDGE_PATHS).filter((name) => name !== UPLOAD))("%s", async (name) => {
    const taken = await take(name);
    expect(taken).toMatchObject(WITHIN);
    expect(taken.isolateMib).toBeLessThan(ISOLATE_MIB);
  });
});
