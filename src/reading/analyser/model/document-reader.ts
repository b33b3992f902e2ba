import { scoreAct, type ActModel } from "./acts/act-model.ts";
import { createCandidateList, type CandidateList } from "./candidate-list.ts";
import { bestOf, likelyCandidates } from "./select-candidates.ts";
import { glossOf } from "./glosses/gloss.ts";
import { findContextFeatures } from "./context-features.ts";
import type { ReportPart } from "./part-of.ts";
import { scoreContext } from "./score-context.ts";
import { scoreEnglish, scoresFor, type Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";
import { DOCUMENT_SIGNALS, SIGNALS, signalsOf } from "./signals.ts";
import type { Hit, SentenceFacts } from "./signals.ts";
import { createParagraphReader, type Paragraph } from "./paragraphs.ts";
import { createPool } from "./pool-sentences.ts";

/** All candidates of a document, in order of sentences. */
export interface Reading {
  sentences: number;
  candidates: CandidateList;
  /** Strength of the strongest printed id and name, by technique id. */
  printed: ReadonlyMap<string, { id: number; name: number }>;
  /** The paragraph of each sentence. Null for a long text. */
  paragraphs: readonly Paragraph[] | null;
}

/** The position of a sentence in its document. */
export interface SentencePlace {
  /** Whether the sentence starts a paragraph. */
  opens: boolean;
  part: ReportPart;
}

const IN_PARAGRAPH: SentencePlace = { opens: false, part: "body" };

/** Processes the sentences of one document in order, then returns its candidates. */
export interface DocumentReader {
  /**
   * @param hits ids and names that detectors found in this sentence
   * @param place defaults to the body, within a paragraph
   */
  add(text: string, hits: readonly Hit[], place?: SentencePlace): void;
  finish(): Reading;
}

/** Facts about a sentence before the next one is processed. */
type ReadFacts = Omit<SentenceFacts, "best">;

/** Values for the whole document, by class and, offset by the number of classes, by family. */
interface Memory {
  best: Float64Array;
  second: Float64Array;
  count: Float64Array;
}

const STRONG = Math.log(0.2);
const FLOOR = -14;
const BLEND = SIGNALS.indexOf("blend");

/**
 * Creates a reader that processes one sentence at a time, with one sentence of context on each side. Memory grows only
 * with the likely candidates: about 1.5 KB per sentence.
 */
export function createDocumentReader(weights: Weights, acts: ActModel): DocumentReader {
  const memory = createMemory(weights.taxonomy.ids.length);
  const candidates = createCandidateList();
  const inPrint = new Map<string, { id: number; name: number }>();
  let before: Scores | null = null;
  let current: ReadFacts | null = null;
  let done = 0;
  const nextScores = scoresInTurn(weights);
  const around = createPool(weights.taxonomy.ids.length);
  const paragraphs = createParagraphReader(weights);
  const settle = (after: Scores | null) => {
    if (current === null) return;
    scoreContext(current.scores, [before, after], weights, around);
    const facts: SentenceFacts = { ...current, best: bestOf(current.scores) };
    for (const unit of likelyCandidates(facts, weights.taxonomy)) {
      candidates.push(unit, done, signalsOf(unit, facts, [before, after], weights.taxonomy));
    }
    done += 1;
    before = facts.scores;
  };
  return {
    add: (printed, hits, { opens, part } = IN_PARAGRAPH) => {
      const text = glossOf(printed) ?? printed;
      const isGloss = text !== printed;
      const facts = {
        ...factsOf(text, hits, part, weights, nextScores()),
        act: isGloss ? 0 : scoreAct(text, acts),
      };
      remember(facts, memory, weights);
      paragraphs.add(facts.scores, opens);
      note(hits, inPrint);
      settle(facts.scores);
      current = facts;
    },
    finish: () => {
      settle(null);
      current = null;
      const found = { sentences: done, candidates, printed: inPrint };
      const reading = { ...found, paragraphs: paragraphs.finish() };
      addDocumentSignals(reading, memory, weights);
      return reading;
    },
  };
}

/** Returns three score buffers in turn. A sentence's scores are in use until the next sentence is processed. */
function scoresInTurn(weights: Weights): () => Scores {
  let [last, before, next] = [scoresFor(weights), scoresFor(weights), scoresFor(weights)];
  return () => {
    [last, before, next] = [next, last, before];
    return last;
  };
}

function createMemory(classes: number): Memory {
  return {
    best: new Float64Array(2 * classes).fill(FLOOR),
    second: new Float64Array(2 * classes).fill(FLOOR),
    count: new Float64Array(2 * classes),
  };
}

function factsOf(
  text: string,
  hits: readonly Hit[],
  part: ReportPart,
  weights: Weights,
  scores: Scores,
): Omit<ReadFacts, "act"> {
  scoreEnglish(text, weights, scores);
  return { scores, cues: findContextFeatures(text), part, hits };
}

function remember(
  { scores }: Pick<ReadFacts, "scores">,
  memory: Memory,
  { taxonomy }: Weights,
): void {
  const { blend, family } = scores;
  const classes = blend.length;
  for (let c = 1; c < classes; c += 1) {
    const value = blend[c] ?? FLOOR;
    if (value > FLOOR) keep(memory, c, value);
    if (taxonomy.hasSubs[c] === 1) keep(memory, classes + c, family[c] ?? FLOOR);
  }
}

function keep({ best, second, count }: Memory, at: number, value: number): void {
  const known = best[at] ?? FLOOR;
  if (value > known) {
    second[at] = known;
    best[at] = value;
  } else if (value > (second[at] ?? FLOOR)) second[at] = value;
  if (value > STRONG) count[at] = (count[at] ?? 0) + 1;
}

function note(hits: readonly Hit[], printed: Map<string, { id: number; name: number }>): void {
  for (const { attack_id, kind, strength } of hits) {
    const known = printed.get(attack_id) ?? { id: 0, name: 0 };
    known[kind] = Math.max(known[kind], strength);
    printed.set(attack_id, known);
  }
}

/** Adds signals from the other sentences of the document about the same candidate. */
function addDocumentSignals(
  { candidates, printed, sentences }: Reading,
  memory: Memory,
  { taxonomy }: Weights,
): void {
  const ids = [...printed.values()].filter(({ id }) => id > 0).length;
  const density = Math.log(1 + (100 * ids) / Math.max(20, sentences));
  for (let index = 0; index < candidates.length; index += 1) {
    const { c, isFamily, signals } = candidates.at(index);
    const at = isFamily ? taxonomy.ids.length + c : c;
    const own = signals[BLEND] ?? FLOOR;
    const isBest = Math.fround(memory.best[at] ?? FLOOR) === own;
    const others = (memory.count[at] ?? 0) - (own > STRONG ? 1 : 0);
    signals[DOCUMENT_SIGNALS] = (isBest ? memory.second[at] : memory.best[at]) ?? FLOOR;
    signals[DOCUMENT_SIGNALS + 1] = Math.log(1 + Math.max(0, others));
    signals[DOCUMENT_SIGNALS + 2] = printed.get(taxonomy.ids[c] ?? "")?.id ?? 0;
    signals[DOCUMENT_SIGNALS + 3] = density;
  }
}
