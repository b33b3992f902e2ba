import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { DETECTORS, lexiconOf } from "../../src/reading/recognition/detectors.ts";
import {
  createDocumentReader,
  type Reading,
} from "../../src/reading/analyser/model/document-reader.ts";
import { partOf, type ReportPart } from "../../src/reading/analyser/model/part-of.ts";
import type { ActModel } from "../../src/reading/analyser/model/acts/act-model.ts";
import type { Weights } from "../../src/reading/analyser/model/score-sentence.ts";
import type { Hit } from "../../src/reading/analyser/model/signals.ts";
import { createSentenceJudge } from "../../src/reading/recognition/acts/judge-sentences.ts";
import { bodyText } from "../../src/text/document/body-text.ts";
import type { Outline } from "../../src/text/document/document.ts";
import { outlineText } from "../../src/text/outline/outline-text.ts";
import { denseSentences, readDenseLabels } from "./dense-labels.ts";
import { type Sentence, sentenceAt, splitSentences } from "../../src/text/sentences/sentences.ts";
import { findTechniqueIds } from "../../src/text/tokens/technique-ids.ts";
import { tokenize } from "../../src/text/tokens/tokens.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";

/** A report of TRAM cut into sentences; `gold[i]` are the technique ids that sentence `i` is labelled with. */
export interface Report {
  title: string;
  sentences: string[];
  hits: Hit[][];
  /** The part of the report that each sentence belongs to. */
  parts: ReportPart[];
  gold: Set<string>[];
  /** What a careful reader may argue for, by sentence; absent where nothing is known of it. */
  open?: ReadonlySet<string>[];
  /** Whether every sentence was labelled for all techniques. */
  isDense?: boolean;
  /** All labels of the report, whether or not a sentence got them. */
  labels: Set<string>;
  /** Text and label of each span. */
  spans: { text: string; technique: string; sentence: number }[];
}

interface Line {
  title: string;
  text: string;
  annotations: { start: number; end: number; technique: string }[];
}

/** Part of a span, or of a sentence, that they must share. */
const SUBSTANTIAL = 0.5;

/** Reads TRAM's `documents.jsonl.gz`; labels that the release has revoked become their successors. */
export function readReports(path: string, release: ReleaseIndex): Report[] {
  return linesOf(path).map((line) => toReport(line, release));
}

function linesOf(path: string): Line[] {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/**
 * The same reports to learn from and to calibrate on: where every sentence was labelled for all techniques, by those
 * labels. What only TRAM's annotators marked is left open.
 */
export function readDenseReports(path: string, release: ReleaseIndex): Report[] {
  const labels = readDenseLabels("tram");
  return linesOf(path).map((line) => {
    const outline = outlineText(line.text);
    const report = toReport(line, release, outline);
    const dense = denseSentences(outline, splitSentences(outline), labels, release);
    if (dense === null) return report;
    const gold = dense.acts.map((ids) => new Set(ids));
    const marked = (at: number) => [...(report.gold[at] ?? [])].filter((id) => !gold[at]?.has(id));
    return {
      ...report,
      gold,
      open: dense.open.map((ids, at) => new Set([...ids, ...marked(at)])),
      labels: new Set(gold.flatMap((ids) => [...ids])),
      isDense: true,
    };
  });
}

function toReport(
  { title, text, annotations }: Line,
  release: ReleaseIndex,
  outline: Outline = outlineText(text),
): Report {
  const { spans, ...read } = readSentences(outline, release);
  const unitOf = codePointOffsets(text);
  const gold = spans.map(() => new Set<string>());
  const labels = new Set<string>();
  const found: Report["spans"] = [];
  for (const { start, end, technique } of annotations) {
    const id = release.replacements.get(technique) ?? technique;
    labels.add(id);
    const span = { start: unitOf[start] ?? 0, end: unitOf[end] ?? text.length };
    for (let at = sentenceAt(spans, span.start); at < spans.length; at += 1) {
      const sentence = spans[at];
      if (sentence === undefined || sentence.start >= span.end) break;
      const shared = Math.min(span.end, sentence.end) - Math.max(span.start, sentence.start);
      const shorter = Math.min(span.end - span.start, sentence.end - sentence.start);
      if (shared < SUBSTANTIAL * shorter || shared <= 0) continue;
      gold[at]?.add(id);
      found.push({ text: text.slice(span.start, span.end), technique: id, sentence: at });
    }
  }
  return { title, ...read, gold, labels, spans: found };
}

/** What the analyser reads of a text: its sentences, the ids and names printed in them, and their parts. */
export function readSentences(
  outline: Outline,
  release: ReleaseIndex,
): Pick<Report, "sentences" | "hits" | "parts"> & { spans: Sentence[] } {
  const spans = splitSentences(outline);
  const judge = createSentenceJudge(outline, spans);
  const body = bodyText(outline);
  return {
    spans,
    sentences: spans.map(({ start, end }) => body.slice(start, end)),
    hits: findHits(body, spans, release),
    parts: spans.map((_, at) => partOf(judge.sectionAt(at))),
  };
}

/** UTF-16 offset of each code point, and of the end. */
function codePointOffsets(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1);
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    offsets[count] = at;
    count += 1;
  }
  offsets[count] = text.length;
  return offsets.subarray(0, count + 1);
}

/** Printed ids and names by sentence, from the project's own detectors; revoked ids become their successors. */
function findHits(
  text: string,
  sentences: readonly { start: number; end: number }[],
  release: ReleaseIndex,
): Hit[][] {
  const ids = findTechniqueIds(text);
  const passage = { text, tokens: tokenize(text), ids, sentences };
  const hits: Hit[][] = sentences.map(() => []);
  for (const detect of DETECTORS) {
    for (const { attack_id, confidence, hit, start } of detect(passage, lexiconOf(release))) {
      if (hit === null || hit.kind === "command") continue;
      const id = release.replacements.get(attack_id) ?? attack_id;
      const kind = hit.kind;
      hits[sentenceAt(sentences, start)]?.push({ attack_id: id, kind, strength: confidence });
    }
  }
  return hits;
}

/** All candidates of a report. */
export function readReport(
  { sentences, hits, parts }: Report,
  weights: Weights,
  acts: ActModel,
): Reading {
  const reader = createDocumentReader(weights, acts);
  for (const [at, text] of sentences.entries()) {
    reader.add(text, hits[at] ?? [], { opens: false, part: parts[at] ?? "body" });
  }
  return reader.finish();
}
