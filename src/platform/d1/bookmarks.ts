import { AsyncLocalStorage } from "node:async_hooks";

/** Carries a bookmark: the state of the workspace that a client has seen. Cloudflare's examples use this name. */
export const BOOKMARK_HEADER = "X-D1-Bookmark";

/** Starts a session at the primary database. */
const FIRST_PRIMARY = "first-primary";
/** A bookmark as D1 writes it. No other value of a client reaches the database. */
const BOOKMARK = /^[0-9a-f]{8}(-[0-9a-f]{8}){2}-[0-9a-f]{32}$/;

/** The session of a request on one database. */
interface Serving {
  binding: D1Database;
  session: D1DatabaseSession;
}

const serving = new AsyncLocalStorage<Serving>();

/**
 * Wraps a database. The statements of a request that follows bookmarks use the session of that request, which may read
 * a replica. All others use the primary database.
 */
export function followBookmarks(binding: D1Database): D1Database {
  const target = () => {
    const here = serving.getStore();
    return here?.binding === binding ? here.session : binding;
  };
  return {
    prepare: (sql) => target().prepare(sql),
    batch: async (statements) => await target().batch(statements),
    exec: async (sql) => await binding.exec(sql),
    withSession: (from) => binding.withSession(from),
    dump: async () => {
      throw new Error("A database of this kind has no dump.");
    },
  };
}

/**
 * Serves a request that names a bookmark in a session of the database, and adds the new bookmark to the response. A read
 * continues from its bookmark. A change starts at the primary database, as does a read without a valid bookmark.
 * Clients that send no bookmark get no session: they could not read their own writes from a replica.
 */
export async function serveBookmarked(
  request: Request,
  binding: D1Database,
  serve: () => Promise<Response>,
): Promise<Response> {
  const sent = request.headers.get(BOOKMARK_HEADER);
  if (sent === null) return await serve();
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !BOOKMARK.test(sent)) return await serveFrom(FIRST_PRIMARY, binding, serve);
  const response = await serveFrom(sent, binding, serve);
  // The database may reject a bookmark, for example one from before it was restored to an earlier state.
  return response.status === 503 ? await serveFrom(FIRST_PRIMARY, binding, serve) : response;
}

async function serveFrom(
  from: string,
  binding: D1Database,
  serve: () => Promise<Response>,
): Promise<Response> {
  const session = binding.withSession(from);
  const response = await serving.run({ binding, session }, serve);
  const bookmark = session.getBookmark();
  if (bookmark !== null) response.headers.set(BOOKMARK_HEADER, bookmark);
  return response;
}
