import type { Span } from "../../../text/document/document.ts";
import { FUNCTION_WORDS } from "../../../text/language/function-words.ts";
import { readCommandWords, type CommandWord } from "./command-words.ts";

/** How a program is printed: in a line of code, in quotes or backticks, or as a word of a sentence. */
export type Setting = "code" | "quoted" | "prose";

/** Returns whether a lower-case name without path or extension is a program to look for. */
export type IsProgram = (name: string) => boolean;

/** Words between the last two commands of a list, as alternatives. To add a language, add its word. */
export const CONJUNCTIONS = "and|then|und|et|y|и";

/** Syntax that no sentence contains: switches, paths, variables, redirections, addresses. */
const SYNTAX =
  /^(?:[-/][a-z?]|\|)|[\\=%$<>@]|\/[\w.-]+\/|\.(?:exe|dll|ps1|bat|cmd|vbs|txt|csv|zip|dmp|log|sh|py|local)$|^\d+(?:\.\d+){3}|:\/\//u;
/** Returns whether a word is an argument that no sentence contains. */
export const isSyntax = (word: string): boolean => SYNTAX.test(word);
const FUNCTION_SET: ReadonlySet<string> = new Set(Object.values(FUNCTION_WORDS).flat());
/** Returns whether a word describes no activity in any language. */
export const isFunctionWord = (word: string): boolean => FUNCTION_SET.has(word);
const EXTENSION = /\.(?:exe|com|ps1|py|sh)$/u;
/** The start of a command line for any program: a prompt, a drive, a share, a variable, or an executable file. */
const OPENS_LINE = /^(?:[$#>]\s|"?(?:[a-z]:\\|\\\\|%\w+%)|"?[\w.\\:%-]+\.exe\b)/iu;
const MAX_LOOKED_AT = 2_000;

const CMDLET =
  /^(?:add|clear|compress|copy|disable|enable|enter|expand|export|find|get|import|invoke|limit|mount|move|new|out|register|remove|request|resize|restart|search|select|send|set|start|stop|test|unblock|uninstall|update)-[a-z]/u;
/** Returns whether a program is a PowerShell cmdlet, by its verb. No other name has this form, in any letter case. */
export const isCmdlet = (program: string): boolean => CMDLET.test(program);
/** Returns whether a program's name is not a word of any language: `Get-ADUser`, `.DownloadString`, `IEX`. */
export const isNoWord = (program: string): boolean => /^\.|-|^iex$/u.test(program);

/** Returns whether a line is a command, including commands of unknown programs. */
export function isCommand(line: string, isProgram: IsProgram): boolean {
  if (OPENS_LINE.test(line)) return true;
  const words = readCommandWords(line, 0, Math.min(line.length, MAX_LOOKED_AT));
  return isCommandLine(line, words, isProgram);
}

/** Returns whether a line without code formatting is a command: it starts with a program, and little of it is prose. */
export function isCommandLine(
  text: string,
  words: readonly CommandWord[],
  isProgram: IsProgram,
): boolean {
  const own = words.filter(({ breaks }) => breaks === "");
  const begin = own.findIndex(({ text: word }) => /[\p{L}\p{N}]/u.test(word));
  const first = own[begin];
  if (first === undefined || begin > 3 || isKey(own, begin)) return false;
  const program = programsOf(first.text, "code").find(isProgram);
  if (program === undefined) return false;
  const rest = own.slice(begin + 1).filter(({ quoted }) => quoted === null);
  const syntax = rest.filter(({ text: word }) => SYNTAX.test(word)).length;
  const prose = rest.filter(({ text: word }) =>
    FUNCTION_SET.has(word.replace(/[,.]$/u, "")),
  ).length;
  if (syntax > 0 && prose * 2 <= syntax) return true;
  const last = own.at(-1)?.text ?? "";
  const isShort = own.length - begin <= 4 && prose === 0 && !/[.:!?]$/u.test(last);
  if (!isShort) return false;
  const printed = /\p{L}/u.exec(text.slice(first.start, first.end))?.[0] ?? "";
  if (printed === printed.toLowerCase()) return true;
  // "Stop-Service WinDefend", but not "Invoke-Mimikatz detection".
  const names = rest.some(({ start, end }) => /\p{Lu}/u.test(text.slice(start, end)));
  return (isCmdlet(program) && names) || (begin > 0 && SYNTAX.test(own[0]?.text ?? ""));
}

/** Returns whether a word is the key of a field: `"net": true`, `at: 12`, `ping = 3`. */
export function isKey(words: readonly CommandWord[], at: number): boolean {
  const next = words[at + 1]?.text ?? "";
  return /[^:]:$/u.test(words[at]?.text ?? "") || next === "=" || next === ":";
}

/**
 * Returns the program names that a word may represent: the last part of a path, with and without its extension, and for
 * `$a.method` also `.method`.
 */
export function programsOf(word: string, setting: Setting): string[] {
  if (/^[a-z0-9]*$/u.test(word)) return [word];
  if (word.length > 260 || word.includes("://")) return [];
  const bare = word
    .replace(/^\$[\w:]+=/u, "")
    .replace(/^[[<#$@!*>“‘]+/u, "")
    .replace(/[\].,:;!?…*]+$/u, "");
  const base = bare.slice(
    Math.max(bare.lastIndexOf("\\"), bare.lastIndexOf("/"), bare.lastIndexOf(">")) + 1,
  );
  const name = base.replace(EXTENSION, "");
  const names = name === base ? [name] : [base, name];
  if (setting === "prose" || !word.includes(".")) return names;
  return [
    ...names,
    word.slice(word.lastIndexOf(".")),
    word.slice(word.lastIndexOf("::")).replace("::", "."),
  ];
}

/** Returns whether part of a text may name a program. Other text is not parsed as shell syntax. */
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
/** A PowerShell method after a bracket. */
const METHOD = /[)\]:]{1,2}\.?[a-z]{4,}\(/u;
