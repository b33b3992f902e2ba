import { getDomain } from "tldts";
import { addressRule } from "../observables/address-rule.ts";
import type { ObservableKind } from "../observables/vocabulary.ts";
import { isPublicHost } from "../../platform/outbound/public-network.ts";
import type { ProviderName } from "./vocabulary.ts";

/** The value sent in a query about an observable. */
export interface Target<K extends ObservableKind = ObservableKind> {
  kind: K;
  value: string;
  /** Whether it is the registered domain above the observable's name. */
  isAncestor: boolean;
}

/** Returns the key of a target, distinct from those of other providers. */
export function keyOf(provider: ProviderName, { kind, value }: Target): string {
  return `${provider}:${kind}:${value}`;
}

/** Returns the registered part of a domain, below an ICANN public suffix. */
export function registeredDomain(domain: string): string {
  return getDomain(domain, { extractHostname: false, validateHostname: false }) ?? domain;
}

/** Returns why a value is never sent to anyone, as a sentence, or null if it may be sent. */
export function whyKeptHere({ kind, value }: Target): string | null {
  if (kind === "ipv4" || kind === "ipv6")
    return isPrivateAddress(value) ? privateHost(value) : null;
  if (kind === "domain") return isPublicHost(value) ? null : privateHost(value);
  if (kind !== "url") return null;
  const url = URL.parse(value);
  if (url === null) return null;
  if (url.username + url.password !== "") {
    return "The URL contains a user name or a password, so it was not sent to anyone.";
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return !isPublicHost(url.hostname) || isPrivateAddress(host) ? privateHost(url.hostname) : null;
}

function isPrivateAddress(value: string): boolean {
  return addressRule(value) !== null;
}

function privateHost(what: string): string {
  return `${what} is a private or reserved address, so it was not sent to anyone.`;
}
