import { isOfAnswer } from "./check-answer.ts";
import type { Session } from "./store.ts";

/** The language of the embedded analyzer's training texts. */
const TRAINED_ON = "en";
/** Kinds of provider for which the embedded analyzer finds techniques, or proposes them to a judge. */
const PROPOSED_BY_ANALYSER = new Set(["embedded", "judged"]);
/** Languages with a lexicon, see `model/glosses`. Ukrainian shares the Russian one. */
const BY_LEXICON = new Set(["de", "es", "fr", "ru", "uk", "zh"]);

/**
 * Returns the embedded analyzer's warning about the language of a report, or null (docs/measuring.md has the figures).
 */
export function languageWarning(language: string | null, kind: string): string | null {
  if (language === null || language === TRAINED_ON || !PROPOSED_BY_ANALYSER.has(kind)) return null;
  const about = `The report is in ${nameOf(language)}, and the embedded analyzer was trained on English: `;
  const better = "have a language model read it, or send a translation.";
  return BY_LEXICON.has(language)
    ? `${about}it reads it word by word with a small lexicon, so that it misses more and errs more often; ` +
        `check each finding, or ${better}`
    : `${about}printed ids and English names are found, much of what is only described is not; ${better}`;
}

/** Returns the warning for an analysis without a trained model, or null. */
export function modelWarning(model: string): string | null {
  const [analyser = ""] = model.split(" + ");
  const [kind, of] = analyser.split("/");
  if (kind === "embedded-small") {
    return (
      `No trained model is available for ${of}, so the small model of this release judged the report. ` +
      "It misses more techniques and makes more mistakes; check each finding."
    );
  }
  if (kind !== "embedded-lexical") return null;
  return (
    `No model is available for ${of}, so only printed ids and names were found. ` +
    "Ingest the release's bundle to build one."
  );
}

/** The provider and model of an analysis, for its warnings. */
interface Analyst {
  kind: string;
  model: string;
}

/** Returns the warnings of a session, including those for its language and the current model. */
export function warningsFor(
  { warnings, language, model }: Pick<Session, "warnings" | "language" | "model">,
  now: Analyst,
): string[] {
  const ownOf = (of: Analyst) => [languageWarning(language, of.kind), modelWarning(of.model)];
  const before = new Set([...ownOf({ kind: "embedded", model }), ...ownOf(now)]);
  const others = warnings.filter((warning) => !before.has(warning) && !isOfAnswer(warning));
  return [...others, ...ownOf(now).filter((warning) => warning !== null)];
}

function nameOf(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
