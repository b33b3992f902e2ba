import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extractDocument } from "../../src/formats/documents/extract-document.ts";
import {
  caseOf,
  readAdvisories,
  readLabelled,
  type LabelledCase,
} from "../../test/pipeline/observables/labelled/read-labelled.ts";

const FOLDER = join(import.meta.dirname, "../../test/pipeline/observables/labelled");
const LIMITS = { maxUnpackedBytes: 1e9, maxPdfPages: 2000, maxTextChars: 5e7 };

/** The cases that are written by hand (test/pipeline/observables/labelled/README.md). */
export function readWrittenCases(): LabelledCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .flatMap((name) => readLabelled(readFileSync(join(FOLDER, name), "utf8")));
}

/** The advisories, each as the service reads its document; none where the documents are not there. */
export async function readAdvisoryCases(data: string): Promise<LabelledCase[]> {
  const labelled = readAdvisories(readFileSync(join(FOLDER, "advisories.json"), "utf8"));
  const cases: LabelledCase[] = [];
  for (const [name, values] of labelled) {
    const path = join(data, "reports", name);
    if (!existsSync(path)) continue;
    const bytes = new Uint8Array(readFileSync(path));
    const { text, blocks } = await extractDocument({ bytes, filename: name }, LIMITS);
    cases.push({ ...caseOf(name, text, values), blocks });
  }
  return cases;
}
