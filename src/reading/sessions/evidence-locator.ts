import type { Span } from "../../text/document/document.ts";

const FOLDED: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  "`": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "«": '"',
  "»": '"',
};

/** A text with white space and quotation marks folded, and the source offset of each unit. */
interface FoldedText {
  text: string;
  origins: Uint32Array;
}

/**
 * Creates a function that finds quotations in a text. Ignores differences in white space and the kind of quotation
 * marks. The text is folded once, at the first quotation without a literal match.
 */
export function createEvidenceLocator(text: string): (evidence: string) => Span | null {
  let folded: FoldedText | null = null;
  return (evidence) => {
    const wanted = evidence.trim();
    if (wanted === "") return null;
    const literal = text.indexOf(wanted);
    if (literal !== -1) return { start: literal, end: literal + wanted.length };
    folded ??= fold(text);
    const needle = fold(wanted).text;
    const found = folded.text.indexOf(needle);
    if (needle === "" || found === -1) return null;
    const start = folded.origins[found] ?? 0;
    const last = folded.origins[found + needle.length - 1] ?? start;
    return { start, end: last + 1 };
  };
}

function fold(text: string): FoldedText {
  const origins = new Uint32Array(text.length);
  const units: string[] = [];
  let afterSpace = true;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i);
    const space = /\s/.test(unit);
    if (space && afterSpace) continue;
    origins[units.length] = i;
    units.push(space ? " " : (FOLDED[unit] ?? unit));
    afterSpace = space;
  }
  return { text: units.join("").trimEnd(), origins };
}
