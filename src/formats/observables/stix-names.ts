/** Kinds that are a cyber-observable object with one property, by its type. */
export const VALUED: Readonly<Record<string, string>> = {
  ipv4: "ipv4-addr",
  ipv6: "ipv6-addr",
  domain: "domain-name",
  url: "url",
  email: "email-addr",
  mutex: "mutex",
  // Defined by OpenCTI, not by STIX.
  cryptocurrency_wallet: "cryptocurrency-wallet",
};

/**
 * Names of file hashes: those of `hash-algorithm-ov` (STIX 2.1, part 10), and other names in capitals, as
 * MISP's own STIX converter writes them.
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

/** Returns the hash algorithm of a certificate by the length of the hash. */
export function certificateHash(value: string): string {
  if (value.length === 32) return "MD5";
  return value.length === 40 ? "SHA-1" : "SHA-256";
}

/** Our object type, with properties `kind` and `value`, for kinds that STIX does not cover. */
export const CUSTOM_TYPE = "x-tradecraft-observable";
