/** The program of a reader process: serves one request at a time on the socket it is given. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { answerRequest } from "../../readers/answer-request.ts";
import {
  type AnswerLine,
  READER_KINDS,
  type ReaderKind,
  type RequestHead,
  toFailure,
} from "../../readers/messages.ts";
import type { ListenMessage, ReadAhead } from "./reader-process.ts";

/** Values are sent in lines of about this many characters, because each line has an overhead. */
const LINE_CHARS = 64 * 1024;
const LINE_FEED = 0x0a;

let early: ReturnType<typeof readAhead> | null = null;

// The socket is only for our own user.
process.umask(0o177);
// Without its parent, this process has nothing to do.
process.on("disconnect", () => process.exit());
process.once("message", ({ socketPath, ahead }: ListenMessage) => {
  const server = createServer((request, response) => void answer(request, response));
  server.requestTimeout = 0;
  server.listen(socketPath, () => process.send?.("ready"));
  if (ahead !== null) early = readAhead(ahead);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const kind = READER_KINDS.find((known) => request.url === `/${known}`);
  if (kind === undefined) {
    response.writeHead(400).end();
    return;
  }
  response.writeHead(200, { "Content-Type": "application/x-ndjson" });
  for await (const line of linesFor(kind, request)) {
    if (!response.write(`${line}\n`)) await once(response, "drain");
  }
  response.end();
  // The process may be killed before its exit handler could do this. Without a cache this does nothing.
  flushCompileCache();
}

/** Yields the lines of the response, each the JSON of an `AnswerLine`. */
async function* linesFor(kind: ReaderKind, request: IncomingMessage): AsyncGenerator<string> {
  const line = new ValuesLine();
  try {
    const { head, chunks } = await receive(request);
    const known = kind === "document" ? await early?.answers(head, chunks) : null;
    for await (const value of known ?? valuesOf(kind, head, chunks)) {
      if (line.add(value)) yield line.take();
    }
    yield line.take();
    yield JSON.stringify({ end: true } satisfies AnswerLine);
  } catch (error) {
    // Values read before the error count.
    yield line.take();
    yield JSON.stringify({ failure: toFailure(kind, error) } satisfies AnswerLine);
  }
}

/** A line of values that is being filled. */
class ValuesLine {
  #values: string[] = [];
  #chars = 0;

  /** Adds a value and returns whether the line is full. */
  add(value: unknown): boolean {
    const json = JSON.stringify(value);
    this.#values.push(json);
    this.#chars += json.length;
    return this.#chars >= LINE_CHARS;
  }

  /** Returns the line and begins a new one. */
  take(): string {
    const line = `{"values":[${this.#values.join(",")}]}`;
    this.#values = [];
    this.#chars = 0;
    return line;
  }
}

function valuesOf(kind: ReaderKind, head: string, chunks: readonly Uint8Array[]) {
  return answerRequest(kind, JSON.parse(head) as RequestHead, chunks);
}

/** Reads a document before it is requested. The result is for a request with the same head and bytes. */
function readAhead({ path, head }: ReadAhead) {
  const bytes = readFile(path);
  const values = bytes.then(
    async (file) => await Array.fromAsync(valuesOf("document", head, [file])),
  );
  // The caller gets the error.
  values.catch(() => undefined);
  return {
    answers: async (asked: string, chunks: readonly Uint8Array[]) => {
      const file = await bytes.catch(() => null);
      const isSame = asked === head && file !== null && file.equals(Buffer.concat(chunks));
      return isSame ? await values : null;
    },
  };
}

/** Reads a whole request, because imports are read more than once. */
async function receive(request: AsyncIterable<Buffer>): Promise<{
  head: string;
  chunks: Uint8Array[];
}> {
  const first: Buffer[] = [];
  const chunks: Buffer[] = [];
  let isHead = true;
  for await (const chunk of request) {
    const end = isHead ? chunk.indexOf(LINE_FEED) : -1;
    if (!isHead) chunks.push(chunk);
    else if (end === -1) first.push(chunk);
    else {
      first.push(chunk.subarray(0, end));
      if (end + 1 < chunk.length) chunks.push(chunk.subarray(end + 1));
      isHead = false;
    }
  }
  return { head: Buffer.concat(first).toString(), chunks };
}
