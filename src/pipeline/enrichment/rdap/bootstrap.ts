import ipaddr from "ipaddr.js";
import { z } from "zod";

/** Entries (top-level domains or networks) and the base URLs of their service. */
export type Service = [entries: string[], urls: string[]];

/** Returns the base URL of the service for a domain or an address, or null if there is none. */
export type Directory = (value: string) => string | null;

const fileSchema = z.object({ services: z.array(z.unknown()) });
const serviceSchema = z.tuple([z.array(z.string()), z.array(z.string())]);

/**
 * Reads a bootstrap file (RFC 9224, section 3). Skips malformed services. Returns null if none is left, so that an
 * unusable file does not replace a good one.
 */
export function readBootstrap(text: string): Service[] | null {
  const file = fileSchema.safeParse(parseJson(text));
  if (!file.success) return null;
  const services = file.data.services.flatMap((service): Service[] => {
    const read = serviceSchema.safeParse(service);
    return read.success && chooseUrl(read.data[1]) !== null ? [read.data] : [];
  });
  return services.length === 0 ? null : services;
}

/** Finds the service of the longest run of labels that ends a domain (RFC 9224, section 4). */
export function openDomainDirectory(services: readonly Service[]): Directory {
  const urls = new Map<string, string>();
  for (const [entries, offered] of services) {
    const url = chooseUrl(offered);
    for (const entry of url === null ? [] : entries) urls.set(entry.toLowerCase(), url ?? "");
  }
  return (domain) => {
    const labels = domain.toLowerCase().split(".");
    for (let from = 0; from <= labels.length; from += 1) {
      // The empty entry represents the root, and thus every domain.
      const url = urls.get(labels.slice(from).join("."));
      if (url !== undefined) return url;
    }
    return null;
  };
}

/**
 * Finds the service of the longest prefix that contains an address, or the first address of a network (RFC 9224,
 * sections 5.1 and 5.2).
 */
export function openAddressDirectory(services: readonly Service[]): Directory {
  const networks = services.flatMap(([entries, offered]) => {
    const url = chooseUrl(offered);
    if (url === null) return [];
    return entries
      .filter((entry) => ipaddr.isValidCIDR(entry))
      .map((entry) => ({ cidr: ipaddr.parseCIDR(entry), url }));
  });
  networks.sort((a, b) => b.cidr[1] - a.cidr[1]);
  return (value) => {
    const address = ipaddr.parse(value.replace(/\/.*$/, ""));
    const holds = ({ cidr: [network, bits] }: (typeof networks)[number]) =>
      network.kind() === address.kind() && address.match(network, bits);
    return networks.find(holds)?.url ?? null;
  };
}

/** Prefers https, as RFC 9224 requires in section 3. */
function chooseUrl(urls: readonly string[]): string | null {
  const usable = urls.filter((url) => URL.canParse(url) && /^https?:\/\//i.test(url));
  return usable.find((url) => /^https:/i.test(url)) ?? usable[0] ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
