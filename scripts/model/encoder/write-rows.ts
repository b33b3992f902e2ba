import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { cleanText } from "../../../src/reading/analyser/model/clean-text.ts";
import { EXTRA_WORDS, wordIds } from "../../../src/reading/analyser/model/encoder/word-ids.ts";
import { buildTaxonomy } from "../../../src/reading/analyser/model/taxonomy.ts";
import { foldOf } from "../fit-calibration.ts";
import type { Report } from "../labelled-reports.ts";
import { examplesOf, freeTexts, type IsTaken, type Source } from "../learn.ts";
import { toPlain } from "../plain-text.ts";
import { FOLDS } from "../train-model.ts";

/** Guidance tells of techniques that nobody did. */
const GUIDANCE_WEIGHT = 0.3;

/**
 * Writes what `train_encoder.py` reads: `rows.jsonl.gz`, a text a line with its words' numbers, its classes, the classes
 * that are open, its weight, and a bit for each fold whose weights learn from it; `words.bin`, the table of word
 * vectors; `space.json`, the classes and their parents.
 */
export function writeRows(source: Source, reports: readonly Report[], folder: string): number {
  const { corpus, vectors, guidance } = source;
  const inFold = Array.from({ length: FOLDS }, (_, fold) => {
    const isTaken: IsTaken = (title) => foldOf({ title }, FOLDS) !== fold;
    const { examples, extra } = examplesOf(source, reports, isTaken);
    const isFree = freeTexts(source, isTaken);
    const told = guidance.filter(isFree);
    return new Set([...examples, ...extra].map(({ text }) => text).concat(told));
  });
  const { examples, extra } = examplesOf(source, reports);
  const told = guidance.map((text) => ({ text, targets: [], weight: GUIDANCE_WEIGHT }));
  const rows = [...examples, ...extra, ...told].map(({ text, targets, weight, ...more }, at) => ({
    text: toPlain(cleanText(text)),
    words: wordIds(text, corpus.mask, vectors.table),
    classes: targets.filter((c) => c > 0),
    open: "open" in more ? more.open : [],
    // A procedure names one technique, whatever else is told in it.
    isWhole: at >= examples.length,
    weight,
    folds: inFold.reduce((bits, texts, fold) => bits | (texts.has(text) ? 1 << fold : 0), 0),
  }));
  const taxonomy = buildTaxonomy(corpus.techniques, corpus.usesOf);
  mkdirSync(folder, { recursive: true });
  const lines = rows.map((row) => JSON.stringify(row)).join("\n");
  writeFileSync(join(folder, "rows.jsonl.gz"), gzipSync(lines));
  writeFileSync(join(folder, "words.bin"), new Uint8Array(vectors.rows.buffer));
  const space = {
    ids: taxonomy.ids,
    parents: [...taxonomy.parent],
    size: vectors.size,
    words: vectors.keys.length,
    extra: EXTRA_WORDS.length,
    folds: FOLDS,
  };
  writeFileSync(join(folder, "space.json"), JSON.stringify(space));
  return rows.length;
}
