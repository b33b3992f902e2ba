import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A newly announced socket may need a moment. */
const CONNECT_TRIES = 50;
const CONNECT_PAUSE_MS = 20;

/** A client of workerd's control socket, which only our own user can access. */
export class ControlClient {
  readonly #socketPath: string;
  /** Identifies this client as a holder of the databases. A backup is a separate holder. */
  readonly #holder = randomUUID();

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /**
   * Runs the Worker's scheduled handler to its end. Returns whether it succeeded.
   * @param time milliseconds since 1970
   */
  async schedule(cron: string, time: number): Promise<boolean> {
    const query = `cron=${encodeURIComponent(cron)}&time=${time}`;
    return (await this.#post(`/scheduled?${query}`, "")) === "ok";
  }

  /** Returns how much background work is in progress that no request waits for. */
  async countUnderWay(): Promise<number> {
    return Number(await this.#post("/under-way", ""));
  }

  /** Resolves when workerd responds. */
  async ping(): Promise<void> {
    await this.#post("/ping", "");
  }

  /**
   * Runs statements in one transaction. Returns the rows of each.
   * @throws Error with the message of the database
   */
  async batch(
    database: "KNOWLEDGE_DB" | "WORKSPACE_DB",
    statements: readonly { sql: string; values: readonly unknown[] }[],
  ): Promise<Record<string, unknown>[][]> {
    const body = JSON.stringify({ database, statements });
    return JSON.parse(await this.#post("/batch", body)) as Record<string, unknown>[][];
  }

  /**
   * Holds new requests to the databases until they are released or the time is over. Returns whether no request
   * is in progress and no other client holds them.
   */
  async hold(forMs: number): Promise<boolean> {
    return (await this.#post(`/gate/hold?holder=${this.#holder}&ms=${forMs}`, "")) === "ok";
  }

  /** Releases the databases that this client holds. */
  async release(): Promise<void> {
    await this.#post(`/gate/release?holder=${this.#holder}`, "");
  }

  async #post(path: string, body: string): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await postOnce(this.#socketPath, path, body);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const isAbsent = code === "ECONNREFUSED" || code === "ENOENT";
        if (!isAbsent || tries >= CONNECT_TRIES) throw error;
        await sleep(CONNECT_PAUSE_MS);
      }
    }
  }
}

async function postOnce(socketPath: string, path: string, body: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    // A new connection for each request, because workerd may close an idle one just as it is reused.
    const options = {
      socketPath,
      path,
      method: "POST",
      agent: false,
      headers: { Host: "control" },
    };
    const sent = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${path} failed: ${text.slice(0, 500)}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
