import { KqlOperators } from "./operators.ts";
import { SOURCE_OPERATORS } from "./vocabulary.ts";

/** Statements that configure the query. Their own grammar is not checked. */
const SETTINGS = new Set(["set", "alias", "declare", "restrict", "pattern"]);

/** Parses statements: `let`, settings, and the query. */
export class KqlParser extends KqlOperators {
  /** Parses the whole rule. */
  readRule(): void {
    for (const [place, token] of this.tokens.entries()) {
      const name = this.tokens[place + 1];
      if (token.text === "let" && name?.kind === "word") this.declared.add(name.text);
    }
    const queries = this.#readStatements();
    if (queries === 0 && !this.findings.hasErrors) this.error("There is no query.");
    if (!this.done) this.error(`${this.describe()} is not expected here.`);
  }

  /** Parses statements up to the end or a closing brace. Returns the number of queries among them. */
  #readStatements(): number {
    let queries = 0;
    for (;;) {
      while (this.take(";"));
      if (this.done || this.is("}")) return queries;
      if (this.is("let")) this.#readLet();
      else if (this.token.kind === "word" && this.isOneOf(SETTINGS)) this.#skipStatement();
      else if (this.is(".")) {
        this.findings.warn(this.token.start, "This is a management command; it is not checked.");
        queries += 1;
        this.#skipStatement();
      } else {
        queries += 1;
        this.readTabular();
      }
      if (!this.done && !this.is("}") && !this.is(";")) {
        if (!this.findings.hasErrors) this.error(`${this.describe()} is not expected here.`);
        this.#skipStatement();
      }
    }
  }

  #skipStatement(): void {
    while (!this.done && !this.is(";") && !this.is("}")) this.skipGroup();
  }

  /** Parses `let name = value`, where the value is a scalar, a table or a function. */
  #readLet(): void {
    const keyword = this.next();
    if (this.token.kind !== "word" && !this.is("[")) {
      this.error("'let' must be followed by a name.", keyword);
      this.#skipStatement();
      return;
    }
    this.skipGroup();
    if (!this.take("=")) {
      this.error(`'=' is missing before ${this.describe()}.`);
      this.#skipStatement();
      return;
    }
    if (this.is("view") && this.is("(", 1)) this.next();
    const body = (this.partners.get(this.place) ?? this.place) + 1;
    if (this.is("(") && this.is("{", body - this.place)) {
      this.place = body;
      this.#readFunctionBody();
    } else this.readTabular();
  }

  #readFunctionBody(): void {
    const opening = this.next();
    if (this.#readStatements() === 0) this.error("This function answers nothing.", opening);
    this.take("}");
  }

  override readTabular(): boolean {
    if (this.is("|")) {
      this.error("Nothing stands before this pipe.");
      this.readPipes();
      return true;
    }
    const isOperator = this.token.kind === "word" && this.isOneOf(SOURCE_OPERATORS);
    if (isOperator && !this.is(".", 1) && !this.#isCall()) this.readOperator();
    else if (!this.readExpression()) {
      this.skipStage();
      if (!this.is("|")) return false;
    } else if (!this.atStageEnd && !this.is(",")) {
      this.error(`${this.describe()} is not expected here.`);
      this.skipStage();
    }
    this.readPipes();
    return true;
  }

  /**
   * Returns whether a call follows: `range(1, 10)` is a function; `datatable(...)`, `union (...)` and
   * `externaldata(...)` are not.
   */
  #isCall(): boolean {
    return this.is("range") && this.is("(", 1);
  }
}
