import { matchesPattern } from "../../languages/sigma/condition.ts";
import { allOf, anyOf, Not, type Part, type Selection, Several } from "./tree.ts";

/** Selections by name, in the order of the rule. */
export type Selections = ReadonlyMap<string, Selection>;

/**
 * Compiles a condition whose grammar has been checked. `not` binds tighter than `and`, and `and` tighter than `or`
 * (specification 2.1.0, "Condition").
 */
export function compileCondition(condition: string, selections: Selections): Part {
  return new ConditionCompiler(condition.match(/[()]|[^\s()]+/g) ?? [], selections).compile();
}

class ConditionCompiler {
  readonly #tokens: readonly string[];
  readonly #selections: Selections;
  #place = 0;

  constructor(tokens: readonly string[], selections: Selections) {
    this.#tokens = tokens;
    this.#selections = selections;
  }

  compile(): Part {
    const alternatives = [this.#all()];
    while (this.#takes("or")) alternatives.push(this.#all());
    return anyOf(alternatives);
  }

  #all(): Part {
    const parts = [this.#negated()];
    while (this.#takes("and")) parts.push(this.#negated());
    return allOf(parts);
  }

  #negated(): Part {
    let isNegated = false;
    while (this.#takes("not")) isNegated = !isNegated;
    const part = this.#simple();
    return isNegated ? new Not(part) : part;
  }

  #simple(): Part {
    const token = this.#take();
    if (token === "(") {
      const inner = this.compile();
      this.#take();
      return inner;
    }
    if (!this.#takes("of")) return allOf(this.#named(token));
    const parts = this.#named(this.#take());
    const quantity = token.toLowerCase();
    if (quantity === "all") return allOf(parts);
    return new Several(parts, quantity === "any" ? 1 : Number(quantity));
  }

  #named(name: string): Selection[] {
    const all = [...this.#selections.values()];
    const known = this.#selections.get(name);
    if (known !== undefined) return [known];
    if (name.toLowerCase() === "them") return all.filter((one) => !one.name.startsWith("_"));
    return all.filter((one) => matchesPattern(one.name, name));
  }

  #take(): string {
    this.#place += 1;
    return this.#tokens[this.#place - 1] ?? "";
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#place]?.toLowerCase() !== word) return false;
    this.#place += 1;
    return true;
  }
}
