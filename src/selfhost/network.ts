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
 * The egress policy: what the Worker may reach of its own accord. workerd checks the address that a name
 * resolved to, so DNS tricks fail. `public` leaves out private, loopback and link-local addresses;
 * the list adds ranges that lead there by translation or that belong to nobody: of IPv6 all but
 * 2000::/3, and what IANA set apart inside of that and of IPv4.
 */
export const PUBLIC_ONLY = {
  network: {
    tlsOptions,
    allow: ["public"],
    deny: [
      "::/3",
      "4000::/2",
      "8000::/1",
      "2001::/23",
      "2001:db8::/32",
      "2002::/16",
      "3fff::/20",
      "100.64.0.0/10",
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.88.99.0/24",
      "198.18.0.0/15",
      "198.51.100.0/24",
      "203.0.113.0/24",
      "224.0.0.0/3",
    ],
  },
};

/** The operator network, for endpoints that the operator configured: these may be private. */
export const OPERATOR_NETWORK = {
  network: { tlsOptions, allow: ["public", "private", "local"] },
};

/** The certificates of a PEM file, one by one; none where there is no such file. */
function readCertificates(path: string): string[] {
  if (!existsSync(path)) return [];
  const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
  return readFileSync(path, "utf8").match(pem) ?? [];
}
