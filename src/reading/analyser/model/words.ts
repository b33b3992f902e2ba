import { STOP_WORDS } from "./stop-words.ts";
import { cleanText, MARK } from "./clean-text.ts";
import { rememberWords } from "./remember-words.ts";
import { stem } from "./stem.ts";

/** A word as printed, and its forms that count as features. `forms` is empty for function words. */
export interface Word {
  printed: string;
  lower: string;
  /** Stem, or a placeholder, or the parts of a path or CamelCase name. */
  forms: string[];
  /** Lower case with inner punctuation, for paths, switches and file names. Null for a plain word. */
  whole: string | null;
  /** Whether it is written like a name, with a capital letter or a digit. */
  mayBeName: boolean;
}

const CHUNK =
  /[\u2021%$#\p{L}\p{N}_][\p{L}\p{N}_\-.\\/:%$+@#'&*~]*|[-/][\p{L}\p{N}][\p{L}\p{N}\-_]*/gu;
const TRAILING = /[-.\\/:+@#'&*~]+$/;
const MAX_CHUNK = 120;
const MAX_WHOLE = 60;
const MAX_PARTS = 12;

let last: { text: string; words: readonly Word[] } = { text: "", words: [] };

/** Returns the words of a sentence. Caches the last sentence, because two models process each one in turn. */
export function readWords(text: string): readonly Word[] {
  if (text !== last.text) last = { text, words: splitWords(cleanText(text)) };
  return last.words;
}

/** Splits cleaned text into words, in order. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [chunk] of text.matchAll(CHUNK)) {
    const word = chunk.length > MAX_CHUNK ? null : wordOf(chunk);
    if (word !== null) words.push(word);
  }
  return words;
}

/** Returns the word of a chunk without trailing punctuation, or null if nothing remains. */
const wordOf = rememberWords((chunk): Word | null => {
  const printed = chunk.replace(TRAILING, "").replace(/'s$/, "");
  if (printed === "") return null;
  const lower = printed.toLowerCase();
  const mayBeName = /^[\p{Lu}\p{N}]|\p{N}|.\p{Lu}/u.test(printed);
  return { printed, lower, mayBeName, ...formsOf(printed, lower) };
});

function formsOf(printed: string, lower: string): Pick<Word, "forms" | "whole"> {
  if (printed.startsWith(MARK)) return { forms: [printed], whole: null };
  if (/^[A-Z]?[a-z]+$/.test(printed)) {
    return { forms: STOP_WORDS.has(lower) ? [] : [stem(lower)], whole: null };
  }
  const parts = partsOf(printed);
  const forms = parts.map((part) => stem(part)).filter((part) => !STOP_WORDS.has(part));
  const isPlain = parts.length === 1 && parts[0] === lower;
  return { forms, whole: isPlain || lower.length > MAX_WHOLE ? null : lower };
}

/**
 * Returns the parts of words like "C:\Windows\svchost.exe", "CreateRemoteThread" and "command-line". Numbers fold to
 * one form.
 */
function partsOf(printed: string): string[] {
  const spaced = printed
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2");
  const parts = spaced.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts
    .filter((part) => part !== "" && (part.length > 1 || parts.length < 3))
    .slice(0, MAX_PARTS)
    .map((part) => (/^\d+$/.test(part) && part.length > 1 && !isPort(part) ? `${MARK}num` : part));
}

/** Returns whether the digits are a port or event id with a meaning. */
function isPort(digits: string): boolean {
  return /^(?:21|22|23|25|53|80|88|110|135|139|143|389|443|445|636|1433|3306|3389|4444|5900|5985|5986|8080|8443|64|32)$/.test(
    digits,
  );
}
