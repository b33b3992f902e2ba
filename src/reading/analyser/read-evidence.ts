import type { Span } from "../../text/document/document.ts";
import type { CueHit } from "../../text/phrases/cue-table.ts";
import { clauseOf, cutEvidence, type WeighedWords } from "./evidence-clauses.ts";
import { type EvidenceCue, findEvidenceCues, type Hedge } from "./evidence-words.ts";

const STRONGEST: readonly Hedge[] = ["thwarted", "attempted", "may", "possibly", "likely"];
/** A hedge that ends in "that" governs the rest of the sentence. */
const GOVERNS_ALL = / that$/i;
/** "but failed", "which was blocked": the text before the word of an outcome. */
const OPENS_CLAUSE = /^\P{L}*(?:\p{L}+\s+)?$/u;

/** Facts about an activity in its evidence. */
export interface ReadEvidence {
  hedge: Hedge | null;
  /** Whether the evidence has an actor. */
  hasActor: boolean;
}

/**
 * Returns how evidence hedges an activity, and whether it has an actor. Hedges count only in the activity's clause.
 * @param words that support the activity, heaviest first
 */
export function readEvidence(evidence: string, words: readonly WeighedWords[] = []): ReadEvidence {
  const cues = findEvidenceCues(evidence);
  const hasActor = cues.some(({ meaning }) => isSomebody(meaning));
  const meanings = new Set(cuesOfAct(evidence, cues, words).map(({ meaning }) => meaning));
  if (meanings.has("failed")) meanings.add("thwarted");
  const hedge = STRONGEST.find((one) => meanings.has(one)) ?? null;
  const isDone = meanings.has("succeeded") && (hedge === "attempted" || hedge === "thwarted");
  return { hedge: isDone ? null : hedge, hasActor };
}

type Cue = CueHit<EvidenceCue>;

const isSomebody = (meaning: EvidenceCue) => meaning === "actor" || meaning === "they";

/** Returns the cues of the activity's clause, those that govern it, and the outcome in the next clause. */
function cuesOfAct(
  evidence: string,
  cues: readonly Cue[],
  words: readonly WeighedWords[],
): readonly Cue[] {
  const clauses = cutEvidence(evidence);
  const cuesIn = ({ start, end }: Span) =>
    cues.filter((cue) => cue.start >= start && cue.start < end);
  const byWords = clauseOf(evidence, clauses, words);
  const at =
    byWords >= 0
      ? byWords
      : clauses.findIndex((one) => cuesIn(one).some(({ meaning }) => isSomebody(meaning)));
  const clause = clauses[at];
  if (clause === undefined) return cues;
  const governing = cues.filter(
    ({ start, end }) => start < clause.start && GOVERNS_ALL.test(evidence.slice(start, end)),
  );
  const next = clauses[at + 1];
  const outcome = next === undefined ? [] : outcomeIn(evidence, next, cuesIn(next));
  return [...governing, ...cuesIn(clause), ...outcome];
}

/** Returns what a clause says about the outcome of the previous one: "but it was blocked", "but failed". */
function outcomeIn(evidence: string, { start }: Span, cues: readonly Cue[]): readonly Cue[] {
  const first = cues.find(({ meaning }) => meaning === "thwarted" || meaning === "succeeded");
  if (first === undefined) return [];
  const refers =
    OPENS_CLAUSE.test(evidence.slice(start, first.start)) ||
    cues.some(({ meaning }) => meaning === "refers" || meaning === "they");
  return refers ? [first] : [];
}
