import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { CALLER_HEADER, READER_KINDS, type ReaderKind } from "../../readers/messages.ts";
import { closePrivately, listenPrivately } from "../listen-privately.ts";
import { PROGRAMS } from "../project.ts";
import { type PoolOptions, TASK_LIMITS, type TaskLimits } from "./limits.ts";
import { ReaderPool } from "./reader-pool.ts";
import type { ReadAhead } from "./reader-process.ts";
import { Task } from "./task.ts";

export interface ReadersOptions extends Partial<PoolOptions> {
  /** Limits of each kind, if not the default ones. */
  limits?: Readonly<Record<ReaderKind, TaskLimits>>;
  /** In a folder that only our user may enter, next to the processes' own sockets. */
  socketPath: string;
  /** A document to read before it is requested. */
  ahead?: ReadAhead | null;
}

/** The running readers. */
export interface RunningReaders {
  /** The ids of the running processes. */
  pids(): number[];
  /** Ends the server and all processes. Tasks in progress fail. */
  close(): Promise<void>;
}

/**
 * Serves the readers on a Unix socket. A caller posts the input to a path named after its kind, after a line of
 * JSON with the options. The response arrives line by line. This process only forwards bytes and parses no
 * input. The server does not prevent our own process from exiting.
 */
export async function startReaders(options: ReadersOptions): Promise<RunningReaders> {
  const { socketPath, ahead = null, limits = TASK_LIMITS, ...given } = options;
  const pool = new ReaderPool({ ...usualOptions(), ...given }, dirname(socketPath));
  if (ahead !== null) pool.readAhead(ahead);
  const server = createServer((request, response) => {
    const task = toTask(request, response, limits);
    if (task === null) {
      request.resume();
      response.writeHead(400).end();
    } else pool.add(task);
  });
  await listenPrivately(server, socketPath);
  return {
    pids: () => pool.pids(),
    close: async () => {
      await pool.close();
      await closePrivately(server, socketPath);
    },
  };
}

/** Returns one place per core, and slow tasks in addition. */
function usualOptions(): PoolOptions {
  const places = Math.max(2, availableParallelism());
  return {
    places,
    slowPlaces: Math.max(6, places),
    longestWaitMs: 3_000,
    restMs: 60_000,
    heapMb: 768,
    script: join(PROGRAMS, "reader.js"),
  };
}

/** Returns the task of a request, or null for an invalid request. */
function toTask(
  request: IncomingMessage,
  response: ServerResponse,
  limits: Readonly<Record<ReaderKind, TaskLimits>>,
): Task | null {
  const kind = READER_KINDS.find((known) => request.url === `/${known}`);
  const caller = request.headers[CALLER_HEADER];
  if (kind === undefined || typeof caller !== "string" || request.method !== "POST") return null;
  return new Task(caller, kind, limits[kind], [request, response]);
}
