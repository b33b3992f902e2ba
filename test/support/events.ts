/** What a stream of Server-Sent Events says. */
export interface StreamedEvent {
  type: string;
  [field: string]: unknown;
}

/** The events of a whole stream, pings left out. */
export function eventsOf(stream: string): StreamedEvent[] {
  return stream
    .split("\n\n")
    .filter((block) => block.startsWith("data: "))
    .map((block) => JSON.parse(block.slice(6)) as StreamedEvent);
}
