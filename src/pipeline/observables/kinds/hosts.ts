import { normaliseDomain } from "../extract/domains.ts";
import { ipv4, ipv6, mappedAddress } from "./addresses.ts";
import type { Kind } from "./kind.ts";

/** Names lapse and change owners, more slowly than addresses. */
export const domain: Kind = {
  form: "a domain with a public suffix",
  activeDays: 180,
  normalise: (value) => (/[\s/:@]/.test(value) ? null : normaliseDomain(value)),
};

const SCHEMES = new Set([
  "http:",
  "https:",
  "ftp:",
  "ftps:",
  "sftp:",
  "ws:",
  "wss:",
  "tcp:",
  "udp:",
  "ldap:",
  "ldaps:",
  "smb:",
  "ssh:",
]);

/**
 * A URL as URL parsers write it (WHATWG), without its fragment, which is never sent. Its host is a domain with a
 * public suffix, an onion service or an address.
 */
export const url: Kind = {
  form: "a URL with a scheme and a host, as https://evil.example/path",
  activeDays: 90,
  normalise(value) {
    if (/\s/.test(value) || !URL.canParse(value)) return null;
    const parsed = new URL(value);
    if (!SCHEMES.has(parsed.protocol)) return null;
    const host = hostOf(parsed.hostname);
    if (host === null) return null;
    parsed.hash = "";
    return parsed.href;
  },
};

/** Returns the normalized host of a URL: an address, a domain or an onion service, or else null. */
export function hostOf(hostname: string): string | null {
  if (/^[a-z2-7]{16}(?:[a-z2-7]{40})?\.onion$/i.test(hostname)) return hostname.toLowerCase();
  return (
    ipv4.normalise(hostname) ??
    mappedAddress(hostname) ??
    ipv6.normalise(hostname) ??
    domain.normalise(hostname)
  );
}

/**
 * An RFC 5321 address whose domain has a public suffix, in lowercase, because almost no server is case-sensitive.
 */
export const email: Kind = {
  form: "an email address",
  activeDays: 365,
  normalise(value) {
    const at = value.lastIndexOf("@");
    const local = value.slice(0, at).toLowerCase();
    if (at < 1 || at > 64 || !/^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u.test(local)) return null;
    if (local.startsWith(".") || local.endsWith(".") || local.includes("..")) return null;
    const host = domain.normalise(value.slice(at + 1));
    return host === null ? null : `${local}@${host}`;
  },
};
