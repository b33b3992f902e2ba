import { getDomain } from "tldts";
import type { Occurrence } from "../found.ts";
import { hostOfValue, isOwnName } from "./network-values.ts";
import type { Circumstances } from "./surroundings.ts";
import type { Match } from "../vocabulary.ts";
import type { WarningEffects } from "./warning-effects.ts";

/** Facts that apply everywhere in a text. */
export interface TextFacts {
  /** The publisher's registered domain, or its name below a shared host. */
  publisher: string | null;
  isDefanging: boolean;
  lists: WarningEffects;
}

/** Returns what is known of a value and its text, independent of its position. */
export function circumstancesOf(
  occurrence: Occurrence,
  { publisher, isDefanging, lists }: TextFacts,
): Circumstances {
  const { kind, normalized_value } = occurrence;
  const host = hostOfValue(occurrence);
  const effect = host === null ? null : effectOn(kind, normalized_value, host, lists);
  return {
    host,
    effect,
    isDefanging,
    isPublishers: host !== null && publisher !== null && isAtOrBelow(host, publisher),
    isCustomers: effect === "shared" && host !== null && isCustomers(host, lists),
  };
}

/**
 * Returns the effect of the lists. For a mailbox, they count only if its domain belongs to an agency or a vendor.
 */
function effectOn(kind: Match["kind"], value: string, host: string, lists: WarningEffects) {
  if (kind !== "email") return lists.effectOf({ kind, normalized_value: value });
  const effect = lists.effectOf({ kind: "domain", normalized_value: host });
  return effect === "reference" || effect === "example" ? effect : null;
}

/** Returns the registered domain, or the name below a shared host, such as `a.github.io`. */
export function registrable(host: string | null): string | null {
  return host === null ? null : getDomain(host, { allowPrivateDomains: true });
}

/** Returns whether a host is below a shared name rather than that name itself. */
function isCustomers(host: string, lists: WarningEffects): boolean {
  const parent = host.slice(host.indexOf(".") + 1);
  if (!parent.includes(".") || !isOwnName(host)) return false;
  return (
    registrable(host) === host ||
    lists.effectOf({ kind: "domain", normalized_value: parent }) === "shared"
  );
}

function isAtOrBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
