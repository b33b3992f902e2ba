import type { ObservableKind } from "../../observables/vocabulary.ts";
import { registeredDomain, type Target } from "../target.ts";

/** Kinds that registries cover. */
export const REGISTERED_KINDS = ["ipv4", "ipv6", "domain"] as const;
type RegisteredKind = (typeof REGISTERED_KINDS)[number];

/** The target of a registry query about an observable. */
export type RdapTarget = Target<RegisteredKind>;

/**
 * Returns the target of a query: the address itself, or for a domain the registered part, below an ICANN public
 * suffix. Returns null for kinds that registries do not cover.
 * @param value the observable's normalized value: an address or network, or a domain in A-labels
 */
export function targetOf(kind: ObservableKind, value: string): RdapTarget | null {
  if (kind === "ipv4" || kind === "ipv6") return { kind, value, isAncestor: false };
  if (kind !== "domain") return null;
  const registered = registeredDomain(value);
  return { kind, value: registered, isAncestor: registered !== value };
}

/** Returns the URL of a lookup (RFC 9082, 3.1.1 and 3.1.3) relative to a service's base URL. */
export function lookupUrl(base: string, { kind, value }: RdapTarget): string {
  const segment = kind === "domain" ? "domain" : "ip";
  // The prefix of a network follows a slash in the path (RFC 9082, 3.1.1).
  const asked = value.split("/").map(encodeURIComponent).join("/");
  return `${base.replace(/\/*$/, "/")}${segment}/${asked}`;
}
