import type { WarningEffect, WarningListType } from "./vocabulary.ts";

/**
 * How far an entry that is a name reaches:
 * - `exact`: only that name
 * - `www`: that name, with or without `www.`
 * - `below`: that name and all names below it
 * - `site`: everything of the registered domain that the entry is; a longer entry reaches like `www`
 * - `tenants`: like `below`, but names below it belong to customers, which the list does not judge
 */
export type Reach = "exact" | "www" | "below" | "site" | "tenants";

/** The interpretation of a list. */
export interface ListRule {
  effect: WarningEffect;
  /** The reach, if it differs from the default of the list's type. */
  reach?: Reach;
  /** Whether it names sites that may be compromised: their hosts are benign, but pages on them may not be. */
  hasPages?: true;
}

const topSites: ListRule = { effect: "benign", reach: "site", hasPages: true };
const benign: ListRule = { effect: "benign" };
const shared: ListRule = { effect: "shared" };
const reference: ListRule = { effect: "reference" };
const example: ListRule = { effect: "example" };
const note: ListRule = { effect: "note" };
const tenants: ListRule = { effect: "shared", reach: "tenants" };

/**
 * The effect of each list by its name, also listed in docs/warning-lists.md. A list that is missing here, and to
 * which an administrator assigned no effect, is a `note`.
 */
const RULES: Readonly<Record<string, ListRule>> = {
  // Addresses that nobody has on the internet.
  rfc1918: benign,
  rfc5735: benign,
  rfc6598: benign,
  multicast: benign,
  "tradecraft-reserved-addresses": benign,
  rfc3849: example,
  "tradecraft-documentation-addresses": example,
  // Names for examples and for local use.
  rfc6761: example,
  "tradecraft-reserved-names": example,
  // Destinations that every system contacts.
  "captive-portals": benign,
  "crl-hostname": benign,
  "crl-ip": benign,
  google: benign,
  microsoft: benign,
  "microsoft-office365": benign,
  "microsoft-office365-ip": benign,
  "microsoft-win10-connection-endpoints": benign,
  "tradecraft-resolvers": benign,
  // Files that everyone has.
  "common-ioc-false-positive": benign,
  "eicar.com": benign,
  "empty-hashes": benign,
  "ti-falsepositives": benign,
  // Sites with many visitors, and those of institutions.
  cisco_top10k: topSites,
  "cloudflare-top10k": topSites,
  "moz-top500": topSites,
  tranco10k: topSites,
  "bank-website": { effect: "benign", hasPages: true },
  university_domains: { effect: "benign", reach: "www", hasPages: true },
  // Services that attackers use like everyone else.
  "lots-project": { effect: "shared", reach: "below" },
  "tradecraft-services": shared,
  "tradecraft-resolver-names": shared,
  "url-shortener": shared,
  "link-in-bio": shared,
  "whats-my-ip": shared,
  "findip-host": shared,
  "disposable-email": { effect: "shared", reach: "below" },
  "parking-domain": shared,
  "parking-domain-ns": shared,
  "second-level-tlds": shared,
  // Services whose customers have separate names.
  "dynamic-dns": tenants,
  "public-ipfs-gateways": tenants,
  "tradecraft-hosting": tenants,
  // An address of a delivery network serves thousands of sites.
  akamai: shared,
  "bunny-net": shared,
  cloudflare: shared,
  fastly: shared,
  stackpath: shared,
  zscaler: shared,
  // A cloud address belongs to one customer, and an open resolver may be anyone's.
  "amazon-aws": note,
  github: note,
  "google-gcp": note,
  "microsoft-azure": note,
  "oracle-oci": note,
  "vpn-ipv4": note,
  "public-dns-hostname": note,
  "public-dns-v4": note,
  "public-dns-v6": note,
  // Hosts that contact a sinkhole are infected.
  sinkholes: note,
  tlds: note,
  // Sites that publish about attackers.
  "automated-malware-analysis": { effect: "reference", reach: "below" },
  "security-provider-blogpost": reference,
  "tradecraft-security-sites": reference,
  "tradecraft-governments": reference,
  "tradecraft-tool-sites": reference,
};

/** Returns the rule of a list, including an administrator's decision. */
export function ruleOf(name: string, decided: WarningEffect | null): ListRule {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (rule === undefined) return { effect: decided ?? "note" };
  return decided === null ? rule : { ...rule, effect: decided };
}

/** Returns how far the names of a list reach. A dot before an entry of any list includes all names below it. */
export function reachOf(rule: ListRule, type: WarningListType): Reach {
  return rule.reach ?? (type === "hostname" ? "below" : "exact");
}
