import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SEED, SYNCED_DOMAINS } from "../../../src/knowledge/attack/vocabulary.ts";
import { readCorpus } from "../../../src/reading/analyser/model/training-corpus.ts";
import { releasePath } from "../../data/data-folder.ts";
import { readReports } from "../labelled-reports.ts";
import { indexOf, readBundleFile } from "../read-bundle.ts";
import { listWords } from "./list-words.ts";

/**
 * Writes the words that `write_word_vectors.py` takes, one a line: those of the shipped version's three domains
 * and of TRAM's reports.
 * @param data the data folder
 * @returns how many there are
 */
export async function writeWords(data: string, path: string): Promise<number> {
  const bundles = await Promise.all(
    SYNCED_DOMAINS.map((domain) => readBundleFile(join(data, releasePath(domain, SEED.version)))),
  );
  const contents = bundles.map(({ content }) => content);
  const [first] = contents;
  if (first === undefined) throw new Error("There is no release to take words from.");
  const reports = readReports(join(data, "tram", "documents.jsonl.gz"), indexOf(first));
  const words = listWords([
    ...contents.flatMap((content) => readCorpus(content).examples.map(({ text }) => text)),
    ...reports.flatMap(({ sentences }) => sentences),
  ]);
  writeFileSync(path, `${words.join("\n")}\n`);
  return words.length;
}
