import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { findTechniqueIds } from "../../../text/tokens/technique-ids.ts";
import { tokenize } from "../../../text/tokens/tokens.ts";
import { sentenceAt, type Sentence } from "../../../text/sentences/sentences.ts";
import { groupHitsBySentence } from "../../analyser/classify-document.ts";
import type { Slice } from "../../analyser/cut-slices.ts";
import type { IdJudge } from "../../analyser/judge-ids.ts";
import type { DocumentReader, SentencePlace } from "../../analyser/model/document-reader.ts";
import type { SplitText } from "../../analyser/widen-passage.ts";
import type { SentenceJudge } from "../../recognition/acts/judge-sentences.ts";
import { DETECTORS, type Lexicon, type TechniqueMention } from "../../recognition/detectors.ts";
import { findGroupMentions, type GroupMention } from "../../recognition/group-names.ts";

/** Analyzes a slice. Results that start in its margins belong to its neighbors. */
export function analyseSlice(
  text: string,
  slice: Slice,
  sentences: readonly Sentence[],
  lexicon: Lexicon,
  isCarried: (id: string) => boolean,
): { mentions: TechniqueMention[]; groupMentions: GroupMention[] } {
  const seen = text.slice(slice.from, slice.to);
  const ids = findTechniqueIds(seen, isCarried);
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

/** A slice of a text with its results. */
interface ReadSlice extends SplitText {
  judge: SentenceJudge;
  judgeId: IdJudge;
  slice: Slice;
  mentions: readonly TechniqueMention[];
  release: ReleaseIndex;
}

/** Characters to analyze between two pauses: 10 ms of work. A pause takes 1 ms. */
const STRETCH = 1_500;

/**
 * Passes the sentences that start in the slice to the model. Ids that are excluded or undescribed do not raise the
 * probability of any technique.
 */
export async function readSlice(
  reader: DocumentReader,
  { text, sentences, judge, judgeId, slice, mentions, release }: ReadSlice,
  placeAt: (sentence: number) => SentencePlace,
  pause: () => Promise<void>,
): Promise<void> {
  const telling = mentions.filter(({ hit, start }) => {
    if (hit?.kind !== "id") return true;
    const { reason, support } = judgeId(sentenceAt(sentences, start), start);
    return reason === null && support === "described";
  });
  const hits = groupHitsBySentence(telling, sentences, release);
  let paused = slice.start;
  for (let at = sentenceAt(sentences, slice.start); at < sentences.length; at += 1) {
    const sentence = sentences[at];
    if (sentence === undefined || sentence.start >= slice.end) break;
    if (sentence.start < slice.start) continue;
    if (sentence.start - paused >= STRETCH) {
      paused = sentence.start;
      await pause();
    }
    const words = text.slice(sentence.start, sentence.end);
    const found = hits.get(at) ?? [];
    reader.add(words, found, placeAt(at));
    // Later steps need this cached judgement. Computing it for all sentences at the end would block other requests.
    if (found.length > 0) judge.at(at);
  }
}
