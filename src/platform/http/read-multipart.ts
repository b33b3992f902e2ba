import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";
import { type PartHeader, parsePartHeader } from "./multipart-headers.ts";

/** A form field as received. */
export interface FormPart extends PartHeader {
  bytes: Uint8Array<ArrayBuffer>;
}

/** How many bytes of a part are stored, and the error for more. */
export interface PartLimit {
  maxBytes: number;
  tooLarge: () => AppError;
}

export interface MultipartOptions {
  boundary: string;
  /** Limit of the whole body. */
  maxBytes: number;
  /** Declared size of the whole body, a hint for how much memory a part may need. */
  declaredBytes: number | null;
  /** Returns the limit of a part, or null to discard its content as it arrives. */
  limitOf: (header: PartHeader) => PartLimit | null;
}

const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_PARTS = 100;
const WINDOW_BYTES = 256 * 1024;
const FIRST_BYTES = 64 * 1024;

const malformed = () =>
  new AppError(
    "validation_error",
    "The form is malformed or ends early; send multipart/form-data.",
  );

const tooManyParts = () =>
  new AppError("validation_error", `A form must have at most ${MAX_PARTS} files and fields.`);

/**
 * Parses a form as it arrives (RFC 7578). In addition to a small window, each part is in memory once, in a separate
 * buffer.
 * @throws AppError `validation_error` for an invalid form, else the errors of the limits
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  options: MultipartOptions,
): Promise<FormPart[]> {
  const reader = new MultipartReader(options);
  for await (const chunk of chunks) reader.push(chunk);
  return reader.finish();
}

class MultipartReader {
  readonly #options: MultipartOptions;
  readonly #delimiter: Uint8Array;
  /** Received bytes that are not parsed yet, at the beginning of the window. */
  readonly #window = new Uint8Array(WINDOW_BYTES);
  #filled = 2;
  #left: number;
  #state: "preamble" | "header" | "content" | "end" = "preamble";
  #read = 0;
  #parts = 0;
  #part: { header: PartHeader; content: PartContent | null } | null = null;
  readonly #done: FormPart[] = [];

  constructor(options: MultipartOptions) {
    this.#options = options;
    this.#delimiter = new TextEncoder().encode(`\r\n--${options.boundary}`);
    // The first delimiter may begin the body, without a line break before it.
    this.#window.set([CR, LF]);
    this.#left = Math.min(options.declaredBytes ?? 0, options.maxBytes) + 2;
  }

  push(chunk: Uint8Array): void {
    const { maxBytes } = this.#options;
    this.#read += chunk.length;
    if (this.#read > maxBytes) {
      const detail = `The request body is larger than ${formatBytes(maxBytes)}.`;
      throw new AppError("body_too_large", detail);
    }
    for (let from = 0; from < chunk.length && this.#state !== "end";) {
      const piece = chunk.subarray(from, from + WINDOW_BYTES - this.#filled);
      this.#window.set(piece, this.#filled);
      this.#filled += piece.length;
      from += piece.length;
      const used = this.#take();
      this.#window.copyWithin(0, used, this.#filled);
      this.#filled -= used;
      this.#left -= used;
    }
  }

  finish(): FormPart[] {
    if (this.#state !== "end") throw malformed();
    return this.#done;
  }

  /** Parses the bytes in the window and returns how many are done. */
  #take(): number {
    const bytes = this.#window.subarray(0, this.#filled);
    let at = 0;
    for (;;) {
      const next =
        this.#state === "header" ? this.#takeHeader(bytes, at) : this.#takeContent(bytes, at);
      if (this.#state === "end") return bytes.length;
      if (next.waits) return next.at;
      at = next.at;
    }
  }

  /** Consumes content up to the next delimiter, if it and the two bytes after it have arrived. */
  #takeContent(bytes: Uint8Array, from: number): { at: number; waits: boolean } {
    const found = indexOf(bytes, this.#delimiter, from);
    const until = found === -1 ? Math.max(from, bytes.length - this.#delimiter.length + 1) : found;
    this.#part?.content?.add(bytes.subarray(from, until), this.#left - from);
    const after = until + this.#delimiter.length;
    if (found === -1 || bytes.length < after + 2) return { at: until, waits: true };
    const [first, second] = [bytes[after], bytes[after + 1]];
    const isLast = first === DASH && second === DASH;
    if (!isLast && !(first === CR && second === LF)) throw malformed();
    this.#endPart();
    this.#state = isLast ? "end" : "header";
    return { at: after, waits: false };
  }

  /** Consumes the lines between a delimiter's line break and an empty line. */
  #takeHeader(bytes: Uint8Array, from: number): { at: number; waits: boolean } {
    const end = indexOf(bytes, EMPTY_LINE, from);
    if ((end === -1 ? bytes.length : end) - from > MAX_HEADER_BYTES) throw malformed();
    if (end === -1) return { at: from, waits: true };
    const lines = new TextDecoder().decode(bytes.subarray(from, end));
    const header = parsePartHeader(lines.trimStart().replaceAll(/\r\n(?=[ \t])/g, ""));
    this.#parts += 1;
    if (header === null) throw malformed();
    if (this.#parts > MAX_PARTS) throw tooManyParts();
    const limit = this.#options.limitOf(header);
    this.#part = { header, content: limit === null ? null : new PartContent(limit) };
    this.#state = "content";
    return { at: end + EMPTY_LINE.length, waits: false };
  }

  #endPart(): void {
    const part = this.#part;
    if (part !== null) this.#done.push({ ...part.header, bytes: part.content?.bytes() ?? NOTHING });
    this.#part = null;
  }
}

const EMPTY_LINE = Uint8Array.of(CR, LF, CR, LF);
const NOTHING = new Uint8Array();

/** The bytes of a part, in one buffer. */
class PartContent {
  readonly #limit: PartLimit;
  #buffer = NOTHING;
  #length = 0;

  constructor(limit: PartLimit) {
    this.#limit = limit;
  }

  /** @param left upper bound of the body's remaining bytes, these included; 0 if unknown */
  add(bytes: Uint8Array, left: number): void {
    const length = this.#length + bytes.length;
    if (length > this.#limit.maxBytes) throw this.#limit.tooLarge();
    if (length > this.#buffer.length) {
      // Allocates one buffer at the start if the sender declares a size. Otherwise doubles it each time.
      const wanted = Math.max(length, this.#length + left, this.#length * 2, FIRST_BYTES);
      const larger = new Uint8Array(Math.min(wanted, this.#limit.maxBytes));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = length;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }
}

/** Returns where a sequence begins, or -1. Its first byte must not occur in it again before the last ones. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
}
