import type { MarkedMatch } from "../../intake/new-report.ts";
import { normaliseObservable, normaliseUrlHost } from "../../observables/normalise.ts";
import type { Match, ObservableKind } from "../../observables/vocabulary.ts";

/** What a typed value of an exchange format may be to us. */
export type ValueType = ObservableKind | "url" | "email" | "address" | "host";

/** The observable that a typed value is, or null: an IPv6 address is no fault, yet no kind of ours. */
export function matchOf(type: ValueType, value: string): Match | null {
  switch (type) {
    case "url":
      return normaliseUrlHost(value);
    case "email":
      return normaliseObservable("domain", value.slice(value.lastIndexOf("@") + 1));
    case "address":
      return normaliseObservable("ipv4", value.replace(/\/32$/, ""));
    case "host":
      return normaliseObservable("ipv4", value) ?? normaliseObservable("domain", value);
    default:
      return normaliseObservable(type, value);
  }
}

/** Matches of which there are several of one value only once, with the highest confidence. */
export function withConfidence(
  matches: readonly (Match | null)[],
  confidence: number,
): MarkedMatch[] {
  return matches.filter((match) => match !== null).map((match) => ({ ...match, confidence }));
}
