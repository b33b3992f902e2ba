import { getDomain } from "tldts";
import { addressRule } from "./address-rule.ts";
import { BENIGN_DOMAINS } from "./benign-domains.ts";
import { GOVERNMENT_SUFFIXES, HOSTING_DOMAINS, RESERVED_DOMAINS } from "./domain-lists.ts";
import type { Suppressing } from "./found.ts";
import type { Match, SuppressionRule } from "./vocabulary.ts";

/** Public resolvers that every network talks to. */
const RESOLVERS: ReadonlySet<string> = new Set([
  "1.1.1.1",
  "1.0.0.1",
  "8.8.8.8",
  "8.8.4.4",
  "9.9.9.9",
  "149.112.112.112",
  "208.67.222.222",
  "208.67.220.220",
  "4.2.2.1",
  "4.2.2.2",
  "114.114.114.114",
  "223.5.5.5",
  "77.88.8.8",
]);

/** MD5 and SHA-256 of no bytes at all. */
const EMPTY_FILE: ReadonlySet<string> = new Set([
  "d41d8cd98f00b204e9800998ecf8427e",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
]);

/**
 * What keeps a match out of the observables, or null.
 * @param publisher host of the site that the text comes from, whose own name is no indicator
 */
export function suppressionRuleOf(match: Match, publisher: string | null): Suppressing | null {
  const rule = ruleOf(match, publisher);
  return rule === null ? null : { rule, list: null };
}

function ruleOf(match: Match, publisher: string | null): SuppressionRule | null {
  const value = match.normalized_value;
  if (match.kind === "domain") return domainRule(value, publisher);
  if (match.kind === "ipv4") {
    // A network is judged by its first address.
    return (
      addressRule(value.replace(/\/\d+$/, "")) ??
      (RESOLVERS.has(value) ? "well_known_resolver" : null)
    );
  }
  return EMPTY_FILE.has(value) ? "empty_file_hash" : null;
}

function domainRule(host: string, publisher: string | null): SuppressionRule | null {
  const domain = getDomain(host);
  if (domain === null) return null;
  if (RESERVED_DOMAINS.has(domain)) return "reserved_domain";
  if (publisher !== null && getDomain(publisher) === domain && !isHosted(host)) {
    return "publisher_domain";
  }
  const isBenign = BENIGN_DOMAINS.has(domain) || isGovernment(host);
  return isBenign && !isHosted(host) ? "benign_domain" : null;
}

function isGovernment(host: string): boolean {
  return GOVERNMENT_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

/** Where anybody may put content below a well-known name, the name is no evidence of harmlessness. */
function isHosted(host: string): boolean {
  return HOSTING_DOMAINS.some((hosting) => host === hosting || host.endsWith(`.${hosting}`));
}
