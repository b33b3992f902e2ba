import { z } from "zod";
import { wholeNumberParam } from "../../platform/http/pagination.ts";
import { SIMILARITY_MODES } from "./measure.ts";

/** Groups in a comparison: 10 by default, 50 at most. */
export const topGroups = wholeNumberParam(1, 50).default(10);

/** Campaigns in a comparison: 20 by default, 100 at most. */
export const topCampaigns = wholeNumberParam(1, 100).default(20);

export const similarityMode = z.enum(SIMILARITY_MODES).default("jaccard").meta({
  description:
    "Measure of similarity: `jaccard`, `rollup` (Jaccard of parent techniques), `containment` (share of the given techniques that match), `weighted` (rare techniques count more) or `mixed` (mean of weighted containment and weighted Jaccard, as the leads of sessions are ranked).",
});
