import { connect } from "node:net";

/** A request over a socket of its own, whose body is written as the test wishes. */
export interface RawRequest {
  write(bytes: Uint8Array | string): void;
  /** Status and body of the answer; rejects when the connection ends without one. */
  answer: Promise<{ status: number; head: string; body: string }>;
  /** Resolves when the server has closed the connection, or it was destroyed. */
  closed: Promise<void>;
  destroy(): void;
}

/** Sends the head of a request; `length` is the body's declared length, null for a chunked one. */
export function beginRequest(
  url: string,
  path: string,
  length: number | null,
  headers: Record<string, string> = {},
): RawRequest {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const framing = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${framing}\r\n${lines.join("")}\r\n`);
  let received = "";
  const answer = new Promise<{ status: number; head: string; body: string }>((resolve, reject) => {
    const settle = () => {
      const [head = "", body = ""] = received.split("\r\n\r\n");
      const declared = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (received.includes("\r\n\r\n") && Buffer.byteLength(body) >= declared) {
        resolve({ status: Number(head.split(" ")[1]), head, body });
      }
    };
    socket.on("data", (data) => {
      received += data.toString("latin1");
      settle();
    });
    socket.on("close", () => reject(new Error(`closed after ${JSON.stringify(received)}`)));
  });
  answer.catch(() => undefined);
  // A server that has said enough may close while we still write.
  socket.on("error", () => undefined);
  return {
    answer,
    write: (bytes) => void socket.write(bytes),
    closed: new Promise((resolve) => socket.once("close", () => resolve())),
    destroy: () => socket.destroy(),
  };
}
