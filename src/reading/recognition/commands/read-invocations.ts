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

/** A program with its arguments. */
export interface Invocation extends Span {
  program: string;
  /** Lower-case arguments without quotes. A program after a pipe is `|name`. */
  args: readonly string[];
  /** The same with the letter case of switches as printed. Unix programs distinguish `-R` and `-r`. */
  cased: readonly string[];
  setting: Setting;
  /** Whether its name is printed without capitals. */
  isLower: boolean;
  /** Whether it is in the position of a program, not among another program's arguments. */
  isFirst: boolean;
  /** The commands listed with it, up to the name of the last: "nltest, whoami and ipconfig". */
  list: { start: number; end: number };
}

/** Part of a text to search. */
export interface Region extends Span {
  setting: Setting;
}

/** Maximum depth of nested quotes to search. */
const MAX_DEPTH = 4;
/** Programs whose argument is another program. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "/c /k /r -c -command -exec sudo doas start nohup exec do then else call create time eval xargs iex python python3 & % $ # > => -> ➝ → = -scriptblock /tr -tr -argument -argumentlist -execute".split(
    " ",
  ),
);
const PROMPT_END = /[:>#$%➝→]$/u;
/** Programs whose arguments are searched for in files, not run. */
const SEARCHES = /^(?:findstr|find|grep|select-string)$/u;
/** Text between two commands of a list. */
const JOINT = new RegExp(
  String.raw`^["'\x60”’]?(?:[,;]\s{0,2}|\s(?=\p{L}))(?:(?:${CONJUNCTIONS})\s(?:then\s)?)?["'\x60“”‘„«]?$`,
  "u",
);
const MAX_JOINT = 12;

/** Finds the programs in part of a text with their arguments, in order. Linear in the part. */
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

/**
 * Returns whether a key belongs to data. In a sentence, a tool may precede a colon too, as in "AdFind: lists
 * computers".
 */
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

/** Gives a command after another one in a list the same position. */
function joinList(text: string, run: Invocation, before: Invocation | undefined): Invocation {
  if (before === undefined || run.start - before.end > MAX_JOINT) return run;
  if (!JOINT.test(text.slice(before.end, run.start))) return run;
  before.list.end = run.list.end;
  return { ...run, isFirst: run.isFirst || before.isFirst, list: before.list };
}

/** Returns the parts of quoted text to search. In a sentence, a quotation that starts with a program is a command. */
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
