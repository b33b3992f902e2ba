import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectWithinLimits } from "../support/node/edge-limits.ts";
import { EDGE_PATHS } from "../support/node/edge-paths.ts";
import { type Edge, HEAP, ISOLATE_MIB, startEdge } from "../support/node/edge.ts";

const [UPLOAD = ""] = Object.keys(EDGE_PATHS);
const BULK = ["an import of 20 MiB of STIX", "an import of 3,700 rules", "an ingest of Enterprise"];

describe("under the platform's limits, without readers of its own", () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge(HEAP.usual);
  });
  afterAll(() => edge.close());

  it("an upload is in memory once, and its parser's copy beside it", async () => {
    expect((await expectWithinLimits(edge, UPLOAD)).boundMib).toBeLessThan(ISOLATE_MIB);
  });

  it.each(Object.keys(EDGE_PATHS).filter((name) => name !== UPLOAD && !BULK.includes(name)))(
    "%s",
    async (name) => {
      await expectWithinLimits(edge, name);
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
    await expectWithinLimits(edge, name);
  });
});
