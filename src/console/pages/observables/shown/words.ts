import type { Observable, ObservableRole } from "../../../api/observables.ts";

/** The displayed names of the kinds. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  cve: "CVE",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  domain: "Domain",
  url: "URL",
  email: "Email address",
  md5: "MD5",
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha512: "SHA-512",
  ssdeep: "ssdeep",
  imphash: "Import hash",
  authentihash: "Authentihash",
  ja3: "JA3",
  ja3s: "JA3S",
  ja4: "JA4",
  certificate_hash: "Certificate hash",
  file_name: "File name",
  file_path: "File path",
  registry_key: "Registry key",
  mutex: "Mutex",
  user_agent: "User agent",
  asn: "ASN",
  cryptocurrency_wallet: "Wallet",
};

/** Returns the name of a kind. A kind known only from an import keeps its original name. */
export function kindName(kind: string): string {
  return Object.hasOwn(KIND_NAMES, kind) ? (KIND_NAMES[kind] ?? kind) : kind;
}

/** The roles, the strongest first: the name of each, and what it means. */
export const ROLES: Readonly<Record<ObservableRole, { name: string; means: string }>> = {
  indicator: {
    name: "Indicator",
    means:
      "A report lists it as an indicator or describes its malicious use, or a sender or analyst marked it as one. It may be blocked.",
  },
  mentioned: {
    name: "Mentioned",
    means:
      "A report names it and does not say what it is. It may be blocked, but look at the sentence first.",
  },
  victim: {
    name: "Victim",
    means: "It belongs to a victim or a target. It should not be blocked.",
  },
  legitimate_service: {
    name: "Legitimate service",
    means:
      "A public service that the actor used, such as file sharing or chat. Blocking it would hit everybody who uses it.",
  },
  tool_site: {
    name: "Tool's website",
    means: "A tool can be downloaded there. It should not be blocked for that alone.",
  },
  host: {
    name: "Host",
    means:
      "The host of a URL or email address that is the observable itself. It should not be blocked for one path or mailbox.",
  },
  example: {
    name: "Example",
    means: "An example, a placeholder or a pattern. There is nothing to block.",
  },
  reference: {
    name: "Reference",
    means:
      "A source, a link for further reading, or an author's contact. There is nothing to block.",
  },
  vendor: {
    name: "Vendor",
    means: "It belongs to the publisher, a vendor or an agency. It should not be blocked.",
  },
};

/** How an observable was added. */
export const ORIGINS: Readonly<Record<Observable["origin"], string>> = {
  extracted: "From a report",
  manual: "Added manually",
};
