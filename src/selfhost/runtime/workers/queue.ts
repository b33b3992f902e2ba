/**
 * The queue of the self-hosted service. It delivers each message immediately, or after its delay, in a separate
 * invocation of the background process. It stores nothing: the rows of jobs are authoritative, and a timer finds jobs
 * whose messages were lost. It implements the protocol of workerd's queue binding.
 */
import type { Delivery, DeliveryResult } from "./entrance.ts";

interface Env {
  /** The `control` of `entrance.ts`, in a process that the Node program starts if there is none. */
  BACKGROUND: Fetcher;
}

interface Message {
  body: unknown;
  delaySeconds: number;
}

/** One more than `max_retries` in wrangler.toml. */
const MOST_ATTEMPTS = 4;
const LOST_SECONDS = 1;

export default {
  async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const messages = await readMessages(request);
    if (messages === null) return new Response(null, { status: 404 });
    for (const message of messages) execution.waitUntil(deliver(env, message));
    const metrics = { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: 0 };
    return Response.json({ metadata: { metrics } });
  },
};

/** Returns null for a request that is neither a message nor a batch. */
async function readMessages(request: Request): Promise<Message[] | null> {
  const { pathname } = new URL(request.url);
  const common = Number(request.headers.get("X-Msg-Delay-Secs") ?? 0);
  if (pathname === "/message") return [{ body: await request.json(), delaySeconds: common }];
  if (pathname !== "/batch") return null;
  const batch = (await request.json()) as { messages: { body: string; delaySecs?: number }[] };
  return batch.messages.map(({ body, delaySecs = common }) => ({
    body: JSON.parse(decodeBase64(body)) as unknown,
    delaySeconds: delaySecs,
  }));
}

function decodeBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
}

async function deliver(env: Env, { body, delaySeconds }: Message): Promise<void> {
  await pause(delaySeconds);
  for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
    const { retryAfter } = await deliverOnce(env, { id: crypto.randomUUID(), attempts, body });
    if (retryAfter === null) return;
    await pause(retryAfter);
  }
}

async function deliverOnce({ BACKGROUND }: Env, delivery: Delivery): Promise<DeliveryResult> {
  try {
    const sent = { method: "POST", body: JSON.stringify(delivery) };
    return await (await BACKGROUND.fetch("http://control/queue", sent)).json();
  } catch {
    // The process has ended in the meantime, or did not start.
    return { retryAfter: LOST_SECONDS };
  }
}

async function pause(seconds: number): Promise<void> {
  if (seconds > 0) await new Promise((done) => setTimeout(done, seconds * 1000));
}
