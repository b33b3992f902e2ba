import { Cursor, type Token } from "../tokens.ts";
import { FUNCTIONS } from "./functions.ts";
import { EVAL_SIGNS, EVAL_WORDS } from "./vocabulary.ts";

const VALUE_SIGNS = new Set(["-", "+", "!"]);

/** Parses the expressions of `eval` and `where`; the pipeline parser handles searches within them. */
export abstract class SplExpressions extends Cursor {
  /** Parses `[ ... ]` at the cursor. */
  abstract readSubsearch(): boolean;

  get atStageEnd(): boolean {
    return this.done || this.is("|") || this.is("]");
  }

  /** Parses operand, operator, operand …. Returns false after an error, which it reports. */
  readExpression(): boolean {
    for (;;) {
      // A macro may contain operators at either end.
      if (this.#atMacro) {
        while (this.#atMacro) this.next();
        if (this.#atOperator()) this.#takeOperator();
        else if (this.#endsExpression()) return true;
        continue;
      }
      if (!this.#readOperand()) return false;
      if (this.#atMacro) continue;
      if (!this.#atOperator()) return true;
      this.#takeOperator();
    }
  }

  get #atMacro(): boolean {
    return this.token.kind === "macro";
  }

  #endsExpression(): boolean {
    return this.atStageEnd || this.is(",") || this.is(")");
  }

  #atOperator(): boolean {
    if (this.token.kind === "sign") return EVAL_SIGNS.has(this.token.text);
    return this.token.kind === "word" && this.isOneOf(EVAL_WORDS);
  }

  /** Consumes one operator; `NOT` only before `IN` or `LIKE`. */
  #takeOperator(): void {
    const operator = this.next();
    if (operator.text.toLowerCase() === "not" && (this.is("in") || this.is("like"))) this.next();
  }

  #readOperand(): boolean {
    while (this.is("not") || (this.token.kind === "sign" && VALUE_SIGNS.has(this.token.text))) {
      this.next();
      if (this.#atMacro) return true;
    }
    const { kind } = this.token;
    if (kind === "string") {
      this.next();
      return true;
    }
    if (this.is("(")) return this.#readList();
    if (this.is("[")) return this.readSubsearch();
    // `like` and `in` are also functions.
    if (kind !== "word" || (this.isOneOf(EVAL_WORDS) && !this.is("(", 1))) {
      this.errorMissingValue();
      return false;
    }
    return this.#readName();
  }

  /** Parses a field, joined from adjacent pieces (`<<FIELD>>_old`), or a call. */
  #readName(): boolean {
    let name = this.next();
    while (this.token.kind === "word" && this.token.start === name.end) name = this.next();
    if (!this.is("(")) return true;
    this.#checkFunction(name);
    if (!this.is(")", 1)) return this.#readList();
    this.skipGroup();
    return true;
  }

  #readList(): boolean {
    return this.readFilled(")", () => this.readSeries(() => this.readExpression()));
  }

  #checkFunction({ text, start }: Token): void {
    if (FUNCTIONS.has(text.toLowerCase())) return;
    this.findings.warn(start, `'${text}' is no function of eval.`);
  }
}
