import {
  CONJUNCTIONS,
  type IsProgram,
  isFunctionWord,
  programsOf,
  type Setting,
} from "./command-lines.ts";
import type { CommandWord } from "./command-words.ts";

/** The arguments of a program, and where they end. */
interface Arguments {
  args: string[];
  /** The same with the letter case of switches as printed. */
  cased: string[];
  end: number;
}

const MAX_ARGUMENTS = 60;
const MAX_IN_PROSE = 12;
/** An argument joined with the next line's program. A word with a separator inside is a path. */
const GLUED = /^([\\/]?[^\\/]*[^\\/\s%])cmd\.exe$/u;
const CONJUNCTION = new RegExp(`^(?:${CONJUNCTIONS})$`, "u");

/** Returns a program's arguments up to the end of the command or the sentence. */
export function argumentsOf(
  text: string,
  words: readonly CommandWord[],
  at: number,
  setting: Setting,
  isProgram: IsProgram,
): Arguments {
  const args: string[] = [];
  const cased: string[] = [];
  const most = setting === "prose" ? MAX_IN_PROSE : MAX_ARGUMENTS;
  const give = (folded: string, word: CommandWord) => {
    args.push(folded);
    cased.push(withCapitals(text.slice(word.start, word.end), folded));
  };
  const program = words[at];
  if (program === undefined) return { args, cased, end: 0 };
  const endOf = (word: CommandWord) => word.end - (endsClause(word) ? 1 : 0);
  let { end } = program;
  // A quoted `C:\Program Files\…` may contain the arguments itself.
  if (program.quoted !== null && !(setting === "prose" && endsClause(program))) {
    for (const one of program.text.split(" ").slice(1)) give(one, program);
  }
  if (endsBehind(words, at, setting, isProgram)) return { args, cased, end: endOf(program) };
  for (let next = at + 1; next <= at + most; next += 1) {
    const word = words[next];
    if (word === undefined) break;
    if (word.breaks === "|") {
      const piped = programsOf(words[next + 1]?.text ?? "", "code").find(isProgram);
      if (piped !== undefined) give(`|${piped}`, word);
    }
    if (word.breaks !== "") break;
    const bare = word.text.replace(/[,.;:)]+$/u, "");
    if (
      setting === "prose" &&
      word.quoted === null &&
      isFunctionWord(word.text.replace(/[,.;]$/u, ""))
    )
      break;
    if (setting !== "prose" && isJoining(words, next, isProgram)) break;
    // Lines that lost their breaks: `whoami /groupscmd.exe /C …`.
    const glued = setting === "prose" ? null : GLUED.exec(word.text);
    const isLast = glued !== null || endsBehind(words, next, setting, isProgram);
    const isHost = word.text.endsWith(":") && word.text.startsWith("/");
    const isBare = isLast || (setting === "prose" && !isHost);
    give(glued?.[1] ?? (isBare ? bare : word.text), word);
    end = glued === null ? (isLast ? endOf(word) : word.end) : word.start + (glued[1]?.length ?? 0);
    if (isLast) break;
  }
  return { args, cased, end };
}

/** Returns whether a command ends after a word: at the end of its clause, or where the next of a list starts. */
function endsBehind(
  words: readonly CommandWord[],
  at: number,
  setting: Setting,
  isProgram: IsProgram,
): boolean {
  const word = words[at];
  if (word === undefined || !endsClause(word)) return false;
  if (setting === "prose") return true;
  return namesProgram(words[at + 1], isProgram) || isJoining(words, at + 1, isProgram);
}

function isJoining(words: readonly CommandWord[], at: number, isProgram: IsProgram): boolean {
  return CONJUNCTION.test(words[at]?.text ?? "") && namesProgram(words[at + 1], isProgram);
}

function namesProgram(word: CommandWord | undefined, isProgram: IsProgram): boolean {
  return word !== undefined && programsOf(word.text, "code").some(isProgram);
}

/** Returns whether a word ends a part of a sentence. */
function endsClause({ text, quoted }: CommandWord): boolean {
  return quoted === null && /[,.;]$/u.test(text);
}

/** Returns the letters of a switch as printed, followed by its value in lower case. */
function withCapitals(printed: string, folded: string): string {
  const [letters] = /^-[A-Za-z]*[A-Z][A-Za-z]*/u.exec(printed) ?? [""];
  return letters + folded.slice(letters.length);
}
