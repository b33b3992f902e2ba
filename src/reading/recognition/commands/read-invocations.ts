import type { Span } from "../../../text/document/document.ts";
import { FUNCTION_WORDS } from "../../../text/language/function-words.ts";
import { readCommandWords, type CommandWord } from "./command-words.ts";

/** How a program is printed: in a line of code, in quotes or backticks, or as a word of a sentence. */
export type Setting = "code" | "quoted" | "prose";

/** A program with what it is given. */
export interface Invocation extends Span {
  program: string;
  /** In lower case, without quotes; a program that it pipes into is `|name`. */
  args: readonly string[];
  setting: Setting;
  /** Its name is printed without capitals. */
  isLower: boolean;
  /** It stands where a shell looks for a program, not among another's arguments. */
  isFirst: boolean;
}

/** Part of a text to look in. */
export interface Region extends Span {
  setting: Setting;
}

/** Whether a name, in lower case and without path or extension, is a program to look for. */
export type IsProgram = (name: string) => boolean;

const MAX_ARGUMENTS = 60;
const MAX_IN_PROSE = 12;
/** Quotes in quotes that are looked into. */
const MAX_DEPTH = 4;
/** Behind these a shell looks for another program. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "/c /k /r -c -command -exec sudo doas start nohup exec do then else call create time eval xargs iex & % $ # > => -> ➝ → = -scriptblock /tr -tr -argument -argumentlist -execute".split(
    " ",
  ),
);
const PROMPT_END = /[:>#$%➝→]$/u;
/** What no sentence has: switches, paths, variables, redirections, addresses. */
const SYNTAX =
  /^(?:[-/][a-z?]|\|)|[\\=%$<>@]|\/[\w.-]+\/|\.(?:exe|dll|ps1|bat|cmd|vbs|txt|csv|zip|dmp|log|sh|py|local)$|^\d+(?:\.\d+){3}|:\/\//u;
/** Whether an argument is one that no sentence has. */
export const isSyntax = (word: string): boolean => SYNTAX.test(word);
const FUNCTION_SET: ReadonlySet<string> = new Set(Object.values(FUNCTION_WORDS).flat());
const GLUED = /^([^\\/]*[^\\/\s%])cmd\.exe$/u;
const EXTENSION = /\.(?:exe|com|ps1|py|sh)$/u;

/** The programs in a part of a text with their arguments, in order. Linear in the part. */
export function readInvocations(
  text: string,
  region: Region,
  isProgram: IsProgram,
  depth = 0,
): Invocation[] {
  const words = readCommandWords(text, region.start, region.end);
  const isLine = region.setting === "prose" && isCommandLine(text, words, isProgram);
  const setting = isLine ? "code" : region.setting;
  const found: Invocation[] = [];
  for (const [at, word] of words.entries()) {
    if (word.breaks !== "") continue;
    const { quoted } = word;
    if (quoted !== null && word.text.includes(" ") && depth < MAX_DEPTH) {
      const inside = { ...quoted, setting: insideOf(text, quoted, setting, isProgram) };
      for (const one of readInvocations(text, inside, isProgram, depth + 1)) found.push(one);
    }
    const program = programsOf(word.text, setting).find(isProgram);
    if (program === undefined) continue;
    const own = setting === "prose" && quoted !== null ? "quoted" : setting;
    const { args, end } = argumentsOf(words, at, setting, isProgram);
    found.push({
      program,
      args,
      start: word.start,
      end,
      setting: own,
      isLower: !/\p{Lu}/u.test(text.slice(word.start, word.end)),
      isFirst: own !== setting || standsFirst(words, at),
    });
  }
  return found;
}

