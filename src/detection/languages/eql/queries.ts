import { EqlExpressions } from "./expressions.ts";
import { OLDER_PIPES, PIPES, SPAN } from "./vocabulary.ts";

/** Parses queries: one event, a sequence or a sample of events, then pipes. */
export class EqlParser extends EqlExpressions {
  /** Number of keys in the last `by`. */
  #keys = 0;

  /** Parses the whole rule. */
  readRule(): void {
    if (this.done) {
      this.error("There is no query.");
      return;
    }
    const isRead =
      this.is("sequence") || this.is("join")
        ? this.#readSequence()
        : this.is("sample")
          ? this.#readSample()
          : this.#readEvent();
    if (!isRead) return;
    while (this.is("|")) this.#readPipe();
    if (!this.done) this.error(`${this.describe()} is not expected here.`);
  }

  /** Parses `category where condition`. */
  #readEvent(): boolean {
    const { kind } = this.token;
    if (kind !== "word" && kind !== "string") {
      this.error(`The category of an event is missing before ${this.describe()}.`);
      return false;
    }
    const category = this.next();
    if (!this.take("where")) {
      this.error("'where' is missing after the category of the event.", category);
      return false;
    }
    return this.readExpression();
  }

  override readBracketedEvent(): boolean {
    if (!this.is("[")) {
      this.error(`An event in square brackets is missing before ${this.describe()}.`);
      return false;
    }
    this.next();
    if (!this.#readEvent()) return false;
    if (this.take("]")) return true;
    this.error(`${this.describe()} is not expected here.`);
    return false;
  }

  /** Parses `sequence by a with maxspan=1m [...] by b [...] until [...]`. */
  #readSequence(): boolean {
    const keyword = this.next();
    if (!this.#readOptions()) return false;
    let events = 0;
    let joined: number | null = null;
    while (this.is("[") || (this.is("!") && this.is("[", 1))) {
      this.take("!");
      const begin = this.place;
      this.#keys = 0;
      if (!this.readBracketedEvent() || !this.#readOptions()) return false;
      if (joined !== null && joined !== this.#keys) {
        this.error("Every event must be joined by the same number of keys.", this.tokens[begin]);
        return false;
      }
      joined = this.#keys;
      // One event that must repeat is also a sequence.
      const repeats = this.tokens.slice(begin, this.place).some(({ text }) => text === "runs");
      events += repeats ? 2 : 1;
    }
    if (events < 2) {
      this.error(`A ${keyword.text} needs at least two events in square brackets.`, keyword);
      return false;
    }
    if (!this.take("until")) return true;
    return this.readBracketedEvent() && this.#readOptions();
  }

  /** Parses `sample by a [...] [...]`; the keys may also follow the events. */
  #readSample(): boolean {
    const keyword = this.next();
    const begin = this.place;
    if (this.is("by") && !this.#readKeys()) return false;
    let events = 0;
    while (this.is("[")) {
      if (!this.readBracketedEvent() || (this.is("by") && !this.#readKeys())) return false;
      events += 1;
    }
    const hasKeys = this.tokens.slice(begin, this.place).some(({ text }) => /^by$/i.test(text));
    if (events > 0 && hasKeys) return true;
    this.error("A sample needs events in square brackets and keys behind 'by'.", keyword);
    return false;
  }

  /** Parses `by a, b` and `with maxspan=5m`, in any order. */
  #readOptions(): boolean {
    for (;;) {
      if (this.is("by")) {
        if (!this.#readKeys()) return false;
      } else if (this.is("with")) {
        if (!this.#readWith()) return false;
      } else return true;
    }
  }

  #readKeys(): boolean {
    this.next();
    this.#keys = 0;
    do {
      if (!this.readExpression()) return false;
      this.#keys += 1;
    } while (this.take(","));
    return true;
  }

  #readWith(): boolean {
    const keyword = this.next();
    const option = this.token;
    if (!this.is("maxspan") && !this.is("runs")) {
      this.error("'with' must be followed by 'maxspan=' or 'runs='.", keyword);
      return false;
    }
    this.next();
    if (!this.take("=")) {
      this.error(`'=' is missing after '${option.text}'.`, option);
      return false;
    }
    const { text } = this.token;
    const isSpan = option.text.toLowerCase() === "maxspan";
    if (isSpan ? !SPAN.test(text) : !/^[1-9]\d*$/.test(text)) {
      const wanted = isSpan ? "a time with its unit, such as 5m" : "a whole number above 0";
      this.error(`'${option.text}' must be ${wanted}.`, option);
      return false;
    }
    this.next();
    return true;
  }

  #readPipe(): void {
    const pipe = this.next();
    const name = this.token;
    if (this.done || this.is("|")) {
      this.error("Nothing follows this pipe.", pipe);
      return;
    }
    if (!this.isOneOf(PIPES)) {
      if (name.kind === "word" && this.isOneOf(OLDER_PIPES)) {
        this.findings.warn(name.start, `Elasticsearch has no pipe '${name.text}'.`);
      } else this.error(`${this.describe()} is no pipe of EQL.`);
      while (!this.done && !this.is("|")) this.skipGroup();
      return;
    }
    this.next();
    if (this.done || this.is("|")) return;
    if (/^\d+$/.test(this.token.text)) this.next();
    else {
      this.error(`'${name.text}' takes a whole number.`);
      while (!this.done && !this.is("|")) this.skipGroup();
    }
  }
}
