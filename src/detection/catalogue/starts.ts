import { CATALOGUE, type Reach, reachOf, SOURCES } from "./catalogue.ts";
import type { SigmaSource, StartEntry } from "./file-schema.ts";

/** A log source that a draft without an analytic can start from. */
export interface Start {
  /** Name by which telemetry can choose it. */
  name: string;
  /** What it records; techniques are matched with sources by it. */
  kind: string;
  /** ATT&CK platforms that it covers. */
  platforms: readonly string[];
  /** Words that choose it when they occur in the given telemetry, lower case. */
  words: readonly string[];
  sigma: SigmaSource;
  reach: Reach;
}

/** All of them, in the order of the file. */
export const STARTS: readonly Start[] = SOURCES.flatMap(({ entry, rows }) => {
  const { events = [], also: _also, start, ...own } = entry;
  return [
    ...(start === undefined
      ? []
      : [toStart(start, own.sigma ?? {}, { ...own, ...start, code: {} })]),
    ...events.flatMap(({ start: one, ...event }, at) => {
      if (one === undefined) return [];
      // SPL always asks for the code; the other queries of the events do so already.
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

/** The kind of source that shows a technique best, from its id and tactics. */
export function kindOf(attackId: string, tactics: readonly string[]): string {
  const [parent = attackId] = attackId.split(".");
  return KINDS.get(attackId) ?? KINDS.get(parent) ?? TACTICS.get(tactics[0] ?? "") ?? "process";
}
