import type { Nodes } from "../../languages/sigma/nodes.ts";

/** Values of the placeholders of `expand`, by name. */
export type Placeholders = Readonly<Record<string, readonly string[]>>;

/** Each takes a few hundred bytes; the largest SigmaHQ rule has 1,500. */
const MAX_VALUES = 50_000;

/** Steps of all regular expressions of a rule; each takes a few microseconds to compile. */
const MAX_PROGRAMS = 100_000;

/** Shared state of one document's compilation. */
export class CompileContext {
  readonly nodes: Nodes;
  readonly placeholders: Placeholders;
  #values = 0;
  #programs = 0;

  constructor(nodes: Nodes, placeholders: Placeholders) {
    this.nodes = nodes;
    this.placeholders = placeholders;
  }

  /** Counts values that the rule matches, those of aliases at every use. Returns whether the limit allows them. */
  takeValues(count: number, at: number): boolean {
    const before = this.#values;
    this.#values += count;
    if (this.#values <= MAX_VALUES) return true;
    if (before <= MAX_VALUES) this.fail(at, `The rule has more than ${MAX_VALUES} values.`);
    return false;
  }

  /** Counts the compilation cost of a regular expression. @throws Error over the limit */
  takeProgram(steps: number): void {
    this.#programs += steps;
    if (this.#programs <= MAX_PROGRAMS) return;
    throw new Error("The regular expressions of the rule are too large together.");
  }

  fail(at: number, message: string): void {
    this.nodes.findings.error(at, message);
  }
}
