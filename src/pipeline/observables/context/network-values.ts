import { getDomain } from "tldts";
import type { Occurrence } from "../found.ts";

/** The host that a value has or is, in its normal form; null for kinds that have none. */
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

/** Whether a host is an address rather than a name. */
export function isAddress(host: string): boolean {
  return /^[\d.]+(?:\/\d+)?$|:/.test(host);
}

/** Whether a URL ends in a file that runs or unpacks: no page to read. */
export function isProgram(url: string): boolean {
  return /\.(?:exe|dll|msi|scr|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|apk|elf|bin|dat|sh|iso|img|cab|zip|rar|7z|gz|one|xll|docm|xlsm|doc|xls)(?:[?#]|$)/i.test(
    url.replace(/^[a-z]+:\/\/[^/]*/i, ""),
  );
}

/** Whether a URL ends in a file of data, as lists of indicators and rules are published. */
export function isDataFile(url: string): boolean {
  return /\.(?:csv|json|xml|stix2?|ya?ra?|rules|pdf|md)(?:[?#]|$)/i.test(url);
}

/** Whether a URL looks like a page of a blog, a journal or a manual, as reports link to. */
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

/** First labels that the operator of a service gives, not its customer. */
const OPERATORS =
  /^(?:www\d?|api\d?|app|apps|cdn|static|assets|drive|docs|dl|download|downloads|login|account|accounts|mail|web|help|support|blog|status|send|share|files?|raw|gist|hub|store|storage|m|my|go|get)$/;

/** Whether a customer chose the name below a service's: `evil.pages.dev`, not `api.dropbox.com`. */
export function isOwnName(host: string): boolean {
  const [first = ""] = host.split(".", 1);
  return !OPERATORS.test(first);
}

/** Whether a host of many gave the name to a customer: `evil.duckdns.org` (Public Suffix List, private). */
export function isTenant(host: string): boolean {
  return getDomain(host) !== getDomain(host, { allowPrivateDomains: true });
}

/** Whether only a government registers below the host's suffix. */
export function isGovernment(host: string): boolean {
  return /(?:^|\.)(?:(?:gov|mil|int|europa\.eu|bund\.de)|(?:gov|govt|gob|gouv|gc|mil|go)\.[a-z]{2})$/.test(
    host,
  );
}

/** Whether anybody gets a mailbox there, with a name that tells nothing of whose it is. */
export function isFreeMail(host: string): boolean {
  return /^(?:(?:g|google|hot|rambler\.|onion|proton|air|keep|sec)?mail|outlook|live|yahoo|ymail|proton|tutanota|tutamail|tuta|yandex|gmx|web|aol|icloud|cock|mailfence|keemail|qq|163|126|zoho|msgsafe|rambler|inbox|bk|list|firemail|onionmail|skiff|mail2tor|elude|disroot|riseup)\.[a-z]{2,6}(?:\.[a-z]{2})?$/.test(
    host,
  );
}

/** Whether a URL is the first page of a project on GitHub or GitLab: for people, not for programs. */
export function isProject(url: string): boolean {
  return /^https:\/\/(?:www\.)?git(?:hub|lab)\.com\/[^/?#]+\/[^/?#]+\/?$/.test(url);
}
