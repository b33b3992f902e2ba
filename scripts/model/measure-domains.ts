import { join } from "node:path";
import { readCorpus, type Corpus } from "../../src/reading/analyser/model/training-corpus.ts";
import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import { trainSmallWeights } from "../../src/reading/analyser/model/train-small-weights.ts";
import { SEED, SYNCED_DOMAINS } from "../../src/knowledge/attack/vocabulary.ts";
import { releasePath } from "../data/data-folder.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { labelSpace } from "./label-space.ts";
import type { Report } from "./labelled-reports.ts";
import { outcomeOf, summarise } from "./measure.ts";
import { readBundleFile } from "./read-bundle.ts";
import type { Trained } from "./train-model.ts";

const HELD_OUT = 4;
const MIN_PROCEDURES = 4;

/**
 * Whether the small model's calibration fits other domains: software, groups and campaigns are held out, and
 * their procedure texts and descriptions are read as one document each. Easier than reports.
 */
export async function measureDomains(data: string, small: Trained | undefined) {
  const results: Record<string, unknown> = {};
  for (const domain of SYNCED_DOMAINS) {
    if (small === undefined) continue;
    const { content } = await readBundleFile(join(data, releasePath(domain, SEED.version)));
    results[domain] = measureDomain(content, small);
  }
  return results;
}

function measureDomain(content: ReleaseContent, { calibration }: Trained) {
  const isHeld = (id: string) => hashKey(`held out ${id}`) % HELD_OUT === 0;
  const corpus = readCorpus({
    ...content,
    uses: content.uses.filter(({ source_id }) => !isHeld(source_id)),
    software: content.software.filter(({ attack_id }) => !isHeld(attack_id)),
    groups: content.groups.filter(({ attack_id }) => !isHeld(attack_id)),
    campaigns: content.campaigns.filter(({ attack_id }) => !isHeld(attack_id)),
  });
  const weights = trainSmallWeights(corpus);
  const documents = toDocuments(content, corpus, isHeld);
  const space = labelSpace(corpus.techniques);
  const outcomes = documents.map((one) => outcomeOf({ weights, calibration }, one, space));
  const { all_techniques: all, calibration: fit } = summarise(outcomes);
  const { precision, recall, f1 } = all.document;
  const sentence = all.sentence;
  return {
    documents: documents.length,
    document: { precision, recall, f1 },
    sentence: { precision: sentence.precision, recall: sentence.recall, f1: sentence.f1 },
    precision_from_0_7: fit.precision_from_0_7,
    expected_error_from_0_1: fit.expected_error_from_0_1,
  };
}

function toDocuments(
  { software, groups, campaigns, uses }: ReleaseContent,
  { techniques }: Corpus,
  isHeld: (id: string) => boolean,
): Report[] {
  const known = new Set(techniques);
  return [...software, ...groups, ...campaigns].flatMap(({ attack_id, description }) => {
    const told = uses.filter((use) => use.source_id === attack_id && known.has(use.target_id));
    if (!isHeld(attack_id) || told.length < MIN_PROCEDURES) return [];
    const sentences = [description ?? "", ...told.map((use) => use.description ?? "")];
    const gold = [new Set<string>(), ...told.map(({ target_id }) => new Set([target_id]))];
    const labels = new Set(told.map(({ target_id }) => target_id));
    const hits = sentences.map(() => []);
    const parts = sentences.map(() => "body" as const);
    return [{ title: attack_id, sentences, hits, parts, gold, labels, spans: [] }];
  });
}
