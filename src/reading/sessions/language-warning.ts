/** The language of all texts that the embedded analyser was trained on. */
const TRAINED_ON = "en";

/**
 * What an analysis by the embedded analyser must say of the language of its report, or null. Its
 * model and its lists of names know English alone (docs/reading-reports.md has the figures).
 */
export function languageWarning(language: string | null, kind: string): string | null {
  if (language === null || language === TRAINED_ON || kind !== "embedded") return null;
  return (
    `The report is in ${nameOf(language)}, and the embedded analyser was trained on English: ` +
    "printed ids and English names are found, much of what is only described is not; " +
    "have a language model read it, or send a translation."
  );
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
