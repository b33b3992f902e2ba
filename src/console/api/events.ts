import { api, bodyOf, type Schema } from "./client.ts";

export type WorkspaceEvent = Schema<"WorkspaceEvent">;
type EventPage = Schema<"WorkspaceEventPage">;

/** Returns the changes after a position, or the first position. */
export async function readEvents(after: number | null, signal: AbortSignal): Promise<EventPage> {
  const query = after === null ? {} : { after };
  // The default response of this path is a page, not the stream.
  return (await bodyOf(
    api.GET("/api/events", { params: { query }, parseAs: "json", signal }),
  )) as EventPage;
}

/**
 * Opens the stream of changes after a position. Does not follow a redirect to a login page.
 * @throws Error if there is no stream
 */
export async function openEvents(
  after: number | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(`/api/events${after === null ? "" : `?after=${after}`}`, {
    headers: { Accept: "text/event-stream" },
    cache: "no-store",
    redirect: "manual",
    signal,
  });
  const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") === true;
  if (response.ok && isStream && response.body !== null) return response.body;
  throw new Error(`The stream of changes answered ${response.status}.`);
}
