import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { OwnSentence } from "./own-sentences.ts";

interface Line {
  attack_id?: string;
  attack_ids?: string[];
  name?: string;
  text?: string;
  description?: string;
}

/** Shorter texts are names of scripts and headings. */
const MIN_LENGTH = 25;

/**
 * Actions of Attack Flow, procedures of emulation plans and capabilities of malware (capa), each with its technique of
 * the release. Summaries and tests are not read: the first are noisy, the others say what a tester does.
 * @param folder `labelled` of the data folder; nothing is read where it is absent
 */
export function readLabelledActions(folder: string, release: ReleaseIndex): OwnSentence[] {
  if (!existsSync(folder)) return [];
  const read = (name: string): Line[] =>
    gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`)))
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line);
  const told = [...read("attack-flow-actions"), ...read("emulation-procedures")].map(
    ({ attack_id, text = "" }) => ({ attack_id, text }),
  );
  const capabilities = read("capa-capabilities").map(({ attack_ids, name = "" }) => ({
    attack_id: attack_ids?.[0],
    text: name,
  }));
  return [...told.filter(({ text }) => text.length >= MIN_LENGTH), ...capabilities].flatMap(
    ({ attack_id, text }) => {
      if (attack_id === undefined) return [];
      const id = release.replacements.get(attack_id) ?? attack_id;
      return release.techniques.has(id) ? [{ attack_id: id, text }] : [];
    },
  );
}
