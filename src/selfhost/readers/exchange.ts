import { type IncomingMessage, request as send, type ServerResponse } from "node:http";
import { pipeline, Transform, type TransformCallback } from "node:stream";
import type { ReaderFailure, ReaderKind } from "../../readers/messages.ts";

const LINE_FEED = 0x0a;

/**
 * Forwards a request to a process and its response back, in whole lines. An interrupted response can then end
 * with a line that gives the reason.
 */
export class Exchange {
  readonly #kind: ReaderKind;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  /** Bytes sent to the process. */
  bytes = 0;
  #isComplete = false;

  constructor(kind: ReaderKind, request: IncomingMessage, response: ServerResponse) {
    this.#kind = kind;
    this.#request = request;
    this.#response = response;
  }

  /** Returns whether the caller is gone or the response is complete. */
  get isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed;
  }

  /** Calls the listener once if the caller disconnects before the response is complete. */
  onAbandoned(listener: () => void): void {
    this.#response.once("close", () => !this.#isComplete && listener());
  }

  /** Forwards the request. Returns whether the process completed its response. Never rejects. */
  async forward(socketPath: string): Promise<boolean> {
    this.#isComplete = await new Promise<boolean>((resolve) => {
      const sent = send({ socketPath, method: "POST", path: `/${this.#kind}`, agent: false });
      sent.on("error", () => resolve(false));
      sent.on("response", (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume();
          resolve(false);
          return;
        }
        this.#open();
        const lines = new WholeLines();
        answer.on("error", () => resolve(false));
        answer.on("aborted", () => resolve(false));
        pipeline(answer, lines, (error) => error && resolve(false));
        // Complete means fully transferred, not merely read: a long line takes a while.
        lines.once("end", () => resolve(true));
        lines.pipe(this.#response, { end: false });
      });
      this.#request.on("data", (chunk: Buffer) => (this.bytes += chunk.length));
      this.#request.pipe(sent);
    });
    if (this.#isComplete) this.#response.end();
    return this.#isComplete;
  }

  /** Ends the response with a failure, unless it has ended. */
  fail(failure: ReaderFailure): void {
    if (this.isOver) return;
    // The rest of the request is no longer needed.
    this.#request.unpipe();
    this.#request.resume();
    this.#open();
    this.#response.end(`${JSON.stringify({ failure })}\n`);
  }

  #open(): void {
    if (!this.#response.headersSent) {
      this.#response.writeHead(200, { "Content-Type": "application/x-ndjson" });
    }
  }
}

/** Buffers the beginning of a line until its end arrives. */
class WholeLines extends Transform {
  #held: Buffer[] = [];

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) this.#held.push(chunk);
    else {
      this.push(Buffer.concat([...this.#held, chunk.subarray(0, end)]));
      this.#held = end < chunk.length ? [chunk.subarray(end)] : [];
    }
    done();
  }
}
