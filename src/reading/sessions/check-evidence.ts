import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline, Span } from "../../text/document/document.ts";
import { sentenceAt, type Sentence, splitSentences } from "../../text/sentences/sentences.ts";
import type { EmbeddedCheck } from "../providers/analysis-provider.ts";
import { prints } from "../providers/embedded/judge-pair.ts";
import { isOrder } from "../recognition/acts/orders.ts";
import type { FoundTechnique } from "../recognition/found-technique.ts";
import { countContentWords, LEAST_WORDS } from "./evidence-content.ts";
import { createParaphraseFinder } from "./paraphrase-finder.ts";

/** The warning of a technique in whose evidence the embedded analyzer sees nothing of it. */
export const ABSURD =
  "The embedded analyzer sees nothing of this technique in its evidence. Check the passage.";
/** How sure such a technique is at most, like a printed id that nothing supports. */
const ABSURD_CONFIDENCE = 0.3;

const INVENTED = "was claimed with evidence that is not in the text";
const ORDERED = "was claimed with evidence that tells the reader what to report";
const TOO_SHORT = `was claimed with evidence of fewer than ${LEAST_WORDS} words that say something`;

/** The finding, perhaps less sure, or why it is rejected. */
export type CheckedEvidence = { found: FoundTechnique } | { reason: string };

/**
 * Checks whether evidence can show a technique: that it is in the text, if only in other words, says enough or
 * prints the technique, is no order to the reader, and is not absurd to the embedded analyzer.
 * @param check not given where the embedded analyzer itself found the technique, which judges the last two before
 */
export function createEvidenceCheck(
  document: Outline,
  release: ReleaseIndex,
  check: EmbeddedCheck | undefined,
): (found: FoundTechnique, attackId: string, span: Span | null) => CheckedEvidence {
  const isParaphrase = createParaphraseFinder(document);
  const read = openSentences(document);
  return (found, attackId, span) => {
    const { evidence, explanation } = found;
    if (span === null && !isParaphrase(evidence)) return { reason: INVENTED };
    const isPrinted = () => explanation.hit !== null || prints(evidence, attackId, release);
    if (countContentWords(evidence) < LEAST_WORDS && !isPrinted()) return { reason: TOO_SHORT };
    if (check === undefined) return { found };
    const passage = span === null ? evidence : read(span);
    if (isOrder(passage) || isOrder(evidence)) return { reason: ORDERED };
    if (!check.isAbsurd(attackId, passage)) return { found };
    const confidence = Math.min(found.confidence, ABSURD_CONFIDENCE);
    return { found: { ...found, confidence, warnings: [...found.warnings, ABSURD] } };
  };
}

/** Reads all sentences that a passage is in; the document is split at the first passage. */
function openSentences(document: Outline): (passage: Span) => string {
  let split: { body: string; sentences: readonly Sentence[] } | null = null;
  return ({ start, end }) => {
    split ??= { body: bodyText(document), sentences: splitSentences(document) };
    const { body, sentences } = split;
    const first = sentences[sentenceAt(sentences, start)];
    const last = sentences[sentenceAt(sentences, Math.max(start, end - 1))];
    return body.slice(first?.start ?? start, Math.max(end, last?.end ?? end));
  };
}
