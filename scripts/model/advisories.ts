import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Block, Outline } from "../../src/text/document/document.ts";
import { outlineText } from "../../src/text/outline/outline-text.ts";
import { findTechniqueIds } from "../../src/text/tokens/technique-ids.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { extractDocument } from "../../src/formats/documents/extract-document.ts";
import { readSentences, type Report } from "./labelled-reports.ts";

/** Advisories with ATT&CK tables of their own; none is among the reports that anything is fitted on. */
const ADVISORIES = [
  "fbi-aa23-320a-scattered-spider.pdf",
  "fbi-aa24-038a-volt-typhoon.pdf",
  "ic3-aa23-165a-lockbit.pdf",
  "ic3-aa23-187a-truebot.pdf",
  "ic3-aa23-352a-play-ransomware.pdf",
  "AA20-302A.pdf",
];

const LIMITS = { maxUnpackedBytes: 1e9, maxPdfPages: 1000, maxTextChars: 2e6 };
const TABLES =
  /^(?:appendix \w: )?mitre att&ck tactics and techniques$|^table \d+: .*att&ck techniques/i;
const AFTER_TABLES = /^(?:mitigations|detection methods|references|resources)\b.{0,20}$/i;
const ID = /\[?\bT\d{4}(?:\.\d{3})?\b\]?/g;

/**
 * The advisories as reports of which nothing is printed that names a technique by id: the tables and
 * the ids in the text are blanked out. Labels are the ids that the authors printed, as
 * `EXPECTED.json` beside them lists them, else as they are read here. Those that are absent are
 * left out.
 */
export async function readAdvisories(folder: string, release: ReleaseIndex): Promise<Report[]> {
  const expected = readExpected(folder);
  const reports: Report[] = [];
  for (const filename of ADVISORIES) {
    if (!existsSync(join(folder, filename))) continue;
    const bytes = new Uint8Array(readFileSync(join(folder, filename)));
    const printed = await extractDocument({ bytes, filename }, LIMITS);
    const { spans, ...read } = readSentences(withoutIds(printed), release);
    const labels = (expected[filename]?.anywhere ?? printedIds(printed.text))
      .map((id) => release.replacements.get(id) ?? id)
      .filter((id) => release.techniques.has(id));
    reports.push({
      title: filename,
      ...read,
      gold: spans.map(() => new Set()),
      labels: new Set(labels),
      spans: [],
    });
  }
  return reports;
}

function readExpected(folder: string): Record<string, { anywhere: string[] }> {
  const path = join(folder, "EXPECTED.json");
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, { anywhere: string[] }>;
}

function printedIds(text: string): string[] {
  return findTechniqueIds(text).map(({ attack_id: id }) => id);
}

/** The outline of a report with blanks in the place of its tables of techniques and of all ids. */
function withoutIds({ text: printed, blocks }: Outline): Outline {
  const text = withoutTables(printed).replace(ID, (id) => " ".repeat(id.length));
  const left = blocks.flatMap((block): Block[] => {
    const words = text.slice(block.start, block.end);
    if (words.trim() === "") return [];
    const start = block.start + words.length - words.trimStart().length;
    return [{ ...block, start, end: start + words.trim().length }];
  });
  return outlineText(text, left);
}

function withoutTables(text: string): string {
  let isTable = false;
  return text
    .split("\n")
    .map((line) => {
      if (TABLES.test(line.trim())) isTable = true;
      else if (isTable && AFTER_TABLES.test(line.trim())) isTable = false;
      return isTable ? " ".repeat(line.length) : line;
    })
    .join("\n");
}
