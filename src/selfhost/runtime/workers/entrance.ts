/**
 * Receives requests and queue messages from the Node program for the Worker of the background process, and
 * reports the work in progress.
 */
interface Env {
  WORKER: {
    fetch(request: Request): Promise<Response>;
    queue(
      name: string,
      messages: { id: string; timestamp: Date; attempts: number; body: unknown }[],
    ): Promise<{ retryMessages: { delaySeconds?: number }[] }>;
  };
  /** The service that returns how much work is in progress that no request waits for. */
  UNDER_WAY: Fetcher;
}

/** A message of the queue. */
export interface Delivery {
  id: string;
  attempts: number;
  body: unknown;
}

/** Seconds after which a message is delivered again; null if it is done. */
export interface DeliveryResult {
  retryAfter: number | null;
}

const QUEUE_NAME = "tradecraft-jobs";

/** The Node program closes the connection earlier, once it has the response. */
const ANSWER_MS = 2_000;

export default {
  fetch: async (request: Request, { WORKER }: Env, execution: ExecutionContext) => {
    if (request.body === null) return await WORKER.fetch(request);
    const answered = Promise.withResolvers<void>();
    const length = Number(request.headers.get("Content-Length"));
    const { readable, writable } =
      length > 0 ? new FixedLengthStream(length) : new IdentityTransformStream();
    let isRead = false;
    const reading = passOn(request.body, writable, answered.promise).finally(() => (isRead = true));
    execution.waitUntil(reading);
    try {
      const passed = new Request(request, { method: request.method, body: readable });
      const response = await WORKER.fetch(passed);
      const isRefused = response.status >= 400 && !isRead;
      return isRefused ? await holdOpen(response, reading, execution) : response;
    } finally {
      answered.resolve();
    }
  },
};

/**
 * Delays the end of a rejection after its last byte while the request body is still arriving. With the
 * response, workerd would close the connection, and the Node program might lose what it has not read yet. Only
 * a response of unknown length can be delayed, so `X-Content-Length` contains the length.
 */
async function holdOpen(
  refusal: Response,
  reading: Promise<void>,
  execution: ExecutionContext,
): Promise<Response> {
  const bytes = await refusal.bytes();
  const { readable, writable } = new IdentityTransformStream();
  const sending = async () => {
    const writer = writable.getWriter();
    await writer.write(bytes);
    await Promise.race([reading, scheduler.wait(ANSWER_MS)]);
    await writer.close();
  };
  // Fails if the connection has been closed.
  execution.waitUntil(sending().catch(() => undefined));
  const delayed = new Response(readable, refusal);
  delayed.headers.set("X-Content-Length", String(bytes.byteLength));
  return delayed;
}

/**
 * Forwards a body, and reads the rest of a rejected one. A client may not read the response before it has sent
 * everything, and would lose it if the connection closed earlier.
 */
async function passOn(
  body: ReadableStream<Uint8Array>,
  to: WritableStream<Uint8Array>,
  answered: Promise<void>,
): Promise<void> {
  const writer = to.getWriter();
  const refused = Promise.race([answered, writer.closed]).then(
    () => true,
    () => true,
  );
  let isWanted = true;
  // A client that disconnects ends the loop with an error, and the Worker's read with it.
  try {
    for await (const chunk of body) {
      if (!isWanted) continue;
      const written = writer.write(chunk).then(
        () => false,
        () => true,
      );
      isWanted = !(await Promise.race([written, refused]));
    }
    if (isWanted) await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
}

export const control = {
  fetch: async (request: Request, { WORKER, UNDER_WAY }: Env) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/ping") return new Response("ok");
    if (pathname === "/under-way") return await UNDER_WAY.fetch(request);
    if (pathname !== "/queue") return new Response(null, { status: 404 });
    const delivery = await request.json<Delivery>();
    const message = { ...delivery, timestamp: new Date() };
    const [retry] = (await WORKER.queue(QUEUE_NAME, [message])).retryMessages;
    const result: DeliveryResult = {
      retryAfter: retry === undefined ? null : (retry.delaySeconds ?? 0),
    };
    return Response.json(result);
  },
};
