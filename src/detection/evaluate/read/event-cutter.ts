import { MAX_INDENT, ValueScan } from "./value-scan.ts";

/** An event, or the reason why a piece of text is not one. `line` counts from 1. */
export type CutEvent = { line: number; event: unknown } | { line: number; fault: string };

/** Longer texts skip the whole-line path, since they may contain anything. */
const MAX_LINE_CHARS = 1_000_000;

/**
 * Cuts text that arrives in chunks into events: JSON lines, an array, concatenated objects in any formatting, or one
 * object. Reports a broken event with its line and continues with the next. Cuts events lazily, so that a caller that
 * stops early does not pay for the rest. Consume all events of a chunk before the next `push`.
 */
export class EventCutter {
  #text = "";
  #at = 0;
  /** Line of the position `#at`. */
  #line = 1;
  #isInArray = false;
  #scan: ValueScan | null = null;
  /** Lines that end before this position are not tried as a whole. */
  #slowUntil = 0;
  #lineEnd = -1;
  /** Text received during a long event. */
  #waiting = "";

  /** Yields the events that a chunk completes. */
  *push(chunk: string): Generator<CutEvent, void, void> {
    this.#waiting += chunk;
    // Joined by doubling, so that a long event in small chunks is not copied with each of them.
    if (this.#scan !== null && this.#waiting.length < this.#text.length / 2) return;
    this.#join();
    yield* this.#cut(false);
  }

  *end(): Generator<CutEvent, void, void> {
    this.#join();
    yield* this.#cut(true);
  }

  #join(): void {
    // The indentation of the current value is still needed.
    const done = Math.max(0, this.#at - MAX_INDENT);
    if (done > 0) {
      this.#text = this.#text.slice(done);
      this.#slowUntil -= done;
      this.#scan?.move(done);
      this.#at -= done;
    }
    this.#text += this.#waiting;
    this.#waiting = "";
    this.#lineEnd = -1;
  }

  *#cut(isEnd: boolean): Generator<CutEvent, void, void> {
    while (this.#scan !== null || this.#skipBlanks()) {
      const whole = this.#scan === null ? this.#takeLine(isEnd) : null;
      if (whole !== null) {
        yield whole;
        continue;
      }
      this.#scan ??= new ValueScan(this.#text, this.#at, this.#isInArray);
      const end = this.#scan.run(this.#text, isEnd);
      if (end === -1) return;
      yield* this.#take(end);
    }
  }

  /** Skips what is between events. Returns whether anything follows. */
  #skipBlanks(): boolean {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text.charCodeAt(this.#at);
      if (char === 0x0a) this.#line += 1;
      else if (char === 0x5b && !this.#isInArray) this.#isInArray = true;
      else if (char === 0x5d && this.#isInArray) this.#isInArray = false;
      // Blanks, commas between events, the byte order mark, and the record separator of RFC 7464.
      else if (!(char === 0x20 || char === 0x0d || char === 0x09 || char === 0x2c)) {
        if (char !== 0xfeff && char !== 0x1e) return true;
      }
    }
    return false;
  }

  /** Returns the event if it is one whole line: the fast path, which most files use throughout. */
  #takeLine(isEnd: boolean): CutEvent | null {
    if (this.#at < this.#slowUntil) return null;
    if (this.#lineEnd < this.#at) {
      const found = this.#text.indexOf("\n", this.#at);
      this.#lineEnd = found === -1 && isEnd ? this.#text.length : found;
    }
    if (this.#lineEnd === -1) {
      this.#lineEnd = Number.POSITIVE_INFINITY;
    }
    if (this.#lineEnd === Number.POSITIVE_INFINITY || this.#lineEnd - this.#at > MAX_LINE_CHARS) {
      return null;
    }
    const line = this.#text.slice(this.#at, this.#lineEnd).trimEnd();
    const text = line.endsWith(",") ? line.slice(0, -1) : line;
    if (!text.startsWith("{") || !text.endsWith("}")) return null;
    try {
      const event: unknown = JSON.parse(text);
      const cut = { line: this.#line, event };
      this.#at = this.#lineEnd;
      return cut;
    } catch {
      this.#slowUntil = this.#lineEnd;
      return null;
    }
  }

  /** Yields the events of the piece that ends at `end`: one, or those that can be recovered line by line. */
  *#take(end: number): Generator<CutEvent, void, void> {
    const scan = this.#scan;
    const piece = this.#text.slice(this.#at, end);
    const line = this.#line;
    this.#scan = null;
    this.#at = end;
    for (let at = piece.indexOf("\n"); at !== -1; at = piece.indexOf("\n", at + 1)) this.#line += 1;
    if (scan?.refusal) {
      yield { line, fault: scan.refusal };
      return;
    }
    const cut = parse(piece, line);
    yield cut;
    if ("fault" in cut) yield* saveLines(piece, line);
  }
}

/**
 * Recovers the whole objects among the remaining lines of a broken piece, if it began as JSON lines. Reports each
 * broken one.
 */
function* saveLines(piece: string, line: number): Generator<CutEvent, void, void> {
  let next = line;
  for (let end = piece.indexOf("\n"); end !== -1;) {
    const start = end + 1;
    end = piece.indexOf("\n", start);
    next += 1;
    if (piece.startsWith("{", start)) {
      yield parse(piece.slice(start, end === -1 ? undefined : end), next);
    }
  }
}

function parse(text: string, line: number): CutEvent {
  try {
    return { line, event: JSON.parse(text) as unknown };
  } catch {
    return { line, fault: "is not valid JSON" };
  }
}
