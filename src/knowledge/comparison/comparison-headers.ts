import type { Context as HonoContext } from "hono";
import { z } from "zod";
import { SIMILARITY_MODES, type SimilarityMode } from "./measure.ts";
import type { ResolvedTechniques } from "./resolve-techniques.ts";

/** Headers of every comparison, for the OpenAPI document. */
export const comparisonHeaders = z.object({
  "X-Similarity-Mode": z.enum(SIMILARITY_MODES),
  "X-Unknown-Techniques": z.string().optional().meta({
    description:
      "IDs that the release does not contain, which are ignored: at most 400, then the number of further ones.",
  }),
  "X-Replaced-Techniques": z.string().optional().meta({
    description:
      "Revoked IDs and the successors used instead, as `old=new`: at most 400, then the number of further ones.",
  }),
});

/** Clients give up on headers beyond 8 to 16 KB. */
const MAX_LISTED = 400;

/** Tells in headers how was compared, which ids did not count, and which counted as their successors. */
export function setComparisonHeaders(
  c: HonoContext,
  mode: SimilarityMode,
  { unknown, replaced }: ResolvedTechniques,
): void {
  c.header("X-Similarity-Mode", mode);
  if (unknown.length > 0) c.header("X-Unknown-Techniques", listFirst(unknown));
  const pairs = replaced.map(([from, to]) => `${from}=${to}`);
  if (pairs.length > 0) c.header("X-Replaced-Techniques", listFirst(pairs));
}

function listFirst(entries: readonly string[]): string {
  const listed = entries.slice(0, MAX_LISTED);
  if (entries.length > MAX_LISTED) listed.push(`+${entries.length - MAX_LISTED}`);
  return listed.join(",");
}
