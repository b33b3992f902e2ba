import { getDomain } from "tldts";
import { addressRule } from "./address-rule.ts";
import type { Suppressing } from "./found.ts";
import { isKnownKind, type Match, type SuppressionRule } from "./vocabulary.ts";
import { hostOfValue } from "./warning-lists/host-of-value.ts";
import type { WarningLists } from "./warning-lists/warning-lists.ts";

/**
 * Returns why a match is suppressed, or null: an address outside the public internet, the publisher's own name, or
 * a value that a warning list calls benign or an example (docs/warning-lists.md).
 * @param publisher host of the site that published the text, whose own name is not an indicator
 */
export function suppressionRuleOf(
  match: Match,
  publisher: string | null,
  lists: WarningLists,
): Suppressing | null {
  const effect = lists.effectOf(match);
  const naming = effect === "benign" || effect === "example" ? lists.namingOf(match, effect) : null;
  const list = naming?.name ?? null;
  const special = specialAddress(match);
  if (special !== null) return { rule: special, list };
  if (effect !== "shared" && isOfPublisher(match, publisher)) {
    return { rule: "publisher_domain", list: null };
  }
  return list === null ? null : { rule: "warning_list", list };
}

function specialAddress({ kind, normalized_value: value }: Match): SuppressionRule | null {
  const host = isKnownKind(kind) && kind !== "email" ? hostOfValue(kind, value) : null;
  return host === null ? null : addressRule(host);
}

/** Returns whether a domain is the publisher's. Names below a private suffix belong to different owners. */
function isOfPublisher({ kind, normalized_value: host }: Match, publisher: string | null): boolean {
  if (kind !== "domain" || publisher === null) return false;
  const domain = getDomain(host, { allowPrivateDomains: true });
  return domain !== null && domain === getDomain(publisher, { allowPrivateDomains: true });
}