/** Whether a part of a text may name a program: nothing else is read as a shell reads it. */
export function mayNameProgram(text: string, { start, end }: Span, isProgram: IsProgram): boolean {
  const printed = text.slice(start, end).toLowerCase();
  // `m^s^i^e^x^e^c`
  if (printed.includes("^")) return true;
  for (const [found] of printed.matchAll(NAME)) {
    const word = found.endsWith(".") ? found.replace(/\.+$/u, "") : found;
    if (isProgram(word) || isProgram(word.replace(EXTENSION, ""))) return true;
    const dot = word.lastIndexOf(".");
    if (dot > 0 && isProgram(word.slice(dot))) return true;
  }
  return /[.:][a-z]/u.test(printed) && METHOD.test(printed);
}
const NAME = /[a-z0-9][\w.-]*/gu;
/** A method of PowerShell behind a bracket. */
const METHOD = /[)\]:]{1,2}\.?[a-z]{4,}\(/u;

/** What is quoted in a sentence is a command where a program begins it; else it is a sentence as well. */
function insideOf(
  text: string,
  { start, end }: Span,
  around: Setting,
  isProgram: IsProgram,
): Setting {
  if (around !== "prose") return around;
  const [first] = readCommandWords(text, start, Math.min(end, start + 200));
  return first !== undefined && programsOf(first.text, "code").some(isProgram) ? "quoted" : "prose";
}

/** The names that a word may stand for: of a path the last part, of `$a.method` also `.method`. */
export function programsOf(word: string, setting: Setting): string[] {
  if (/^[a-z0-9]*$/u.test(word)) return [word];
  if (word.length > 260 || word.includes("://")) return [];
  const bare = word.replace(/^[[<#$@!*>“‘]+/u, "").replace(/[\].,:;!?…*]+$/u, "");
  const base = bare.slice(
    Math.max(bare.lastIndexOf("\\"), bare.lastIndexOf("/"), bare.lastIndexOf(">")) + 1,
  );
  const name = base.replace(EXTENSION, "");
  if (setting === "prose" || !word.includes(".")) return [name];
  return [
    name,
    word.slice(word.lastIndexOf(".")),
    word.slice(word.lastIndexOf("::")).replace("::", "."),
  ];
}

/** Whether a line without marks of code is a command: a program begins it, and little of it is prose. */
function isCommandLine(text: string, words: readonly CommandWord[], isProgram: IsProgram): boolean {
  const own = words.filter(({ breaks }) => breaks === "");
  const begin = own.findIndex(({ text: word }) => /[\p{L}\p{N}]/u.test(word));
  const first = own[begin];
  if (first === undefined || begin > 3 || !programsOf(first.text, "code").some(isProgram))
    return false;
  const rest = own.slice(begin + 1).filter(({ quoted }) => quoted === null);
  const syntax = rest.filter(({ text: word }) => SYNTAX.test(word)).length;
  const prose = rest.filter(({ text: word }) =>
    FUNCTION_SET.has(word.replace(/[,.]$/u, "")),
  ).length;
  if (syntax > 0 && prose * 2 <= syntax) return true;
  const last = own.at(-1)?.text ?? "";
  const printed = /\p{L}/u.exec(text.slice(first.start, first.end))?.[0] ?? "";
  const isShort = own.length - begin <= 4 && prose === 0 && !/[.:!?]$/u.test(last);
  return (
    isShort && (printed === printed.toLowerCase() || (begin > 0 && SYNTAX.test(own[0]?.text ?? "")))
  );
}

function standsFirst(words: readonly CommandWord[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined || before.breaks !== "") return true;
  const { text } = before;
  return WRAPPERS.has(text) || PROMPT_END.test(text) || !/[\p{L}\p{N}]/u.test(text);
}

/** What a program is given, as far as the command, or the sentence, goes on. */
function argumentsOf(
  words: readonly CommandWord[],
  at: number,
  setting: Setting,
  isProgram: IsProgram,
): { args: string[]; end: number } {
  const args: string[] = [];
  const most = setting === "prose" ? MAX_IN_PROSE : MAX_ARGUMENTS;
  let end = words[at]?.end ?? 0;
  const opens = words[at]?.quoted;
  if (setting === "prose" && isClause(words[at])) return { args, end };
  // `C:\Program Files\…` in quotes may hold arguments itself.
  if (opens !== null && opens !== undefined) {
    const inside = (words[at]?.text ?? "").split(" ").slice(1);
    args.push(...inside);
  }
  for (const word of words.slice(at + 1, at + 1 + most)) {
    if (word.breaks === "|") {
      const next = words[words.indexOf(word, at) + 1];
      const piped = next === undefined ? undefined : programsOf(next.text, "code").find(isProgram);
      if (piped !== undefined) args.push(`|${piped}`);
    }
    if (word.breaks !== "") break;
    if (setting === "prose") {
      if (word.quoted === null && FUNCTION_SET.has(word.text)) break;
      const bare = word.text.replace(/[,.;:)]+$/u, "");
      args.push(word.text.endsWith(":") && word.text.startsWith("/") ? word.text : bare);
      end = word.end - (word.quoted === null && isClause(word) ? 1 : 0);
      if (word.quoted === null && isClause(word)) break;
    } else {
      // Lines that lost their breaks: `whoami /groupscmd.exe /C …`.
      const glued = GLUED.exec(word.text);
      args.push(glued?.[1] ?? word.text);
      end = word.end - (glued === null ? 0 : word.text.length - (glued[1]?.length ?? 0));
      if (glued !== null) break;
    }
  }
  return { args, end };
}

/** Whether a word ends a part of a sentence. */
function isClause(word: CommandWord | undefined): boolean {
  return word !== undefined && /[,.;]$/u.test(word.text);
}
