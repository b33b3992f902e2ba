/** Kinds that are a cyber-observable object of one property, by its type. */
export const VALUED: Readonly<Record<string, string>> = {
  ipv4: "ipv4-addr",
  ipv6: "ipv6-addr",
  domain: "domain-name",
  url: "url",
  email: "email-addr",
  mutex: "mutex",
  // As OpenCTI has it, which STIX itself does not.
  cryptocurrency_wallet: "cryptocurrency-wallet",
};

/**
 * Names of hashes of files: those of `hash-algorithm-ov` (STIX 2.1, part 10), and in capitals those
 * that it does not know, as MISP's own STIX converter writes them.
 */
export const FILE_HASHES: Readonly<Record<string, string>> = {
  md5: "MD5",
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha512: "SHA-512",
  ssdeep: "SSDEEP",
  imphash: "IMPHASH",
  authentihash: "AUTHENTIHASH",
};

/** What hash of a certificate it is, by its length. */
export function certificateHash(value: string): string {
  if (value.length === 32) return "MD5";
  return value.length === 40 ? "SHA-1" : "SHA-256";
}

/** Our object for kinds that STIX has none for, with properties `kind` and `value`. */
export const CUSTOM_TYPE = "x-tradecraft-observable";
