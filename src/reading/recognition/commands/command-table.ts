import table from "../../../../assets/commands/commands.json" with { type: "json" };

/** How reliably a command indicates its techniques. docs/measuring.md has the precision of each class. */
export type EntryClass = "sure" | "likely" | "weak";

/** Condition for one argument: it matches one of several patterns, or none of them. */
interface Term {
  isNot: boolean;
  /** Matched against the words of the sentence, or those after the program, instead of the arguments. */
  isWord: boolean;
  isBehind: boolean;
  patterns: readonly Pattern[];
}

interface Pattern {
  kind: "any" | "is" | "begins" | "ends" | "has" | "first" | "only";
  text: string;
}

/** A program with some arguments, and the techniques that it indicates. */
export interface CommandEntry {
  terms: readonly Term[];
  attack_ids: readonly string[];
  class: EntryClass;
  /** Applies in addition to other entries. */
  isFurther: boolean;
}

/** Entries by program name. */
export interface CommandTable {
  entries: ReadonlyMap<string, readonly CommandEntry[]>;
  /** Programs whose name is also an everyday word. */
  everyday: ReadonlySet<string>;
  /** Programs that distinguish the switches `-R` and `-r`. */
  unix: ReadonlySet<string>;
  /** Programs included in Windows, which no list of files contains. */
  own: ReadonlySet<string>;
}

type ProgramList = "everyday" | "unix" | "own";

/** `[programs, conditions, techniques, class]`, in the format that the file describes. */
export type PackedRow = readonly [programs: string, terms: string, ids: string, class_: string];

let shipped: CommandTable | undefined;

/** Returns the table shipped with the repository. */
export function shippedCommands(): CommandTable {
  shipped ??= readTable(table.rows as unknown as PackedRow[], table);
  return shipped;
}

/** Parses rows. Throws if a row does not have the file's format. */
export function readTable(
  rows: readonly PackedRow[],
  names: Record<ProgramList, string>,
): CommandTable {
  const entries = new Map<string, CommandEntry[]>();
  for (const row of rows) {
    const [programs, terms, ids, named] = row;
    const isFurther = named.startsWith("+");
    const kind = isFurther ? named.slice(1) : named;
    if (!isClass(kind)) throw new Error(`${programs} ${terms} has no class: ${named}`);
    const entry = {
      terms: split(terms).map(readTerm),
      attack_ids: split(ids),
      class: kind,
      isFurther,
    };
    for (const program of split(programs)) {
      const known = entries.get(program);
      if (known === undefined) entries.set(program, [entry]);
      else known.push(entry);
    }
  }
  const setOf = (list: ProgramList) => new Set(split(names[list]));
  return { entries, everyday: setOf("everyday"), unix: setOf("unix"), own: setOf("own") };
}

function isClass(named: string): named is EntryClass {
  return named === "sure" || named === "likely" || named === "weak";
}

function split(list: string): string[] {
  return list.split(" ").filter((one) => one !== "");
}

function readTerm(written: string): Term {
  const [, not, word, behind, patterns = ""] = /^(!?)(~?)(>?)(.*)$/u.exec(written) ?? [];
  return {
    isNot: not !== "",
    isWord: word !== "",
    isBehind: behind !== "",
    patterns: patterns.split(",").map(readPattern),
  };
}

function readPattern(packed: string): Pattern {
  if (packed === "*") return { kind: "any", text: "" };
  const written = packed.replace(/(?<=\w)\+(?=\w)/gu, " ");
  if (written.startsWith("^^")) return { kind: "only", text: written.slice(2) };
  if (written.startsWith("^")) return { kind: "first", text: written.slice(1) };
  const opens = written.startsWith("*");
  if (written.slice(1, -1).includes("*")) throw new Error(`${packed} has a * inside`);
  const goesOn = written.length > 1 && written.endsWith("*");
  const text = written.slice(opens ? 1 : 0, goesOn ? -1 : undefined);
  return { kind: opens ? (goesOn ? "has" : "ends") : goesOn ? "begins" : "is", text };
}

/** The input that conditions are checked against. */
export interface Given {
  args: readonly string[];
  /** Arguments that count in any context. In a sentence, only those with syntax that no sentence contains. */
  certain: readonly string[];
  /** Returns the words of the surrounding sentence. */
  words: (isBehind: boolean) => readonly string[];
}

/** Returns whether a program's arguments meet the conditions of an entry. */
export function meets({ terms }: Pick<CommandEntry, "terms">, given: Given): boolean {
  return terms.every((term) => {
    const among = term.isWord ? given.words(term.isBehind) : given.args;
    return term.isNot !== term.patterns.some((pattern) => isAmong(pattern, among, given));
  });
}

function isAmong(pattern: Pattern, among: readonly string[], { certain, args }: Given): boolean {
  if (pattern.kind === "any") return certain.length > 0;
  return among.some((arg, at) => fits(arg, at, pattern, args));
}

/** Returns whether an entry requires specific arguments, not only any arguments or words. */
export function asksForArguments({ terms }: Pick<CommandEntry, "terms">): boolean {
  return terms.some(
    ({ isNot, isWord, patterns }) =>
      !isNot && !isWord && patterns.every(({ kind }) => kind !== "any"),
  );
}

/** Returns whether an entry requires a first argument: `net group`, `reg query`. */
export function asksForSubcommand({ terms }: Pick<CommandEntry, "terms">): boolean {
  return terms.some(
    ({ isNot, patterns }) =>
      !isNot && patterns.every(({ kind }) => kind === "first" || kind === "only"),
  );
}

/** Returns whether an entry has no conditions for the arguments. */
export function asksForNothing({ terms }: Pick<CommandEntry, "terms">): boolean {
  return terms.every(({ isNot, isWord }) => isNot || isWord);
}

function fits(arg: string, at: number, { kind, text }: Pattern, args: readonly string[]): boolean {
  switch (kind) {
    case "any":
      return true;
    case "is":
      return isSame(arg, text);
    case "first":
      return isSame(arg, text) && args.slice(0, at).every((one) => /^[-/\\]/u.test(one));
    case "only":
      return isSame(arg, text) && args.length === 1;
    case "begins":
      return arg.startsWith(text) || (text.startsWith("-") && asSwitch(arg).startsWith(text));
    case "ends":
      return arg.endsWith(text);
    default:
      return arg.includes(text);
  }
}

/** Compares switches. They are equal with `/`, `-` or `--`, and with a value after `:` or `=`. */
function isSame(arg: string, text: string): boolean {
  if (arg === text) return true;
  if (!text.startsWith("-")) return false;
  const given = asSwitch(arg);
  if (!given.startsWith(text)) return false;
  const next = given.charAt(text.length);
  return next === "" || next === ":" || next === "=";
}

function asSwitch(arg: string): string {
  return /^(?:\/|--|[‐-―−])[a-z?]/iu.test(arg) ? `-${arg.replace(/^(?:\/|--|[‐-―−])/u, "")}` : arg;
}
