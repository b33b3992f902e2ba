import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { compareText } from "../../../platform/lib/text.ts";
import { bodyText } from "../../../text/document/body-text.ts";
import type { Document, Span } from "../../../text/document/document.ts";
import { type Sentence, sentenceAt, splitSentences } from "../../../text/sentences/sentences.ts";
import { isOrder } from "../../recognition/acts/orders.ts";
import type { FoundTechnique } from "../../recognition/found-technique.ts";

/** Sentences of a report, with adjacent ones. */
export interface Passage extends Span {
  text: string;
  before: string;
  after: string;
}

/** A question to the judge: does this passage describe that technique? */
export interface Pair {
  passage: Passage;
  /** The part of the passage that supports the technique. */
  place: Span;
  attack_id: string;
}

/** Maximum judged passages per technique, best first. */
const MAX_PASSAGES = 3;
/** Maximum characters of an adjacent sentence. */
const MAX_NEIGHBOUR = 300;
/** Maximum characters of a passage. Longer ones are not judged, rather than cut. */
const MAX_PASSAGE = 1_200;

/** Creates a function that cuts whole sentences out of a report. Equal sentences return the same object. */
export function openPassages(document: Document): (span: Span) => Passage {
  const body = bodyText(document);
  const sentences = splitSentences(document);
  const known = new Map<string, Passage>();
  const read = (at: number) => {
    const { start, end } = sentences[at] ?? { start: 0, end: 0 };
    const words = body.slice(start, end).trim();
    // Orders to the reader do not give a passage context.
    return isOrder(words) ? "" : words;
  };
  return ({ start, end }) => {
    const first = sentenceAt(sentences, start);
    const last = sentenceAt(sentences, Math.max(start, end - 1));
    const span = wholeSpan(sentences, first, last, { start, end });
    const passage = {
      ...span,
      text: body.slice(span.start, span.end).trim(),
      before: first > 0 ? read(first - 1).slice(-MAX_NEIGHBOUR) : "",
      after: last + 1 < sentences.length ? read(last + 1).slice(0, MAX_NEIGHBOUR) : "",
    };
    const same = known.get(`${span.start} ${span.end}`) ?? passage;
    known.set(`${span.start} ${span.end}`, same);
    return same;
  };
}

function wholeSpan(sentences: readonly Sentence[], first: number, last: number, span: Span): Span {
  const start = Math.min(span.start, sentences[first]?.start ?? span.start);
  return { start, end: Math.max(span.end, sentences[last]?.end ?? span.end) };
}

/**
 * Returns the pairs of technique and passage in findings, each once, in the order of the report. Ids are mapped to
 * active ones. Findings without a place in the text and orders to the reader have no pair.
 */
export function proposePairs(
  found: readonly FoundTechnique[],
  read: (span: Span) => Passage,
  release: ReleaseIndex,
): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const technique of found) {
    const id = technique.attack_id.trim().toUpperCase();
    const attack_id = release.replacements.get(id) ?? id;
    if (!release.techniques.has(attack_id)) continue;
    for (const span of placesOf(technique).slice(0, MAX_PASSAGES)) {
      const pair = { passage: read(span), place: span, attack_id };
      const { text } = pair.passage;
      if (text.length > MAX_PASSAGE || isOrder(text)) continue;
      if (!pairs.has(keyOf(pair))) pairs.set(keyOf(pair), pair);
    }
  }
  return [...pairs.values()].sort(
    (a, b) => a.passage.start - b.passage.start || compareText(a.attack_id, b.attack_id),
  );
}

/** Identifies a pair within a report. */
export function keyOf({ passage: { start, end }, attack_id }: Pair): string {
  return `${attack_id} ${start} ${end}`;
}

/** Returns the places that show a technique, best first. */
export function placesOf({
  passages,
  evidence_start: start,
  evidence_end: end,
}: FoundTechnique): Span[] {
  if (passages.length > 0) return passages;
  return start === null || end === null ? [] : [{ start, end }];
}
