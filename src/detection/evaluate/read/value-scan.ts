const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Maximum number of values: an empty list takes three characters and ten times the memory. */
const MAX_VALUES = 500_000;
const MAX_DEPTH = 1_000;
/** A broken value with more characters ends at the next line, so that each piece takes a few milliseconds to read. */
const MAX_LOST_CHARS = 256 * 1024;

const isBlank = (char: number) =>
  char === 0x20 || char === 0x09 || char === 0x0d || char === NEWLINE;

/** The longest indentation that is compared. */
export const MAX_INDENT = 100;

/** Returns the blanks between the start of the line and a position, or none if there is anything else. */
function indentOf(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - MAX_INDENT), at);
  const indent = near.slice(near.lastIndexOf("\n") + 1);
  return indent.trim() === "" ? indent : "";
}

/**
 * Finds the end of a JSON value by its brackets and strings alone. A broken value ends at the next line with the same
 * indentation, so that the next event is found.
 */
export class ValueScan {
  /** The reason why the value must not be parsed. */
  refusal: string | null = null;
  readonly #indent: string;
  readonly #isStructure: boolean;
  readonly #isInArray: boolean;
  readonly #open: number[] = [];
  #start: number;
  #at: number;
  #inText = false;
  #isLost = false;
  #values = 0;
  /** The last non-blank character outside of strings. */
  #last = 0;

  /** @param at start of the value */
  constructor(text: string, at: number, isInArray: boolean) {
    this.#start = at;
    this.#at = at;
    this.#indent = indentOf(text, at);
    const first = text.charCodeAt(at);
    this.#isStructure = first === OPEN_OBJECT || first === OPEN_LIST || first === QUOTE;
    this.#isInArray = isInArray;
  }

  /** Shifts positions after the text before them was dropped. */
  move(by: number): void {
    this.#start -= by;
    this.#at -= by;
  }

  /** Returns the end of the value, or -1 if more text is needed. */
  run(text: string, isEnd: boolean): number {
    const end = this.#isStructure ? this.#scan(text) : this.#passPlain(text);
    return end === -1 && isEnd ? text.length : end;
  }

  /** Skips anything other than an object, a list or a string: the rest of the line or of the element. */
  #passPlain(text: string): number {
    for (; this.#at < text.length; this.#at += 1) {
      const char = text.charCodeAt(this.#at);
      if (char === NEWLINE) return this.#at;
      if (this.#isInArray && (char === COMMA || char === CLOSE_LIST)) return this.#at;
    }
    return -1;
  }

  #scan(text: string): number {
    while (this.#at < text.length) {
      if (this.#isLost) return this.#findLine(text);
      const char = text.charCodeAt(this.#at);
      if (this.#inText) this.#passText(char);
      else if (char === NEWLINE) {
        // The next line must be available to decide whether it begins another value.
        const next = this.#nextLine(text);
        if (next === "more") return -1;
        if (next === "value") return this.#at + 1;
        this.#at += 1;
      } else {
        if (this.#step(char)) return this.#at + 1;
        this.#at += 1;
      }
      if (!this.#inText && !this.#isLost && this.#open.length === 0 && this.#last === QUOTE) {
        return this.#at;
      }
    }
    return -1;
  }

  #passText(char: number): void {
    if (char === BACKSLASH) this.#at += 2;
    else if (char === NEWLINE) this.#isLost = true;
    else {
      this.#at += 1;
      if (char === QUOTE) this.#inText = false;
    }
  }

  /** Consumes a character outside of strings. Returns whether it ends the value. */
  #step(char: number): boolean {
    if (isBlank(char)) return false;
    this.#last = char;
    if (char === QUOTE) this.#inText = true;
    else if (char === COMMA) this.#count();
    else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      this.#count();
      this.#open.push(char);
      if (this.#open.length > MAX_DEPTH) this.#lose(`is nested deeper than ${MAX_DEPTH}`);
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) {
      const opened = this.#open.pop();
      if (opened !== (char === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST)) this.#isLost = true;
      return !this.#isLost && this.#open.length === 0;
    }
    return false;
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > MAX_VALUES) this.refusal = `holds more than ${MAX_VALUES} values`;
  }

  #lose(refusal: string): void {
    this.refusal = refusal;
    this.#isLost = true;
  }

  /** Returns whether the next line begins a value, which then cannot belong to this one. */
  #nextLine(text: string): "value" | "same" | "more" {
    const begins = this.#begins(text, this.#at + 1);
    if (begins === "more") return "more";
    if (!begins || this.#last === COLON || this.#last === OPEN_LIST) return "same";
    return this.#last === COMMA && this.#open.at(-1) === OPEN_LIST ? "same" : "value";
  }

  /** Skips the rest of a broken value, up to the next line that begins like it. */
  #findLine(text: string): number {
    for (;;) {
      const line = text.indexOf("\n", this.#at);
      if (line === -1) {
        this.#at = text.length;
        return -1;
      }
      const begins = this.#begins(text, line + 1);
      if (begins === "more") {
        this.#at = line;
        return -1;
      }
      if (begins || line - this.#start > MAX_LOST_CHARS) return line + 1;
      this.#at = line + 1;
    }
  }

  /** Returns whether a line at this position begins like the value. */
  #begins(text: string, at: number): boolean | "more" {
    if (text.length <= at + this.#indent.length) return "more";
    return (
      text.startsWith(this.#indent, at) && text.charCodeAt(at + this.#indent.length) === OPEN_OBJECT
    );
  }
}
