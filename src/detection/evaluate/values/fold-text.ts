/**
 * Text as it is compared whatever its case. The two small forms of the Greek sigma are one, since
 * which of them stands for the capital depends on what follows.
 */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.includes("ς") ? folded.replaceAll("ς", "σ") : folded;
}
