import { existsSync, readFileSync } from "node:fs";

/**
 * Whom https believes: the authorities that browsers trust, and those of the file that Node's own
 * variable names, for networks whose proxy signs with an authority of its own. workerd speaks no
 * TLS at all without this.
 */
const tlsOptions = {
  trustBrowserCas: true,
  trustedCertificates: readCertificates(process.env["NODE_EXTRA_CA_CERTS"] ?? ""),
};

/**
 * The wall: what the Worker may reach of its own accord. workerd checks the address that a name
 * resolved to, so DNS tricks fail. `public` leaves out private, loopback and link-local addresses;
 * the list adds ranges that lead there by translation or that belong to nobody.
 */
export const PUBLIC_ONLY = {
  network: {
    tlsOptions,
    allow: ["public"],
    deny: [
      "64:ff9b::/96",
      "64:ff9b:1::/48",
      "2002::/16",
      "2001::/32",
      "100.64.0.0/10",
      "192.0.0.0/24",
      "198.18.0.0/15",
      "240.0.0.0/4",
    ],
  },
};

/** The way out to endpoints that the operator configured: these may be private. */
export const OPERATOR_NETWORK = {
  network: { tlsOptions, allow: ["public", "private", "local"] },
};

/** The certificates of a PEM file, one by one; none where there is no such file. */
function readCertificates(path: string): string[] {
  if (!existsSync(path)) return [];
  const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
  return readFileSync(path, "utf8").match(pem) ?? [];
}
