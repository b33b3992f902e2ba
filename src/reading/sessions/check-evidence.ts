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

/** Warning for a technique that the embedded analyzer does not find in its evidence. */
export const ABSURD =
  "The embedded analyzer sees nothing of this technique in its evidence. Check the passage.";
/** Maximum confidence of such a technique, like that of a printed id without support. */
const ABSURD_CONFIDENCE = 0.3;

const INVENTED = "was claimed with evidence that is not in the text";
const ORDERED = "was claimed with evidence that tells the reader what to report";
const TOO_SHORT = `was claimed with evidence of fewer than ${LEAST_WORDS} words that say something`;

/** The finding, possibly with a lower confidence, or the reason to reject it. */
export type CheckedEvidence = { found: FoundTechnique } | { reason: string };

/**
 * Creates a check whether evidence can show a technique. The evidence must be in the text, at least in other words, and
 * say enough or print the technique. It must not be an order to the reader, or absurd to the embedded analyzer.
 * @param check omitted if the embedded analyzer found the technique, because it already checked the last two
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

/** Returns a function that returns all sentences overlapping a passage. Splits the document on first use. */
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
