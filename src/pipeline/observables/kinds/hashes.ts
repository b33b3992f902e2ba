import type { Kind } from "./kind.ts";

/** Creates a kind for a hash of this many hexadecimal digits. A hash always identifies the same content. */
function hex(digits: number): Kind {
  return {
    form: `${digits} hexadecimal digits`,
    activeDays: null,
    normalise: (value) => hexOf(value, [digits]),
  };
}

function hexOf(value: string, lengths: readonly number[]): string | null {
  return lengths.includes(value.length) && /^[0-9a-f]+$/i.test(value) ? value.toLowerCase() : null;
}

export const md5 = hex(32);
export const sha1 = hex(40);
export const sha256 = hex(64);
export const sha512 = hex(128);
export const authentihash = hex(64);
/** MD5 of a PE file's imports (Mandiant, 2014). */
export const imphash = hex(32);
/** MD5 of what a TLS client offers (Salesforce, 2017). */
export const ja3: Kind = { ...hex(32), activeDays: 365 };
/** MD5 of a TLS server's reply to a client (Salesforce, 2017), distinct from the client's hash. */
export const ja3s: Kind = { ...hex(32), activeDays: 365 };

/** A fingerprint of a TLS client (FoxIO, JA4): protocol, version and counts; ciphers; extensions. */
export const ja4: Kind = {
  form: "a JA4 fingerprint, as t13d1516h2_8daaf6152771_b186095e22b6",
  activeDays: 365,
  normalise(value) {
    const lower = value.toLowerCase();
    return /^[tqd](?:1[0-3]|s[1-3]|d[1-3]|00)[di]\d{4}[a-z0-9]{2}_[0-9a-f]{12}_[0-9a-f]{12}$/.test(
      lower,
    )
      ? lower
      : null;
  },
};

/** MD5, SHA-1 or SHA-256 of an X.509 certificate, without the colons that some tools write. */
export const certificate_hash: Kind = {
  form: "the MD5, SHA-1 or SHA-256 of a certificate",
  activeDays: 365,
  normalise: (value) => hexOf(value.replaceAll(/[:\s]/g, ""), [32, 40, 64]),
};

/** A context-triggered piecewise hash (ssdeep): block size and two base64 signatures. */
export const ssdeep: Kind = {
  form: "an ssdeep hash, as 3072:abc:def",
  activeDays: null,
  normalise: (value) =>
    /^[1-9]\d{0,9}:[A-Za-z0-9+/]{3,64}:[A-Za-z0-9+/]{3,64}$/.test(value) ? value : null,
};
