import { existsSync, readFileSync } from "node:fs";

/**
 * The trusted certificate authorities for https: those of browsers, and those in the file of Node's own
 * variable, for networks whose proxy signs with its own authority. Without this, workerd does not support TLS.
 */
const tlsOptions = {
  trustBrowserCas: true,
  trustedCertificates: readCertificates(process.env["NODE_EXTRA_CA_CERTS"] ?? ""),
};

/**
 * The egress policy: what the Worker may reach by default. workerd checks the resolved address, so DNS tricks
 * fail. `public` excludes private, loopback and link-local addresses. The list adds ranges that lead there by
 * translation or that are unassigned: in IPv6 all but 2000::/3, and the ranges that IANA reserves within that
 * and within IPv4.
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

/** The operator network, for configured endpoints, which may be private. */
export const OPERATOR_NETWORK = {
  network: { tlsOptions, allow: ["public", "private", "local"] },
};

/** Returns the certificates of a PEM file; empty if there is no such file. */
function readCertificates(path: string): string[] {
  if (!existsSync(path)) return [];
  const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
  return readFileSync(path, "utf8").match(pem) ?? [];
}
