import { connect, type Socket } from "node:net";

/** A request that is sent repeatedly. */
export interface LoadRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status that every response must have. */
  status: number;
}

/** A request as sent over the wire. */
export interface Message {
  bytes: Buffer;
  url: string;
  status: number;
}

/** Receives the events of a connection. */
export interface Listener {
  /** Called when it is open or the response is complete, so the next message may be sent. */
  free(connection: Connection): void;
  /** Called for an unexpected response or a lost connection. The connection is closed in both cases. */
  failed(connection: Connection, error: Error): void;
}

const NOTHING = Buffer.alloc(0);

/**
 * A persistent connection with one request at a time. Implements only as much of HTTP/1.1 as needed, so that
 * the client costs little compared with the server.
 */
export class Connection {
  readonly #socket: Socket;
  #message: Message | null = null;
  #waiting: Buffer = NOTHING;
  /** Remaining bytes of the response; null before its head is complete. */
  #missing: number | null = null;

  constructor(url: string, listener: Listener) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay(true);
    let isOver = false;
    const fail = (error: Error) => {
      if (isOver) return;
      isOver = true;
      this.#socket.destroy();
      listener.failed(this, error);
    };
    this.#socket.on("error", fail);
    this.#socket.on("close", () => fail(new Error(`${url}: the connection was closed`)));
    this.#socket.on("connect", () => listener.free(this));
    this.#socket.on("data", (chunk: Buffer) => {
      try {
        if (this.#isWhole(chunk)) listener.free(this);
      } catch (error) {
        fail(error as Error);
      }
    });
  }

  send(message: Message): void {
    this.#message = message;
    this.#missing = null;
    this.#socket.write(message.bytes);
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  /**
   * Returns whether the response is complete with these bytes.
   * @throws Error for an unexpected response
   */
  #isWhole(chunk: Buffer): boolean {
    if (this.#missing === null) {
      this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
      const end = this.#waiting.indexOf("\r\n\r\n");
      if (end === -1) return false;
      const length = this.#readHead(this.#waiting.toString("latin1", 0, end));
      this.#missing = end + 4 + length - this.#waiting.length;
      this.#waiting = NOTHING;
    } else this.#missing -= chunk.length;
    return this.#missing <= 0;
  }

  #readHead(head: string): number {
    const { url = "?", status = 0 } = this.#message ?? {};
    if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${url}: ${head}`);
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (Number.isNaN(length)) throw new Error(`${url}: no Content-Length\n${head}`);
    return length;
  }
}

/** Returns the bytes of a request. */
export function writeMessage({
  url,
  method = "GET",
  headers = {},
  body,
  status,
}: LoadRequest): Message {
  const { host, pathname, search } = new URL(url);
  const all = {
    Host: host,
    ...headers,
    ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
  return { bytes: Buffer.from(text), url, status };
}
