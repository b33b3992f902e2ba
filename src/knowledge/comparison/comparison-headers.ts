import type { Context as HonoContext } from "hono";
import { z } from "zod";
import { SIMILARITY_MODES, type SimilarityMode } from "./measure.ts";
import type { ResolvedTechniques } from "./resolve-techniques.ts";

/** Headers of every comparison, for the OpenAPI document. */
export const comparisonHeaders = z.object({
  "X-Similarity-Mode": z.enum(SIMILARITY_MODES),
  "X-Unknown-Techniques": z
    .string()
    .optional()
    .meta({
      description:
        "IDs that are ignored, since the release does not have them as active and no release is known " +
        "to which they belong: at most 400, then the number of further ones.",
    }),
  "X-Other-Release-Techniques": z
    .string()
    .optional()
    .meta({
      description:
        "IDs that are ignored, since they belong to another release or domain, as `id=domain/version`: " +
        "at most 100, then the number of further ones.",
    }),
  "X-Replaced-Techniques": z.string().optional().meta({
    description:
      "Revoked IDs and the successors used instead, as `old=new`: at most 400, then the number of further ones.",
  }),
});

/** Clients reject headers beyond 8 to 16 KB. */
const MAX_LISTED = 400;
/** Lower, because these entries are longer. */
const MAX_ELSEWHERE = 100;

/** Sets the headers that report the mode of comparison, the ids that did not count, and those that were replaced. */
export function setComparisonHeaders(
  c: HonoContext,
  mode: SimilarityMode,
  { unknown, replaced, elsewhere }: ResolvedTechniques,
): void {
  c.header("X-Similarity-Mode", mode);
  if (unknown.length > 0) c.header("X-Unknown-Techniques", listFirst(unknown));
  const pairs = replaced.map(([from, to]) => `${from}=${to}`);
  if (pairs.length > 0) c.header("X-Replaced-Techniques", listFirst(pairs));
  const others = elsewhere.map((one) => `${one.attack_id}=${one.domain}/${one.version}`);
  if (others.length > 0) {
    c.header("X-Other-Release-Techniques", listFirst(others, MAX_ELSEWHERE));
  }
}

function listFirst(entries: readonly string[], most = MAX_LISTED): string {
  const listed = entries.slice(0, most);
  if (entries.length > most) listed.push(`+${entries.length - most}`);
  return listed.join(",");
}
