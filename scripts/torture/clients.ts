import { connect, type Socket } from "node:net";

export const STREAMS = 500;
/** This many clients send a body slowly, and as many send half a head. */
export const SLOW = 200;
const TRICKLE_MS = 500;

/** Clients with connections that stay open until they are closed. */
export interface Clients {
  /** Resolves when every change stream has begun. */
  streaming: Promise<unknown>;
  close(): void;
}

/** Opens change streams, and clients that never send a complete request. */
export function openClients(url: string): Clients {
  const { hostname, port, host } = new URL(url);
  const open = (head: string) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(head);
    return socket;
  };
  const many = (count: number, head: string) => Array.from({ length: count }, () => open(head));
  const hostLine = `Host: ${host}\r\n`;
  const accept = "Accept: text/event-stream\r\n";
  const length = "Content-Length: 1000000\r\n";
  const streams = many(STREAMS, `GET /api/events HTTP/1.1\r\n${hostLine}${accept}\r\n`);
  const slow = many(SLOW, `POST /api/analyze HTTP/1.1\r\n${hostLine}${length}\r\n`);
  const halfOpen = many(SLOW, "GET /api/health HTTP/1.1\r\nHo");
  const streaming = Promise.all(streams.map(async (socket) => await begins(socket)));
  for (const socket of [...slow, ...halfOpen]) socket.resume();
  const timer = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write(" ");
  }, TRICKLE_MS);
  return {
    streaming,
    close: () => {
      clearInterval(timer);
      for (const socket of [...streams, ...slow, ...halfOpen]) socket.destroy();
    },
  };
}

/**
 * Waits for the head of the response.
 * @throws Error if that is a rejection
 */
async function begins(socket: Socket): Promise<void> {
  const head = await new Promise<string>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString("latin1")));
    socket.once("close", () => resolve("closed"));
  });
  socket.resume();
  if (!head.startsWith("HTTP/1.1 200"))
    throw new Error(`A stream was refused: ${head.slice(0, 200)}`);
}
