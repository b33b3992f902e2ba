import { toBase64, toBase64Offsets, utf16Text } from "../values/encodings.ts";
import { ANY, parsePattern, type Pattern, plainPattern, plainText } from "../values/pattern.ts";
import { widenDashes } from "../values/windash.ts";
import type { Placeholders } from "./compile-context.ts";

/** A value during the application of its modifiers. */
interface Draft {
  patterns: readonly Pattern[];
  /** Whether each character represents a byte. */
  isBytes: boolean;
}

/**
 * Returns the patterns of a value after its modifiers, applied in order.
 * @throws Error with the reason in one sentence
 */
export function textPatterns(value: string, modifiers: readonly string[]): readonly Pattern[] {
  let draft: Draft = { patterns: [parsePattern(value)], isBytes: false };
  for (const modifier of modifiers) {
    const change = Object.hasOwn(CHANGES, modifier) ? CHANGES[modifier] : undefined;
    if (change !== undefined) draft = change(draft, modifier);
  }
  return draft.patterns;
}

const wrap =
  (make: (pattern: Pattern) => Pattern) =>
  ({ patterns, isBytes }: Draft): Draft => ({ patterns: patterns.map(make), isBytes });

/** Encodes values without wildcards, since wildcards have no bytes. */
const encode =
  (make: (text: string, isBytes: boolean) => readonly string[], isBytes: boolean) =>
  (draft: Draft, modifier: string): Draft => ({
    isBytes,
    patterns: draft.patterns.flatMap((pattern) => {
      const text = plainText(pattern);
      if (text === null) {
        throw new Error(
          `'${modifier}' cannot encode a wildcard; write it before 'contains' or escape it.`,
        );
      }
      return make(text, draft.isBytes).map(plainPattern);
    }),
  });

const utf16 = (order: "little" | "big", hasMark: boolean) =>
  encode((text) => [utf16Text(text, order, hasMark)], true);

const CHANGES: Readonly<Record<string, (draft: Draft, modifier: string) => Draft>> = {
  contains: wrap((pattern) => [ANY, ...pattern, ANY]),
  startswith: wrap((pattern) => [...pattern, ANY]),
  endswith: wrap((pattern) => [ANY, ...pattern]),
  windash: wrap(widenDashes),
  wide: utf16("little", false),
  utf16le: utf16("little", false),
  utf16be: utf16("big", false),
  utf16: utf16("little", true),
  base64: encode((text, isBytes) => [toBase64(text, isBytes)], false),
  base64offset: encode(toBase64Offsets, false),
};

/** Returns whether a modifier turns any value into text. */
export const isTextModifier = (modifier: string) => Object.hasOwn(CHANGES, modifier);

const PLACEHOLDER = /(\\?)%([^%\s\\]+)%/g;

/**
 * Expands the placeholders of a value (specification 2.1.0, "Placeholders").
 * @throws Error naming a placeholder without values
 */
export function expandPlaceholders(value: string, placeholders: Placeholders): readonly string[] {
  let expanded: readonly string[] = [""];
  let from = 0;
  for (let found = next(value, from); found !== null; found = next(value, from)) {
    const plain = unescape(value.slice(from, found.index));
    const name = found[2] ?? "";
    if (!Object.hasOwn(placeholders, name)) {
      throw new Error(
        `'%${name}%' is a placeholder; the rule can be run when its values are given in 'placeholders'.`,
      );
    }
    const values = placeholders[name] ?? [];
    expanded = expanded.flatMap((before) => values.map((one) => `${before}${plain}${one}`));
    if (expanded.length > MAX_EXPANDED) {
      throw new Error(`The placeholders make more than ${MAX_EXPANDED} values.`);
    }
    from = found.index + found[0].length;
  }
  const rest = unescape(value.slice(from));
  return expanded.map((before) => `${before}${rest}`);
}

const MAX_EXPANDED = 1_000;

const unescape = (text: string) => text.replaceAll("\\%", "%");

/** Returns the next placeholder. An escaped percent sign is literal and begins none. */
function next(value: string, from: number): RegExpExecArray | null {
  PLACEHOLDER.lastIndex = from;
  let found = PLACEHOLDER.exec(value);
  while (found !== null && found[1] === "\\") {
    PLACEHOLDER.lastIndex = found.index + 2;
    found = PLACEHOLDER.exec(value);
  }
  return found;
}
