import { excerpt, type Findings } from "./findings.ts";

/** A piece of a query; white space and comments are excluded. */
export interface Token {
  /** `end` occurs once, after the last piece. */
  kind: "word" | "number" | "string" | "macro" | "sign" | "end";
  text: string;
  start: number;
  end: number;
}

/** A rule of the tokenizer: a sticky pattern, and the kind of its token. */
export interface Lexeme {
  /** `null` discards the text: white space, comments. */
  kind: Token["kind"] | null;
  /** Sticky, and never matching the empty string. */
  pattern: RegExp;
  /** The error to report for an invalid piece. */
  fault?: string;
}

/** Splits a text into tokens by the first matching lexeme. Text that matches none is an error. */
export function tokenize(text: string, lexemes: readonly Lexeme[], findings: Findings): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const [lexeme, length] = match(text, at, lexemes);
    const end = at + length;
    if (lexeme === undefined) {
      findings.error(at, `The character ${excerpt(text.slice(at, end))} has no meaning here.`);
    } else {
      if (lexeme.fault !== undefined) findings.error(at, lexeme.fault);
      if (lexeme.kind !== null) {
        tokens.push({ kind: lexeme.kind, text: text.slice(at, end), start: at, end });
      }
    }
    at = end;
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}

function match(
  text: string,
  at: number,
  lexemes: readonly Lexeme[],
): [lexeme: Lexeme | undefined, length: number] {
  for (const lexeme of lexemes) {
    lexeme.pattern.lastIndex = at;
    const found = lexeme.pattern.exec(text);
    if (found !== null) return [lexeme, found[0].length];
  }
  return [undefined, (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1];
}

const CLOSERS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
const MAX_DEPTH = 100;

/**
 * Pairs brackets: maps the index of each opening token to that of its closing one. Reports unbalanced or too deeply
 * nested brackets as errors.
 */
export function pairBrackets(
  tokens: readonly Token[],
  findings: Findings,
  closers: Record<string, string> = CLOSERS,
): Map<number, number> {
  const partners = new Map<number, number>();
  const open: { place: number; closer: string; token: Token }[] = [];
  const closing = new Set(Object.values(closers));
  for (const [place, token] of tokens.entries()) {
    if (token.kind !== "sign") continue;
    const closer = closers[token.text];
    if (closer !== undefined) {
      open.push({ place, closer, token });
      if (open.length === MAX_DEPTH + 1) {
        findings.error(token.start, `Brackets are nested deeper than ${MAX_DEPTH} levels.`);
      }
    } else if (closing.has(token.text)) {
      const last = open.at(-1);
      if (last?.closer === token.text) {
        partners.set(last.place, place);
        open.pop();
      } else if (last === undefined) {
        findings.error(token.start, `'${token.text}' closes nothing.`);
      } else {
        findings.error(token.start, `'${token.text}' stands where '${last.closer}' should close.`);
        // Either way, the bracket is consumed, so that one fault is reported once.
        open.pop();
      }
    }
  }
  for (const { token } of open) findings.error(token.start, `'${token.text}' is never closed.`);
  return partners;
}

/** A position in a list of tokens with balanced brackets. */
export class Cursor {
  readonly tokens: readonly Token[];
  readonly partners: ReadonlyMap<number, number>;
  readonly findings: Findings;
  place = 0;

  constructor(tokens: readonly Token[], partners: ReadonlyMap<number, number>, findings: Findings) {
    this.tokens = tokens;
    this.partners = partners;
    this.findings = findings;
  }

  get token(): Token {
    return this.peek(0);
  }

  get done(): boolean {
    return this.token.kind === "end";
  }

  peek(ahead: number): Token {
    const found = this.tokens[this.place + ahead] ?? this.tokens.at(-1);
    if (found === undefined) throw new Error("a list of tokens has an end");
    return found;
  }

  next(): Token {
    const token = this.token;
    if (token.kind !== "end") this.place += 1;
    return token;
  }

  /** Returns whether the token is this sign, or this word in lower case. */
  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    if (token.kind === "word") return token.text.toLowerCase() === text;
    return token.kind === "sign" && token.text === text;
  }

  isOneOf(texts: ReadonlySet<string>, ahead = 0): boolean {
    const token = this.peek(ahead);
    if (token.kind === "word") return texts.has(token.text.toLowerCase());
    return token.kind === "sign" && texts.has(token.text);
  }

  /** Consumes the token if it is this sign or word. */
  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  /** Skips a bracket that opens here, with its content. */
  skipGroup(): void {
    const partner = this.partners.get(this.place);
    this.place = partner === undefined ? this.place + 1 : partner + 1;
  }

  /**
   * Parses brackets with required content, which `content` parses.
   * @returns false after an error, which is reported
   */
  readFilled(closing: ")" | "]", content: () => boolean): boolean {
    const opening = this.next();
    if (this.is(closing)) {
      this.error("These brackets are empty.", opening);
      return false;
    }
    if (!content()) return false;
    if (this.take(closing)) return true;
    this.error(`${this.describe()} is not expected here.`);
    return false;
  }

  /** Parses a comma-separated series. Returns false if one of its items is invalid. */
  readSeries(item: () => boolean): boolean {
    do {
      if (!item()) return false;
    } while (this.take(","));
    return true;
  }

  error(message: string, token: Token = this.token): void {
    this.findings.error(token.start, message);
  }

  /** Reports a missing value, at the token that requires it if there is one. */
  errorMissingValue(): void {
    const before = this.place === 0 ? undefined : this.tokens[this.place - 1];
    if (before === undefined) this.error(`A value is missing before ${this.describe()}.`);
    else this.error(`A value is missing after ${excerpt(before.text)}.`, before);
  }

  /** Describes the current token for a message. */
  describe(): string {
    return this.done ? "the end of the rule" : excerpt(this.token.text);
  }
}
