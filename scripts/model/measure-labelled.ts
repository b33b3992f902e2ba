import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { Model } from "../../src/reading/analyser/model/model-file.ts";
import { outlineText } from "../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../src/text/sentences/sentences.ts";
import { denseSentences, readDenseLabels } from "./dense-labels.ts";
import { calibrationError } from "./metrics.ts";
import { openAnalyser } from "./open-analyser.ts";

/** A vendor's report with the techniques that a reader of every sentence labelled. */
export interface LabelledReport {
  name: string;
  text: string;
  acts: ReadonlySet<string>;
  /** What one may argue for. */
  open: ReadonlySet<string>;
}

/** Counts over all reports. */
export interface LabelledFigures {
  reports: number;
  /** Techniques that the reports state, those of them that are rows, and those whose family is one. */
  stated: number;
  found: number;
  foundFamilies: number;
  /** Rows that are reported, and those that no label bears out, arguable ones and families among them. */
  rows: number;
  unborne: number;
  calibrationError: number;
}

const PARTS = ["train", "dev"] as const;

/** AnnoCTR's reports that were labelled for measuring; none where the data is not there. */
export function readLabelledReports(data: string, release: ReleaseIndex): LabelledReport[] {
  const labels = readDenseLabels("annoctr");
  const folder = join(data, "mapping-dev", "annoctr", "text");
  if (!existsSync(folder)) return [];
  return PARTS.flatMap((part) =>
    readdirSync(join(folder, part)).flatMap((name): LabelledReport[] => {
      const text = readFileSync(join(folder, part, name), "utf8");
      const outline = outlineText(text);
      const dense = denseSentences(outline, splitSentences(outline), labels, release);
      if (dense === null) return [];
      const union = (sets: readonly ReadonlySet<string>[]) =>
        new Set(sets.flatMap((ids) => [...ids]));
      return [{ name, text, acts: union(dense.acts), open: union(dense.open) }];
    }),
  );
}

/** What the service's own code answers to them. */
export async function measureLabelled(
  data: string,
  models: readonly Model[],
  release: ReleaseIndex,
): Promise<LabelledFigures> {
  const analyse = openAnalyser(models, release);
  const reports = readLabelledReports(data, release);
  const sums = { stated: 0, found: 0, foundFamilies: 0, rows: 0, unborne: 0 };
  const pairs: { p: number; isTrue: boolean }[] = [];
  for (const { text, acts, open } of reports) {
    const { techniques } = await analyse(text);
    const rows = new Set(techniques.map(({ attack_id }) => attack_id));
    const families = new Set([...rows].map(parentOf));
    const borne = new Set([...acts, ...open].map(parentOf));
    sums.stated += acts.size;
    sums.found += [...acts].filter((id) => rows.has(id)).length;
    sums.foundFamilies += [...acts].filter((id) => families.has(parentOf(id))).length;
    sums.rows += rows.size;
    sums.unborne += [...rows].filter((id) => !borne.has(parentOf(id))).length;
    for (const { attack_id, confidence } of techniques)
      pairs.push({ p: confidence, isTrue: borne.has(parentOf(attack_id)) });
  }
  return { reports: reports.length, ...sums, calibrationError: calibrationError(pairs) };
}

/** A line for each figure. */
export function showLabelled(figures: LabelledFigures): string {
  const { reports, stated, found, foundFamilies, rows, unborne } = figures;
  const part = (some: number, all: number) =>
    `${some} (${((100 * some) / (all || 1)).toFixed(1)} %)`;
  return [
    `\n${reports} vendors' reports of which every sentence was labelled`,
    `  techniques stated         ${stated}`,
    `  of them rows              ${part(found, stated)}`,
    `  of them, family is a row  ${part(foundFamilies, stated)}`,
    `  rows                      ${rows}`,
    `  borne out by no label     ${part(unborne, rows)}`,
    `  calibration error         ${figures.calibrationError.toFixed(3)}`,
  ].join("\n");
}
