/** `*`: any characters, or none. */
export const ANY = 0;
/** `?`: one character. */
export const ONE = 1;
/** Any character that begins a flag, see `windash`. */
export const DASH = 2;

export type Wildcard = typeof ANY | typeof ONE | typeof DASH;
/** A rule's value: alternating plain text and wildcards. */
export type Pattern = readonly (string | Wildcard)[];

/**
 * Parses the wildcards of a value. A backslash escapes a wildcard or another backslash; before anything else it is
 * literal (Sigma specification 2.1.0, "Escaping").
 */
export function parsePattern(value: string): Pattern {
  const parts: (string | Wildcard)[] = [];
  let plain = "";
  const add = (wildcard: Wildcard) => {
    if (plain !== "") parts.push(plain);
    plain = "";
    parts.push(wildcard);
  };
  for (let i = 0; i < value.length; i += 1) {
    const char = value[i] ?? "";
    const next = value[i + 1] ?? "";
    if (char === "\\" && (next === "*" || next === "?" || next === "\\")) {
      plain += next;
      i += 1;
    } else if (char === "*") add(ANY);
    else if (char === "?") add(ONE);
    else plain += char;
  }
  if (plain !== "") parts.push(plain);
  return parts;
}

/** Creates a pattern of plain text only. */
export const plainPattern = (text: string): Pattern => (text === "" ? [] : [text]);

/** Returns the text of a pattern, or null if it has a wildcard. */
export function plainText(pattern: Pattern): string | null {
  return pattern.every((part) => typeof part === "string") ? pattern.join("") : null;
}

/** Maps the plain texts of a pattern. */
export function mapPlain(pattern: Pattern, change: (text: string) => Pattern): Pattern {
  return joinPlain(pattern.flatMap((part) => (typeof part === "string" ? change(part) : [part])));
}

/** Joins adjacent texts, and merges adjacent `*`. */
export function joinPlain(pattern: Pattern): Pattern {
  const parts: (string | Wildcard)[] = [];
  for (const part of pattern) {
    const last = parts.at(-1);
    if (typeof part === "string" && typeof last === "string") parts.splice(-1, 1, last + part);
    else if (part !== ANY || last !== ANY) parts.push(part);
  }
  return parts;
}

/** Formats a pattern in the notation of the specification, for display. */
export function showPattern(pattern: Pattern): string {
  const shown = { [ANY]: "*", [ONE]: "?", [DASH]: "-" } as const;
  return pattern
    .map((part) =>
      typeof part === "string" ? part.replaceAll(/[*?]|\\(?=[*?\\]|$)/g, "\\$&") : shown[part],
    )
    .join("");
}
