import { Cursor } from "../tokens.ts";
import { FUNCTIONS } from "./functions/functions.ts";
import {
  BINARY_SIGNS,
  BINARY_WORDS,
  LIST_WORDS,
  LITERAL_TYPES,
  NEVER_VALUES,
} from "./vocabulary.ts";

/** Prefixes of function families, and of ASIM parsers and saved functions. */
const SAVED_FUNCTION = /^(geo_|series_|_|asim|im[A-Z_]|vim)/i;

/** Parses scalar expressions; the statement parser handles tabular parts within them. */
export abstract class KqlExpressions extends Cursor {
  /** Names that the rule declares with `let`. */
  readonly declared = new Set<string>();

  /** Parses a table or scalar with the operators piped to it. */
  abstract readTabular(): boolean;

  /** Parses operand, operator, operand …. Returns false after an error, which it reports. */
  readExpression(): boolean {
    if (!this.#readOperand()) return false;
    for (;;) {
      const sign = this.token.kind === "sign" && BINARY_SIGNS.has(this.token.text);
      const word = this.token.kind === "word" && this.isOneOf(BINARY_WORDS);
      if (!sign && !word) return true;
      if (!this.#readOperator() || !this.#readOperand()) return false;
    }
  }

  #readOperator(): boolean {
    const operator = this.next();
    const name = operator.text.toLowerCase();
    if (name === "matches" && !this.take("regex")) {
      this.error("'matches' must be followed by 'regex'.", operator);
      return false;
    }
    // `has_any` also accepts the name of a list.
    const wantsList = LIST_WORDS.has(name) && !name.startsWith("has");
    if (wantsList && !this.is("(")) {
      this.error(`'${operator.text}' must be followed by a list in round brackets.`);
      return false;
    }
    return true;
  }

  #readOperand(): boolean {
    while (this.is("-") || this.is("+")) this.next();
    const { kind } = this.token;
    if (kind === "string") {
      while (this.token.kind === "string") this.next();
      return this.#readPostfix();
    }
    if (kind === "number" || this.is("*")) {
      this.next();
      return true;
    }
    if (kind === "word") return this.#readName();
    if (this.is("(")) return this.#readBrackets() && this.#readPostfix();
    if (this.is("[")) return this.#readIndex() && this.#readPostfix();
    this.errorMissingValue();
    return false;
  }

  #readName(): boolean {
    if (this.isOneOf(NEVER_VALUES)) {
      this.errorMissingValue();
      return false;
    }
    const name = this.next();
    if (this.is("(")) {
      if (LITERAL_TYPES.has(name.text.toLowerCase())) this.skipGroup();
      else {
        this.#checkFunction(name.text, name.start);
        if (!this.readArguments()) return false;
      }
    }
    return this.#readPostfix();
  }

  /** Parses what can follow a value: `.name`, `["name"]`, `[0]`, or a call after a dot. */
  #readPostfix(): boolean {
    for (;;) {
      if (this.is("[")) {
        if (!this.#readIndex()) return false;
      } else if (this.is(".")) {
        const dot = this.next();
        if (this.is("[")) continue;
        if (this.token.kind !== "word" && this.token.kind !== "number") {
          this.error("A name is missing after this dot.", dot);
          return false;
        }
        this.next();
        if (this.is("(") && !this.readArguments()) return false;
      } else return true;
    }
  }

  /** Parses `(a, name = b, T | where c)`, which may be empty. */
  readArguments(): boolean {
    if (this.is(")", 1)) {
      this.skipGroup();
      return true;
    }
    return this.#readBrackets();
  }

  #readBrackets(): boolean {
    const readArgument = () => {
      if (this.token.kind === "word" && this.is("=", 1)) this.place += 2;
      return this.readTabular();
    };
    return this.readFilled(")", () => this.readSeries(readArgument));
  }

  #readIndex(): boolean {
    return this.readFilled("]", () => this.readExpression());
  }

  #checkFunction(name: string, start: number): void {
    if (FUNCTIONS.has(name.toLowerCase()) || this.declared.has(name)) return;
    if (SAVED_FUNCTION.test(name)) return;
    this.findings.warn(
      start,
      `'${name}' is no function of KQL; it must be saved in the workspace.`,
    );
  }
}
