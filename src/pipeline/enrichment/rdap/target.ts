import { getDomain } from "tldts";
import type { ObservableKind } from "../../observables/vocabulary.ts";

/** What a registry is asked about an observable. */
export interface Target {
  kind: "domain" | "ipv4" | "ipv6";
  value: string;
  /** Whether it is the registered domain above the observable's own name. */
  isAncestor: boolean;
}

/**
 * What to ask for: an address itself, of a domain the part that is registered, below a public
 * suffix of ICANN's. Null for kinds that no registry knows.
 * @param value the observable's normalized value: an address or network, or a domain in A-labels
 */
export function targetOf(kind: ObservableKind, value: string): Target | null {
  if (kind === "ipv4" || kind === "ipv6") return { kind, value, isAncestor: false };
  if (kind !== "domain") return null;
  const registered = getDomain(value, { extractHostname: false, validateHostname: false }) ?? value;
  return { kind, value: registered, isAncestor: registered !== value };
}

/** The key of a target, distinct from those of other providers. */
export function keyOf({ kind, value }: Target): string {
  return `rdap:${kind}:${value}`;
}

/** The URL of a lookup (RFC 9082, 3.1.1 and 3.1.3) below a service's base URL. */
export function lookupUrl(base: string, { kind, value }: Target): string {
  const segment = kind === "domain" ? "domain" : "ip";
  // A network has its prefix behind a slash of the path (RFC 9082, 3.1.1).
  const asked = value.split("/").map(encodeURIComponent).join("/");
  return `${base.replace(/\/*$/, "/")}${segment}/${asked}`;
}
