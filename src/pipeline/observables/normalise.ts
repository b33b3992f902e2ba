import { normaliseDomain } from "./extract/domains.ts";
import { isAddress } from "./extract/ipv4.ts";
import { findCves } from "./extract/patterns.ts";
import { DEFANGED_DOT, refang } from "./extract/refang.ts";
import type { Match, ObservableKind } from "./vocabulary.ts";

/** The normal form of a refanged value of each kind, or null. */
const NORMAL_FORMS: Readonly<Record<ObservableKind, (value: string) => string | null>> = {
  cve: (value) => {
    const [match] = findCves(value);
    return match?.value.length === value.length ? match.normalized_value : null;
  },
  ipv4: (value) => (isAddress(value) ? value : null),
  domain: (value) => (/[\s/:@]/.test(value) ? null : normaliseDomain(value)),
  md5: (value) => hexOf(value, 32),
  sha256: (value) => hexOf(value, 64),
};

function hexOf(value: string, digits: number): string | null {
  return value.length === digits && /^[0-9a-f]+$/i.test(value) ? value.toLowerCase() : null;
}

/** A value that somebody says is of this kind, defanged or not; null when it is none. */
export function normaliseObservable(kind: ObservableKind, given: string): Match | null {
  const value = plainForm(given);
  const normal = NORMAL_FORMS[kind](value);
  return normal === null ? null : { kind, value, normalized_value: normal };
}

/** The host of a URL, as an observable; null where there is none. */
export function normaliseUrlHost(url: string): Match | null {
  const plain = plainForm(url);
  if (!URL.canParse(plain)) return null;
  const { hostname } = new URL(plain);
  return normaliseObservable("ipv4", hostname) ?? normaliseObservable("domain", hostname);
}

function plainForm(given: string): string {
  return refang(given.trim()).replaceAll(DEFANGED_DOT, ".").trim();
}
