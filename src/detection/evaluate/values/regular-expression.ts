import { RE2JS } from "re2js";
import { estimateProgram } from "./estimate-program.ts";

/** Flags of `re`: `i` ignores case, `m` makes `^` and `$` match at line ends, `s` makes `.` match line breaks. */
const FLAGS: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};
/** RE2 itself limits repetitions to 1,000; the longest SigmaHQ expressions have a few hundred steps. */
export const MAX_PROGRAM = 5_000;

/** A regular expression (RE2 syntax) that matches in time linear to the text. */
export interface LinearExpression {
  test(text: string): boolean;
  /** Returns the maximum steps for a text of this many code units. */
  cost(length: number): number;
}

/** Compiles a regular expression. @throws Error with the reason in one sentence */
export function compileExpression(source: string, flags: readonly string[]): LinearExpression {
  const estimate = estimateProgram(source);
  if (estimate > MAX_PROGRAM) {
    const detail = `it has about ${estimate} steps, ${MAX_PROGRAM} may be`;
    throw new Error(`The regular expression is too large: ${detail}.`);
  }
  const bits = flags.reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
  const expression = compile(source, bits);
  // Most texts cost far less. This worst case, in which no automaton state recurs, lasts only for large programs.
  const size = expression.programSize();
  return {
    test: (text) => expression.test(text),
    cost: (length) => 20 + length * Math.ceil(Math.max(size / 4, (size * size) / 1_000)),
  };
}

function compile(source: string, bits: number): RE2JS {
  try {
    return RE2JS.compile(source, bits);
  } catch (error) {
    throw new Error(explain(source, error instanceof Error ? error.message : ""), { cause: error });
  }
}

/** PCRE features that RE2 lacks, because they cannot be matched in linear time. */
const LEFT_OUT: readonly [RegExp, string][] = [
  [/^\(\?<?[=!]/, "Lookaround"],
  [/^(?:\\[1-9]|\\k[<{']|\(\?P=)/, "A reference back to a group"],
  [/^(?:\(\?>|[*+?}]\+)/, "A possessive or atomic group"],
  [/^\(\?(?:\(|R|&|\d)/, "A conditional or recursive group"],
];

/** Turns RE2's message, which ends with the affected piece of the expression, into one sentence. */
function explain(source: string, message: string): string {
  const [, what = "it cannot be read", piece = ""] =
    /^error parsing regexp: (.*?)(?:: `(.*)`)?$/s.exec(message) ?? [];
  const at = piece === "" ? -1 : source.indexOf(piece);
  const place = at === -1 ? "" : ` at character ${at + 1} of the regular expression`;
  const leftOut = LEFT_OUT.find(([form]) => form.test(piece));
  const shown = piece === "" ? "" : `: '${piece.slice(0, 40).toWellFormed()}'`;
  if (leftOut !== undefined)
    return `${leftOut[1]} cannot be matched in linear time${shown}${place}.`;
  return `The regular expression is not one of RE2, ${what}${shown}${place}.`;
}
