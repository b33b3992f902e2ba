/** The language of all texts that the embedded analyser was trained on. */
const TRAINED_ON = "en";
/** Languages of which it has a lexicon, see `model/glosses`; Ukrainian shares that of Russian. */
const BY_LEXICON = new Set(["de", "es", "fr", "ru", "uk", "zh"]);

/**
 * What an analysis by the embedded analyser must say of the language of its report, or null
 * (docs/measuring.md has the figures).
 */
export function languageWarning(language: string | null, kind: string): string | null {
  if (language === null || language === TRAINED_ON || kind !== "embedded") return null;
  const about = `The report is in ${nameOf(language)}, and the embedded analyser was trained on English: `;
  const better = "have a language model read it, or send a translation.";
  return BY_LEXICON.has(language)
    ? `${about}it reads it word by word with a small lexicon, so that it misses more and errs more often; ` +
        `check each finding, or ${better}`
    : `${about}printed ids and English names are found, much of what is only described is not; ${better}`;
}

/** The warnings of a session, with what its language means to whoever analyses it now. */
export function warningsFor(
  { warnings, language }: { warnings: readonly string[]; language: string | null },
  kind: string,
): string[] {
  const ofLanguage = languageWarning(language, "embedded");
  const others = warnings.filter((warning) => warning !== ofLanguage);
  const warning = languageWarning(language, kind);
  return warning === null ? others : [...others, warning];
}

function nameOf(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
