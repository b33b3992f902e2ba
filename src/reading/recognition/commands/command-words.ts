import type { Span } from "../../../text/document/document.ts";

/** A word in shell syntax, or a token that ends a command: `|`, `&`, `;`, a bracket. */
export interface CommandWord extends Span {
  /** Lower case, without quotes, escapes and defanging. */
  text: string;
  /** The content and opening quote of a word that is entirely in quotes or backticks. */
  quoted: (Span & { mark: string }) | null;
  /** The token that ends a command, else an empty string. */
  breaks: string;
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"”“',
  "'": "'’",
  "`": "`",
  "“": '”"',
  "”": '”"',
  "„": '“”"',
  "‘": "’'",
  "’": "’'",
  "«": "»",
};
/** First character of scripts without spaces. No program name uses them. */
const FIRST_UNSPACED = "\u2E80";
const BREAKS = "|&;(){}\n\r";
/** An LDAP filter such as `(&(objectCategory=person)(name=a*))`, which is one word. */
const FILTER = /^\((?:[&|!]?\(){0,4}[\w.:-]{1,60}[<>~]?=/u;
const LONGEST_OPENING = 80;
/** Maximum length of an argument in the table. Longer ones are encoded data. */
const LONGEST = 400;

/** Returns the words of part of a text, in order, in linear time. */
export function readCommandWords(text: string, from: number, to: number): CommandWord[] {
  const words: CommandWord[] = [];
  for (let at = from; at < to;) {
    const sign = text.charAt(at);
    if (sign >= FIRST_UNSPACED) {
      let end = at + 1;
      while (end < to && text.charAt(end) >= FIRST_UNSPACED) end += 1;
      words.push({ text: "", start: at, end, quoted: null, breaks: sign });
      at = end;
    } else if (BREAKS.includes(sign) && !isBraced(text, at) && !isFilter(text, at)) {
      const end = text.charAt(at + 1) === sign && at + 1 < to ? at + 2 : at + 1;
      words.push({ text: "", start: at, end, quoted: null, breaks: sign });
      at = end;
    } else if (isBlank(sign)) at += 1;
    else {
      const word = readWord(text, at, to);
      words.push(word);
      at = word.end;
    }
  }
  return words;
}

function readWord(text: string, start: number, to: number): CommandWord {
  let at = start;
  let printed = "";
  let isAddress = false;
  const isWhole = isFilter(text, start);
  while (at < to) {
    const sign = text.charAt(at);
    if (isBlank(sign) || sign >= FIRST_UNSPACED) break;
    // `{GUID}`, `a.php?b=1&c=2` and `2>&1` are parts of a word.
    const isInside =
      (isWhole && "(&|)".includes(sign)) ||
      (sign === "&" && (isAddress || (at > start && text.charAt(at - 1) === ">"))) ||
      (at > start ? "{}".includes(sign) : isBraced(text, at));
    if (BREAKS.includes(sign) && !isInside) break;
    const closing = CLOSING[sign];
    const isOpening =
      closing !== undefined && (at === start || OPENS_BEHIND.test(text.charAt(at - 1)));
    if (isOpening) {
      const end = closingOf(text, at, to, closing);
      if (end !== null) {
        if (at === start && isWordEnd(text, end + 1, to)) {
          const inside = { start: at + 1, end, mark: sign };
          return wordOf(text.slice(at + 1, end), start, end + 1, inside);
        }
        printed += text.slice(at + 1, end);
        at = end + 1;
        continue;
      }
    }
    printed += closing === undefined ? sign : "";
    isAddress ||= printed.endsWith("://");
    at += 1;
  }
  return wordOf(printed, start, at, null);
}

const OPENS_BEHIND = /[=:,/\\+[]/;

function wordOf(
  printed: string,
  start: number,
  end: number,
  quoted: CommandWord["quoted"],
): CommandWord {
  return { text: foldArgument(printed), start, end, quoted, breaks: "" };
}

/**
 * Folds an argument to lower case, removes the escapes of Markdown, JSON and `cmd`, and restores defanged addresses.
 */
export function foldArgument(printed: string): string {
  const text = (printed.length > LONGEST ? printed.slice(0, LONGEST) : printed).toLowerCase();
  if (PLAIN.test(text)) return text;
  return text
    .replace(/\^(?=.)/gu, "")
    .replace(/\\(?=[_*[\]#~"'])/gu, "")
    .replace(/\\{2,}/gu, "\\")
    .replace(/^[‐-―−]{1,2}(?=[a-z])/u, "-")
    .replace(/[[({]\.[\])}]/gu, ".")
    .replace(/^hxxp/u, "http")
    .replace(/["'“”‘’`]/gu, "");
}
const PLAIN = /^[a-z0-9:./=,%$@_-]*$/u;

/** Returns the end of a quotation, or null if it is not closed. */
function closingOf(text: string, open: number, to: number, closing: string): number | null {
  for (let at = open + 1; at < to; at += 1) {
    if (!closing.includes(text.charAt(at)) || text.charAt(at - 1) === "\\") continue;
    return at > open + 1 ? at : null;
  }
  return null;
}

function isWordEnd(text: string, at: number, to: number): boolean {
  const sign = text.charAt(at);
  return at >= to || sign >= FIRST_UNSPACED || !/[\p{L}\p{N}\\/$%:=]/u.test(sign);
}

function isBlank(sign: string): boolean {
  return (
    sign === " " || sign === "\t" || sign === "\u00A0" || (sign > "\u1FFF" && /\s/u.test(sign))
  );
}

/**
 * Returns whether a word in braces starts here, as in `bcdedit /set {default}`. A shell block has a space after its
 * brace.
 */
function isBraced(text: string, at: number): boolean {
  return /^\{[\w-]{1,40}\}(?=[\s"'`]|$)/u.test(text.slice(at, at + 44));
}

function isFilter(text: string, at: number): boolean {
  return text.charAt(at) === "(" && FILTER.test(text.slice(at, at + LONGEST_OPENING));
}
