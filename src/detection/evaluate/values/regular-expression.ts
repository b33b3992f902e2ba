import { RE2JS } from "re2js";
import { estimateProgram } from "./estimate-program.ts";

/** Flags of `re`: `i` ignores case, `m` lets `^` and `$` match at lines, `s` lets `.` match their ends. */
const FLAGS: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};
/** RE2 itself repeats up to 1,000 times; the longest of SigmaHQ's rules have some hundreds of steps. */
export const MAX_PROGRAM = 5_000;

/** A regular expression that is found in time linear to the text (RE2's syntax). */
export interface LinearExpression {
  test(text: string): boolean;
  /** Steps at most, for a text of so many code units. */
  cost(length: number): number;
}

/** @throws Error saying in one sentence why the expression cannot be used */
export function compileExpression(source: string, flags: readonly string[]): LinearExpression {
  const estimate = estimateProgram(source);
  if (estimate > MAX_PROGRAM) {
    const detail = `it has about ${estimate} steps, ${MAX_PROGRAM} may be`;
    throw new Error(`The regular expression is too large: ${detail}.`);
  }
  const bits = flags.reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
  const expression = compile(source, bits);
  // Most texts cost far less: this is what is left where no state of the automaton comes back, which
  // large programs alone can do for long.
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

/** What RE2 leaves out of PCRE, because it cannot be found in linear time. */
const LEFT_OUT: readonly [RegExp, string][] = [
  [/^\(\?<?[=!]/, "Lookaround"],
  [/^(?:\\[1-9]|\\k[<{']|\(\?P=)/, "A reference back to a group"],
  [/^(?:\(\?>|[*+?}]\+)/, "A possessive or atomic group"],
  [/^\(\?(?:\(|R|&|\d)/, "A conditional or recursive group"],
];

/** One sentence for RE2's message, which ends with the piece of the expression that it is about. */
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
