import { api, bodyOf, type Schema } from "./client.ts";

export type WorkspaceEvent = Schema<"WorkspaceEvent">;
type EventPage = Schema<"WorkspaceEventPage">;

/** The changes after a place, or where they begin. */
export async function readEvents(after: number | null, signal: AbortSignal): Promise<EventPage> {
  const query = after === null ? {} : { after };
  // What is asked for without naming the stream is a page.
  return (await bodyOf(
    api.GET("/api/events", { params: { query }, parseAs: "json", signal }),
  )) as EventPage;
}

/**
 * Opens the stream of changes after a place. A redirect, to a login page, is not followed.
 * @throws Error where there is no stream
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
