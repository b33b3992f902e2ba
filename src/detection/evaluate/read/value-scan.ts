const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** An empty list takes three letters and ten times the memory. */
const MAX_VALUES = 500_000;
const MAX_DEPTH = 1_000;
/** A broken value of more characters ends at the next line, so that each piece is read in some milliseconds. */
const MAX_LOST_CHARS = 256 * 1024;

const isBlank = (char: number) =>
  char === 0x20 || char === 0x09 || char === 0x0d || char === NEWLINE;

/** The longest indentation that is looked at. */
export const MAX_INDENT = 100;

/** The blanks between the start of the line and a place; none where anything else is there. */
function indentOf(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - MAX_INDENT), at);
  const indent = near.slice(near.lastIndexOf("\n") + 1);
  return indent.trim() === "" ? indent : "";
}

/**
 * Finds where a value of JSON ends, by its brackets and texts alone. One that is broken ends where a
 * line begins as its own did, so that the next event is found.
 */
export class ValueScan {
  /** Why the value is not to be parsed. */
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
  /** The last character that is not blank, outside of texts. */
  #last = 0;

  /** @param at where the value begins */
  constructor(text: string, at: number, isInArray: boolean) {
    this.#start = at;
    this.#at = at;
    this.#indent = indentOf(text, at);
    const first = text.charCodeAt(at);
    this.#isStructure = first === OPEN_OBJECT || first === OPEN_LIST || first === QUOTE;
    this.#isInArray = isInArray;
  }

  /** What stands before the place was dropped. */
  move(by: number): void {
    this.#start -= by;
    this.#at -= by;
  }

  /** Where the value ends; -1 where more of it is to come. */
  run(text: string, isEnd: boolean): number {
    const end = this.#isStructure ? this.#scan(text) : this.#passPlain(text);
    return end === -1 && isEnd ? text.length : end;
  }

  /** Something else than an object, a list or a text: the rest of the line, or of the element. */
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
        // Whether the next line begins another value is seen when it is there.
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

  /** Takes a character outside of texts; whether it ends the value. */
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

  /** Whether the line after this place begins a value, which then cannot belong to this one. */
  #nextLine(text: string): "value" | "same" | "more" {
    const begins = this.#begins(text, this.#at + 1);
    if (begins === "more") return "more";
    if (!begins || this.#last === COLON || this.#last === OPEN_LIST) return "same";
    return this.#last === COMMA && this.#open.at(-1) === OPEN_LIST ? "same" : "value";
  }

  /** Passes over what is left of a broken value, to the next line that begins as it did. */
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

  /** Whether at this place is a line that begins as the value did. */
  #begins(text: string, at: number): boolean | "more" {
    if (text.length <= at + this.#indent.length) return "more";
    return (
      text.startsWith(this.#indent, at) && text.charCodeAt(at + this.#indent.length) === OPEN_OBJECT
    );
  }
}
