import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EDGE_PATHS } from "../support/node/edge-paths.ts";
import { type Edge, HEAP, ISOLATE_MIB, type Measured, startEdge } from "../support/node/edge.ts";

const [UPLOAD = ""] = Object.keys(EDGE_PATHS);
const BULK = ["an import of 20 MiB of STIX", "an import of 3,700 rules", "an ingest of Enterprise"];

/** Runs a path; tells what it took, and the invocations that went over a limit. */
async function take(edge: Edge, name: string): Promise<Measured & { refused: object[] }> {
  const measured = await edge.measure(() => EDGE_PATHS[name]?.(edge.url));
  const { invocations } = measured;
  return { ...measured, refused: invocations.filter(({ refused }) => refused !== null) };
}

const WITHIN = { refused: [], failure: null };

describe("under the platform's limits, without readers of its own", () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge(HEAP.usual);
  });
  afterAll(() => edge.close());

  it("an upload is in memory once, and its parser's copy beside it", async () => {
    const taken = await take(edge, UPLOAD);
    expect(taken).toMatchObject(WITHIN);
    expect(taken.isolateMib).toBeLessThan(ISOLATE_MIB);
    expect(taken.boundMib).toBeLessThan(ISOLATE_MIB);
  });

  it.each(Object.keys(EDGE_PATHS).filter((name) => name !== UPLOAD && !BULK.includes(name)))(
    "%s",
    async (name) => {
      const taken = await take(edge, name);
      expect(taken).toMatchObject(WITHIN);
      expect(taken.isolateMib).toBeLessThan(ISOLATE_MIB);
    },
  );
});

describe("under the same limits, what takes much at once", () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge(HEAP.bulk);
  });
  afterAll(() => edge.close());

  it.each(BULK)("%s", async (name) => {
    const taken = await take(edge, name);
    expect(taken).toMatchObject(WITHIN);
    expect(taken.isolateMib).toBeLessThan(ISOLATE_MIB);
  });
});
