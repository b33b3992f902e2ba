import { sql } from "drizzle-orm";
import type { Writer } from "./databases.ts";
import { workspaceMark } from "./tables.ts";

/** Never one of before, also not in a database that was put back to an earlier state. */
const NEW_MARK = sql`lower(hex(randomblob(8)))`;

/** Tells with one row whether anything that answers are made of changed since they were made. */
export class WorkspaceMark {
  readonly #binding: D1Database;
  readonly #byRequest = new WeakMap<Request, { mark: string | null }>();

  constructor(binding: D1Database) {
    this.#binding = binding;
  }

  /** The mark of now; null as long as nothing was written. */
  async read(): Promise<string | null> {
    return await this.#binding.prepare("SELECT mark FROM workspace_mark").first<string>("mark");
  }

  /** The mark as it was when it was first asked for on behalf of a request, which reads it once. */
  async readOnce(request: Request): Promise<string | null> {
    const known = this.#byRequest.get(request);
    if (known !== undefined) return known.mark;
    const mark = await this.read();
    this.#byRequest.set(request, { mark });
    return mark;
  }
}

/** The statement that gives the workspace a new mark. */
export function renewMark(write: Writer) {
  return write
    .insert(workspaceMark)
    .values({ id: 1, mark: NEW_MARK })
    .onConflictDoUpdate({ target: workspaceMark.id, set: { mark: NEW_MARK } });
}
