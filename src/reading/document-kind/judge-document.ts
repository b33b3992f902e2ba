import type { Outline, Span } from "../../text/document/document.ts";
import type { NameMask } from "../analyser/model/name-mask.ts";
import { findTechniqueIds } from "../../text/tokens/technique-ids.ts";
import { chunkFeatures } from "./chunk-features.ts";
import { cutChunks } from "./cut-chunks.ts";
import { type KindModel, scoreChunk } from "./kind-model.ts";
import { createReasons } from "./reasons.ts";
import { DOCUMENT_KINDS, type DocumentKind, type KindName } from "./schema.ts";

/** Threshold of reports. A lost report costs more than a wrong candidate, so doubtful texts count as reports. */
const REPORT_FROM = 0.3;
/** Maximum characters of a short text, which gives less evidence of its kind. */
const SHORT = 500;
const SHORT_FROM = 0.1;
/** Minimum consecutive report chunks, and minimum share of all chunks, for a text to be a report. */
const RUN = 2;
/** Maximum chunks of a text for which one report chunk is enough: an incident in a paragraph, followed by advice. */
const FEW = 8;
const RUN_SHARE = 0.05;
const RUN_FROM = 0.95;
/** Minimum characters of a paragraph that is judged alone. */
const LEAST_BLOCK = 80;
const BLOCK_FROM = 0.75;
/** Maximum characters of a note. A note with a technique id is about adversary activity. */
const NOTE = 200;
/** Minimum consecutive chunks of clearly another kind for a section to be excluded. */
const SECTION_CHUNKS = 3;
const SECTION_BELOW = 0.04;

const [REPORT, RESEARCH, OTHER] = [0, 1, 2] as const;

/** The kind of a text in an unsupported script. It counts as a report, like doubtful texts. */
const UNKNOWN: DocumentKind = {
  kind: DOCUMENT_KINDS[REPORT],
  probability: 0.3333,
  probabilities: { threat_report: 0.3333, research_or_guidance: 0.3333, other: 0.3333 },
  reasons: [
    "Nothing is known of its kind: no word, name, id, command or indicator in it can be read.",
  ],
  sections: [],
};

interface JudgedChunk extends Span {
  scores: Float64Array;
}

/**
 * Judges the kind of a text from the mean of its chunks, and finds long sections of a report that are clearly something
 * else. Deterministic for a text, model and names.
 */
export function judgeDocument(outline: Outline, model: KindModel, mask: NameMask): DocumentKind {
  const { text, spans, stride } = cutChunks(outline);
  const reasons = createReasons();
  const judged = spans.map(({ start, end }) => {
    const features = chunkFeatures(text.slice(start, end), mask);
    const scores = scoreChunk(features, model, reasons.noteOf(features));
    return { start, end, scores, isRead: features.keys.length > 0 };
  });
  const chunks: JudgedChunk[] = judged.filter(({ isRead }) => isRead);
  if (judged.length > 0 && chunks.length === 0) return UNKNOWN;
  const means = meansOf(chunks);
  const scoreOf = (block: string) => scoreChunk(chunkFeatures(block, mask), model)[REPORT] ?? 0;
  const length = text.trim().length;
  const from = length <= SHORT ? SHORT_FROM : REPORT_FROM;
  const isReport =
    means[REPORT] >= from ||
    hasRun(chunks) ||
    (length <= NOTE && findTechniqueIds(text).length > 0) ||
    (chunks.length === 1 && hasReportBlock(outline, scoreOf));
  const place = isReport ? REPORT : means[RESEARCH] > means[OTHER] ? RESEARCH : OTHER;
  const [threat_report, research_or_guidance, other] = means.map(round) as [number, number, number];
  return {
    kind: DOCUMENT_KINDS[place],
    probability: round(means[place]),
    probabilities: { threat_report, research_or_guidance, other },
    reasons: reasons.list(place),
    sections: isReport && stride === 1 ? apartOf(chunks) : [],
  };
}

/** Returns whether a one-chunk text has a paragraph that is a report by itself, surrounded by advice. */
function hasReportBlock({ text, blocks }: Outline, scoreOf: (block: string) => number): boolean {
  return blocks.some(({ kind, start, end }) => {
    const isProse = kind !== "heading" && kind !== "furniture" && end - start >= LEAST_BLOCK;
    return isProse && scoreOf(text.slice(start, end)) >= BLOCK_FROM;
  });
}

/** Returns the mean probabilities. A text without content is not a report. */
function meansOf(chunks: readonly JudgedChunk[]): [number, number, number] {
  if (chunks.length === 0) return [0, 0, 1];
  const mean = (kind: number) =>
    chunks.reduce((sum, { scores }) => sum + (scores[kind] ?? 0), 0) / chunks.length;
  return [mean(REPORT), mean(RESEARCH), mean(OTHER)];
}

function hasRun(chunks: readonly JudgedChunk[]): boolean {
  const length = chunks.length <= FEW ? 1 : Math.max(RUN, Math.ceil(RUN_SHARE * chunks.length));
  return chunks.some((_chunk, at) => {
    const run = chunks.slice(at, at + length);
    return run.length === length && run.every(({ scores }) => (scores[REPORT] ?? 0) >= RUN_FROM);
  });
}

/** Returns runs of chunks that are clearly not part of a report. */
function apartOf(chunks: readonly JudgedChunk[]): DocumentKind["sections"] {
  const sections: DocumentKind["sections"] = [];
  let run: JudgedChunk[] = [];
  const close = () => {
    const [first, last] = [run[0], run.at(-1)];
    if (run.length >= SECTION_CHUNKS && first !== undefined && last !== undefined) {
      const means = meansOf(run);
      const place = means[RESEARCH] > means[OTHER] ? RESEARCH : OTHER;
      const kind: KindName = DOCUMENT_KINDS[place];
      const probability = round(means[place]);
      sections.push({ kind, probability, start: first.start, end: last.end });
    }
    run = [];
  };
  for (const chunk of chunks) {
    if ((chunk.scores[REPORT] ?? 0) < SECTION_BELOW) run.push(chunk);
    else close();
  }
  close();
  return sections;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
