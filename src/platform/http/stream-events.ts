import { derive } from "../lib/derive.ts";
const PING_MS = 15_000;
/** That a client went away shows only when something is written to it. */
const PROBE_MS = 2_000;
const encoder = new TextEncoder();

/** What a message has in addition to its data (HTML Living Standard, 9.2.5). */
interface MessageFields {
  /** What a client that connects again sends as `Last-Event-ID`. */
  id?: number;
  event?: string;
  /** Milliseconds after which the client is to connect again. */
  retry?: number;
}

/** Sends one event; does nothing once the client is gone. */
export type SendEvent<T> = (event: T, fields?: MessageFields) => void;

/**
 * Answers with Server-Sent Events: `data: {...}` per event, `: ping` every 15 seconds, so that proxies
 * keep the connection, and an empty comment every two. `produce` runs until it settles or the client
 * goes away, which its signal tells (in workerd only `request.signal` does, not the stream's own cancel).
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
      // Events that are sent at the same time leave as one piece.
      const write = (text: string) => {
        if (unsent === "") queueMicrotask(flush);
        unsent += text;
      };
      const timers = [
        setInterval(() => write(": ping\n\n"), PING_MS),
        // Hundreds that begin at the same time must not all be woken at the same time.
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

/** Hundreds of streams send the same events. */
const textOf = derive((event: object) => JSON.stringify(event));

function messageOf(event: object, fields: MessageFields): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return `${lines.join("")}data: ${textOf(event)}\n\n`;
}
