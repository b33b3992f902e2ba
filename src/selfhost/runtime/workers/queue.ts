/**
 * The queue of the self-hosted service. It delivers each message at once, or after its delay, in an
 * invocation of its own, and keeps nothing: job rows are the truth, a message only tells that one is
 * due, and the timer finds what was lost with the process. Speaks what workerd's queue binding
 * sends. Runs in workerd; its types are erased when it is handed over, so it imports nothing.
 */
interface Env {
  WORKER: {
    queue(
      name: string,
      messages: { id: string; timestamp: Date; attempts: number; body: unknown }[],
    ): Promise<{ retryMessages: { delaySeconds?: number }[] }>;
  };
}

interface Message {
  body: unknown;
  delaySeconds: number;
}

const QUEUE_NAME = "tradecraft-jobs";
/** As `max_retries` of wrangler.toml has it. */
const MOST_ATTEMPTS = 4;

export default {
  async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const messages = await readMessages(request);
    if (messages === null) return new Response(null, { status: 404 });
    for (const message of messages) execution.waitUntil(deliver(env, message));
    const metrics = { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: 0 };
    return Response.json({ metadata: { metrics } });
  },
};

/** Null for what is neither a message nor a batch of them. */
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
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts, body };
    const [retry] = (await env.WORKER.queue(QUEUE_NAME, [message])).retryMessages;
    if (retry === undefined) return;
    await pause(retry.delaySeconds ?? 0);
  }
}

async function pause(seconds: number): Promise<void> {
  if (seconds > 0) await new Promise((done) => setTimeout(done, seconds * 1000));
}
