import type { EventDeps } from "./deps.ts";
import type { EventPage } from "./schema.ts";

/** Events per response. */
export const PAGE = 200;

/**
 * Returns a page of the changes after a position. Without a position it returns none, only where to begin. A position
 * beyond the end, as in a restored database, begins at the end.
 */
export async function listEvents(
  deps: Pick<EventDeps, "audit" | "workspaceVersion">,
  after: number | undefined,
): Promise<EventPage> {
  // The version first: a change during the read is found by the next request.
  const version = await deps.workspaceVersion.read();
  const events = after === undefined ? [] : await deps.audit.listEventsAfter(after, PAGE);
  const last = events.at(-1)?.seq ?? (await deps.audit.lastSeq());
  return { events, last, version };
}
