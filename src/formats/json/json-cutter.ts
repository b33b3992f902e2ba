import { AppError } from "../../platform/lib/errors.ts";
import {
  BLANK,
  CLOSER,
  COLON,
  COMMA,
  indexOfKind,
  JsonScanner,
  kindOfByte,
  OPENER,
  OTHER,
  QUOTE,
  STRING_END,
} from "../../platform/lib/json/json-scanner.ts";
import { jsonTooDeep, MAX_JSON_DEPTH } from "../../platform/lib/json/measure-json.ts";
import { formatBytes } from "../../platform/lib/streams.ts";
import { ByteCollector } from "./byte-collector.ts";

/** Keys and indexes from the root to a value. */
export type JsonPath = readonly (string | number)[];
export type JsonKind = "object" | "array" | "string" | "scalar";

/** An extracted value: its content, or the reason why it has none. */
export interface JsonCut {
  path: JsonPath;
  value?: unknown;
  fault?: string;
}

/** Decides for each value, outermost first, whether to extract it whole. */
export type JsonSelect = (path: JsonPath, kind: JsonKind) => boolean;

/** The relevant kinds of bytes between values, in a string, and in an extracted value. */
const STOPS = {
  none: QUOTE | COMMA | COLON | OPENER | CLOSER | OTHER,
  string: STRING_END,
  cut: COMMA | OPENER | CLOSER,
} as const;
/** Kinds that end a number or literal. */
const AFTER_SCALAR = COMMA | CLOSER | BLANK;

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The default size limit of an extracted value, in bytes. Parsing 15 MiB of text takes nine times as much
 * memory, more than an isolate has.
 */
const MAX_CUT_BYTES = 8 * 1024 * 1024;
/** An empty list takes three characters and ten times the memory. 8 MiB of them exhaust an isolate. */
const MAX_CUT_VALUES = 250_000;

type Expect = "value" | "first" | "key" | "first-key" | "colon" | "comma" | "end";

interface Frame {
  kind: "object" | "array";
  key: string | number;
}

/**
 * Extracts selected values from JSON of any size in chunks, and passes each to the native JSON.parse. Between
 * them it checks only brackets, strings and keys, so an invalid value affects only itself. This object is the
 * state between two chunks.
 */
export class JsonCutter {
  readonly #select: JsonSelect;
  readonly #kept = new ByteCollector();
  readonly #frames: Frame[] = [];
  #expect: Expect = "value";
  /** What is being skipped: nothing, a string, a number or literal, or an extracted value. */
  #inside: "none" | "string" | "scalar" | "cut" = "none";
  #isKey = false;
  #isCut = false;
  readonly #scanner = new JsonScanner();
  readonly #maxCutBytes: number;
  /** Open brackets inside the value that is being extracted. */
  #depth = 0;
  /** Commas and brackets inside it. */
  #values = 0;
  /** Why it is skipped without being collected. */
  #refusal: string | null = null;
  #cuts: JsonCut[] = [];

  /** @param maxCutBytes a larger value is skipped and returned as an error */
  constructor(select: JsonSelect, maxCutBytes = MAX_CUT_BYTES) {
    this.#select = select;
    this.#maxCutBytes = maxCutBytes;
  }

