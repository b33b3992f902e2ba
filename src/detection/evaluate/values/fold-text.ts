/**
 * Folds text for case-insensitive comparison. Both lowercase forms of the Greek sigma become one, since the choice
 * depends on what follows.
 */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.includes("ς") ? folded.replaceAll("ς", "σ") : folded;
}
