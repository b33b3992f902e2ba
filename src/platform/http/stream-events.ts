import { derive } from "../lib/derive.ts";
const PING_MS = 15_000;
/** A disconnected client is noticed only when something is written to it. */
const PROBE_MS = 2_000;
const encoder = new TextEncoder();

/** Fields of a message in addition to its data (HTML Living Standard, 9.2.5). */
interface MessageFields {
  /** A reconnecting client sends it as `Last-Event-ID`. */
  id?: number;
  event?: string;
  /** Milliseconds after which the client should reconnect. */
  retry?: number;
}

/** Sends one event. Does nothing after the client has disconnected. */
export type SendEvent<T> = (event: T, fields?: MessageFields) => void;

/**
 * Responds with Server-Sent Events: `data: {...}` per event, `: ping` every 15 seconds, so that proxies do not close
 * the connection, and an empty comment every two. `produce` runs until it settles or the client disconnects, which its
 * signal reports. In workerd only `request.signal` reports it, not the stream's own cancel.
 */
export function streamEvents<T extends object>(
  request: Request,
  keepAlive: (work: Promise<void>) => void,
  produce: (send: SendEvent<T>, signal: AbortSignal) => Promise<void>,
): Response {
  const gone = new AbortController();
  const leave = () => gone.abort(new DOMException("The client went away.", "AbortError"));
  if (request.signal.aborted) leave();
  request.signal.addEventListener("abort", leave);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let unsent = "";
      const flush = () => {
        if (unsent !== "" && !gone.signal.aborted) controller.enqueue(encoder.encode(unsent));
        unsent = "";
      };
      // Events sent at the same time are written as one chunk.
      const write = (text: string) => {
        if (unsent === "") queueMicrotask(flush);
        unsent += text;
      };
      const timers = [
        setInterval(() => write(": ping\n\n"), PING_MS),
        // Spreads the timers of hundreds of streams that begin simultaneously.
        setInterval(() => write(":\n\n"), PROBE_MS * (1 - Math.random() / 4)),
      ];
      const send: SendEvent<T> = (event, fields = {}) => write(messageOf(event, fields));
      const work = produce(send, gone.signal)
        .then(() => {
          flush();
          if (!gone.signal.aborted) controller.close();
        })
        .catch((error: unknown) => (gone.signal.aborted ? undefined : controller.error(error)))
        .finally(() => timers.forEach(clearInterval));
      keepAlive(work);
    },
    cancel: leave,
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}

/** Caches serialized events, because hundreds of streams send the same ones. */
const textOf = derive((event: object) => JSON.stringify(event));

function messageOf(event: object, fields: MessageFields): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return `${lines.join("")}data: ${textOf(event)}\n\n`;
}
