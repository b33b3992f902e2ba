import { getDomain } from "tldts";
import type { Occurrence } from "../found.ts";

/** Returns the normalized host of a value, or null for kinds without one. */
export function hostOfValue({ kind, normalized_value: value }: Occurrence): string | null {
  switch (kind) {
    case "domain":
    case "ipv4":
    case "ipv6":
      return value;
    case "email":
      return value.slice(value.lastIndexOf("@") + 1);
    case "url":
      return /^[a-z]+:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(value)?.[1] ?? "";
    default:
      return null;
  }
}

/** Returns whether a host is an address rather than a name. */
export function isAddress(host: string): boolean {
  return /^[\d.]+(?:\/\d+)?$|:/.test(host);
}

/** Returns whether a URL ends in an executable or archive rather than a page. */
export function isProgram(url: string): boolean {
  return /\.(?:exe|dll|msi|scr|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|apk|elf|bin|dat|sh|iso|img|cab|zip|rar|7z|gz|one|xll|docm|xlsm|doc|xls)(?:[?#]|$)/i.test(
    url.replace(/^[a-z]+:\/\/[^/]*/i, ""),
  );
}

/** Returns whether a URL ends in a data file, the form in which lists of indicators and rules are published. */
export function isDataFile(url: string): boolean {
  return /\.(?:csv|json|xml|stix2?|ya?ra?|rules|pdf|md)(?:[?#]|$)/i.test(url);
}

/** Returns whether a URL looks like a page of a blog, a journal or a manual that reports link to. */
export function isArticle(url: string): boolean {
  return (
    /^https?:\/\/(?:[^/]*\.)?(?:blogs?|labs?|research|news|docs|support|kb|learn|wiki|community|forums?)\./.test(
      url,
    ) ||
    /\/(?:blogs?|research|news|articles?|advisor(?:y|ies)|threat-intelligence|publications?|whitepapers?|security-bulletins?)(?:\/|$)|\/20\d\d\/\d\d?\//.test(
      url,
    )
  );
}

/** First labels that the operator of a service assigns, not its customer. */
const OPERATORS =
  /^(?:www\d?|api\d?|app|apps|cdn|static|assets|drive|docs|dl|download|downloads|login|account|accounts|mail|web|help|support|blog|status|send|share|files?|raw|gist|hub|store|storage|m|my|go|get)$/;

/** Returns whether a customer chose the name below a service's: `evil.pages.dev`, not `api.dropbox.com`. */
export function isOwnName(host: string): boolean {
  const [first = ""] = host.split(".", 1);
  return !OPERATORS.test(first);
}

/**
 * Returns whether a shared host assigned the name to a customer: `evil.duckdns.org` (Public Suffix List, private).
 */
export function isTenant(host: string): boolean {
  return getDomain(host) !== getDomain(host, { allowPrivateDomains: true });
}

/** Returns whether only governments register below the host's suffix. */
export function isGovernment(host: string): boolean {
  return /(?:^|\.)(?:(?:gov|mil|int|europa\.eu|bund\.de)|(?:gov|govt|gob|gouv|gc|mil|go)\.[a-z]{2})$/.test(
    host,
  );
}

/** Returns whether anyone can get a mailbox there, so its name does not identify the owner. */
export function isFreeMail(host: string): boolean {
  return /^(?:(?:g|google|hot|rambler\.|onion|proton|air|keep|sec)?mail|outlook|live|yahoo|ymail|proton|tutanota|tutamail|tuta|yandex|gmx|web|aol|icloud|cock|mailfence|keemail|qq|163|126|zoho|msgsafe|rambler|inbox|bk|list|firemail|onionmail|skiff|mail2tor|elude|disroot|riseup)\.[a-z]{2,6}(?:\.[a-z]{2})?$/.test(
    host,
  );
}

/** Returns whether a URL is the main page of a GitHub or GitLab project, which people visit rather than programs. */
export function isProject(url: string): boolean {
  return /^https:\/\/(?:www\.)?git(?:hub|lab)\.com\/[^/?#]+\/[^/?#]+\/?$/.test(url);
}
