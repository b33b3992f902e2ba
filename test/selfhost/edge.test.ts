import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EDGE_PATHS } from "../support/node/edge-paths.ts";
import { type Edge, ISOLATE_MIB, type Measured, startEdge } from "../support/node/edge.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const [UPLOAD = ""] = Object.keys(EDGE_PATHS);
/** Those that take more statements than an invocation has. */
const OVER_LIMIT = ["an import of 20 MiB of STIX", "a feed of 2,000 items"];
const isOver = (name: string) => OVER_LIMIT.includes(name);

/** Runs a path within the limits. */
async function within(name: string): Promise<Measured> {
  const measured = await edge.measure(() => EDGE_PATHS[name]?.(edge.url));
  expect(measured.invocations.filter(({ refused }) => refused !== null)).toEqual([]);
  expect(measured.failure).toBeNull();
  expect(measured.isolateMib).toBeLessThan(ISOLATE_MIB);
  return measured;
}

describe("under the platform's limits, without an extractor", () => {
  it("an upload is in memory once, and its parser's copy beside it", async () => {
    const { boundMib } = await within(UPLOAD);
    expect(boundMib).toBeLessThan(ISOLATE_MIB);
  });

  it.each(Object.keys(EDGE_PATHS).filter((name) => name !== UPLOAD && !isOver(name)))(
    "%s",
    async (name) => void (await within(name)),
  );

  // To be turned into the others as soon as they enter what they read in slices.
  it.fails.each(OVER_LIMIT)("%s takes too many statements", async (name) => {
    await within(name);
  });
});
