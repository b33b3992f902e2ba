import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import {
  type NamedObject,
  type NameIndex,
  openNameIndex,
} from "../../../knowledge/attack/ids/name-index.ts";
import { compareText, foldText } from "../../../platform/lib/text.ts";
import type { ObservableSource } from "../vocabulary.ts";
import type { GivenName, MentioningSource, NamingRecord } from "./deps.ts";
import type { NamedBeside } from "./schema.ts";

const MAX_NAMED = 100;
/** Maximum number of sources listed per name. */
const MAX_SAYING = 20;

/** A report or session with its type. */
export interface NamingSource extends Pick<MentioningSource, "id" | "title" | "named"> {
  type: ObservableSource;
}

/** Does the same as `listNamed`, looking names up in the current releases only if there are any. */
export async function readNamed(
  deps: ReleaseDeps,
  sources: readonly NamingSource[],
  records: readonly NamingRecord[],
): Promise<NamedBeside[]> {
  const isNamed = [...sources.map(({ named }) => named), ...records.map(({ related }) => related)];
  if (isNamed.every((names) => names.length === 0)) return [];
  return listNamed(sources, records, await openNameIndex(deps));
}

/**
 * Lists the software and groups that reports and providers name together with a value, each with its sources, the
 * most frequently named first. Only the latest response of each provider counts.
 */
export function listNamed(
  sources: readonly NamingSource[],
  records: readonly NamingRecord[],
  names: NameIndex,
): NamedBeside[] {
  const found = new Map<string, NamedBeside>();
  const add = (given: GivenName, by: Omit<NamedBeside["said_by"][number], "printed">) => {
    if (given.kind === "technique") return;
    const object = names.find(given.kind, given.name, given.aliases);
    const key = `${given.kind} ${object?.attack_id ?? foldText(given.name)}`;
    const known = found.get(key) ?? newEntry(given.kind, given.name, object);
    found.set(key, known);
    const isSaid = known.said_by.some(({ source_id: id }) => id === by.source_id);
    if (!isSaid && known.said_by.length < MAX_SAYING) {
      known.said_by.push({ ...by, printed: given.name });
    }
  };
  for (const { type, id, title, named } of sources) {
    for (const given of named) add(given, { source_type: type, source_id: id, title });
  }
  for (const { id, provider, related } of latestOfEach(records)) {
    for (const given of related) {
      add(given, { source_type: "enrichment", source_id: id, title: provider });
    }
  }
  return [...found.values()].sort(byWeight).slice(0, MAX_NAMED);
}

function newEntry(
  kind: NamedBeside["kind"],
  name: string,
  object: NamedObject | null,
): NamedBeside {
  return {
    kind,
    name: object?.name ?? name,
    attack_id: object?.attack_id ?? null,
    domain: object?.domain ?? null,
    said_by: [],
  };
}

/** Returns the latest response of each provider. A failure does not replace an earlier response. */
function latestOfEach(records: readonly NamingRecord[]): NamingRecord[] {
  const latest = new Map<string, NamingRecord>();
  for (const record of records) {
    const isAnswer = record.status === "complete" || record.status === "not_found";
    if (isAnswer && !latest.has(record.provider)) latest.set(record.provider, record);
  }
  return [...latest.values()];
}

function byWeight(a: NamedBeside, b: NamedBeside): number {
  return b.said_by.length - a.said_by.length || compareText(a.name, b.name);
}
