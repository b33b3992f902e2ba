import type { KnownKind } from "../vocabulary.ts";

/** Returns the lowercase host or address by which lists judge a value, or null for kinds without one. */
export function hostOfValue(kind: KnownKind, value: string): string | null {
  if (kind === "domain" || kind === "ipv4" || kind === "ipv6") return value;
  if (kind === "email") return value.slice(value.lastIndexOf("@") + 1);
  if (kind !== "url") return null;
  const { hostname } = URL.parse(value) ?? {};
  if (hostname === undefined || hostname === "") return null;
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
