const HEADER = "X-D1-Bookmark";
/** Asks the service for the newest state, and for a bookmark to continue from. */
const NEWEST = "first-primary";

/** The newest state of the workspace that this page has seen; bookmarks sort by time. */
let bookmark = "";
/** Counts how often the bookmark was dropped, so that an answer from before that does not bring it back. */
let drops = 0;

/**
 * `fetch` that reads at least the state which this page has seen. At the edge, the service may then answer from a
 * replica of the database; elsewhere the header has no effect.
 */
export async function fetchSeen(request: Request): Promise<Response> {
  const before = drops;
  request.headers.set(HEADER, bookmark || NEWEST);
  const response = await fetch(request);
  const seen = response.headers.get(HEADER) ?? "";
  if (before === drops && seen > bookmark) bookmark = seen;
  return response;
}

/** Drops the bookmark after news that came without one, for example by a stream: the next read is of the newest state. */
export function dropBookmark(): void {
  bookmark = "";
  drops += 1;
}
