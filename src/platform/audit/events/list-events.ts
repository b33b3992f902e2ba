import type { EventDeps } from "./deps.ts";
import type { EventPage } from "./schema.ts";

/** Events of one answer. */
export const PAGE = 200;

/**
 * The changes after a place, a page of them; without a place none, but where to begin.
 * A place behind the end, as a restored database can have, begins at the end.
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
