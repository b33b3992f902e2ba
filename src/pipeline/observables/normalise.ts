import { DEFANGED_DOT, refang } from "./extract/refang.ts";
import { mappedAddress } from "./kinds/addresses.ts";
import { hostOf } from "./kinds/hosts.ts";
import { KINDS } from "./kinds/kinds.ts";
import { isKnownKind, type Match, type ObservableKind } from "./vocabulary.ts";

/** Maximum length of values of kinds that occur only in imports. */
const MAX_FOREIGN_CHARS = 2048;

/** Normalizes a value of this kind, defanged or not. Returns null if it is invalid. */
export function normaliseObservable(kind: ObservableKind, given: string): Match | null {
  if (!isKnownKind(kind)) return foreign(kind, given);
  const value = plainForm(given);
  const mapped = kind === "ipv6" ? mappedAddress(value) : null;
  if (mapped !== null) return { kind: "ipv4", value, normalized_value: mapped };
  const normal = KINDS[kind].normalise(value);
  return normal === null ? null : { kind, value, normalized_value: normal };
}

function foreign(kind: ObservableKind, given: string): Match | null {
  const value = given.trim();
  if (value === "" || value.length > MAX_FOREIGN_CHARS) return null;
  return { kind, value, normalized_value: value };
}

/** Returns the host of a URL as an observable, or null if there is none. */
export function normaliseUrlHost(url: string): Match | null {
  const plain = plainForm(url);
  if (!URL.canParse(plain)) return null;
  const host = hostOf(new URL(plain).hostname);
  if (host === null) return null;
  for (const kind of ["ipv4", "ipv6", "domain"] as const) {
    const match = normaliseObservable(kind, host);
    if (match !== null) return match;
  }
  return null;
}

/** Refangs and trims a value. */
export function plainForm(given: string): string {
  return refang(given.trim()).replaceAll(DEFANGED_DOT, ".").trim();
}
