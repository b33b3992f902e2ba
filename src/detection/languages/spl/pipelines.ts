import { PLACEHOLDER } from "../vocabulary.ts";
import type { Token } from "../tokens.ts";
import { SplSearches } from "./searches.ts";
import { COMMANDS } from "./commands.ts";
import {
  AGGREGATING,
  COMPARISONS,
  GENERATING,
  NEED_ARGUMENTS,
  NEED_SUBSEARCH,
} from "./vocabulary.ts";

/** Parses pipelines of commands: the rule's own and those of subsearches. */
export class SplParser extends SplSearches {
  /** Parses the whole rule. */
  readRule(): void {
    if (this.done) {
      this.error("There is no search.");
      return;
    }
    this.#readPipeline();
    if (!this.done) this.error(`${this.describe()} is not expected here.`);
  }

  #readPipeline(): void {
    if (!this.is("|")) this.#readFirst();
    while (this.is("|")) {
      const pipe = this.next();
      if (this.atStageEnd) this.error("Nothing follows this pipe.", pipe);
      else this.#readCommand();
    }
  }

  /** Parses a search, unless it begins with a command; only subsearches may begin with any command. */
  #readFirst(): void {
    const isCommand = this.token.kind === "word" && this.isOneOf(COMMANDS);
    const next = this.peek(1);
    const isField = next.kind === "sign" && COMPARISONS.has(next.text);
    const isNested = this.is("[", -1);
    if (isCommand && !isField && (isNested || this.is("search"))) this.#readCommand();
    else {
      if (isCommand && !isField && this.isOneOf(GENERATING)) {
        this.findings.warn(
          this.token.start,
          `'${this.token.text}' is only a command behind a pipe.`,
        );
      }
      this.#finish(this.readSearch());
    }
  }

  #readCommand(): void {
    const name = this.token;
    if (name.kind === "macro") {
      this.#readLoosely();
      return;
    }
    if (name.kind !== "word") {
      this.error(`A command is missing before ${this.describe()}.`);
      this.#skipStage();
      return;
    }
    const command = name.text.toLowerCase();
    if (!COMMANDS.has(command) && name.text !== PLACEHOLDER) {
      this.findings.warn(name.start, `'${name.text}' is no command that comes with Splunk.`);
    }
    this.next();
    if (this.atStageEnd) {
      if (NEED_ARGUMENTS.has(command))
        this.error(`'${name.text}' needs something to work on.`, name);
      return;
    }
    if (command === "search") this.#finish(this.readSearch());
    else if (command === "where") this.#finish(this.readExpression());
    else if (command === "eval" || command === "fieldformat") this.#finish(this.#readAssignments());
    else this.#readArguments(command, name);
  }

  /** Ends a stage that was parsed completely or had an error. */
  #finish(isRead: boolean): void {
    if (isRead && !this.atStageEnd) this.error(`${this.describe()} is not expected here.`);
    this.#skipStage();
  }

  /** Parses `a = 1, "b c" = 2`. */
  #readAssignments(): boolean {
    do {
      // A macro may contain whole assignments.
      if (this.token.kind === "macro") {
        this.next();
        if (this.atStageEnd || this.is(",")) continue;
      } else if (this.token.kind !== "word" && this.token.kind !== "string") {
        this.error(`The name of a field is missing before ${this.describe()}.`);
        return false;
      }
      while (!this.atStageEnd && !this.is("=") && !this.is(",") && !this.is("(")) this.next();
      if (!this.take("=")) {
        this.error(`'=' is missing before ${this.describe()}.`, this.tokens[this.place - 1]);
        return false;
      }
      if (!this.readExpression()) return false;
    } while (this.take(","));
    return true;
  }

  #readArguments(command: string, name: Token): void {
    const first = this.place;
    if (AGGREGATING.has(command) && this.is("by")) {
      this.error("An aggregation is missing before 'by'.");
    }
    const hasSubsearch = this.#readLoosely();
    const tokens = this.tokens.slice(first, this.place);
    const hasMacro = tokens.some(({ kind }) => kind === "macro");
    if (NEED_SUBSEARCH.has(command) && !hasSubsearch && !hasMacro) {
      this.error(`'${name.text}' needs a search in square brackets.`, name);
    }
    if (command === "rename" && !hasMacro && !tokens.some(({ text }) => /^as$/i.test(text))) {
      this.error("'rename' needs 'AS' between the names.", name);
    }
    const last = tokens.at(-1);
    if (last?.kind === "word" && /^(as|by|over)$/i.test(last.text)) {
      this.error(`Nothing follows '${last.text}'.`, last);
    } else if (last?.text === "=") this.error("Nothing follows '='.", last);
    if (AGGREGATING.has(command) && last?.kind === "sign" && last.text === ",") {
      this.error("Nothing follows this comma.", last);
    }
  }

  /** Parses loosely to the end of the stage, whatever its grammar. Returns whether it contained a subsearch. */
  #readLoosely(): boolean {
    let hasSubsearch = false;
    while (!this.atStageEnd) {
      if (this.is("[")) {
        hasSubsearch = true;
        if (!this.readSubsearch()) return true;
      } else this.next();
    }
    return hasSubsearch;
  }

  override readSubsearch(): boolean {
    const opening = this.next();
    if (this.is("]")) {
      this.error("This subsearch is empty.", opening);
      this.next();
      return false;
    }
    this.#readPipeline();
    return this.take("]");
  }

  #skipStage(): void {
    while (!this.atStageEnd) this.skipGroup();
  }
}
