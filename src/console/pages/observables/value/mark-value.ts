import { defang } from "../shown/defang.ts";

/** A part of a sentence. */
export interface Part {
  text: string;
  isValue: boolean;
}

/** One character of a value in a sentence, with its possible forms: defanged, or broken over lines and cells. */
const SIGNS = /[[({<]\s?(?:dot|punto|d0t)\s?[\])}>]|[[({<]\s?at\s?[\])}>]|[[\](){}<>\\\s|]|./giu;

/**
 * Splits the sentence into parts and marks occurrences of the value in any form: in another case, defanged, or
 * broken. With `isDefanged`, the marked parts are also defanged.
 */
export function markValue(
  sentence: string,
  { kind, value }: { kind: string; value: string },
  isDefanged: boolean,
): Part[] {
  const wanted = fold(value).text;
  const { text, starts, ends } = fold(sentence);
  const parts: Part[] = [];
  let from = 0;
  for (const at of placesOf(wanted, text)) {
    const start = starts[at] ?? 0;
    const end = ends[at + wanted.length - 1] ?? sentence.length;
    const written = sentence.slice(start, end);
    const isPlain = written.toLowerCase() === value.toLowerCase();
    parts.push({ text: sentence.slice(from, start), isValue: false });
    parts.push({ text: isDefanged && isPlain ? defang(kind, written) : written, isValue: true });
    from = end;
  }
  parts.push({ text: sentence.slice(from), isValue: false });
  return parts.filter((part) => part.text !== "");
}

/** Returns the positions of a text in another, in order. */
function placesOf(wanted: string, text: string): number[] {
  const pieces = wanted === "" ? [] : text.split(wanted).slice(0, -1);
  let at = -wanted.length;
  return pieces.map((piece) => (at += wanted.length + piece.length));
}

/** Returns a text without defanging and breaks, and the position of each of its characters in the original. */
function fold(original: string): { text: string; starts: number[]; ends: number[] } {
  const [starts, ends]: number[][] = [[], []];
  let text = "";
  for (const match of original.matchAll(SIGNS)) {
    const sign = plainSign(match[0]);
    for (let unit = 0; unit < sign.length; unit += 1) {
      starts?.push(match.index);
      ends?.push(match.index + match[0].length);
    }
    text += sign;
  }
  // The same length, so that positions remain valid.
  return {
    text: text.replaceAll("hxxp", "http").replaceAll("h**p", "http"),
    starts: starts ?? [],
    ends: ends ?? [],
  };
}

function plainSign(sign: string): string {
  if (sign.length > 2) return /at/iu.test(sign) ? "@" : ".";
  if (/^[[\](){}<>\\\s|]$/u.test(sign)) return "";
  const lower = sign.toLowerCase();
  // A few letters change their length in lower case and are not converted.
  return lower.length === sign.length ? lower : sign;
}
