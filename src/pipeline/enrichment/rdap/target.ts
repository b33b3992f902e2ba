import type { ObservableKind } from "../../observables/vocabulary.ts";
import { registeredDomain, type Target } from "../target.ts";

/** Kinds that registries know. */
export const REGISTERED_KINDS = ["ipv4", "ipv6", "domain"] as const;
type RegisteredKind = (typeof REGISTERED_KINDS)[number];

/** What a registry is asked about an observable. */
export type RdapTarget = Target<RegisteredKind>;

/**
 * What to ask for: an address itself, of a domain the part that is registered, below a public
 * suffix of ICANN's. Null for kinds that no registry knows.
 * @param value the observable's normalized value: an address or network, or a domain in A-labels
 */
export function targetOf(kind: ObservableKind, value: string): RdapTarget | null {
  if (kind === "ipv4" || kind === "ipv6") return { kind, value, isAncestor: false };
  if (kind !== "domain") return null;
  const registered = registeredDomain(value);
  return { kind, value: registered, isAncestor: registered !== value };
}

/** The URL of a lookup (RFC 9082, 3.1.1 and 3.1.3) below a service's base URL. */
export function lookupUrl(base: string, { kind, value }: RdapTarget): string {
  const segment = kind === "domain" ? "domain" : "ip";
  // A network has its prefix behind a slash of the path (RFC 9082, 3.1.1).
  const asked = value.split("/").map(encodeURIComponent).join("/");
  return `${base.replace(/\/*$/, "/")}${segment}/${asked}`;
}
