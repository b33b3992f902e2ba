import type { Token } from "../tokens.ts";
import { SplExpressions } from "./expressions.ts";
import { COMPARISONS } from "./vocabulary.ts";

/** Returns whether a token is a search operator. Operators are upper case; in lower case they are search terms. */
const isOperator = ({ kind, text }: Token) => kind === "word" && (text === "OR" || text === "AND");

/** Parses the argument of `search`: terms, comparisons, and their combination. */
export abstract class SplSearches extends SplExpressions {
  /** Parses terms to the end of the stage or to a closing bracket. Returns false after an error. */
  readSearch(): boolean {
    let isValueBefore = false;
    while (!this.atStageEnd && !this.is(")")) {
      const token = this.token;
      if (isOperator(token)) {
        if (!isValueBefore) {
          this.error(`Nothing stands before '${token.text}'.`);
          return false;
        }
        this.next();
        if (this.#isNothing()) return this.#reportMissing(token);
        isValueBefore = false;
      } else if (token.kind === "word" && token.text === "NOT") {
        this.next();
        if (this.#isNothing() || isOperator(this.token)) return this.#reportMissing(token);
      } else {
        if (!this.is(",") && !this.#readTerm()) return false;
        this.take(",");
        isValueBefore = true;
      }
    }
    return true;
  }

  #isNothing(): boolean {
    return this.atStageEnd || this.is(")");
  }

  #reportMissing(operator: Token): false {
    this.error(`Nothing follows '${operator.text}'.`, operator);
    return false;
  }

  #readTerm(): boolean {
    if (this.is("(")) return this.#readGroup();
    if (this.is("[")) return this.readSubsearch();
    if (this.#atComparison()) {
      this.error(`A field is missing before ${this.describe()}.`);
      return false;
    }
    this.#glue(false);
    if (this.is("in") && this.is("(", 1)) {
      this.next();
      if (this.is(")", 1)) {
        this.error("These brackets are empty.");
        return false;
      }
      this.skipGroup();
      return true;
    }
    return !this.#atComparison() || this.#readValue();
  }

  #readValue(): boolean {
    const comparison = this.next();
    if (this.#isNothing() || this.is(",") || isOperator(this.token)) {
      return this.#reportMissing(comparison);
    }
    if (this.is("(")) return this.#readGroup();
    if (this.is("[")) return this.readSubsearch();
    const end = this.#glue(true);
    // `latest=now()`: the brackets of a call immediately follow its name.
    if (this.is("(") && this.token.start === end) this.skipGroup();
    return true;
  }

  #readGroup(): boolean {
    const opening = this.next();
    if (this.is(")")) {
      this.error("These brackets are empty.", opening);
      return false;
    }
    return this.readSearch() && this.take(")");
  }

  #atComparison(): boolean {
    return this.token.kind === "sign" && COMPARISONS.has(this.token.text);
  }

  /** Joins adjacent pieces to one word and returns its end. In a value, comparison signs are ordinary characters. */
  #glue(inValue: boolean): number {
    let last = this.next();
    while (this.token.start === last.end && !this.#endsWord()) {
      if (!inValue && this.#atComparison()) break;
      last = this.next();
    }
    return last.end;
  }

  #endsWord(): boolean {
    return this.#isNothing() || this.is("(") || this.is("[") || this.is(",");
  }
}
