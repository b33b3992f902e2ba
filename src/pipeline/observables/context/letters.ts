/** Behind the letters of scripts that part words by spaces. */
const LAST_LETTER = 0x2000;

/** For each code unit the small letter or digit that it is; 0 where it is no part of a word. */
const LETTERS = Uint16Array.from({ length: LAST_LETTER }, (_, code) =>
  isWordCode(code) ? lower(code) : 0,
);

/** The small letter of a letter or digit, 0 of anything else. */
export function letterOf(code: number): number {
  return code < LAST_LETTER ? (LETTERS[code] ?? 0) : 0;
}

/** Whether a letter or digit of a word stands at a place. */
export function isLetterAt(text: string, at: number): boolean {
  return letterOf(text.charCodeAt(at)) !== 0;
}

/** The small letter of a Latin or Cyrillic capital. */
function lower(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  if (code < 0xc0) return code;
  if (code <= 0xde || (code >= 0x410 && code <= 0x42f)) return code + 32;
  return code >= 0x400 && code <= 0x40f ? code + 80 : code;
}

/** ASCII letters and digits, and the letters of other scripts that part words by spaces. */
function isWordCode(code: number): boolean {
  if (code < 0x80) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  }
  return code >= 0xc0;
}
