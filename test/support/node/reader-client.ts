import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReaderLimits } from "../../../src/readers/limits.ts";
import { streamOf } from "../../../src/platform/lib/streams.ts";
import { createServiceReaders } from "../../../src/readers/service-readers.ts";
import type { Readers } from "../../../src/readers/readers.ts";
import {
  type ReadersOptions,
  type RunningReaders,
  startReaders,
} from "../../../src/selfhost/readers/start-readers.ts";

const MIB = 2 ** 20;

/** What the settings come to by default, self-hosted. */
export const READER_LIMITS: ReaderLimits = {
  document: {
    maxBytes: 25 * MIB,
    maxUnpackedBytes: 50 * MIB,
    maxPdfPages: 2_000,
    maxTextChars: 1_000_000,
  },
  html: { maxBytes: 25 * MIB, maxTags: 1_000_000, maxTextChars: 1_000_000 },
  feed: { maxBytes: 5 * MIB, maxTags: 1_000_000 },
  navigator: { maxBytes: 2 * MIB, maxValues: 1_000_000 },
  json: { maxBytes: 100 * MIB, maxValueBytes: 8 * MIB },
  stix: { maxObjects: 2_000_000 },
  yaml: { maxBytes: 16 * MIB, maxTokens: 1_000_000 },
};

/** Readers on a socket of their own, and what the Worker has of them. */
export interface OpenReaders {
  socketPath: string;
  readers: Readers;
  /** Has a document of this name read for a caller; answers its text, or why there is none. */
  read: (filename: string, caller?: string) => Promise<string>;
  close(): Promise<void>;
}

/** Starts readers in a private folder. */
export async function openReaders(
  options: Partial<ReadersOptions> = {},
  limits: ReaderLimits = READER_LIMITS,
): Promise<OpenReaders> {
  const folder = mkdtempSync(join(tmpdir(), "readers-"));
  const socketPath = join(folder, "readers.sock");
  const running: RunningReaders = await startReaders({ socketPath, ...options });
  const readers = createServiceReaders(serviceOn(socketPath), limits);
  return {
    socketPath,
    readers,
    read: async (filename, caller = "somebody") => {
      const bytes = new Uint8Array([65]);
      const read: Promise<unknown> = readers.document(caller, { bytes, filename });
      return await read.then(String, (error: Error) => error.message);
    },
    close: async () => {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a service binding does: it sends a request to the socket. */
export function serviceOn(socketPath: string) {
  return {
    fetch: async (url: string, init: RequestInit): Promise<Response> =>
      await new Promise((resolve, reject) => {
        const { method = "GET", headers } = init;
        const path = new URL(url).pathname;
        const sent = request({ socketPath, path, method, headers: { ...(headers as object) } });
        sent.on("error", reject);
        sent.on("response", (answer) => {
          const body = streamOf(answer);
          resolve(new Response(body, { status: answer.statusCode ?? 500 }));
        });
        void (async () => {
          for await (const chunk of (init.body ?? []) as AsyncIterable<Uint8Array>) {
            if (!sent.write(chunk)) await new Promise((done) => sent.once("drain", done));
          }
          sent.end();
        })();
      }),
  };
}

/** Everything that an asynchronous list holds, or why it breaks off. */
export async function listOf(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  try {
    for await (const value of values) found.push(value);
  } catch (error) {
    found.push(reasonOf(error));
  }
  return found;
}

/** What an error says, without its stack. */
export const reasonOf = (error: unknown) => {
  const { name, message, code, issues } = error as Error & { code?: string; issues?: unknown };
  return { name, message, code, issues };
};
