import { hostOfValue } from "../../../../src/pipeline/observables/context/network-values.ts";
import type { Occurrence } from "../../../../src/pipeline/observables/found.ts";
import { KINDS } from "../../../../src/pipeline/observables/kinds/kinds.ts";
import type { KnownKind } from "../../../../src/pipeline/observables/vocabulary.ts";

/** A value as the text writes it, and its kind. */
export type Written = readonly [kind: KnownKind, written: string];

/**
 * All places of these values, as the extractor would find them: the test says what stands there, so
 * that it judges nothing but what the surroundings say.
 */
export function occurrencesOf(text: string, values: readonly Written[]): Occurrence[] {
  const longestFirst = values.toSorted(([, a], [, b]) => b.length - a.length);
  const found: Occurrence[] = [];
  for (const [kind, written] of longestFirst) {
    const from = found.length;
    for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
      const end = at + written.length;
      const isInside = found.slice(0, from).some((other) => other.start < end && other.end > at);
      if (!isInside) found.push(...occurrencesAt(kind, written, at));
    }
    if (found.length === from) throw new Error(`${written} does not stand in the text`);
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

function occurrencesAt(kind: KnownKind, written: string, start: number): Occurrence[] {
  const value = written
    .replace(/^h[tx]{2}p(s?)(?:\[:\/\/\]|\[?:\]?\/\/)/i, "http$1://")
    .replaceAll(/\[(?:\.|dot)\]/g, ".")
    .replaceAll("[@]", "@");
  const normal = KINDS[kind].normalise(value);
  if (normal === null) throw new Error(`${written} is no ${kind}`);
  const isWritten = { defanged: /\[|^hxx/.test(written), label: null, joined: false };
  const self = { kind, value, normalized_value: normal, start, end: start + written.length };
  const occurrence: Occurrence = { ...self, ...isWritten, host_of: null };
  if (kind !== "url" && kind !== "email") return [occurrence];
  const host = hostOfValue(occurrence) ?? "";
  const hostKind = KINDS.ipv4.normalise(host) === null ? "domain" : "ipv4";
  const [before = ""] = /^.*?(?:\/\/\]?|@\]?)/.exec(written) ?? [];
  const hostStart = start + before.length;
  const hostEnd = hostStart + (/^[^/:]+/.exec(written.slice(before.length))?.[0].length ?? 0);
  return [
    occurrence,
    {
      ...isWritten,
      kind: hostKind,
      value: host,
      normalized_value: host,
      start: hostStart,
      end: hostEnd,
      host_of: kind,
    },
  ];
}
