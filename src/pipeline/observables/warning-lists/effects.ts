import type { WarningEffect, WarningListType } from "./vocabulary.ts";

/**
 * How far an entry that is a name reaches:
 * - `exact`: that name alone
 * - `www`: that name, with `www.` before it or not
 * - `below`: that name and all below it
 * - `site`: what belongs to the registered domain that the entry is; a longer entry reaches like `www`
 * - `tenants`: as `below`, and names below it belong to customers, of whom the list says nothing
 */
export type Reach = "exact" | "www" | "below" | "site" | "tenants";

/** What we make of a list. */
export interface ListRule {
  effect: WarningEffect;
  /** Where it is another one than that of the list's type. */
  reach?: Reach;
  /** Whether it names sites that are broken into: their hosts are benign, pages on them need not be. */
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
 * The one table of what follows from each list, by its name; docs/warning-lists.md has it for readers. A
 * list that is not in it, and that an administrator gave no effect, is a `note`.
 */
const RULES: Readonly<Record<string, ListRule>> = {
  // Addresses that no one on the internet has.
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
  // What every system talks to.
  "captive-portals": benign,
  "crl-hostname": benign,
  "crl-ip": benign,
  google: benign,
  microsoft: benign,
  "microsoft-office365": benign,
  "microsoft-office365-ip": benign,
  "microsoft-win10-connection-endpoints": benign,
  "tradecraft-resolvers": benign,
  // Files that everybody has.
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
  // Services that attackers use beside everybody else.
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
  // Of which customers have names of their own.
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
  // An address of a cloud is one customer's, and an open resolver may be anybody's.
  "amazon-aws": note,
  github: note,
  "google-gcp": note,
  "microsoft-azure": note,
  "oracle-oci": note,
  "vpn-ipv4": note,
  "public-dns-hostname": note,
  "public-dns-v4": note,
  "public-dns-v6": note,
  // Who talks to a sinkhole is infected.
  sinkholes: note,
  tlds: note,
  // Who writes about attackers.
  "automated-malware-analysis": { effect: "reference", reach: "below" },
  "security-provider-blogpost": reference,
  "tradecraft-security-sites": reference,
  "tradecraft-governments": reference,
  "tradecraft-tool-sites": reference,
};

/** What we make of a list, with what an administrator decided of it. */
export function ruleOf(name: string, decided: WarningEffect | null): ListRule {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (rule === undefined) return { effect: decided ?? "note" };
  return decided === null ? rule : { ...rule, effect: decided };
}

/** How far the names of a list reach. A dot before an entry of any list says: and all below it. */
export function reachOf(rule: ListRule, type: WarningListType): Reach {
  return rule.reach ?? (type === "hostname" ? "below" : "exact");
}
