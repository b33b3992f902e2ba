import { defang } from "../../../formats/observables/defang.ts";
import type { ExportedObservable } from "./session-content.ts";

/** Observables of one kind, labeled and defanged. */
export interface ObservableList {
  label: string;
  values: string[];
}

const KINDS: Record<string, string> = {
  cve: "Vulnerabilities",
  ipv4: "IPv4 addresses",
  ipv6: "IPv6 addresses",
  domain: "Domains",
  url: "URLs",
  email: "Email addresses",
  md5: "MD5 hashes",
  sha1: "SHA-1 hashes",
  sha256: "SHA-256 hashes",
  sha512: "SHA-512 hashes",
  ssdeep: "ssdeep hashes",
  imphash: "Imphashes",
  authentihash: "Authentihashes",
  certificate_hash: "Certificate hashes",
  ja3: "JA3 fingerprints",
  ja3s: "JA3S fingerprints",
  ja4: "JA4 fingerprints",
  file_name: "File names",
  file_path: "File paths",
  registry_key: "Registry keys",
  mutex: "Mutexes",
  user_agent: "User agents",
  asn: "Autonomous systems",
  cryptocurrency_wallet: "Cryptocurrency wallets",
};

/**
 * Groups observables by kind: those that the report lists as indicators or a person confirmed, then those only
 * mentioned. Vulnerabilities are listed under the named entities.
 */
export function listByKind(observables: readonly ExportedObservable[]): {
  listed: ObservableList[];
  mentioned: ObservableList[];
} {
  const shown = observables.filter(({ kind }) => kind !== "cve");
  return {
    listed: byKind(shown.filter(isIndicator)),
    mentioned: byKind(shown.filter((observable) => !isIndicator(observable))),
  };
}

/** Returns whether an observable is an indicator: a person confirmed it, or the report lists it as one. */
export function isIndicator({ confirmed, listed }: ExportedObservable): boolean {
  return confirmed || listed;
}

function byKind(observables: readonly ExportedObservable[]): ObservableList[] {
  const kinds = Map.groupBy(observables, ({ kind }) => kind);
  const order = [...new Set([...Object.keys(KINDS), ...kinds.keys()])];
  return order.flatMap((kind) => {
    const members = kinds.get(kind);
    if (members === undefined) return [];
    return [
      {
        label: KINDS[kind] ?? kind,
        values: members.map(({ kind: its, value }) => defang(its, value)),
      },
    ];
  });
}
