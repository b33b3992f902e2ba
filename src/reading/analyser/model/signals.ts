import type { ContextFeatures } from "./context-features.ts";
import type { ReportPart } from "./part-of.ts";
import { blendOf, valuesOf } from "./candidate-values.ts";
import type { Scores } from "./scores.ts";
import type { Taxonomy } from "./taxonomy.ts";

/**
 * A printed id or name that a detector found in a sentence. `strength` 0..1 is its confidence without other evidence.
 */
export interface Hit {
  attack_id: string;
  kind: "id" | "name";
  strength: number;
}

/** Values shared by all candidates of a sentence. */
export interface SentenceFacts {
  scores: Scores;
  cues: ContextFeatures;
  /** Logit of describing adversary activity, by the form of the sentence. 0 for languages other than English. */
  act: number;
  part: ReportPart;
  hits: readonly Hit[];
  /** Best classes by each model and combined, enough to include the best rival outside of any family. */
  best: Record<ScoreKind, readonly number[]>;
}

/** Scores of classes: softmax, cosine to the centroid, the encoder, the blend, and the blend with the neighbors. */
export const SCORE_KINDS = ["log", "cosine", "encoder", "blend", "context"] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** The signals of a candidate in order. Those of the document come last and are set at its end. */
export const SIGNALS = [
  "log",
  "log_margin",
  "log_rank",
  "log_over_none",
  "cosine",
  "cosine_margin",
  "cosine_rank",
  "cosine_over_none",
  "encoder",
  "encoder_margin",
  "encoder_rank",
  "encoder_over_none",
  "blend",
  "blend_margin",
  "blend_rank",
  "blend_over_none",
  "context",
  "context_margin",
  "context_rank",
  "context_over_none",
  "family_log",
  "share_of_family",
  "id",
  "name",
  "relative",
  "prior",
  "is_sub",
  "length",
  "known",
  "act",
  "actor",
  "deed",
  "advice",
  "prose",
  "defence",
  "appendix",
  "top_blend",
  "before",
  "after",
  "document_best",
  "document_count",
  "document_id",
  "document_ids",
] as const;
export const SIGNAL_COUNT = SIGNALS.length;
/** Index of the first signal that requires the whole document. */
export const DOCUMENT_SIGNALS = SIGNALS.indexOf("document_best");

/** A candidate: a class itself, or the whole family of a parent ("some kind of phishing"). */
export interface Unit {
  c: number;
  isFamily: boolean;
}

/** Returns the signals of one candidate, with 0 for those of the document. */
export function signalsOf(
  unit: Unit,
  facts: SentenceFacts,
  neighbours: readonly (Scores | null)[],
  taxonomy: Taxonomy,
): number[] {
  const { scores, cues, part } = facts;
  const values = valuesOf(unit, scores, taxonomy);
  const parent = taxonomy.parent[unit.c] ?? 0;
  const hits = hitsOf(unit, facts.hits, taxonomy);
  const around = neighbours.map((other) => (other === null ? -14 : blendOf(unit, other)));
  const said: number[] = [];
  for (const kind of SCORE_KINDS) {
    const [value, all] = [values[kind], scores[kind]];
    said.push(value, value - rivalOf(unit, facts.best[kind], all, taxonomy));
    said.push(rankOf(value, all, facts.best[kind], unit, taxonomy), value - (all[0] ?? 0));
  }
  return [
    ...said,
    scores.family[parent] ?? 0,
    unit.isFamily
      ? (scores.blend[parent] ?? 0) - values.blend
      : values.blend - (scores.family[parent] ?? 0),
    hits.id,
    hits.name,
    hits.relative,
    (unit.isFamily ? taxonomy.familyPrior[parent] : taxonomy.prior[unit.c]) ?? 0,
    parent === unit.c ? 0 : 1,
    Math.log(1 + scores.features),
    scores.known / Math.max(1, scores.features),
    facts.act,
    cues.actor,
    cues.deed,
    cues.advice,
    cues.prose,
    part === "defence" ? 1 : 0,
    part === "appendix" ? 1 : 0,
    scores.blend[facts.best.blend[0] ?? 0] ?? 0,
    around[0] ?? -14,
    around[1] ?? -14,
    // Set at the end of the document.
    0,
    0,
    0,
    0,
  ];
}

/** Returns whether class `other` is the candidate itself or of its family, so not a rival. */
function isOwn(unit: Unit, other: number, { parent }: Taxonomy): boolean {
  return unit.isFamily ? parent[other] === unit.c : other === unit.c;
}

/** Returns the value of the best class outside the candidate's own. */
export function rivalOf(
  unit: Unit,
  best: readonly number[],
  values: Float64Array,
  taxonomy: Taxonomy,
): number {
  const rival = best.find((other) => !isOwn(unit, other, taxonomy));
  return rival === undefined ? 0 : (values[rival] ?? 0);
}

/**
 * Returns 1 for the first rank, 1/2 for the second, and so on for all best classes. Members of a family are not its
 * rivals.
 */
export function rankOf(
  value: number,
  values: Float64Array,
  best: readonly number[],
  unit: Unit,
  taxonomy: Taxonomy,
): number {
  let rivals = 0;
  for (const other of best) {
    if ((values[other] ?? 0) <= value) break;
    if (!isOwn(unit, other, taxonomy)) rivals += 1;
  }
  return 1 / (1 + rivals);
}

/** Returns the strongest hit of the candidate by kind, and of its relatives (parent, sub-techniques). */
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
