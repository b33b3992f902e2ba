import type { Cues, Section } from "./cues.ts";
import { countLarger } from "./count-larger.ts";
import type { Scores } from "./score-sentence.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** A printed id or name that a detector found in a sentence; `strength` 0..1 is how sure it makes alone. */
export interface Hit {
  attack_id: string;
  kind: "id" | "name";
  strength: number;
}

/** What is the same for all candidates of a sentence. */
export interface SentenceFacts {
  scores: Scores;
  cues: Cues;
  section: Section;
  hits: readonly Hit[];
  /** Three best classes by softmax, and two best by cosine. */
  best: readonly number[];
  bestByCosine: readonly number[];
}

/** The signals of a candidate in order; those of the document come last and are filled in at its end. */
export const SIGNALS = [
  "log",
  "margin",
  "over_none",
  "rank",
  "cosine",
  "cosine_margin",
  "cosine_rank",
  "cosine_over_none",
  "family_log",
  "share_of_family",
  "id",
  "name",
  "relative",
  "prior",
  "is_sub",
  "length",
  "known",
  "actor",
  "deed",
  "advice",
  "prose",
  "defence",
  "appendix",
  "top_log",
  "before",
  "after",
  "document_best",
  "document_count",
  "document_id",
  "document_ids",
] as const;
export const SIGNAL_COUNT = SIGNALS.length;
/** Index of the first signal that only the whole document gives. */
export const DOCUMENT_SIGNALS = SIGNALS.indexOf("document_best");

/** A candidate: a class itself, or the whole family of a parent ("some kind of phishing"). */
export interface Unit {
  c: number;
  isFamily: boolean;
}

/** How many classes have a larger log, and a larger cosine. */
export interface Rivals {
  log: number;
  cosine: number;
}

/** The rivals of each candidate of a sentence. */
export function countRivals(units: readonly Unit[], scores: Scores): Rivals[] {
  const values = units.map((unit) => valuesOf(unit, scores));
  const byLog = countLarger(
    values.map(({ log }) => log),
    scores.log,
  );
  const byCosine = countLarger(
    values.map(({ cosine }) => cosine),
    scores.cosine,
  );
  return units.map((_, at) => ({ log: byLog[at] ?? 0, cosine: byCosine[at] ?? 0 }));
}

/** Signals of one candidate, with 0 for those of the document. */
export function signalsOf(
  unit: Unit,
  facts: SentenceFacts,
  larger: Rivals | undefined,
  neighbours: readonly (Scores | null)[],
  taxonomy: Taxonomy,
): number[] {
  const { scores, cues, section } = facts;
  const { log, cosine } = valuesOf(unit, scores);
  const none = scores.log[0] ?? 0;
  const rival = rivalOf(unit, facts.best, scores.log, taxonomy);
  const cosineRival = rivalOf(unit, facts.bestByCosine, scores.cosine, taxonomy);
  const parent = taxonomy.parent[unit.c] ?? 0;
  const hits = hitsOf(unit, facts.hits, taxonomy);
  const around = neighbours.map((other) => (other === null ? -14 : valuesOf(unit, other).log));
  return [
    log,
    log - rival,
    log - none,
    rankOf(log, scores.log, larger?.log ?? 0, unit, taxonomy),
    cosine,
    cosine - cosineRival,
    rankOf(cosine, scores.cosine, larger?.cosine ?? 0, unit, taxonomy),
    cosine - (scores.cosine[0] ?? 0),
    scores.family[parent] ?? 0,
    unit.isFamily ? (scores.log[parent] ?? 0) - log : log - (scores.family[parent] ?? 0),
    hits.id,
    hits.name,
    hits.relative,
    (unit.isFamily ? taxonomy.familyPrior[parent] : taxonomy.prior[unit.c]) ?? 0,
    parent === unit.c ? 0 : 1,
    Math.log(1 + scores.features),
    scores.known / Math.max(1, scores.features),
    cues.actor,
    cues.deed,
    cues.advice,
    cues.prose,
    section === "defence" ? 1 : 0,
    section === "appendix" ? 1 : 0,
    scores.log[facts.best[0] ?? 0] ?? 0,
    around[0] ?? -14,
    around[1] ?? -14,
    // Filled in at the end of the document.
    0,
    0,
    0,
    0,
  ];
}

/** Log of the probability and cosine of a candidate. */
export function valuesOf({ c, isFamily }: Unit, scores: Scores): { log: number; cosine: number } {
  return isFamily
    ? { log: scores.family[c] ?? 0, cosine: scores.familyCosine[c] ?? 0 }
    : { log: scores.log[c] ?? 0, cosine: scores.cosine[c] ?? 0 };
}

/** Whether class `other` is no rival of the candidate: itself, or of its family. */
function isOwn(unit: Unit, other: number, { parent }: Taxonomy): boolean {
  return unit.isFamily ? parent[other] === unit.c : other === unit.c;
}

function rivalOf(
  unit: Unit,
  best: readonly number[],
  values: Float64Array,
  taxonomy: Taxonomy,
): number {
  const rival = best.find((other) => !isOwn(unit, other, taxonomy));
  return rival === undefined ? 0 : (values[rival] ?? 0);
}

/** 1 for the first, 1/2 for the second, and so on; members of a family are no rivals of it. */
function rankOf(
  value: number,
  values: Float64Array,
  larger: number,
  unit: Unit,
  { members }: Taxonomy,
): number {
  let rivals = larger;
  for (const c of unit.isFamily ? (members[unit.c] ?? []) : []) {
    if ((values[c] ?? 0) > value) rivals -= 1;
  }
  return 1 / (1 + rivals);
}

/** Strongest hit of the candidate by kind, and of its relatives (parent, sub-techniques). */
export function hitsOf({ c, isFamily }: Unit, hits: readonly Hit[], taxonomy: Taxonomy) {
  const found = { id: 0, name: 0, relative: 0 };
  const { classOf, parent } = taxonomy;
  for (const { attack_id, kind, strength } of hits) {
    const other = classOf.get(attack_id) ?? 0;
    if (other === 0) continue;
    if (other === c || (isFamily && parent[other] === c))
      found[kind] = Math.max(found[kind], strength);
    else if (parent[other] === parent[c] && (other === parent[c] || parent[c] === c)) {
      found.relative = Math.max(found.relative, strength);
    }
  }
  return found;
}
