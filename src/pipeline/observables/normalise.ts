import { DEFANGED_DOT, refang } from "./extract/refang.ts";
import { mappedAddress } from "./kinds/addresses.ts";
import { hostOf } from "./kinds/hosts.ts";
import { KINDS } from "./kinds/kinds.ts";
import { isKnownKind, type Match, type ObservableKind } from "./vocabulary.ts";

/** Values of kinds that only imports know are kept up to that length. */
const MAX_FOREIGN_CHARS = 2048;

/** A value that somebody says is of this kind, defanged or not; null when it is none. */
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

/** The host of a URL, as an observable; null where there is none. */
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

/** A value without what keeps it from being clicked on. */
export function plainForm(given: string): string {
  return refang(given.trim()).replaceAll(DEFANGED_DOT, ".").trim();
}
