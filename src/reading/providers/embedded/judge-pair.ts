import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { outlineText } from "../../../text/outline/outline-text.ts";
import { splitSentences } from "../../../text/sentences/sentences.ts";
import { languageOf } from "../../../text/language/language-of.ts";
import { findTechniqueIds } from "../../../text/tokens/technique-ids.ts";
import { tokenize } from "../../../text/tokens/tokens.ts";
import { modelOf } from "../../analyser/explain-finding.ts";
import { glossOf } from "../../analyser/model/glosses/gloss.ts";
import type { Model } from "../../analyser/model/model-file.ts";
import { scoreSentence } from "../../analyser/model/score-sentence.ts";
import { findCommands } from "../../recognition/commands/find-commands.ts";
import { DETECTORS, lexiconOf } from "../../recognition/detectors.ts";

/**
 * Below this blend, a technique is absurd in a passage if all three models agree, for it and its whole family. True
 * pairs almost never are, see docs/reading-reports.md.
 */
const ABSURD_BLEND = -10;
const ABSURD_ENCODED = -9;
const ABSURD_COSINE = 0.05;
/** Minimum known features. With fewer, the models cannot judge a passage. */
const LEAST_KNOWN = 3;

/** Returns whether a passage prints an id, a name or a command of a technique. */
export function prints(passage: string, attackId: string, release: ReleaseIndex): boolean {
  const document = outlineText(passage);
  const sentences = splitSentences(document);
  const read = { text: passage, tokens: tokenize(passage), ids: findTechniqueIds(passage) };
  const lexicon = lexiconOf(release);
  const slice = { start: 0, end: passage.length, from: 0, to: passage.length };
  const mentions = [
    ...DETECTORS.flatMap((detect) => detect({ ...read, sentences }, lexicon)),
    ...findCommands({ ...document, sentences }, slice, release),
  ];
  return mentions.some(({ attack_id }) =>
    isRelated(release.replacements.get(attack_id) ?? attack_id, attackId),
  );
}

/** Returns whether two ids are the same technique or of the same family. */
function isRelated(one: string, other: string): boolean {
  return one.split(".")[0] === other.split(".")[0];
}

/**
 * Returns whether the trained model finds a technique and its family practically impossible in a passage that prints
 * none of its ids, names and commands. Anything it cannot judge is not absurd: techniques without a trained class,
 * unsupported languages, passages of a few unknown words.
 */
export function isAbsurd(
  attackId: string,
  passage: string,
  release: ReleaseIndex,
  models: readonly Model[],
): boolean {
  const model = modelOf(attackId, models);
  if (model === null || model.encoder === null) return false;
  if (glossOf(passage) === null && (languageOf(passage) ?? "en") !== "en") return false;
  const { taxonomy } = model;
  const c = taxonomy.classOf.get(attackId) ?? 0;
  const members = taxonomy.members[taxonomy.parent[c] ?? c] ?? [];
  const { blend, encoder, cosine, known } = scoreSentence(passage, model);
  const isLow = (scores: Float64Array, bound: number) =>
    [c, ...members].every((member) => (scores[member] ?? 0) < bound);
  return (
    known >= LEAST_KNOWN &&
    isLow(blend, ABSURD_BLEND) &&
    isLow(encoder, ABSURD_ENCODED) &&
    isLow(cosine, ABSURD_COSINE) &&
    !prints(passage, attackId, release)
  );
}
