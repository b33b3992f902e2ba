import { getDomain } from "tldts";

/** How an attribute is typed in MISP's core format, and what else it has to say. */
export interface MispType {
  type: string;
  category: string;
  comment: string;
}

/** Each category's types that values of ours get, with the default of MISP's describeTypes. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  "Payload delivery": [
    ...["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512/224", "sha512/256"],
    ...["sha3-224", "sha3-256", "sha3-384", "sha3-512", "ssdeep", "imphash", "authentihash"],
    ...["vhash", "telfhash", "pehash", "impfuzzy", "tlsh", "cdhash", "filename", "email-src"],
    ...["email-subject", "email-attachment", "email-body", "malware-type", "email-header"],
    ...["email-dst-display-name", "email-src-display-name", "email-reply-to", "email-x-mailer"],
    ...["email-mime-boundary", "email-thread-index", "email-message-id", "mobile-application-id"],
    ...["azure-application-id", "chrome-extension-id", "edge-extension-id"],
  ],
  "Artifacts dropped": [
    ...["pdb", "gene", "kusto-query", "mime-type", "named pipe", "mutex", "process-state"],
    ...["windows-scheduled-task", "windows-service-name", "windows-service-displayname"],
  ],
  "Network activity": [
    ...["ip-src", "ip-dst", "hostname", "domain", "eppn", "email-dst", "url", "http-method"],
    ...["user-agent", "ja3-fingerprint-md5", "jarm-fingerprint", "favicon-mmh3", "hassh-md5"],
    ...["hasshserver-md5", "AS", "snort", "suricata", "bro", "zeek", "community-id", "dom-hash"],
    ...["pattern-in-traffic", "ssh-fingerprint", "cookie", "uri", "x509-fingerprint-sha1"],
    ...["x509-fingerprint-md5", "x509-fingerprint-sha256", "port", "mac-address", "mac-eui-64"],
    ...["dkim", "dkim-signature", "onion-address"],
  ],
  "Social network": [
    ...["email", "github-username", "github-repository", "github-organisation"],
    ...["jabber-id", "twitter-id"],
  ],
  "Internal reference": ["git-commit-id"],
  "Persistence mechanism": ["regkey"],
  "Payload installation": [
    ...["pattern-in-file", "pattern-in-memory", "filename-pattern", "yara", "stix2-pattern"],
    "sigma",
  ],
  Person: ["phone-number", "first-name", "last-name", "full-name", "nationality"],
  "External analysis": ["vulnerability", "cpe", "weakness", "link", "cortex"],
  "Targeting data": [
    ...["target-user", "target-email", "target-machine", "target-org", "target-location"],
    "target-external",
  ],
  "Financial fraud": [
    ...["btc", "dash", "xmr", "iban", "bic", "bank-account-nr", "aba-rtn", "bin", "cc-number"],
    "prtn",
  ],
  Attribution: [
    ...["threat-actor", "campaign-name", "campaign-id", "whois-registrant-email"],
    ...["whois-registrant-phone", "whois-registrant-name", "whois-registrant-org"],
    ...["whois-registrar", "whois-creation-date", "dns-soa-email"],
  ],
  Other: ["hex", "other", "integer", "uuid", "anonymised"],
};
const CATEGORY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(CATEGORIES).flatMap(([category, types]) =>
    types.map((type) => [type.toLowerCase(), category] as const),
  ),
);

/** Kinds that always have one type. */
const TYPES: Readonly<Record<string, string>> = {
  cve: "vulnerability",
  ipv4: "ip-dst",
  ipv6: "ip-dst",
  url: "url",
  email: "email-src",
  md5: "md5",
  sha1: "sha1",
  sha256: "sha256",
  sha512: "sha512",
  ssdeep: "ssdeep",
  imphash: "imphash",
  authentihash: "authentihash",
  ja3: "ja3-fingerprint-md5",
  file_name: "filename",
  file_path: "filename",
  registry_key: "regkey",
  mutex: "mutex",
  user_agent: "user-agent",
  asn: "AS",
};

/** The attribute type and category of a value; what MISP has no type for is `other`, and named. */
export function mispType(kind: string, value: string): MispType {
  const type = TYPES[kind] ?? typeOfValue(kind, value);
  const category = type === null ? undefined : CATEGORY_OF.get(type.toLowerCase());
  if (type === null || category === undefined) {
    return { type: "other", category: "Other", comment: kind.replaceAll("_", " ") };
  }
  return { type, category, comment: "" };
}

function typeOfValue(kind: string, value: string): string | null {
  if (kind.startsWith("misp:")) return kind.slice("misp:".length);
  if (kind === "domain") return getDomain(value) === value ? "domain" : "hostname";
  if (kind === "certificate_hash") {
    const hash = value.length === 32 ? "md5" : "sha256";
    return `x509-fingerprint-${value.length === 40 ? "sha1" : hash}`;
  }
  if (kind !== "cryptocurrency_wallet") return null;
  if (/^(?:bc1|[13])/.test(value)) return "btc";
  if (value.startsWith("X")) return "dash";
  return /^[48]/.test(value) && value.length >= 95 ? "xmr" : null;
}
