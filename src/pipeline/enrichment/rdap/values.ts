import { line } from "../read-values.ts";

/** Placeholders for withheld data, in the words of registries and registrars. */
const WITHHELD =
  /^(?:(?:data |gdpr )?(?:redacted|masked)\b|(?:data|statutory) (?:protected|masking)|not (?:disclosed|published|available)|withheld\b|n\/?a$|-$)/i;

/** Returns one line of text, and whether it is only a placeholder for withheld data. */
export function publishedLine(value: unknown): { text: string | null; isWithheld: boolean } {
  const text = line(value);
  const isWithheld = text !== null && WITHHELD.test(text);
  return { text: isWithheld ? null : text, isWithheld };
}

/** Returns a lowercase host name without its final dot. */
export function hostName(value: unknown): string | null {
  return line(value)?.toLowerCase().replace(/\.$/, "") ?? null;
}
