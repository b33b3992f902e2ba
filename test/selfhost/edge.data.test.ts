import { it } from "vitest";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { expectWithinLimits } from "../support/node/edge-limits.ts";
import { HEAP, startEdge } from "../support/node/edge.ts";
import { SHIPPED } from "../support/shipped.ts";

describeWithData("a published release", [releasePath(SHIPPED.domain, SHIPPED.version)], () => {
  it("is ingested under the platform's limits", async () => {
    const edge = await startEdge(HEAP.bulk);
    try {
      await expectWithinLimits(edge, "an ingest of Enterprise");
    } finally {
      await edge.close();
    }
  });
});
