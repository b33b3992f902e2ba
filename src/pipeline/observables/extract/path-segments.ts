import { DEFANGED_DOT } from "./defanged-dot.ts";
import { FILE_NAME_ENDINGS } from "./file-endings.ts";

/** Longer text is not a path (Windows allows 260 characters by default). */
const LONGEST = 520;
/** Characters that folder names cannot have, or that end a path in a sentence. */
const END =
  /[\s"<>|*?:,;`=\u00A0\u2018-\u201F\u00AB\u00BB\u2026\u3000-\u303F\uFF00-\uFF65\u060C\u061B\p{Cc}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** A segment with blanks before another backslash. */
const SPACED = /[^\\/:*?"<>|,;=\r\n\t]{1,60}\\/y;
const CONNECTIVES =
  /\s(?:and|or|to|in|at|the|from|with|as|is|was|were|und|oder|y|et|и|или|в|на|for|on|then|into|by|-\S*|\/\S*|&+|>+|@\S*)\s|\s-|[.]\s/iu;
/** Last segments with blanks that need no quotes. */
const SPACED_NAMES =
  /(?:Image File Execution Options|Windows NT|Terminal Server|Session Manager|Security Packages|Notification Packages|Authentication Packages|Windows Defender|Command Processor|(?:User )?Shell Folders|Browser Helper Objects|Internet (?:Settings|Explorer)|Program Files(?: \(x86\))?|Start Menu|Common Files|Control Panel|Active Directory|Documents and Settings|Application Data|Local Settings|User Data)(?![\w\\])/iy;
const BRACKETS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const PLACEHOLDER = /<[\w .-]{1,30}>|\[[\w .-]{1,30}\]|\{[\w .-]{1,40}\}/y;

/** Returns the end of a Windows path or registry key whose segments begin at an index. Blanks need proof. */
export function segmentsEnd(text: string, from: number, isKey: boolean): number {
  const quote = quoteBefore(text, from);
  let at = from;
  while (at - from < LONGEST) {
    const spaced = spacedSegment(text, at, quote);
    if (spaced > at) {
      at = text[spaced] === "\\" ? spaced + 1 : spaced;
      continue;
    }
    const end = segmentEnd(text, at, isKey);
    if (text[end] === "\\" && end > at) {
      at = end + 1;
      // JSON and source code double the backslash.
      if (text[at] === "\\") at += 1;
      continue;
    }
    return trimmed(
      text,
      from,
      Math.max(end, quotedEnd(text, at, end, quote ?? cellEdge(text, from))),
    );
  }
  return from;
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["\u201C", "\u201D"],
  ["\u201E", "\u201C"],
  ["\u00AB", "\u00BB"],
  ["\u2018", "\u2019"],
]);

/** Returns the closing quote for one that opened just before the path. */
function quoteBefore(text: string, from: number): string | null {
  for (let i = from - 1; i >= 0 && from - i < 26; i -= 1) {
    const character = text[i] ?? "";
    const closing = QUOTES.get(character);
    if (closing !== undefined) return closing;
    if (/[\s,;]/.test(character)) return null;
  }
  return null;
}

const CELL = "cell";

/** Returns `CELL` if the path begins its line or cell, after at most a bullet or a label with a colon. */
function cellEdge(text: string, from: number): string | null {
  const before = text.slice(Math.max(0, from - 40), from);
  return /(?:^|[\n\t|])[ \u2022*-]{0,4}(?:[^\s\\]{0,24}\\{1,2})?(?:[A-Za-z]:\\{1,2})?$/u.test(
    before,
  )
    ? CELL
    : null;
}

/** Returns the end of a quoted path on the same line, if it contains no second path. */
function quotedEnd(text: string, from: number, end: number, quote: string | null): number {
  if (quote === null || text[end] !== " " || hasEnding(`${text.slice(from, end)} `)) return end;
  const around = text.slice(end, end + 120);
  const close = quote === CELL ? around.search(/[\t\n\r|]|$/) : around.indexOf(quote);
  if (close < 0) return end;
  const rest = around.slice(0, close).trimEnd();
  // A sentence continues in lowercase, or ends with a full stop.
  if (
    quote === CELL &&
    !/^(?: \p{Lu}[\w()-]*){1,4}$|^(?: [\w()-]+){0,3} ?[\w()-]*[.\uE000]\w{2,5}$/u.test(rest)
  )
    return end;
  const [name = ""] = /^[^\n<>|*?":=\\/]{1,80}?[.\uE000]\w{2,5}(?=\s)/u.exec(rest) ?? [];
  if (name !== "" && hasEnding(`${name} `)) return CONNECTIVES.test(name) ? end : end + name.length;
  return /[\n<>|*?":=\\]|\s[-/]/.test(rest) || CONNECTIVES.test(rest) ? end : end + rest.length;
}

function spacedSegment(text: string, at: number, quote: string | null): number {
  SPACED.lastIndex = at;
  const segment = SPACED.exec(text)?.[0];
  if (segment === undefined || !/\s/.test(segment)) return at;
  if (quote === null && (CONNECTIVES.test(segment) || hasEnding(segment))) return at;
  if (quote !== null && segment.includes(quote)) return at;
  // Another key or path begins.
  if (/\s(?:HK\w+|%\w+%)\\$/i.test(segment)) return at;
  return segment.split(/\s/).length <= 6 && !/^\s/.test(segment) ? at + segment.length : at;
}

/** Returns whether a known file ending terminates the path: `a.exe \\host\share`. */
function hasEnding(segment: string): boolean {
  const [, ending = ""] = /[.\uE000](\w{2,5})\s/.exec(segment) ?? [];
  return FILE_NAME_ENDINGS.has(ending.toLowerCase());
}

function segmentEnd(text: string, from: number, isKey: boolean): number {
  SPACED_NAMES.lastIndex = from;
  const name = SPACED_NAMES.exec(text)?.[0];
  if (name !== undefined) return from + name.length;
  let at = from;
  while (at < text.length && at - from < 260) {
    const character = text[at] ?? " ";
    if (character === "\\") break;
    PLACEHOLDER.lastIndex = at;
    const placeholder = "<[{".includes(character) ? PLACEHOLDER.exec(text)?.[0] : undefined;
    if (placeholder !== undefined) {
      at += placeholder.length;
      continue;
    }
    if (END.test(character) || character === "/") break;
    // A sentence in an unspaced script continues after a Latin name.
    if (UNSPACED.test(character) && at > from && /[\w)}]/.test(text[at - 1] ?? "")) break;
    at += 1;
  }
  return isKey ? at : afterEnding(text, from, at);
}

/** Excludes an unopened bracket, or a full stop after a known ending. */
function afterEnding(text: string, from: number, to: number): number {
  const name = text.slice(from, to);
  const match = /^[^()]*[.\uE000](\w{2,5})(?=[)\]}'’]|[-+]{3})/u.exec(name);
  const isFile = match !== null && FILE_NAME_ENDINGS.has((match[1] ?? "").toLowerCase());
  return isFile && match !== null ? from + match[0].length : to;
}

function trimmed(text: string, from: number, end: number): number {
  let to = end;
  for (; to > from; to -= 1) {
    const last = text[to - 1] ?? "";
    const opening = BRACKETS.get(last);
    const isSurplus = opening !== undefined && !text.slice(from, to).includes(opening);
    if (!isSurplus && !/[.,;:!?'’\\]/.test(last) && last !== DEFANGED_DOT) break;
  }
  return to;
}
