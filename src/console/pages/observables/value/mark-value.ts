import { defang } from "../shown/defang.ts";

/** A part of a sentence. */
export interface Part {
  text: string;
  isValue: boolean;
}

/** How much of a sentence one sign of a value takes: defanging, and breaks over lines and cells. */
const SIGNS = /[[({<]\s?(?:dot|punto|d0t)\s?[\])}>]|[[({<]\s?at\s?[\])}>]|[[\](){}<>\\\s|]|./giu;

/**
 * The sentence in parts, of which those are marked that are the value, however it is written there: in
 * another case, defanged, or broken. With `isDefanged` what is marked is defanged as well.
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

/** Where a text stands in another, one after the other. */
function placesOf(wanted: string, text: string): number[] {
  const pieces = wanted === "" ? [] : text.split(wanted).slice(0, -1);
  let at = -wanted.length;
  return pieces.map((piece) => (at += wanted.length + piece.length));
}

/** A text without what defangs or breaks it, and where each of its characters stands in the original. */
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
  // The same length, so that the places stay.
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
  // Few letters have another length in lower case; those stay.
  return lower.length === sign.length ? lower : sign;
}
