import { PLACEHOLDER } from "../vocabulary.ts";
import { KqlExpressions } from "./expressions.ts";
import { OPERATORS } from "./vocabulary.ts";

const STAGE_ENDS = new Set(["|", ";", ")", "}", "]"]);
/** Operators that are valid without arguments. */
const BARE = new Set([
  "as",
  "consume",
  "count",
  "getschema",
  "serialize",
  "reduce",
  "project-smart",
  "invoke",
]);
const NAMED_LISTS = new Set(["extend", "project", "project-rename", "print"]);
const COUNTED = new Set(["take", "limit", "sample"]);
const NAME_LISTS = new Set(["project-away", "project-keep", "project-reorder", "distinct"]);

/** Parses tabular operators: common ones strictly, others only by their brackets, pipes and lists. */
export abstract class KqlOperators extends KqlExpressions {
  get atStageEnd(): boolean {
    return this.done || (this.token.kind === "sign" && STAGE_ENDS.has(this.token.text));
  }

  /** Parses `| operator | operator …`. */
  readPipes(): void {
    while (this.is("|")) {
      const pipe = this.next();
      if (this.atStageEnd) this.error("Nothing follows this pipe.", pipe);
      else this.readOperator();
    }
  }

  readOperator(): void {
    const name = this.token;
    const operator = name.text.toLowerCase();
    if (name.kind !== "word" || (!OPERATORS.has(operator) && name.text !== PLACEHOLDER)) {
      this.error(`${this.describe()} is no operator of KQL.`);
      this.readLoosely();
      return;
    }
    this.next();
    if (this.atStageEnd) {
      if (!BARE.has(operator)) this.error(`'${name.text}' needs something to work on.`, name);
      return;
    }
    if (!this.#readBody(operator)) this.skipStage();
    else if (!this.atStageEnd) {
      this.error(`${this.describe()} is not expected here.`);
      this.skipStage();
    }
  }

  #readBody(operator: string): boolean {
    if (operator === "where" || operator === "filter") return this.readExpression();
    if (NAMED_LISTS.has(operator)) return this.#readNamedList();
    if (COUNTED.has(operator)) return this.readExpression();
    if (operator === "summarize") return this.#readSummarize();
    if (operator === "sort" || operator === "order") return this.#readHints() && this.#readOrder();
    if (operator === "top") return this.#readHints() && this.readExpression() && this.#readOrder();
    if (operator === "join" || operator === "lookup") return this.#readJoin();
    if (NAME_LISTS.has(operator)) this.#readHints();
    this.readLoosely();
    return true;
  }

  /** Parses `a, name = b, (c, d) = e`. */
  #readNamedList(): boolean {
    do {
      if (!this.#readNamed()) return false;
    } while (this.take(","));
    return true;
  }

  #readNamed(): boolean {
    const after = (this.partners.get(this.place) ?? this.place) + 1 - this.place;
    if (this.is("=", after)) this.place += after + 1;
    return this.readExpression();
  }

  /** Parses any number of `hint.strategy = shuffle`, `kind = inner`. */
  #readHints(): boolean {
    for (;;) {
      let ahead = 0;
      while (this.peek(ahead).kind === "word" && this.is(".", ahead + 1)) ahead += 2;
      const isHint = ahead > 0 ? this.is("hint") : this.is("kind") || this.is("withsource");
      if (!isHint || !this.is("=", ahead + 1)) return true;
      this.place += ahead + 2;
      if (this.is("(")) this.skipGroup();
      else this.next();
    }
  }

  #readSummarize(): boolean {
    this.#readHints();
    if (!this.is("by") && !this.#readNamedList()) return false;
    return !this.take("by") || this.#readNamedList();
  }

  /** Parses `by a desc nulls last, b`. */
  #readOrder(): boolean {
    if (!this.take("by")) {
      this.error(`'by' is missing before ${this.describe()}.`);
      return false;
    }
    do {
      if (!this.#readNamed()) return false;
      if (!this.take("asc")) this.take("desc");
      if (this.take("nulls") && !this.take("first") && !this.take("last")) {
        this.error("'nulls' must be followed by 'first' or 'last'.");
        return false;
      }
    } while (this.take(","));
    return true;
  }

  /** Parses `kind=inner (T | …) on a, $left.b == $right.c`. */
  #readJoin(): boolean {
    this.#readHints();
    if (this.is("on")) {
      this.error("The table to join with is missing before 'on'.");
      return false;
    }
    if (!this.readExpression()) return false;
    if (this.is("where")) this.next();
    if (!this.take("on")) {
      this.error(`'on' is missing before ${this.describe()}.`);
      return false;
    }
    return this.#readNamedList();
  }

  /**
   * Parses loosely to the end of the stage, whatever its grammar: brackets may contain queries, and commas separate
   * items.
   */
  readLoosely(): void {
    while (!this.atStageEnd) {
      const token = this.next();
      if (token.kind === "sign" && "([{".includes(token.text)) this.#readLooseGroup(token.text);
      else if (token.text === "," && (this.is(",") || this.atStageEnd)) {
        this.error("Something is missing after this comma.", token);
      }
    }
  }

  /** Parses loosely from after an opening bracket to after its partner. A query inside may begin with an operator. */
  #readLooseGroup(opening: string): void {
    const end = this.partners.get(this.place - 1) ?? this.place;
    if (opening === "(") {
      const begins = this.token.kind === "word" && this.isOneOf(OPERATORS);
      if (begins && !this.is("=", 1) && !this.is(":", 1) && !this.is(",", 1) && !this.is(")", 1)) {
        this.readOperator();
      }
      while (this.place < end) {
        if (this.is("|")) this.readPipes();
        else if (this.is("(")) {
          this.next();
          this.#readLooseGroup("(");
        } else if (this.is("[") || this.is("{")) this.skipGroup();
        else this.next();
      }
    }
    this.place = end + 1;
  }

  /** Skips to the end of the stage without further findings. */
  skipStage(): void {
    while (!this.atStageEnd) this.skipGroup();
  }
}
