import { line } from "../read-values.ts";

/** What stands in place of data that is withheld, in the words of registries and registrars. */
const WITHHELD =
  /^(?:(?:data |gdpr )?(?:redacted|masked)\b|(?:data|statutory) (?:protected|masking)|not (?:disclosed|published|available)|withheld\b|n\/?a$|-$)/i;

/** One line of text, and whether it only marks the data as withheld. */
export function publishedLine(value: unknown): { text: string | null; isWithheld: boolean } {
  const text = line(value);
  const isWithheld = text !== null && WITHHELD.test(text);
  return { text: isWithheld ? null : text, isWithheld };
}

/** A host name in lower case without its final dot. */
export function hostName(value: unknown): string | null {
  return line(value)?.toLowerCase().replace(/\.$/, "") ?? null;
}
