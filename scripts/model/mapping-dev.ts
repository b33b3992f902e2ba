import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";

/** A text with the techniques that its annotators marked, folded to parents. */
export interface DevText {
  /** What texts are drawn by for the interval: a report, or the text itself. */
  group: string;
  text: string;
  parents: ReadonlySet<string>;
}

/** Texts to measure and choose on, never to fit anything on: their licences forbid or contradict it. */
export interface MappingDev {
  /** Whole vendors' reports (AnnoCTR). */
  reports: DevText[];
  /** Single sentences of them that describe a technique. */
  passages: DevText[];
  /** Short paragraphs that experts labelled (ttp-mapping). */
  paragraphs: DevText[];
}

const PARTS = ["train", "dev"] as const;

/** Null where the data is not there. */
export function readMappingDev(folder: string, release: ReleaseIndex): MappingDev | null {
  if (!existsSync(folder)) return null;
  const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");
  const parentsOf = (ids: readonly string[]) =>
    new Set(
      ids
        .map((id) => release.replacements.get(id) ?? id)
        .filter((id) => release.techniques.has(id))
        .map(parentOf),
    );
  const overlap = JSON.parse(read("OVERLAP.json")) as Overlap;
  const reports = PARTS.flatMap((part) =>
    Object.entries(
      JSON.parse(read("annoctr", `${part}_documents.json`)) as Record<string, Labels>,
    ).map(([name, { techniques }]) => ({
      group: name,
      text: read("annoctr", "text", part, `${name}.txt`),
      parents: parentsOf(techniques),
    })),
  ).filter(({ parents }) => parents.size > 0);
  const passages = PARTS.flatMap((part) =>
    linesOf(read("annoctr", `${part}_sentences.jsonl`)).map((line) => {
      const { document, text, techniques } = JSON.parse(line) as Labels & Sentence;
      return { group: document, text, parents: parentsOf(techniques) };
    }),
  ).filter(({ parents }) => parents.size > 0);
  const paragraphs = PARTS.flatMap((part) => {
    const known = new Set(
      overlap.with_shared_data[`ttp-mapping expert_${part}`]?.rows_verbatim_in_TRAM_documents,
    );
    return linesOf(read("ttp-mapping", `expert_${part}.tsv`))
      .slice(1)
      .filter((_, row) => !known.has(row))
      .map((line) => {
        const [text = "", labels = ""] = line.split("\t");
        const parents = parentsOf(labels.match(/T\d{4}(?:\.\d{3})?/g) ?? []);
        return { group: text, text: unquote(text), parents };
      });
  }).filter(({ parents }) => parents.size > 0);
  return { reports, passages, paragraphs };
}

interface Labels {
  techniques: string[];
}

interface Sentence {
  document: string;
  text: string;
}

interface Overlap {
  with_shared_data: Record<string, { rows_verbatim_in_TRAM_documents?: number[] }>;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

/** A quoted field of a TSV file writes each of its quotes twice. */
function unquote(field: string): string {
  return field.startsWith('"') && field.endsWith('"')
    ? field.slice(1, -1).replaceAll('""', '"')
    : field;
}
