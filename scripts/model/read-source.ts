import { join } from "node:path";
import { readCorpus } from "../../src/reading/analyser/model/training-corpus.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { readWordVectors } from "./meaning/read-word-vectors.ts";
import { readOwnSentences } from "./own-sentences.ts";
import { shortTexts } from "./short-texts.ts";
import type { Source } from "./train-model.ts";

const VECTORS = join(import.meta.dirname, "meaning", "word-vectors.bin");

/** All that a model of a release is trained on, but for reports. */
export function readSource(content: ReleaseContent, release: ReleaseIndex): Source {
  const own = readOwnSentences();
  return {
    corpus: readCorpus(content),
    vectors: readWordVectors(VECTORS),
    own,
    procedures: shortTexts(content, [], release),
    ownTexts: shortTexts({ ...content, uses: [] }, own, release),
  };
}
