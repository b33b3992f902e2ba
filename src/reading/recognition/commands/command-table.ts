import table from "../../../../assets/commands/commands.json" with { type: "json" };

/** How surely a command means its techniques: the share of right ones by class is in docs/measuring.md. */
export type EntryClass = "sure" | "likely" | "weak";

/** What one argument has to be: one of several patterns, or none of them. */
interface Term {
  isNot: boolean;
  /** Looked for in the words of the sentence, or in those behind the program, not among the arguments. */
  isWord: boolean;
  isBehind: boolean;
  patterns: readonly Pattern[];
}

interface Pattern {
  kind: "any" | "is" | "begins" | "ends" | "has" | "first" | "only";
  text: string;
}

/** A program with some arguments, and the techniques that it means. */
export interface CommandEntry {
  terms: readonly Term[];
  attack_ids: readonly string[];
  class: EntryClass;
  /** Applies beside whatever else does. */
  isFurther: boolean;
}

/** Entries by the name of their program. */
export interface CommandTable {
  entries: ReadonlyMap<string, readonly CommandEntry[]>;
  /** Programs whose name is an everyday word too. */
  everyday: ReadonlySet<string>;
  /** Programs to which `-R` and `-r` are different switches. */
  unix: ReadonlySet<string>;
  /** Programs of Windows itself, which no list of files names. */
  own: ReadonlySet<string>;
}

type ProgramList = "everyday" | "unix" | "own";

/** `[programs, conditions, techniques, class]`, as the file describes them. */
export type PackedRow = readonly [programs: string, terms: string, ids: string, class_: string];

let shipped: CommandTable | undefined;

/** The table that the repository ships. */
export function shippedCommands(): CommandTable {
  shipped ??= readTable(table.rows as unknown as PackedRow[], table);
  return shipped;
}

/** Reads rows; throws for one that is not written as the file says. */
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

/** What a condition is checked against. */
export interface Given {
  args: readonly string[];
  /** Those that count as arguments whatever they are: in a sentence only what no sentence has. */
  certain: readonly string[];
  /** The words of the sentence around. */
  words: (isBehind: boolean) => readonly string[];
}

/** Whether what a program is given meets the conditions of an entry. */
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

/** Whether an entry asks for certain arguments, not only for any, or for words. */
export function asksForArguments({ terms }: Pick<CommandEntry, "terms">): boolean {
  return terms.some(
    ({ isNot, isWord, patterns }) =>
      !isNot && !isWord && patterns.every(({ kind }) => kind !== "any"),
  );
}

/** Whether an entry asks for a first argument: `net group`, `reg query`. */
export function asksForSubcommand({ terms }: Pick<CommandEntry, "terms">): boolean {
  return terms.some(
    ({ isNot, patterns }) =>
      !isNot && patterns.every(({ kind }) => kind === "first" || kind === "only"),
  );
}

/** Whether an entry asks nothing of the arguments. */
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

/** A switch is the same with `/`, `-` or `--`, and with a value behind `:` or `=`. */
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
