import { CATALOGUE, type Reach, reachOf, SOURCES } from "./catalogue.ts";
import type { SigmaSource, StartEntry } from "./file-schema.ts";

/** A log source that a draft without an analytic can start from. */
export interface Start {
  /** Name by which a request can select it. */
  name: string;
  /** The kind of events that it records, used to match techniques with sources. */
  kind: string;
  /** ATT&CK platforms that it covers. */
  platforms: readonly string[];
  /** Lower-case words that select it if they occur in the requested telemetry. */
  words: readonly string[];
  sigma: SigmaSource;
  reach: Reach;
}

/** All starts, in file order. */
export const STARTS: readonly Start[] = SOURCES.flatMap(({ entry, rows }) => {
  const { events = [], also: _also, start, ...own } = entry;
  return [
    ...(start === undefined
      ? []
      : [toStart(start, own.sigma ?? {}, { ...own, ...start, code: {} })]),
    ...events.flatMap(({ start: one, ...event }, at) => {
      if (one === undefined) return [];
      // SPL always needs the code; the other queries of the events already include it.
      const [code] = event.codes;
      const spl = own.code?.spl === undefined ? own.spl : `${own.spl} ${own.code.spl}=${code}`;
      return [toStart(one, rows[at]?.sigma ?? {}, { ...own, ...event, spl, ...one, code: {} })];
    }),
  ];
});

function toStart(
  { name, kind, platforms, words, sigma }: StartEntry,
  own: SigmaSource,
  entry: Parameters<typeof reachOf>[0],
): Start {
  const reach = reachOf(entry);
  if (reach === null) throw new Error(`The catalogue does not say how to reach ${name}.`);
  return { name, kind, platforms, words, sigma: sigma ?? own, reach };
}

const KINDS = new Map(
  Object.entries(CATALOGUE.techniques).flatMap(([kind, ids]) =>
    ids.map((id): [string, string] => [id, kind]),
  ),
);
const TACTICS = new Map(Object.entries(CATALOGUE.tactics));

/** Returns the kind of source that best detects a technique, by its id and tactics. */
export function kindOf(attackId: string, tactics: readonly string[]): string {
  const [parent = attackId] = attackId.split(".");
  return KINDS.get(attackId) ?? KINDS.get(parent) ?? TACTICS.get(tactics[0] ?? "") ?? "process";
}
