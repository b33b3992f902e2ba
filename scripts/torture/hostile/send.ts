import { Agent, request } from "node:http";

/** A request of the driver. The name identifies it. */
export interface Sent {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

export interface Answer {
  status: number;
  type: string;
  body: Buffer;
  ms: number;
}

/** An event stream may never end, so its beginning is enough. */
const STREAM_MS = 1_000;
/** No response arrives after this time. */
const GIVE_UP_MS = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** @throws Error if the connection ends without a response */
export async function send(url: string, sent: Sent): Promise<Answer> {
  const begun = performance.now();
  for (;;) {
    const answer = await exchange(url, sent);
    // The runtime closes a connection that was idle for five seconds, possibly just as it is reused.
    if (answer !== null) return { ...answer, ms: performance.now() - begun };
  }
}

/** Returns null if an idle connection was closed. */
async function exchange(url: string, sent: Sent): Promise<Omit<Answer, "ms"> | null> {
  const { hostname, port } = new URL(url);
  const { method, path, headers = {}, body = "" } = sent;
  const framing = body.length === 0 ? {} : { "Content-Length": Buffer.byteLength(body) };
  return await new Promise((resolve, reject) => {
    const options = { agent, hostname, port, method, path, headers: { ...framing, ...headers } };
    const going = request(options, (response) => {
      const parts: Buffer[] = [];
      const type = response.headers["content-type"] ?? "";
      const finish = () =>
        resolve({ status: response.statusCode ?? 0, type, body: Buffer.concat(parts) });
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", finish);
      response.on("error", reject);
      if (!type.startsWith("text/event-stream")) return;
      const timer = setTimeout(() => {
        finish();
        going.destroy();
      }, STREAM_MS);
      response.on("close", () => clearTimeout(timer));
    });
    going.setTimeout(GIVE_UP_MS, () => going.destroy(new Error("no answer in 60 s")));
    going.on("error", (error: NodeJS.ErrnoException) => {
      if (going.reusedSocket && error.code === "ECONNRESET") resolve(null);
      else reject(error);
    });
    going.end(body);
  });
}
