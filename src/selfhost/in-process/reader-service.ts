import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request as send } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { BUILD } from "../project.ts";
import type { ReadAhead } from "../readers/reader-process.ts";
import { type RunningReaders, startReaders } from "../readers/start-readers.ts";

/** A file with the document limits, which a later run uses before it knows its settings. */
const LIMITS_FILE = join(BUILD, "in-process", "document-limits");

/** The readers of the service, in separate processes as in the service itself. */
export class ReaderService {
  readonly #folder = mkdtempSync(join(tmpdir(), "tradecraft-cli-"));
  readonly #socketPath = join(this.#folder, "readers.sock");
  readonly #readers: Promise<RunningReaders>;

  /** @param document the first one to be requested; null for none */
  constructor(document: string | null) {
    // Also if a signal ends this process.
    process.once("exit", () => rmSync(this.#folder, { recursive: true, force: true }));
    const ahead = document === null ? null : aheadOf(document);
    this.#readers = startReaders({ socketPath: this.#socketPath, ahead });
  }

  /** Implements the service binding `READERS`. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    await this.#readers;
    const { pathname } = new URL(url);
    const { body, method, headers } = new Request(url, { ...init, duplex: "half" } as RequestInit);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent = send({
      socketPath: this.#socketPath,
      method,
      path: pathname,
      headers: Object.fromEntries(headers) as IncomingHttpHeaders,
    });
    sent.once("error", reject);
    sent.once("response", (answer) => {
      const status = answer.statusCode ?? 500;
      resolve(new Response(Readable.toWeb(answer) as ReadableStream, { status }));
    });
    const chunks = body === null ? [] : await Array.fromAsync(body as AsyncIterable<Uint8Array>);
    if (pathname === "/document" && chunks[0] !== undefined) noteLimits(chunks[0]);
    sent.end(Buffer.concat(chunks));
    return await promise;
  }

  async close(): Promise<void> {
    await (await this.#readers).close();
  }
}

/** Returns the request that will most likely follow for a document; null before any document was read. */
function aheadOf(path: string): ReadAhead | null {
  try {
    const limits = JSON.parse(readFileSync(LIMITS_FILE, "utf8")) as object;
    return { path, head: JSON.stringify({ filename: basename(path), limits }) };
  } catch {
    return null;
  }
}

/** @param head the first line of a document request */
function noteLimits(head: Uint8Array): void {
  try {
    const { limits } = JSON.parse(Buffer.from(head).toString()) as { limits: object };
    const text = JSON.stringify(limits);
    if (existsSync(LIMITS_FILE) && readFileSync(LIMITS_FILE, "utf8") === text) return;
    mkdirSync(dirname(LIMITS_FILE), { recursive: true });
    writeFileSync(LIMITS_FILE, text);
  } catch {
    // It only speeds up the next run.
  }
}
