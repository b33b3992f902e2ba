import { join } from "node:path";
import { readCorpus } from "../../src/reading/analyser/model/training-corpus.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { Source } from "./learn.ts";
import { readEncoders } from "./encoder/read-net.ts";
import { readWordVectors } from "./encoder/read-word-vectors.ts";
import { dataFolder } from "../data/data-folder.ts";
import { readLabelledActions } from "./labelled-actions.ts";
import { readPairs } from "./pairs.ts";
import { readOwnSentences } from "./own-sentences.ts";
import { indexOf, readBundleFile } from "./read-bundle.ts";
import { FOLDS } from "./train-model.ts";
import { shortTexts } from "./short-texts.ts";

const VECTORS = join(import.meta.dirname, "encoder", "word-vectors.bin");

/** A release, and all that its model is trained on but for reports. */
export interface ReleaseSource {
  release: ReleaseIndex;
  source: Source;
}

/** Reads that from a bundle file and what the repository has. */
export async function readSource(bundle: string): Promise<ReleaseSource> {
  const { content, guidance } = await readBundleFile(bundle);
  const release = indexOf(content);
  const own = readOwnSentences();
  const pairs = readPairs();
  const vectors = readWordVectors(VECTORS);
  const source = {
    content,
    corpus: readCorpus(content),
    vectors,
    encoders: readEncoders(vectors, FOLDS),
    own,
    guidance,
    pairs,
    actions: readLabelledActions(join(dataFolder(), "labelled"), release),
    short: shortTexts(content, own, guidance, pairs, release),
  };
  return { release, source };
}
