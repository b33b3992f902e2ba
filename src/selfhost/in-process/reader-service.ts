import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type RunningReaders, startReaders } from "../readers/start-readers.ts";

/** The readers of the service, in processes of their own as there. */
export class ReaderService {
  readonly #folder = mkdtempSync(join(tmpdir(), "tradecraft-cli-"));
  readonly #socketPath = join(this.#folder, "readers.sock");
  readonly #readers: Promise<RunningReaders>;
  readonly #onRead: () => void;

  /** @param onRead called when something was handed to a reader, which takes a while */
  constructor(onRead: () => void) {
    this.#onRead = onRead;
    // Also when this process is ended by a signal.
    process.once("exit", () => rmSync(this.#folder, { recursive: true, force: true }));
    this.#readers = startReaders({ socketPath: this.#socketPath, isWarm: true });
  }

  /** The service binding `READERS`. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    await this.#readers;
    const { body, method, headers, signal } = new Request(url, {
      ...init,
      duplex: "half",
    } as RequestInit);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent = send({
      socketPath: this.#socketPath,
      method,
      path: new URL(url).pathname,
      headers: Object.fromEntries(headers) as IncomingHttpHeaders,
      signal,
    });
    sent.once("error", reject);
    sent.once("response", (answer) => {
      resolve(
        new Response(Readable.toWeb(answer) as ReadableStream, {
          status: answer.statusCode ?? 500,
        }),
      );
    });
    if (body === null) sent.end();
    else pipeline(Readable.fromWeb(body as never), sent).then(this.#onRead, reject);
    return await promise;
  }

  async close(): Promise<void> {
    await (await this.#readers).close();
  }
}
