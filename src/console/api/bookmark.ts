const HEADER = "X-D1-Bookmark";
/** Requests the newest state, and a bookmark to continue from. */
const NEWEST = "first-primary";

/** The newest state of the workspace that this page has seen; bookmarks sort by time. */
let bookmark = "";
/** Counts how often the bookmark was dropped, so that an earlier response does not restore it. */
let drops = 0;

/**
 * Fetches at least the state that this page has seen. On Cloudflare, the service may then respond from a
 * database replica. Elsewhere the header has no effect.
 */
export async function fetchSeen(request: Request): Promise<Response> {
  const before = drops;
  request.headers.set(HEADER, bookmark || NEWEST);
  const response = await fetch(request);
  const seen = response.headers.get(HEADER) ?? "";
  if (before === drops && seen > bookmark) bookmark = seen;
  return response;
}

/**
 * Drops the bookmark after news without one, for example from a stream, so that the next read gets the newest
 * state.
 */
export function dropBookmark(): void {
  bookmark = "";
  drops += 1;
}
