import { sql } from "drizzle-orm";
import type { Writer } from "./databases.ts";
import { workspaceMark } from "./tables.ts";

/** Random rather than counted, so that a restored database never repeats a version. */
const NEW_VERSION = sql`lower(hex(randomblob(8)))`;

/** Reads the workspace version: one row that changes with every write that a response may depend on. */
export class WorkspaceVersion {
  readonly #binding: D1Database;
  readonly #byRequest = new WeakMap<Request, { version: string | null }>();

  constructor(binding: D1Database) {
    this.#binding = binding;
  }

  /** Returns the current version, null before the first write. */
  async read(): Promise<string | null> {
    return await this.#binding.prepare("SELECT mark FROM workspace_mark").first<string>("mark");
  }

  /** Returns the version as it was at this request's first read. */
  async readOnce(request: Request): Promise<string | null> {
    const known = this.#byRequest.get(request);
    if (known !== undefined) return known.version;
    const version = await this.read();
    this.#byRequest.set(request, { version });
    return version;
  }
}

/** Returns the statement that sets a new workspace version. */
export function renewVersion(write: Writer) {
  return write
    .insert(workspaceMark)
    .values({ id: 1, mark: NEW_VERSION })
    .onConflictDoUpdate({ target: workspaceMark.id, set: { mark: NEW_VERSION } });
}
