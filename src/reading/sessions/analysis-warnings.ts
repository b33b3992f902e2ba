import { isOfAnswer } from "./check-answer.ts";
import type { Session } from "./store.ts";

/** The language of all texts that the embedded analyzer was trained on. */
const TRAINED_ON = "en";
/** The kinds of provider whose techniques the embedded analyzer finds, or proposes to a judge. */
const PROPOSED_BY_ANALYSER = new Set(["embedded", "judged"]);
/** Languages of which it has a lexicon, see `model/glosses`; Ukrainian shares that of Russian. */
const BY_LEXICON = new Set(["de", "es", "fr", "ru", "uk", "zh"]);

/**
 * What an analysis by the embedded analyzer must say of the language of its report, or null
 * (docs/measuring.md has the figures).
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

/** What an analysis must say where less than a trained model judged it, or null. */
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

/** What an analysis must say of whoever made it. */
interface Analyst {
  kind: string;
  model: string;
}

/** The warnings of a session, with what its language and the model mean to whoever analyzes it now. */
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
