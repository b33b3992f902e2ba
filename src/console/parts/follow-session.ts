import type { QueryClient } from "@tanstack/react-query";
import type { Schema } from "../api/client.ts";
import { isRunning, sessionQuery } from "../api/session.ts";
import { amendQueue } from "./review-queue/queue-store.ts";

interface Listed {
  items: Schema<"SessionListItem">[];
}

/**
 * Updates cached data after this person's own change: data of the state before it is now data of the state
 * after it. Data from before someone else's change retains its state, so that the next change is compared.
 */
export function followSession(
  queries: QueryClient,
  sessionId: string,
  from: string,
  etag: string,
): void {
  const isIt = (one: { etag: string }) => one.etag === from;
  queries.setQueryData(sessionQuery(sessionId).queryKey, (known) =>
    known === undefined || isRunning(known) || !isIt(known)
      ? known
      : { ...known, etag, readAs: null },
  );
  queries.setQueriesData<Listed>({ queryKey: ["sessions"], predicate: isList }, (known) =>
    known === undefined
      ? known
      : {
          ...known,
          items: known.items.map((one) =>
            one.session_id === sessionId && isIt(one) ? { ...one, etag } : one,
          ),
        },
  );
  amendQueue((entry) =>
    entry.sessionId === sessionId && isIt(entry) ? { ...entry, etag } : entry,
  );
}

/** Returns whether a query contains a page with `items`. Other queries under the same key return a plain list. */
function isList({ state }: { state: { data: unknown } }): boolean {
  return typeof state.data === "object" && state.data !== null && "items" in state.data;
}