  /**
   * Returns the values that this chunk completes.
   * @throws AppError `invalid_json` with the position
   */
  push(chunk: Uint8Array): JsonCut[] {
    this.#kept.nextChunk(chunk);
    for (let i = this.#next(chunk, 0); i < chunk.length; i = this.#next(chunk, i + 1)) {
      const byte = chunk[i] ?? 0;
      if (this.#inside === "string") this.#endString(i);
      else if (this.#inside === "cut") this.#passCut(byte, i);
      else {
        if (this.#inside === "scalar") this.#endScalar(i);
        this.#step(byte, i);
      }
    }
    if (this.#kept.endChunk() > this.#maxCutBytes) {
      this.#giveUp(`is larger than ${formatBytes(this.#maxCutBytes)}`);
    }
    const cuts = this.#cuts;
    this.#cuts = [];
    return cuts;
  }

  /** @throws AppError `invalid_json` if the JSON is truncated or empty */
  end(): JsonCut[] {
    if (this.#inside === "scalar" && this.#frames.length === 0) this.#endScalar(0);
    if (this.#expect === "end") return this.#cuts;
    throw this.#fault("breaks off");
  }

  /** Returns the index of the next relevant byte in the current state. */
  #next(chunk: Uint8Array, from: number): number {
    if (this.#inside === "scalar") return indexOfKind(chunk, from, AFTER_SCALAR);
    return this.#scanner.next(chunk, from, STOPS[this.#inside]);
  }

  #step(byte: number, at: number): void {
    const kind = kindOfByte(byte);
    if (kind === BLANK) return;
    if (kind === CLOSER) this.#close(byte === CLOSE_BRACE ? "object" : "array");
    else if (this.#expect === "comma" && kind === COMMA) this.#comma();
    else if (this.#expect === "colon" && kind === COLON) this.#expect = "value";
    else if ((this.#expect === "key" || this.#expect === "first-key") && kind === QUOTE) {
      this.#isKey = true;
      this.#enterString(at + 1);
    } else if (this.#expect === "value" || this.#expect === "first") this.#value(byte, at);
    else throw this.#fault("is not valid JSON");
  }

  #value(byte: number, at: number): void {
    if (!/["[{0-9a-zA-Z-]/.test(String.fromCharCode(byte))) throw this.#fault("is not valid JSON");
    const kind = valueKindOf(byte);
    this.#isCut = this.#select(this.#path(), kind);
    if (this.#isCut) this.#kept.begin(at);
    if (kind === "string") {
      this.#isKey = false;
      this.#enterString(null);
    } else if (kind === "scalar") this.#inside = "scalar";
    else if (this.#isCut) {
      this.#inside = "cut";
      this.#depth = 1;
      this.#values = 0;
    } else this.#open(kind);
  }

  #open(kind: "object" | "array"): void {
    if (this.#frames.length >= MAX_JSON_DEPTH) throw jsonTooDeep();
    this.#frames.push({ kind, key: kind === "array" ? 0 : "" });
    this.#expect = kind === "array" ? "first" : "first-key";
  }

  #close(kind: "object" | "array"): void {
    const frame = this.#frames.at(-1);
    const isEmpty = this.#expect === "first" || this.#expect === "first-key";
    if (frame?.kind !== kind || !(isEmpty || this.#expect === "comma")) {
      throw this.#fault("is not valid JSON");
    }
    this.#frames.pop();
    this.#ended();
  }

  #comma(): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind === "array") frame.key = Number(frame.key) + 1;
    this.#expect = frame?.kind === "array" ? "value" : "key";
  }

  #ended(): void {
    this.#inside = "none";
    this.#expect = this.#frames.length === 0 ? "end" : "comma";
  }

  #enterString(keepFrom: number | null): void {
    this.#inside = "string";
    if (keepFrom !== null) this.#kept.begin(keepFrom);
  }

  #endString(at: number): void {
    if (this.#isKey) {
      const key = parse(`"${decode(this.#kept.take(at)) ?? ""}"`);
      const frame = this.#frames.at(-1);
      if (frame === undefined || typeof key !== "string") throw this.#fault("is not valid JSON");
      frame.key = key;
      this.#inside = "none";
      this.#expect = "colon";
      return;
    }
    if (this.#isCut) this.#emit(at + 1);
    this.#ended();
  }

  #endScalar(at: number): void {
    if (this.#isCut) this.#emit(at);
    this.#ended();
  }

  #passCut(byte: number, at: number): void {
    const kind = kindOfByte(byte);
    if (kind !== CLOSER) this.#countValue();
    if (kind === OPENER) {
      this.#depth += 1;
      if (this.#depth + this.#frames.length > MAX_JSON_DEPTH) throw jsonTooDeep();
    } else if (kind === CLOSER) {
      this.#depth -= 1;
      if (this.#depth > 0) return;
      this.#emit(at + 1);
      this.#ended();
    }
  }

  #emit(end: number): void {
    const path = this.#path();
    const text = this.#refusal === null ? decode(this.#kept.take(end)) : null;
    const value = text === null ? undefined : parse(text);
    if (this.#refusal !== null) this.#cuts.push({ path, fault: this.#refusal });
    else if (text === null) this.#cuts.push({ path, fault: "is not UTF-8" });
    else if (value === undefined) this.#cuts.push({ path, fault: "is not valid JSON" });
    else this.#cuts.push({ path, value });
    this.#refusal = null;
    this.#isCut = false;
  }

  #countValue(): void {
    this.#values += 1;
    if (this.#values > MAX_CUT_VALUES && this.#refusal === null) {
      this.#giveUp(`holds more than ${MAX_CUT_VALUES} values`);
    }
  }

  /** Skips the rest of a value that is too large. */
  #giveUp(why: string): void {
    this.#kept.discard();
    this.#refusal = why;
  }

  #path(): JsonPath {
    return this.#frames.map(({ key }) => key);
  }

  #fault(what: string): AppError {
    const place = pointerOf(this.#path());
    return new AppError(
      "invalid_json",
      `The JSON ${what} at ${place === "" ? "its root" : place}.`,
    );
  }
}

function valueKindOf(byte: number): JsonKind {
  const kind = kindOfByte(byte);
  if (kind === OPENER) return byte === OPEN_BRACE ? "object" : "array";
  return kind === QUOTE ? "string" : "scalar";
}

/** Returns a JSON pointer (RFC 6901). */
export function pointerOf(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Returns `undefined` for invalid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
