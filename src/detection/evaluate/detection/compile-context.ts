import type { Nodes } from "../../languages/sigma/nodes.ts";

/** Values that stand for the placeholders of `expand`, by their names. */
export type Placeholders = Readonly<Record<string, readonly string[]>>;

/** Each takes some hundred bytes; the largest of SigmaHQ's rules has 1,500. */
const MAX_VALUES = 50_000;

/** Steps of all regular expressions of a rule; each takes some microseconds to compile. */
const MAX_PROGRAMS = 100_000;

/** What the compilation of one document shares. */
export class CompileContext {
  readonly nodes: Nodes;
  readonly placeholders: Placeholders;
  #values = 0;
  #programs = 0;

  constructor(nodes: Nodes, placeholders: Placeholders) {
    this.nodes = nodes;
    this.placeholders = placeholders;
  }

  /** Counts values that the rule wants, those of aliases at each of them; whether there is room. */
  takeValues(count: number, at: number): boolean {
    const before = this.#values;
    this.#values += count;
    if (this.#values <= MAX_VALUES) return true;
    if (before <= MAX_VALUES) this.fail(at, `The rule has more than ${MAX_VALUES} values.`);
    return false;
  }

  /** Counts what a regular expression takes to compile. @throws Error when there is no room */
  takeProgram(steps: number): void {
    this.#programs += steps;
    if (this.#programs <= MAX_PROGRAMS) return;
    throw new Error("The regular expressions of the rule are too large together.");
  }

  fail(at: number, message: string): void {
    this.nodes.findings.error(at, message);
  }
}
