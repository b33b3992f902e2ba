import { Cursor, type Token } from "../tokens.ts";
import { FUNCTIONS } from "./functions.ts";
import { EVAL_SIGNS, EVAL_WORDS } from "./vocabulary.ts";

const VALUE_SIGNS = new Set(["-", "+", "!"]);

/** Reads the expressions of `eval` and `where`; searches within them the parser of pipelines reads. */
export abstract class SplExpressions extends Cursor {
  /** `[ ... ]` at the cursor. */
  abstract readSubsearch(): boolean;

  get atStageEnd(): boolean {
    return this.done || this.is("|") || this.is("]");
  }

  /** Operand, operator, operand …; false after an error, which is reported. */
  readExpression(): boolean {
    for (;;) {
      // A macro may hold operators of its own, on either side.
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

  /** One operator; `NOT` only where `IN` or `LIKE` follows. */
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
    // `like` and `in` are functions, too.
    if (kind !== "word" || (this.isOneOf(EVAL_WORDS) && !this.is("(", 1))) {
      this.errorMissingValue();
      return false;
    }
    return this.#readName();
  }

  /** A field, glued from pieces that touch (`<<FIELD>>_old`), or a call. */
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
