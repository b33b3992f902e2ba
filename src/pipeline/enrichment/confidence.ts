import type { Target } from "./target.ts";
import type { EnrichmentStatus } from "./vocabulary.ts";

/**
 * Confidence, 0 to 100, that a record is about the observable; it does not rate the observable. 90 for
 * the answer of the registry that IANA names about the very address or domain, 80 for a host below the
 * registered domain, whose holder may have handed it on; 50 where the answer is about something
 * else than was asked; 70 for a registry's answer that it has no such entry; 0 where nobody was asked
 * or nobody answered.
 */
export function confidenceOf(
  target: Pick<Target, "isAncestor">,
  { status, isExact, wasAsked }: { status: EnrichmentStatus; isExact: boolean; wasAsked: boolean },
): number {
  if (status === "not_found") return wasAsked ? 70 : 0;
  if (status !== "complete") return 0;
  if (!isExact) return 50;
  return target.isAncestor ? 80 : 90;
}
