/**
 * White space as one blank each. Most text has nothing but single blanks, and is not rewritten: a pattern that finds
 * those too takes ten times as long.
 */
export function foldBlanks(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/gu, " ");
}
