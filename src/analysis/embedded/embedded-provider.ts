import type { ReleaseIndex } from "../../attack/release-index.ts";
import type { AnalysisProvider, AnalysisRequest, ProviderEvents } from "../providers/port.ts";
import type { ProviderFindings } from "../providers/port.ts";
import { DETECTORS, lexiconOf, type Lexicon, type TechniqueMention } from "./detectors.ts";
import { collectGroups, findGroupMentions, type GroupMention } from "./group-names.ts";
import { mergeMentions } from "./merge-hits.ts";
import { splitSentences, type Sentence } from "./sentences.ts";
import { cutSlices, sentencesOf, type Slice } from "./slices.ts";
import { summarise } from "./summary.ts";
import { findTechniqueIds } from "./technique-ids.ts";
import { tokenize } from "./tokens.ts";

/**
 * Our own analyser: it runs inside the Worker on the given release, without network, key or chance,
 * and finds the ids and names that a report prints. The same text and release give the same findings.
 */
export function createEmbeddedProvider(): AnalysisProvider {
  return {
    kind: "embedded",
    model: ({ domain, version }) => `embedded/${domain}-${version}`,
    analyse,
  };
}

async function analyse(
  { text, release, signal }: AnalysisRequest,
  events: ProviderEvents,
): Promise<ProviderFindings> {
  signal.throwIfAborted();
  const lexicon = lexiconOf(release);
  const sentences = splitSentences(text);
  const slices = cutSlices(text.length, sentences);
  const mentions: TechniqueMention[] = [];
  const groupMentions: GroupMention[] = [];
  for (const [index, slice] of slices.entries()) {
    await letOthersRun(signal);
    const found = analyseSlice(text, slice, sentencesOf(slice, sentences), lexicon);
    for (const mention of found.mentions) mentions.push(mention);
    for (const mention of found.groupMentions) groupMentions.push(mention);
    events.progress("analyse", index + 1, slices.length);
  }
  await letOthersRun(signal);
  const known = mentions.filter(({ attack_id }) => isKnown(release, attack_id));
  const parts = summarise(text, sentences, known, groupMentions);
  for (const part of parts) events.token(part);
  return {
    summary: parts.join(""),
    techniques: mergeMentions(text, sentences, mentions),
    group_names: collectGroups(groupMentions).flatMap(({ name, mentioned }) => [
      ...new Set([name, ...mentioned]),
    ]),
    chunks: slices.length,
    chars_analyzed: text.length,
  };
}

/** Keeps what begins inside the slice; what begins in its margins is its neighbours'. */
function analyseSlice(
  text: string,
  slice: Slice,
  sentences: readonly Sentence[],
  lexicon: Lexicon,
): { mentions: TechniqueMention[]; groupMentions: GroupMention[] } {
  const seen = text.slice(slice.from, slice.to);
  const ids = findTechniqueIds(seen);
  const passage = { text: seen, tokens: tokenize(seen), ids, sentences };
  const own = <T extends { start: number; end: number }>(found: readonly T[]): T[] =>
    found
      .map((item) => ({ ...item, start: item.start + slice.from, end: item.end + slice.from }))
      .filter(({ start }) => start >= slice.start && start < slice.end);
  return {
    mentions: DETECTORS.flatMap((detect) => own(detect(passage, lexicon))),
    groupMentions: own(findGroupMentions(seen, passage.tokens, lexicon.groupNames)),
  };
}

function isKnown({ techniques, replacements, retired }: ReleaseIndex, id: string): boolean {
  return techniques.has(id) || replacements.has(id) || retired.has(id);
}

async function letOthersRun(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
}
