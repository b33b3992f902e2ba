import { DASH, mapPlain, type Pattern } from "./pattern.ts";
import { DASHES } from "./segment.ts";

const IN_WORD = /[\p{L}\p{N}_]/u;

/** Widens each dash that begins a flag to all dash characters. A dash within a word is unchanged. */
export function widenDashes(pattern: Pattern): Pattern {
  return mapPlain(pattern, (text) => {
    const parts: (string | typeof DASH)[] = [];
    let plain = "";
    for (let i = 0; i < text.length; i += 1) {
      const char = text[i] ?? "";
      const begins = !IN_WORD.test(text[i - 1] ?? " ") && IN_WORD.test(text[i + 1] ?? " ");
      if (DASHES.includes(char) && begins) {
        if (plain !== "") parts.push(plain);
        plain = "";
        parts.push(DASH);
      } else plain += char;
    }
    if (plain !== "") parts.push(plain);
    return parts;
  });
}
