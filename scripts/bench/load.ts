import { connect, type Socket } from "node:net";

const CONNECTIONS = 16;

/** What is sent again and again. */
export interface LoadRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status that every answer must have. */
  status: number;
}

/**
 * Requests per second over 16 connections that are kept open, one request at a time on each. Speaks
 * just enough of HTTP/1.1 that the client costs little beside the server.
 * @throws Error for an answer with another status
 */
export async function load(request: LoadRequest, requests: number): Promise<number> {
  const message = Buffer.from(write(request));
  const { hostname, port } = new URL(request.url);
  const state = { left: requests };
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      await drive(socket, message, request, state);
      socket.destroy();
    }),
  );
  return requests / ((performance.now() - start) / 1000);
}

function write({ url, method = "GET", headers = {}, body }: LoadRequest): string {
  const { host, pathname, search } = new URL(url);
  const all = {
    Host: host,
    ...headers,
    ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}

async function drive(
  socket: Socket,
  message: Buffer,
  { url, status }: LoadRequest,
  state: { left: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let waiting: Buffer = Buffer.alloc(0);
    /** Bytes of the answer that are still to come; null before its head is whole. */
    let missing: number | null = null;
    const next = () => {
      if (state.left <= 0) return resolve();
      state.left -= 1;
      missing = null;
      socket.write(message);
    };
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${url}: the connection was closed`)));
    socket.on("connect", next);
    socket.on("data", (chunk: Buffer) => {
      if (missing === null) {
        waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
        const end = waiting.indexOf("\r\n\r\n");
        if (end === -1) return;
        const head = waiting.toString("latin1", 0, end);
        if (!head.startsWith(`HTTP/1.1 ${status} `)) return reject(new Error(`${url}: ${head}`));
        const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
        if (Number.isNaN(length)) return reject(new Error(`${url}: no Content-Length\n${head}`));
        missing = end + 4 + length - waiting.length;
        waiting = Buffer.alloc(0);
      } else missing -= chunk.length;
      if (missing <= 0) next();
    });
  });
}
