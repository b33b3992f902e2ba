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
  /** What a task of each kind may cost, where it is not the usual. */
  limits?: Readonly<Record<ReaderKind, TaskLimits>>;
  /** In a folder that only our user may enter; the processes' own sockets lie beside it. */
  socketPath: string;
  /** A document to begin with before it is asked for. */
  ahead?: ReadAhead | null;
}

/** The readers, listening. */
export interface RunningReaders {
  /** The ids of the processes that run now. */
  pids(): number[];
  /** Ends the server and all processes; what is being read fails. */
  close(): Promise<void>;
}

/**
 * Serves the readers on a unix socket: what is to be read is posted to a path named after its kind,
 * behind a line of JSON that says how; the answer comes line by line. Nothing is read in this
 * process, which passes bytes on alone. It does not keep our own process alive.
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

/** As many places as cores, and slow tasks beside them. */
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

/** The task that a request asks for, or null for an unusable request. */
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
