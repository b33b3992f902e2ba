import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { Connection, type LoadRequest, type Message, writeMessage } from "./connection.ts";

const CONNECTIONS = 32;
const TICK_MS = 1;
const RECONNECT_MS = 100;
/** A response later than this, after the last request was due, counts as an error. */
const PATIENCE_MS = 30_000;

/** The outcome of the requests that were due in a period. */
export interface Period {
  /** From the time a request was due to its complete response, in microseconds. */
  waits: RecordableHistogram;
  due: number;
  errors: number;
  firstError: string | null;
}

interface Due {
  message: Message;
  at: number;
  period: Period;
}

/**
 * Sends requests in turn at a rate that does not depend on the responses. Measures each from when it was due,
 * not from when a connection was free. A stall therefore counts for every request that was due during it.
 */
export class OpenLoad {
  readonly #messages: Message[];
  readonly #url: string;
  readonly #perSecond: number;
  /** In the order in which they became free, so that none is idle for long. */
  readonly #free: Connection[] = [];
  readonly #busy = new Map<Connection, Due>();
  readonly #open = new Set<Connection>();
  readonly #queue: Due[] = [];
  #period = emptyPeriod();
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(requests: readonly LoadRequest[], perSecond: number) {
    this.#messages = requests.map(writeMessage);
    this.#url = this.#messages[0]?.url ?? "";
    this.#perSecond = perSecond;
    for (let i = 0; i < CONNECTIONS; i += 1) this.#connect();
  }

  start(): void {
    const start = performance.now();
    let made = 0;
    this.#timer = setInterval(() => {
      const now = performance.now();
      for (;;) {
        const at = start + (made * 1_000) / this.#perSecond;
        const message = this.#messages[made % this.#messages.length];
        if (at > now || message === undefined) break;
        made += 1;
        this.#period.due += 1;
        this.#queue.push({ message, at, period: this.#period });
      }
      this.#sendDue();
    }, TICK_MS);
  }

  /** Begins a period. Requests due from now on count separately. */
  beginPeriod(): Period {
    this.#period = emptyPeriod();
    return this.#period;
  }

  /** Stops sending, and resolves when all requests are answered. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const until = performance.now() + PATIENCE_MS;
    while (this.#queue.length + this.#busy.size > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const { message, period } of [...this.#busy.values(), ...this.#queue.splice(0)]) {
      addError(period, `${message.url}: no answer`);
    }
    this.#isOver = true;
    for (const connection of this.#open) connection.close();
  }

  #sendDue(): void {
    while (this.#queue.length > 0 && this.#free.length > 0) {
      const connection = this.#free.shift() as Connection;
      const due = this.#queue.shift() as Due;
      this.#busy.set(connection, due);
      connection.send(due.message);
    }
  }

  #connect(): void {
    const free = (connection: Connection) => {
      const due = this.#busy.get(connection);
      this.#busy.delete(connection);
      if (due !== undefined) {
        // A histogram accepts whole numbers from 1.
        const waited = Math.round((performance.now() - due.at) * 1_000);
        due.period.waits.record(Math.max(1, waited));
      }
      this.#free.push(connection);
      this.#sendDue();
    };
    const failed = (connection: Connection, error: Error) => {
      const due = this.#busy.get(connection);
      this.#busy.delete(connection);
      this.#open.delete(connection);
      const at = this.#free.indexOf(connection);
      if (at !== -1) this.#free.splice(at, 1);
      // An idle connection that was closed affects no request.
      if (due !== undefined) addError(due.period, error.message);
      setTimeout(() => !this.#isOver && this.#connect(), RECONNECT_MS);
    };
    this.#open.add(new Connection(this.#url, { free, failed }));
  }
}

/** Returns a period without requests. */
export function emptyPeriod(): Period {
  return { waits: createHistogram(), due: 0, errors: 0, firstError: null };
}

function addError(period: Period, error: string): void {
  period.errors += 1;
  period.firstError ??= error;
}

/** Returns a percentile of the waits, in milliseconds. */
export const percentile = ({ waits }: Period, percent: number) => waits.percentile(percent) / 1_000;
