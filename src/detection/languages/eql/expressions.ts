import { Cursor } from "../tokens.ts";
import { BINARY_SIGNS, BINARY_WORDS, FUNCTIONS, LIST_WORDS, NEVER_VALUES } from "./vocabulary.ts";

/** The characters that a backslash may precede; the engine rejects all others. */
const WRONG_ESCAPE = /\\(?:["'\\bfnrt]|u\{?[0-9a-fA-F]|([^]))/g;

const CONNECTIVES = new Set(["and", "or"]);
const ARITHMETIC = new Set(["+", "-", "*", "/", "%"]);

/** Parses conditions; the query parser handles events within them. */
export abstract class EqlExpressions extends Cursor {
  /** Parses `[category where condition]` at the cursor. */
  abstract readBracketedEvent(): boolean;

  /** Parses operand, operator, operand …. Returns false after an error, which it reports. */
  readExpression(): boolean {
    let hasCompared = false;
    for (;;) {
      if (!this.#readOperand()) return false;
      if (this.is("=")) {
        this.error("Values are compared by '==' or ':', not by '='.");
        return false;
      }
      const sign = this.token.kind === "sign" && BINARY_SIGNS.has(this.token.text);
      const word = this.token.kind === "word" && this.isOneOf(BINARY_WORDS);
      if (!sign && !word) return true;
      const operator = this.token;
      const kind = operator.text.toLowerCase();
      if (CONNECTIVES.has(kind)) hasCompared = false;
      else if (!ARITHMETIC.has(kind)) {
        if (hasCompared) {
          this.error("Comparisons cannot be chained; join them by 'and' or 'or'.", operator);
          return false;
        }
        hasCompared = true;
      }
      if (!this.#readOperator()) return false;
    }
  }

  #readOperator(): boolean {
    let operator = this.next();
    if (operator.text.toLowerCase() === "not") {
      if (!this.isOneOf(BINARY_WORDS) && !this.is(":")) {
        this.error("An operator is missing before 'not'.", operator);
        return false;
      }
      operator = this.next();
    }
    const isValue = this.token.kind === "word" || this.token.kind === "number";
    if (operator.text === ":" && isValue) {
      this.error("':' compares with a string or a list of strings.", operator);
      return false;
    }
    if (LIST_WORDS.has(operator.text.toLowerCase()) && !this.is("(")) {
      this.error(`'${operator.text}' must be followed by a list in round brackets.`, operator);
      return false;
    }
    return true;
  }

  #readOperand(): boolean {
    while (this.is("not") || this.is("-") || this.is("+")) this.next();
    const { kind } = this.token;
    if (kind === "string") {
      this.#checkString();
      return true;
    }
    if (kind === "number") {
      this.next();
      return true;
    }
    if (this.is("(")) return this.#readList();
    this.take("?");
    if (this.token.kind !== "word" || this.isOneOf(NEVER_VALUES)) {
      this.errorMissingValue();
      return false;
    }
    return this.#readName();
  }

  /** Parses a field (`a.b`, `a[0]`), a call, or `descendant of [...]` of the older engine. */
  #readName(): boolean {
    const first = this.next();
    if (this.is("of") && this.is("[", 1)) {
      this.next();
      return this.readBracketedEvent();
    }
    if (this.is("(")) {
      this.#checkFunction(first.text, first.start);
      if (!this.is(")", 1)) return this.#readList();
      this.skipGroup();
      return true;
    }
    for (let last = first; ;) {
      if (this.is("[") && this.token.start === last.end) {
        this.skipGroup();
        last = this.tokens[this.place - 1] ?? last;
      } else if (this.is(".")) {
        const dot = this.next();
        if (this.token.kind !== "word") {
          this.error("A name is missing after this dot.", dot);
          return false;
        }
        last = this.next();
      } else return true;
    }
  }

  #readList(): boolean {
    return this.readFilled(")", () => this.readSeries(() => this.readExpression()));
  }

  #checkString(): void {
    const { text, start } = this.next();
    if (text.startsWith('"""')) return;
    if (!text.startsWith('"')) {
      this.findings.warn(start, "Elasticsearch wants strings in double quotes.");
      return;
    }
    for (const { index, 0: escape, 1: wrong } of text.matchAll(WRONG_ESCAPE)) {
      if (wrong === undefined) continue;
      this.findings.error(start + index, `'${escape}' is no escape; a backslash is written twice.`);
      return;
    }
  }

  #checkFunction(name: string, start: number): void {
    const plain = name.toLowerCase().replace(/^_|~$/g, "");
    if (!FUNCTIONS.has(plain)) this.findings.warn(start, `'${name}' is no function of EQL.`);
  }
}
