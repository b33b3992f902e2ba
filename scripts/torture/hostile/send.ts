import { Agent, request } from "node:http";

/** A request as the driver sends it; the name says which one it is. */
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

/** A stream of events may never end: its beginning is enough. */
const STREAM_MS = 1_000;
/** An answer that has not come by then never will. */
const GIVE_UP_MS = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** @throws Error when the connection ends without an answer */
export async function send(url: string, sent: Sent): Promise<Answer> {
  const begun = performance.now();
  for (;;) {
    const answer = await exchange(url, sent);
    // The runtime closes a connection that was idle for five seconds, maybe as it is taken up again.
    if (answer !== null) return { ...answer, ms: performance.now() - begun };
  }
}

/** Answers null where a connection was closed that had been idle. */
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
