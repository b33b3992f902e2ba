import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitSentences } from "../../src/reading/recognition/sentences.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { extractDocument } from "../../src/formats/documents/extract-document.ts";
import { findHits, type Report } from "./labelled-reports.ts";

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
 * The advisories as reports of which nothing is printed that names a technique by id: the tables
 * are cut out, ids in the text are dropped. Labels are the ids that the authors printed.
 */
export async function readAdvisories(folder: string, release: ReleaseIndex): Promise<Report[]> {
  if (!existsSync(join(folder, "EXPECTED.json"))) return [];
  const expected = JSON.parse(readFileSync(join(folder, "EXPECTED.json"), "utf8")) as Record<
    string,
    { anywhere: string[] }
  >;
  const reports: Report[] = [];
  for (const filename of ADVISORIES) {
    const bytes = new Uint8Array(readFileSync(join(folder, filename)));
    const { text: printed } = await extractDocument({ bytes, filename }, LIMITS);
    const text = withoutTables(printed).replace(ID, "");
    const spans = splitSentences(text);
    const labels = (expected[filename]?.anywhere ?? [])
      .map((id) => release.replacements.get(id) ?? id)
      .filter((id) => release.techniques.has(id));
    reports.push({
      title: filename,
      sentences: spans.map(({ start, end }) => text.slice(start, end)),
      hits: findHits(text, spans, release),
      gold: spans.map(() => new Set()),
      labels: new Set(labels),
      spans: [],
    });
  }
  return reports;
}

function withoutTables(text: string): string {
  let isTable = false;
  return text
    .split("\n")
    .filter((line) => {
      if (TABLES.test(line.trim())) isTable = true;
      else if (isTable && AFTER_TABLES.test(line.trim())) isTable = false;
      return !isTable;
    })
    .join("\n");
}
