import { env } from "cloudflare:test";
import type { Bindings } from "../../src/bindings.ts";

/** A database of the runtime as it is made, here and on Cloudflare. */
interface Wire {
  fetcher: Fetcher;
  constructor: new (fetcher: Pick<Fetcher, "fetch">) => D1Database;
}
/** Jobs that are at work send a statement more often. */
const QUIET_MS = 500;

interface Sent {
  sql: string;
  params?: unknown[];
}

/**
 * The most of each thing that D1 limits which was sent since the last `reset`: statements of one
 * invocation (1,000), bytes of a statement (100,000), its bound values (100), and bytes of a value (2,000,000).
 */
export class D1Use {
  statements = 0;
  sqlBytes = 0;
  values = 0;
  valueBytes = 0;

  reset(): void {
    Object.assign(this, { statements: 0, sqlBytes: 0, values: 0, valueBytes: 0 });
  }

  /** Waits until what earlier requests left to do is done: it would count for the next one. */
  async settle(): Promise<void> {
    for (let before = -1; before !== this.statements;) {
      before = this.statements;
      await scheduler.wait(QUIET_MS);
    }
  }

  /** The bindings of the tests, of whose databases all is measured. */
  bindings(): Bindings {
    return {
      ...env,
      KNOWLEDGE_DB: this.#wrap(env.KNOWLEDGE_DB),
      WORKSPACE_DB: this.#wrap(env.WORKSPACE_DB),
    };
  }

  #wrap(database: D1Database): D1Database {
    const { fetcher, constructor: Database } = database as unknown as Wire;
    return new Database({
      fetch: async (input, init) => {
        const sent = [JSON.parse(init?.body as string) as Sent | Sent[]].flat();
        this.statements += sent.length;
        for (const { sql, params = [] } of sent) {
          this.sqlBytes = Math.max(this.sqlBytes, bytesOf(sql));
          this.values = Math.max(this.values, params.length);
          this.valueBytes = Math.max(this.valueBytes, ...params.map(bytesOf));
        }
        return await fetcher.fetch(input, init);
      },
    });
  }
}

function bytesOf(value: unknown): number {
  return typeof value === "string" ? new TextEncoder().encode(value).length : 8;
}
