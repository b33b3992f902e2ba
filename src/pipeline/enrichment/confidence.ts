import type { Target } from "./target.ts";
import type { EnrichmentStatus } from "./vocabulary.ts";

/**
 * Returns the confidence, 0 to 100, that a record is about the observable. It does not rate the observable. 90: a
 * response of the registry that IANA names for this exact address or domain. 80: a host below the registered
 * domain, whose holder may have delegated it. 70: a registry's response that it has no such entry. 50: a response
 * about something other than requested. 0: nobody was queried, or nobody responded.
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
