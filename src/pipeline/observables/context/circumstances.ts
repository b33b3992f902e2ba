import { getDomain } from "tldts";
import type { Occurrence } from "../found.ts";
import { hostOfValue, isOwnName } from "./network-values.ts";
import type { Circumstances } from "./surroundings.ts";
import type { Match } from "../vocabulary.ts";
import type { WarningEffects } from "./warning-effects.ts";

/** What is the same at all places of a text. */
export interface TextFacts {
  /** The publisher's registered domain, or what it has below a host of many. */
  publisher: string | null;
  isDefanging: boolean;
  lists: WarningEffects;
}

/** What is known of a value and its text, wherever it stands. */
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

/** Of a mailbox, the lists say something where its domain is an agency's or a vendor's own. */
function effectOn(kind: Match["kind"], value: string, host: string, lists: WarningEffects) {
  if (kind !== "email") return lists.effectOf({ kind, normalized_value: value });
  const effect = lists.effectOf({ kind: "domain", normalized_value: host });
  return effect === "reference" || effect === "example" ? effect : null;
}

/** The domain that somebody registered, or was given by a host of many, as `a.github.io`. */
export function registrable(host: string | null): string | null {
  return host === null ? null : getDomain(host, { allowPrivateDomains: true });
}

/** Whether a host lies below a name that is shared, rather than being that name. */
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
