import type { Span } from "../../../text/document/document.ts";
import {
  CONJUNCTIONS,
  type IsProgram,
  isCommandLine,
  isKey,
  programsOf,
  type Setting,
} from "./command-lines.ts";
import { argumentsOf } from "./command-arguments.ts";
import { readCommandWords, type CommandWord } from "./command-words.ts";

/** A program with what it is given. */
export interface Invocation extends Span {
  program: string;
  /** In lower case, without quotes; a program that it pipes into is `|name`. */
  args: readonly string[];
  /** The same with the letters of switches as printed: `-R` is not `-r` to a program of Unix. */
  cased: readonly string[];
  setting: Setting;
  /** Its name is printed without capitals. */
  isLower: boolean;
  /** It stands where a shell looks for a program, not among another's arguments. */
  isFirst: boolean;
  /** The commands that are listed with it, up to the name of the last: "nltest, whoami and ipconfig". */
  list: { start: number; end: number };
}

/** Part of a text to look in. */
export interface Region extends Span {
  setting: Setting;
}

/** Quotes in quotes that are looked into. */
const MAX_DEPTH = 4;
/** Behind these a shell looks for another program. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "/c /k /r -c -command -exec sudo doas start nohup exec do then else call create time eval xargs iex python python3 & % $ # > => -> ➝ → = -scriptblock /tr -tr -argument -argumentlist -execute".split(
    " ",
  ),
);
const PROMPT_END = /[:>#$%➝→]$/u;
/** What these are given is looked for in files, not run. */
const SEARCHES = /^(?:findstr|find|grep|select-string)$/u;
/** What stands between two commands of a list. */
const JOINT = new RegExp(
  String.raw`^["'\x60”’]?(?:[,;]\s{0,2}|\s(?=\p{L}))(?:(?:${CONJUNCTIONS})\s(?:then\s)?)?["'\x60“”‘„«]?$`,
  "u",
);
const MAX_JOINT = 12;

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
  let outer: Invocation | undefined;
  const add = (run: Invocation) => {
    const joined = joinList(text, run, outer);
    found.push(joined);
    // `query` in `reg query` is an argument.
    if (outer === undefined || run.start >= outer.end) outer = joined;
  };
  for (const [at, word] of words.entries()) {
    if (word.breaks !== "") continue;
    const { quoted } = word;
    const mayRun = outer === undefined || word.start >= outer.end || !SEARCHES.test(outer.program);
    if (quoted !== null && mayRun && word.text.includes(" ") && depth < MAX_DEPTH) {
      const inside = { ...quoted, setting: insideOf(text, quoted, setting, isProgram) };
      for (const run of readInvocations(text, inside, isProgram, depth + 1)) add(run);
    }
    const program = programsOf(word.text, setting).find(isProgram);
    if (program === undefined || (isKey(words, at) && isOfData(text, words, at, setting))) continue;
    const own = setting === "prose" && quoted !== null ? "quoted" : setting;
    add({
      program,
      ...argumentsOf(text, words, at, setting, isProgram),
      start: word.start,
      setting: own,
      isLower: !/\p{Lu}/u.test(text.slice(word.start, word.end)),
      isFirst: own !== setting || standsFirst(words, at),
      list: { start: word.start, end: word.end },
    });
  }
  return found;
}

/** Whether a key is one of data: in a sentence a tool may introduce what was done, as in "AdFind: lists computers". */
function isOfData(
  text: string,
  words: readonly CommandWord[],
  at: number,
  setting: Setting,
): boolean {
  if (setting !== "prose" || /["'`]/u.test(text.charAt(words[at]?.start ?? 0))) return true;
  const before = words[at - 1];
  const opensLine = before === undefined || before.breaks !== "" || before.text === "-";
  return opensLine && (words[at + 2]?.breaks ?? "\n") !== "";
}

/** A command that follows another in a list stands where that one does. */
function joinList(text: string, run: Invocation, before: Invocation | undefined): Invocation {
  if (before === undefined || run.start - before.end > MAX_JOINT) return run;
  if (!JOINT.test(text.slice(before.end, run.start))) return run;
  before.list.end = run.list.end;
  return { ...run, isFirst: run.isFirst || before.isFirst, list: before.list };
}

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

function standsFirst(words: readonly CommandWord[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined || before.breaks !== "") return true;
  const { text } = before;
  return WRAPPERS.has(text) || PROMPT_END.test(text) || !/[\p{L}\p{N}]/u.test(text);
}
